// What a store of one user must hold after any sequence of operations, kept as plain lists: the
// specification that model_test.cc compares the engine with. Similarity is not modelled: the model
// is told which decision was reached and knows what follows from it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "memfold/engine.h"

namespace memfold::test {

/// The engine did something else than the model says it must.
class Deviation : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws Deviation unless `holds`.
void require(bool holds, const std::string& what);

/// What a version states: all that an undo brings back.
struct Stated {
  std::string content;
  Time at;
  std::set<std::string> sources;
  bool operator==(const Stated&) const = default;
  /// The same was said by `other` too.
  void hear(const Stated& other) {
    at = std::max(at, other.at);
    sources.insert(other.sources.begin(), other.sources.end());
  }
};

struct ModelVersion {
  std::uint64_t serial = 0;  ///< names the version for good, wherever it stands in the chain
  Id memory;                 ///< several versions of one memory come from merging
  Stated stated;
  Time decided;
  bool backdated = false;
  std::optional<Time> deleted{};
};

struct ModelChain {
  Id id;
  std::string thread;
  std::vector<ModelVersion> versions;           ///< in the order of history
  std::vector<std::pair<Time, Time>> lifted{};  ///< deletions that were taken back: [from, until)

  const ModelVersion& top() const;  ///< the last version that did not arrive late
  ModelVersion& top();
  const ModelVersion& at(std::uint64_t serial) const;
  bool has_current() const { return !top().deleted; }
  bool wholly_deleted() const;
  bool any_deleted() const;
};

/// One thing a decision did to one chain, with what is needed to take it back.
struct Effect {
  enum class Kind { Add, Supersede, Merge, Insert, Hide, Show, Touch, Edges };
  Kind kind = Kind::Add;
  Id chain;
  std::vector<std::uint64_t> versions{};  ///< serials that were inserted, hidden or shown
  Stated before{};                        ///< of the current version, where that changed
  Stated after{};                         ///< of a touched one
  std::uint64_t replaced = 0;             ///< serial of the version that was superseded
};

struct ModelEntry {
  std::uint64_t sequence = 0;
  DecisionKind kind{};
  Operation operation{};
  Trigger trigger{};
  Time at;
  Id memory;
  std::optional<Id> target{};
  std::optional<std::uint64_t> answers{};
  std::string source{};
  std::set<Id> mentioned{};  ///< rivals and related memories
  bool redacted = false;
  bool mentions_erased = false;
  std::vector<Effect> effects{};
  std::optional<std::uint64_t> undone_by{};
};

struct ModelReview {
  std::uint64_t sequence = 0;
  Id stored, target;
  Verdict verdict{};
  Stated fact;
  std::uint64_t serial = 0;  ///< of the version that was stored
  ReviewState state = ReviewState::Pending;
};

/// Reads back the n-th (0, 1, ...) state of a memory: what a merge wrote is not modelled.
using ReadBack = std::function<std::string(const Id& memory, std::size_t nth)>;

/// What an undo must do: these sequences, newest first, or nothing when it is refused.
struct UndoPlan {
  std::vector<std::uint64_t> sequences{};
  bool refused = false;
  bool needs_states = false;  ///< takes back a touched duplicate; retention may have dropped that
  std::string why{};
};

class Model {
 public:
  explicit Model(ReadBack read_back) : read_back_(std::move(read_back)) {}

  const std::map<Id, ModelChain>& chains() const { return chains_; }
  const std::vector<ModelEntry>& log() const { return log_; }
  const std::map<std::uint64_t, ModelReview>& reviews() const { return reviews_; }
  const std::set<Id>& erased() const { return erased_; }
  const ModelChain* chain_of(const Id& member) const;

  /// `target`: of the case in the review queue, where the decision is doubtful.
  void folded(const Fact& fact, const Decision& decision, const std::optional<Id>& target);

  /// Chains that a soft or hard forget must report, in no order.
  std::set<Id> matching(const ForgetQuery& query, Erasure erasure) const;
  void forgotten(const Id& chain, Erasure erasure, const Decision& decision);
  /// What an erasure by source takes of facts that became no memory of their own.
  void source_erased(const std::string& source, const std::vector<Decision>& written);
  std::set<Id> purgeable(Time before) const;

  bool can_restore(const Id& chain) const { return chains_.at(chain).any_deleted(); }
  void restored(const Id& chain, const Decision& decision);

  UndoPlan plan_undo(std::uint64_t sequence, bool cascade) const;
  void undone(std::uint64_t sequence, const Decision& decision);

  bool can_settle(const ModelReview& review, const ReviewAnswer& answer) const;
  void settled(std::uint64_t sequence, const ReviewAnswer& answer, const Decision& decision);

  /// The content that as_of must answer for a system time; `known` is false where the store no
  /// longer remembers (inside a deletion that was taken back).
  static std::optional<std::string> as_of(const ModelChain& chain, Time system, bool& known);

 private:
  ModelEntry& entry(std::uint64_t sequence) { return log_.at(sequence - 1); }
  const ModelEntry& entry(std::uint64_t sequence) const { return log_.at(sequence - 1); }
  ModelChain& owner(const Id& member);
  ModelEntry& logged(const Decision& decision);
  bool stands(const ModelEntry& entry) const;
  std::set<std::uint64_t> restored_after(std::uint64_t sequence) const;
  std::vector<std::uint64_t> in_the_way(const ModelEntry& undone) const;

  Effect add(const Fact& fact, const Decision& decision);
  Effect supersede(ModelChain& chain, const Stated& stated, const Decision& decision);
  Effect merge(ModelChain& chain, const Stated& stated, const Decision& decision);
  std::vector<Effect> duplicate(ModelChain& chain, const Stated& stated);
  Effect hide(ModelChain& chain, const std::vector<std::uint64_t>& serials, Time at);
  Effect show(ModelChain& chain, const std::vector<std::uint64_t>& serials, Time at);
  Effect append(ModelChain& chain, const Id& memory, const Stated& stated, Time at);
  Effect reverse(const Effect& effect, const Decision& decision);
  void erase(const Id& chain, std::uint64_t by);

  ReadBack read_back_;
  std::map<Id, ModelChain> chains_;
  std::vector<ModelEntry> log_;
  std::map<std::uint64_t, ModelReview> reviews_;
  std::set<Id> erased_;  ///< memories
  std::uint64_t next_serial_ = 1;
};

}  // namespace memfold::test
