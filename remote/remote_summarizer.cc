#include <algorithm>
#include <atomic>
#include <mutex>

#include "core/hash.h"
#include "core/text.h"
#include "memfold/error.h"
#include "memfold/remote.h"
#include "remote/caller.h"
#include "remote/endpoint.h"
#include "remote/list_answer.h"
#include "remote/mail_parts.h"
#include "remote/recent.h"
#include "remote/summary_check.h"
#include "remote/summary_prompt.h"

namespace memfold {
namespace remote {
namespace {

constexpr std::size_t kMostSentences = 64, kMostKeywords = 64;  // asked for in one question

using Texts = std::vector<std::string>;
/// What was answered; null: nothing that can be used.
using NotedTexts = std::shared_ptr<const Texts>;

/// Texts that go into one question each, in order; a text that is too long alone is divided.
std::vector<Texts> packed(const Texts& texts, std::size_t bytes) {
  std::vector<Texts> packs;
  std::size_t size = 0;
  for (const std::string& text : texts) {
    for (const std::string_view part : parts_of(text, bytes)) {
      if (packs.empty() || size + part.size() > bytes) {
        packs.emplace_back();
        size = 0;
      }
      packs.back().emplace_back(part);
      size += part.size();
    }
  }
  return packs;
}

std::string joined(const Texts& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) {
    const bool ended =
        !text.empty() && std::string_view(".!?").find(text.back()) != std::string::npos;
    if (!text.empty()) text += ended ? " " : "\n";
    text += sentence;
  }
  return text;
}

class ChatSummarizer final : public RemoteSummarizer {
 public:
  ChatSummarizer(const RemoteSummarizerOptions& options, std::shared_ptr<const Summarizer> fallback)
      : options_(options),
        name_("remote:" + options.model + "@summary" + std::to_string(kSummaryVersion)),
        summary_form_(summary_form(options.model)),
        keyword_form_(keyword_form(options.model)),
        fallback_(std::move(fallback)),
        caller_(options, kChatPath),
        known_(std::size_t(options.memo_entries)) {}

  std::string name() const override { return name_; }

  std::string combine(std::string_view existing, std::string_view incoming) const override {
    return fallback_->combine(existing, incoming);
  }

  std::string summarise(std::span<const std::string_view> texts,
                        std::size_t sentences) const override {
    const Texts given = said(texts);
    if (given.empty() || sentences == 0) return {};
    ++asked_;
    if (const auto summary = summary_of(given, std::min(sentences, kMostSentences))) {
      ++sent_;
      return joined(*summary);
    }
    ++fallbacks_;
    caller_.note_fallback();
    return fallback_->summarise(texts, sentences);
  }

  std::vector<std::string> keywords(std::string_view text, std::size_t count) const override {
    const std::string_view one[] = {text};
    const Texts given = said(one);
    if (given.empty() || count == 0) return {};
    ++asked_;
    if (auto found = keywords_of(given, count)) {
      ++sent_;
      return *std::move(found);
    }
    ++fallbacks_;
    caller_.note_fallback();
    return fallback_->keywords(text, count);
  }

  RemoteSummarizerCounters counters() const override {
    return {caller_.counters(), asked_, sent_, fallbacks_, unsupported_, dropped_};
  }

 private:
  /// Those that say something.
  static Texts said(std::span<const std::string_view> texts) {
    Texts given;
    for (const std::string_view text : texts) {
      if (const std::string_view trimmed = trim(text); !trimmed.empty()) {
        given.push_back(to_valid_utf8(trimmed));
      }
    }
    return given;
  }

  std::optional<Texts> summary_of(Texts texts, std::size_t sentences) const {
    for (std::size_t before = std::size_t(-1);;) {
      const std::vector<Texts> packs = packed(texts, std::size_t(options_.part_bytes));
      if (packs.size() > std::size_t(options_.max_parts) || packs.size() >= before) {
        return std::nullopt;  // summaries that do not get shorter
      }
      Texts told;
      for (const Texts& pack : packs) {
        const NotedTexts noted =
            ask(summary_form_, texts_text(pack, sentences), kSummaryField, sentences);
        if (!noted || !is_supported(*noted, pack)) return std::nullopt;
        if (packs.size() == 1) return *noted;
        if (!noted->empty()) told.push_back(joined(*noted));
      }
      if (told.empty()) return told;
      before = packs.size();
      texts = std::move(told);
    }
  }

  bool is_supported(const Texts& sentences, const Texts& texts) const {
    const SummaryCheck check(texts);
    const bool all = std::all_of(sentences.begin(), sentences.end(),
                                 [&](const std::string& one) { return check.allows(one); });
    if (!all) ++unsupported_;
    return all;
  }

  /// By rank, of the first part, the second ...; none when what is left of the answers is nothing.
  std::optional<Texts> keywords_of(const Texts& texts, std::size_t count) const {
    const std::vector<Texts> packs = packed(texts, std::size_t(options_.part_bytes));
    if (packs.size() > std::size_t(options_.max_parts)) return std::nullopt;
    const std::size_t most = std::min(count, kMostKeywords);
    std::vector<Texts> answers;
    for (const Texts& pack : packs) {
      const NotedTexts noted = ask(keyword_form_, texts_text(pack, most), kKeywordsField, most);
      if (!noted) return std::nullopt;
      answers.push_back(in_text(*noted, pack));
      if (answers.back().empty() && !noted->empty()) {
        ++unsupported_;
        return std::nullopt;
      }
    }
    Texts found;
    for (std::size_t rank = 0; rank < most; ++rank) {
      for (const Texts& answer : answers) {
        if (rank >= answer.size() || found.size() == count) continue;
        if (std::find(found.begin(), found.end(), answer[rank]) == found.end()) {
          found.push_back(answer[rank]);
        }
      }
    }
    return found;
  }

  Texts in_text(const Texts& keywords, const Texts& texts) const {
    constexpr std::size_t kMostBytes = 100;
    const SummaryCheck check(texts);
    Texts kept;
    for (const std::string& keyword : keywords) {
      if (keyword.size() <= kMostBytes && check.has_phrase(keyword)) {
        kept.push_back(fold_case(keyword));
      } else {
        ++dropped_;
      }
    }
    return kept;
  }

  NotedTexts ask(const ChatForm& form, const std::string& question, const char* field,
                 std::size_t most) const {
    const ContentKey key = Sha256().field(field).field(question).finish();
    {
      const std::lock_guard lock(mutex_);
      if (const NotedTexts* const noted = known_.find(key)) {
        caller_.meter().add(&EndpointCounters::cache_hits);
        return *noted;
      }
    }
    const Asked asked = caller_.ask(form.request(question), /*is_guess=*/false);
    if (!asked.body) {
      if (asked.calls == 0) caller_.meter().add(&EndpointCounters::refused);
      return nullptr;
    }
    NotedTexts noted = read(*asked.body, field, most);
    const std::lock_guard lock(mutex_);
    // An answer that cannot be used is remembered, too: the same question would get it again.
    if (!known_.find(key)) known_.insert(key, noted);
    return noted;
  }

  NotedTexts read(const std::string& body, const char* field, std::size_t most) const {
    ListAnswer answer = read_list_response(body, field, most);
    caller_.spend(answer.usage.prompt_tokens, answer.usage.completion_tokens);
    if (answer.problem.empty()) return std::make_shared<const Texts>(std::move(answer.texts));
    caller_.note_unusable();
    return nullptr;
  }

  const RemoteSummarizerOptions options_;
  const std::string name_;
  const ChatForm summary_form_, keyword_form_;
  const std::shared_ptr<const Summarizer> fallback_;
  // What is counted and remembered changes no summary, so summarising is const.
  mutable Caller caller_;
  mutable std::mutex mutex_;  ///< of known_
  mutable Recent<NotedTexts> known_;
  mutable std::atomic<std::uint64_t> asked_ = 0, sent_ = 0, fallbacks_ = 0, unsupported_ = 0,
                                     dropped_ = 0;
};

}  // namespace
}  // namespace remote

std::shared_ptr<const RemoteSummarizer> remote_summarizer(
    const RemoteSummarizerOptions& options, std::shared_ptr<const Summarizer> fallback) {
  validate(options);
  if (!fallback) {
    throw Error(ErrorCode::InvalidArgument, "a remote Summarizer needs one to fall back on");
  }
  return std::make_shared<remote::ChatSummarizer>(options, std::move(fallback));
}

}  // namespace memfold
