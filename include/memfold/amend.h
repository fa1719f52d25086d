// What people do to a store beside folding facts into it: forget, restore, undo, review, ask "what
// if". The types; the calls are members of Engine.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memfold/decision.h"
#include "memfold/memory.h"
#include "memfold/options.h"
#include "memfold/review.h"

#pragma GCC visibility push(default)
namespace memfold {

/// What is to be forgotten. Exactly one of ids, source_id, thread_id, session_id,
/// condition, everything is given.
/// A hard erasure by source, thread, session or everything also takes facts that never became a
/// memory: skipped ones out of the log, held ones out of the review queue. Sources that stated what
/// is erased lose their text; by source or everything they go, with what only they spoke of.
struct ForgetQuery {
  std::string user{};        ///< required
  std::vector<Id> ids{};     ///< whole chains, from any of their members
  std::string source_id{};   ///< chains in which any version was stated by this source
  std::string thread_id{};   ///< chains with a version of this thread
  std::string session_id{};  ///< or of this session
  std::string condition{};   ///< chains for whose current version it holds (MemoryFilter)
  bool everything = false;   ///< all there is of the user
};

/// What a person changes of a memory; what is absent stays. A new list takes the place of the old.
struct Edit {
  std::optional<std::string> content{};
  std::optional<Category> category{};
  std::optional<double> importance{};  ///< 0..1
  std::optional<std::vector<std::string>> tags{};
  std::optional<std::vector<Metadatum>> metadata{};
  /// When it is true in the world; an empty one inside: open.
  std::optional<std::optional<Time>> valid_from{}, valid_until{};
  std::optional<TtlPolicy> ttl_policy{};  ///< KeepForever: pinned
  /// Of the new content, where vectors are the host's own; normalised. Empty: it is computed.
  std::vector<float> embedding{};
};

/// How it is forgotten.
struct ForgetOptions {
  Erasure erasure = Erasure::Soft;
  CascadeMode cascade = CascadeMode::PreserveEdges;
  /// Hard only: search every file of the store afterwards, for the erased contents and for lines
  /// that nothing but the erased text of sources held. Reads the whole store.
  bool prove = false;
  Trigger trigger = Trigger::UserRequest;
};

/// One chain that was, or would be, forgotten.
struct Forgotten {
  Id chain_id;
  std::uint32_t versions = 0;
  std::string content;  ///< of its newest version; empty after a hard erase
};

/// A hard erasure that was committed while files of the store may still hold what it took.
struct UnfinishedErasure {
  std::string user;  ///< whose records have to be rewritten
  Time at;           ///< when it was committed
};

/// What opening a store for writing did about those a crash had left.
struct FinishedErasures {
  std::vector<UnfinishedErasure> erasures;
  bool searched = false;  ///< every file, for what memories and facts had said
  std::uint64_t bytes_searched = 0;
  std::vector<std::string> traces;  ///< files that still hold bytes of it; empty: proven
};

/// What forget() or purge() did.
struct ForgetReport {
  std::vector<Forgotten> chains;
  std::vector<Decision> decisions;             ///< one a chain, in the order of `chains`
  std::vector<Id> erased_before;               ///< hard only: named, and gone for good already
  std::uint64_t memories = 0, edges = 0;       ///< hidden or erased
  std::uint64_t log_entries = 0, reviews = 0;  ///< redacted and erased, hard only
  /// Hard only: sources that stated what was erased and lost their text, sources that went, and
  /// nodes of the graph that went, with those sources' own.
  std::uint64_t sources_cleared = 0, sources_erased = 0, nodes = 0;
  /// Every file was searched for the contents. False when all of them are shorter than the six
  /// bytes below which any file holds them by chance.
  bool searched = false;
  std::uint64_t bytes_searched = 0;
  std::vector<std::string> traces;  ///< files that still hold bytes of them; empty: proven
};

struct UndoOptions {
  bool cascade = false;  ///< undo the later decisions that depend on it as well, newest first
};

/// How a person settles a case of the review queue.
struct ReviewAnswer {
  enum class Kind : std::uint8_t {
    Accept,    ///< do what the Analyst thought likely
    Override,  ///< do what `verdict` says instead
    Dismiss,   ///< leave things as they are; a held fact is dropped
  };
  Kind kind = Kind::Accept;
  Verdict verdict = Verdict::Unrelated;  ///< for Override
};

/// A page of cases; the next one begins behind the last sequence of this one.
struct ReviewQuery {
  std::string user{};       ///< required
  bool settled = false;     ///< pending cases, or those that were
  std::uint64_t after = 0;  ///< sequences above this one
  std::size_t limit = 50;
};

/// Which decisions are to be made again, and how.
struct ReplayQuery {
  std::string user{};                   ///< required
  std::optional<Time> from{}, until{};  ///< decisions made in [from, until) are decided again
  DecideOptions decide{};               ///< under these options
};

/// One decision that would come out differently.
struct ReplayChange {
  std::uint64_t sequence = 0;  ///< of the logged decision
  std::string content;         ///< of the fact
  DecisionKind kind_before{}, kind_after{};
  Operation operation_before{}, operation_after{};
  std::optional<std::string> target_before, target_after;  ///< contents of the memories acted on
  double score_before = 0, score_after = 0;
  std::string reason_before, reason_after;
};

/// What came out differently, and how much did not.
struct ReplayReport {
  std::uint64_t replayed = 0;  ///< decisions decided again
  std::uint64_t skipped = 0;   ///< not facts, or their states are gone
  std::array<std::uint64_t, 4> by_kind_before{}, by_kind_after{};  ///< in the order of DecisionKind
  std::vector<ReplayChange> changes;
};

/// A current memory that rests on one which is no longer what it was: an elaboration of it, a
/// consequence, or something that needed it.
struct StaleMemory {
  Memory memory;
  Id rests_on;
  EdgeType type = EdgeType::Elaboration;
  std::string reason;
};

/// What is given up by going on with a shorter history.
struct ShorterHistory {
  std::uint64_t commits = 0;  ///< that were there, behind what is missing
  std::string logs;           ///< where the logs are kept as they were; empty: nothing was missing
};

/// What Admin::salvage() found and did.
struct Salvage {
  /// Stretches of files and single records that cannot be read: column family and keys in
  /// hexadecimal, and why; never content.
  std::vector<std::string> unread;
  std::uint64_t records = 0;  ///< that could be read
  /// Whether what cannot be read may have held more than what repair() builds anew from the rest.
  bool lossy = false;
  std::string kept;  ///< where the store is kept as it was; empty: all of it can be read
};

/// What repair() found and did.
struct RepairReport {
  std::vector<std::string> problems;   ///< before
  std::vector<std::string> remaining;  ///< after: what cannot be derived from what is left
  std::vector<std::string> lost;       ///< what no other record holds, by id; marked in the store
  std::uint64_t restored = 0;          ///< records brought back, marked as lost or taken away
  std::uint64_t rebuilt = 0;           ///< records written anew that follow from others
};

}  // namespace memfold
#pragma GCC visibility pop
