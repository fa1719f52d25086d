#include "engine/maintain/reembed.h"

#include <unordered_map>
#include <utility>

#include "engine/fold/embed_facts.h"
#include "engine/fold/lane.h"
#include "engine/records.h"
#include "memfold/error.h"

namespace memfold {
namespace {

using Step = ReembedProgress::Step;

/// A memory that waits for its vector.
struct Waiting {
  Memory memory;
  bool first_vector;  ///< it has none of any embedder yet
};

class Reembedding {
 public:
  Reembedding(storage::Store& store, const Embedder& embedder, const ReembedOptions& options)
      : store_(store), embedder_(embedder), options_(options), target_(identity_of(embedder)) {
    const storage::StoreIdentity& own = store.identity();
    report_.from = own.embedder;
    report_.from_dimension = own.dimension;
    report_.to = target_.embedder;
    report_.to_dimension = target_.dimension;
    store.scan_users([&](const storage::UserKey&, const storage::UserRecord& record) {
      if (is_team(record.user)) return;
      users_.push_back(record.user);
      progress_.memories += record.memories;
    });
    report_.users = users_.size();
    report_.memories = progress_.memories;
  }

  ReembedReport run() {
    const storage::StoreIdentity& own = store_.identity();
    const bool same = own.embedder == target_.embedder && own.dimension == target_.dimension;
    if (!same && options_.missing_only) {
      throw Error(ErrorCode::Mismatch, describe_mismatch(store_.path(), own, target_));
    }
    report_.finished = same ? complete() : migrate();
    return std::move(report_);
  }

 private:
  /// The store's own embedder: its calibration is taken over, and what has no vector gets one.
  bool complete() {
    const bool gathers_other = store_.next_identity() && !options_.missing_only;
    if (gathers_other) require_abandoning();
    if (store_.identity() != target_) {  // in the calibration
      store_.set_calibration(target_.calibration);
      report_.calibration_changed = true;
    }
    if ((gathers_other || store_.has_replaced_vectors()) && !drop()) return false;
    for (const std::string& user : users_) {
      if (!embed_user(user, /*gather=*/false)) return false;
    }
    store_.sync();
    return true;
  }

  bool migrate() {
    const auto& next = store_.next_identity();
    const bool goes_on =
        next && next->embedder == target_.embedder && next->dimension == target_.dimension;
    if (next && !goes_on) require_abandoning();
    if (!goes_on && (next || store_.has_replaced_vectors()) && !drop()) return false;
    if (!goes_on || *next != target_) store_.begin_reembedding(target_);
    for (const std::string& user : users_) {
      if (!embed_user(user, /*gather=*/true)) return false;
    }
    store_.sync();
    if (!go_on(Step::Switching)) return false;
    report_.calibration_changed = store_.identity().calibration != target_.calibration;
    store_.switch_vectors(along_);
    report_.switched = true;
    return drop();
  }

  /// What was gathered may have cost time and money.
  void require_abandoning() const {
    if (options_.abandon_other) return;
    throw Error(ErrorCode::Mismatch, "a re-embedding of store " + store_.path() + " to " +
                                         store_.next_identity()->embedder +
                                         " is under way: go on with that embedder, or give up "
                                         "what it gathered (`memfold reembed --abandon`)");
  }

  bool go_on(Step step) {
    progress_.step = step;
    progress_.embedded = report_.embedded;
    if (options_.on_progress) options_.on_progress(progress_);
    return !options_.stop.is_asked();
  }

  bool drop() {
    if (!go_on(Step::Deleting)) return false;
    report_.dropped += store_.drop_other_vectors();
    return true;
  }

  /// Slots that have a vector of the target.
  std::unordered_map<std::uint64_t, Id> present(const storage::UserKey& key, bool gather) const {
    std::unordered_map<std::uint64_t, Id> slots;
    if (gather) {
      store_.scan_other_vectors(key,
                                [&](std::uint64_t slot, const Id& id) { slots.emplace(slot, id); });
    } else {
      store_.scan_vectors(key, [&](std::uint64_t slot, const Id& id,
                                   std::span<const std::int16_t>) { slots.emplace(slot, id); });
    }
    return slots;
  }

  /// Gives every memory of one user its vector. False when asked to stop.
  bool embed_user(const std::string& user, bool gather) {
    const storage::UserKey key = storage::user_key(user);
    const auto done = present(key, gather);
    bool goes_on = go_on(Step::Embedding);
    std::vector<Waiting> waiting;
    storage::CommitBatch along(user);
    store_.scan_memories(key, [&](const Memory& memory) {
      if (!goes_on) return;
      const bool bare = memory.embedding_model.empty();
      const auto found = done.find(memory.slot);
      if (found != done.end() && found->second == memory.id) {
        ++report_.kept;
        ++progress_.done;
        if (bare) put_model(memory, target_.embedder, along);
        return;
      }
      waiting.push_back({memory, bare});
      if (waiting.size() < std::size_t(options_.batch)) return;
      goes_on = embed(user, waiting, gather, along);
    });
    if (!goes_on || !embed(user, waiting, gather, along)) return false;
    if (gather) drop_review_rows(key, along);
    if (along.empty()) return true;
    if (gather) {
      along_.push_back(std::move(along));
    } else {
      store_.commit(std::move(along));
    }
    return true;
  }

  /// Embeds and commits what waits. Nodes that gain or lose their vector by the switch are changed
  /// by the switch, in `along`; without a switch, at once.
  bool embed(const std::string& user, std::vector<Waiting>& waiting, bool gather,
             storage::CommitBatch& along) {
    if (waiting.empty()) return true;
    std::vector<std::string_view> texts;
    for (const Waiting& one : waiting) texts.push_back(one.memory.content);
    const std::vector<std::int16_t> rows = embed_texts(embedder_, texts);
    report_.embedded += texts.size();
    storage::CommitBatch batch(user);
    const std::size_t dimension = std::size_t(target_.dimension);
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      const Memory& memory = waiting[i].memory;
      const auto row = std::span(rows).subspan(i * dimension, dimension);
      storage::CommitBatch& with_node = gather ? along : batch;
      if (!has_direction(row)) {
        ++report_.without;
        if (!waiting[i].first_vector) put_model(memory, "", with_node);
        continue;
      }
      if (gather) {
        batch.put_next_vector(memory.slot, memory.id, row);
      } else {
        batch.put_vector(memory.slot, memory.id, row);
      }
      if (waiting[i].first_vector) put_model(memory, target_.embedder, with_node);
    }
    if (!batch.empty()) store_.commit(std::move(batch));
    progress_.done += waiting.size();
    waiting.clear();
    return go_on(Step::Embedding);
  }

  static void put_model(Memory memory, const std::string& model, storage::CommitBatch& batch) {
    memory.embedding_model = model;
    batch.put_memory(memory, &memory);
  }

  /// A fact that waits for a person with a vector of its host's is embedded anew when it is
  /// settled.
  void drop_review_rows(const storage::UserKey& key, storage::CommitBatch& along) const {
    store_.scan_reviews(key, [&](const Review& review) {
      if (review.row.empty()) return;
      Review without = review;
      without.row.clear();
      along.put_review(without);
    });
  }

  storage::Store& store_;
  const Embedder& embedder_;
  const ReembedOptions& options_;
  const storage::StoreIdentity target_;
  std::vector<std::string> users_;
  std::vector<storage::CommitBatch> along_;  ///< what changes with the switch
  ReembedProgress progress_;
  ReembedReport report_;
};

}  // namespace

storage::StoreIdentity identity_of(const Embedder& embedder) {
  const std::span<const Calibration::Point> points = embedder.calibration().points();
  return {embedder.name(), embedder.dimension(), {points.begin(), points.end()}};
}

ReembedReport reembed_store(storage::Store& store, const Embedder& embedder,
                            const ReembedOptions& options) {
  if (options.batch < 1) {
    throw Error(ErrorCode::InvalidArgument, "reembed: batch must be at least 1");
  }
  return Reembedding(store, embedder, options).run();
}

}  // namespace memfold
