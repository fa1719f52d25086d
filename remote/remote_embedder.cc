#include <algorithm>
#include <atomic>
#include <mutex>
#include <unordered_map>

#include "core/concurrent_for.h"
#include "core/hash.h"
#include "core/text.h"
#include "memfold/error.h"
#include "memfold/remote.h"
#include "remote/caller.h"
#include "remote/embedding.h"
#include "remote/endpoint.h"
#include "remote/recent.h"

namespace memfold {
namespace remote {
namespace {

/// Sent where the dimension is not given, to count what comes back.
constexpr std::string_view kProbe = "dimension";

using Row = std::vector<std::int16_t>;

/// A text whose row is not known, and where that belongs.
struct Missing {
  ContentKey key;
  std::string_view text;
  std::vector<std::size_t> places;
};

class Vectoriser final : public RemoteEmbedder {
 public:
  explicit Vectoriser(const RemoteEmbedderOptions& options)
      : options_(options),
        calibration_(options.calibration),
        caller_(options, kEmbeddingsPath),
        known_(std::size_t(options.memo_entries)),
        dimension_(options.dimension) {}

  std::string name() const override { return remote_embedder_name(options_.model, dimension()); }
  const Calibration& calibration() const override { return calibration_; }

  int dimension() const override {
    if (const int known = dimension_) return known;
    const std::lock_guard lock(probing_);
    if (dimension_ == 0) dimension_ = ask(std::span(&kProbe, 1), 0).dimension;
    return dimension_;
  }

  std::size_t texts_per_call() const override { return 0; }

  void embed(std::span<const std::string_view> texts, std::span<std::int16_t> out) const override {
    const auto width = std::size_t(dimension());
    if (out.size() != texts.size() * width) {
      throw Error(ErrorCode::InvalidArgument,
                  "embed: out must hold a row of " + std::to_string(width) + " for every text");
    }
    const std::vector<Missing> missing = look_up(texts, out);
    const auto batch = std::size_t(options_.batch);
    concurrent_for(
        (missing.size() + batch - 1) / batch, options_.max_concurrent, [&](std::size_t i) {
          const std::size_t begin = i * batch;
          answer(std::span(missing).subspan(begin, std::min(batch, missing.size() - begin)), out);
        });
  }

  RemoteEmbedderCounters counters() const override { return {caller_.counters(), texts_}; }

 private:
  /// Fills in the rows that are known, and zeros where there is nothing to embed.
  std::vector<Missing> look_up(std::span<const std::string_view> texts,
                               std::span<std::int16_t> out) const {
    std::vector<Missing> missing;
    std::unordered_map<std::string_view, std::size_t> places;
    std::uint64_t found = 0;
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string_view text =
          cut_at_word(trim(texts[i]), std::size_t(options_.max_text_bytes));
      if (collapse_spaces(text).empty()) {
        write_row(Row(std::size_t(dimension_)), i, out);
        continue;
      }
      ++texts_;
      if (const auto repeat = places.find(text); repeat != places.end()) {
        missing[repeat->second].places.push_back(i);
        ++found;
        continue;
      }
      const ContentKey key = Sha256().raw(text).finish();
      if (const Row* const row = known_.find(key)) {
        write_row(*row, i, out);
        ++found;
      } else {
        places.emplace(text, missing.size());
        missing.push_back({key, text, {i}});
      }
    }
    caller_.meter().add(&EndpointCounters::cache_hits, found);
    return missing;
  }

  /// Asks for one batch.
  void answer(std::span<const Missing> batch, std::span<std::int16_t> out) const {
    std::vector<std::string_view> texts;
    for (const Missing& one : batch) texts.push_back(one.text);
    warn_once();
    const int width = dimension_;
    const Embeddings read = ask(texts, width);
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const auto begin = read.rows.begin() + std::ptrdiff_t(i) * width;
      Row row(begin, begin + width);
      for (const std::size_t place : batch[i].places) write_row(row, place, out);
      // Another thread may have asked for the same meanwhile.
      if (!known_.find(batch[i].key)) known_.insert(batch[i].key, std::move(row));
    }
  }

  static void write_row(const Row& row, std::size_t place, std::span<std::int16_t> out) {
    std::copy(row.begin(), row.end(), out.begin() + std::ptrdiff_t(place * row.size()));
  }

  /// Throws Error(Io) unless there is a vector for every text.
  Embeddings ask(std::span<const std::string_view> texts, int dimension) const {
    const int requested = options_.request_dimension ? options_.dimension : 0;
    const Asked asked =
        caller_.ask(embedding_request(options_.model, texts, requested), /*is_guess=*/false);
    if (!asked.body) {
      if (asked.calls == 0) caller_.meter().add(&EndpointCounters::refused);
      fail(asked.problem);
    }
    Embeddings read = read_embeddings(*asked.body, texts.size(), dimension);
    caller_.spend(read.usage.prompt_tokens, read.usage.completion_tokens);
    if (!read.problem.empty()) {
      caller_.note_unusable();
      fail(read.problem);
    }
    return read;
  }

  [[noreturn]] void fail(const std::string& problem) const {
    throw Error(ErrorCode::Io, "no embeddings from " + options_.model + ": " + problem);
  }

  void warn_once() const {
    if (!calibration_.points().empty() || warned_.exchange(true) || !options_.warn) return;
    options_.warn(name() +
                  " has no calibration: its cosines are taken for similarities as they are, so the "
                  "bands of decisions may not fit it");
  }

  const RemoteEmbedderOptions options_;
  const Calibration calibration_;
  // What is counted and remembered changes no row, so embedding is const.
  mutable Caller caller_;
  mutable std::mutex mutex_;  ///< of known_
  mutable Recent<Row> known_;
  mutable std::mutex probing_;
  mutable std::atomic<int> dimension_;  ///< 0: not known yet
  mutable std::atomic<std::uint64_t> texts_ = 0;
  mutable std::atomic<bool> warned_ = false;
};

}  // namespace
}  // namespace remote

std::string remote_embedder_name(const std::string& model, int dimension) {
  return "remote:" + model + "@" + std::to_string(dimension);
}

std::shared_ptr<const RemoteEmbedder> remote_embedder(const RemoteEmbedderOptions& options) {
  validate(options);
  return std::make_shared<remote::Vectoriser>(options);
}

}  // namespace memfold
