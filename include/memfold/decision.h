// What was decided about one fact, and why.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memfold/analysis.h"
#include "memfold/id.h"
#include "memfold/kinds.h"
#include "memfold/memory.h"
#include "memfold/options.h"
#include "memfold/time.h"

#pragma GCC visibility push(default)
namespace memfold {

/// The similarity of a fact to one memory.
struct Score {
  double total = 0;                            ///< 0..1, the weighted sum
  std::array<double, kFactorCount> factors{};  ///< 0..1 each; 0 where not present
  std::array<bool, kFactorCount> present{};    ///< false: one side lacks it
  Weights weights{};                           ///< as used, after renormalisation; sum to 1
  WeightSet weight_set = WeightSet::Default;
  double cosine = 0;  ///< of the embeddings, before calibration; 0 where content is not present
  bool operator==(const Score&) const = default;
};

/// A candidate that was not the target, and why not.
struct Rival {
  Id memory_id;
  double score = 0;
  std::string why;
  bool operator==(const Rival&) const = default;
};

/// The outcome of one fact; also its entry in the decision log.
struct Decision {
  Id id;  ///< of the decision; zero in a dry run, and of a rejected fact of no usable user
  std::uint64_t sequence = 0;  ///< 1, 2, 3... per user; 0 when nothing was logged
  std::string user;
  Time at;  ///< when it was decided (system time)
  Trigger trigger = Trigger::Realtime;

  DecisionKind kind = DecisionKind::Create;
  Operation operation = Operation::Add;
  Status status = Status::Success;
  FoldState state = FoldState::Pending;  ///< how far the fact got
  bool already_folded = false;  ///< answered from the log: this user and key were seen before
  /// Status::Error for want of room alone (UserLimits): nothing was stored or logged, and the fact
  /// is decided about anew when it is folded again. Score and verdict are those it was refused
  /// with.
  bool over_limit = false;
  bool backdated = false;  ///< a late arrival, inserted below the current version
  bool review = false;     ///< low confidence or no answer: the safe fallback was applied
  bool redacted = false;   ///< its content was erased: ids, times and kinds are all that is left
  /// Its record was damaged and is gone; a repair put this in its place, with as much as other
  /// records say of it. The chain of digests is broken behind it.
  bool lost = false;

  Id fact_id;                                 ///< derive_id(user, idempotency key)
  Id memory_id;                               ///< the memory that now holds the statement
  std::optional<Id> target_id;                ///< the memory it was compared with and acted on
  std::vector<Id> related_ids;                ///< linked by this decision, strongest first
  std::optional<EdgeType> relationship_type;  ///< of those links

  Score score;  ///< against the best candidate
  Band band = Band::None;
  std::optional<Verdict> verdict;  ///< what was judged, when anybody was asked
  double confidence = 1;           ///< of that verdict
  std::vector<PropertyChange> property_changes;
  std::string reason;  ///< one sentence with the figures that mattered
  std::vector<Rival> rivals;

  std::string idempotency_key;          ///< of the fact, as given or derived
  std::string source_id;                ///< of the fact
  Id content_hash;                      ///< first 16 bytes of SHA-256 of the fact's content
  std::int64_t processing_time_us = 0;  ///< not part of any digest
  std::uint32_t analyses = 0;           ///< candidates the Analyst compared it with
  std::uint32_t kept_analyses = 0;      ///< of these, answered by the store; not part of any digest
  std::uint32_t tokens = 0;             ///< the others cost; not part of any digest
  std::string error;                    ///< why a fact was rejected; empty otherwise
  std::optional<std::uint64_t> answers;  ///< the decision this one undoes or reviews: its sequence
  /// name@version of the Analyst whose answer settled it, or of the one asked where no answer did;
  /// empty: none was asked.
  std::string analyst;
};

/// What a decision was about and what it changed, as far as it is kept beside the log.
struct DecisionStates {
  Decision decision{};
  StatesKept kept = StatesKept::Kept;
  std::optional<Memory> fact{};    ///< the statement as it was decided about, whatever became of it
  std::optional<Memory> before{};  ///< the memory acted on, as it was
  std::optional<Memory> after{};   ///< the memory that then held the statement; none for an ADD,
                                   ///< whose fact it is
};

/// A memory that was considered.
struct Candidate {
  Id memory_id;
  std::string content;
  Score score;
  std::optional<Analysis> analysis;
};

/// A decision with every candidate, in the order they are weighed. It is what would be decided now;
/// where `already_folded` says that the fact is known, fold() answers from the log instead.
struct Explanation {
  Decision decision;
  std::vector<Candidate> candidates;
};

}  // namespace memfold
#pragma GCC visibility pop
