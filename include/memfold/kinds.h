// Every enumeration of the memory model, each with a printed name (that of categories, which hosts
// may name themselves, is in category.h).
//
// Names are lower-case snake_case in JSON, logs and the command line, except DecisionKind and
// Operation, which print in upper case as people say them. Numeric values are stored: never change
// or reuse one. One that was removed leaves a gap, has no name, and reading it is an error.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#pragma GCC visibility push(default)
namespace memfold {

enum class ImportanceTier : std::uint8_t { Low = 0, Medium, High, Critical };

/// Where a statement came from, most trusted first: the value is the priority, 1 is highest.
enum class SourceType : std::uint8_t { UserInput = 1, Bootstrapped, ToolOutput, Realtime };

enum class MemoryState : std::uint8_t { Candidate = 0, Active, Core, Archived };
enum class TtlPolicy : std::uint8_t { Decay = 0, Ephemeral, KeepForever };

/// What a node of the graph is.
enum class NodeKind : std::uint8_t {
  Memory = 0,
  Source,
  Artifact,
  Person,
  Concept,
  Entity,
  Storyline,
  Macro,
  Relationship
};

/// What a source's raw content looks like (docs/sources.md).
enum class SourceForm : std::uint8_t {
  Email = 0,
  Conversation,
  VoiceMemo,
  SlackThread,
  Meeting,
  TextNote
};
enum class SourceStatus : std::uint8_t { Raw = 0, Processed, Extracted };
enum class Sensitivity : std::uint8_t { Low = 0, Normal, High };
enum class JobStep : std::uint8_t { Process = 0, Extract };
/// What a node may wait for; a maintenance job each.
enum class Task : std::uint8_t {
  ArchiveMemory = 0,
  ArchiveNode,
  CleanNotes,
  Consolidate,
  PromoteStoryline,
  RefreshStoryline,
  PromoteMacro,
  RefreshMacro,
  Distil
};
enum class NoteLifetime : std::uint8_t { Week = 0, Month, Year, Forever };
/// How the one end of a relation feels about the other, as a host's Extractor says: the built-in
/// one reads none out of a text and leaves it unknown.
enum class Attitude : std::uint8_t { Unknown = 0, Positive, Neutral, Negative };

/// Typed, directed relations. `from Supersedes to`: from is the newer version. Those before
/// Mentions join memories; the others join what is named beside them.
enum class EdgeType : std::uint8_t {
  RelatedTo = 0,
  Sequential,
  Causal,
  Prerequisite,
  Elaboration,
  Reference,
  Alternative,
  Thematic = 8,  // 7 was hierarchical, which nothing made
  Similar = 10,  // 9 was contradicts, likewise
  Supersedes,
  MergedInto,
  Mentions,  ///< source -> person, concept, entity
  States,    ///< source -> memory
  Attaches,  ///< source -> artifact
  Includes,  ///< storyline -> source
  About,     ///< storyline -> anchor
  RootedIn,  ///< macro -> anchor
  Groups,    ///< macro -> storyline
  Relates,   ///< anchor -> relationship -> anchor
  CopiedTo,  ///< source -> person who is no more than one of those it goes to
};

/// Whether edges of this type join two memories.
constexpr bool joins_memories(EdgeType type) {
  return type < EdgeType::Mentions;
}

enum class DecisionKind : std::uint8_t { Create = 0, Update, Skip, Delete };
enum class Operation : std::uint8_t { Add = 0, Supersede, Merge, Noop, Delete, Update };
enum class Status : std::uint8_t { Success = 0, Error, Skipped, DryRun };
enum class Trigger : std::uint8_t {
  Realtime = 0,
  Backfill,
  Manual,
  Scheduled,
  UserRequest,
  Review,
  Undo
};

/// Whether what a decision was about can still be read: it can; it was never kept (of a fact that
/// was rejected); retention dropped it; it was erased; or it is there, but of a memory that is
/// softly forgotten, and not to be shown until that is restored.
enum class StatesKept : std::uint8_t { Kept = 0, Never, Dropped, Erased, Forgotten };

/// What became of a case that was flagged for review.
enum class ReviewState : std::uint8_t { Pending = 0, Accepted, Overridden, Dismissed };

/// Where the best score fell (see DecideOptions for the bounds).
enum class Band : std::uint8_t { None = 0, Unrelated, Related, Update, Duplicate };
enum class Verdict : std::uint8_t { Unrelated = 0, Link, Merge, Update, Duplicate };
enum class ChangeKind : std::uint8_t { ValueChange = 0, Addition, Removal, Expansion };
enum class SubjectRelation : std::uint8_t {
  Unrelated = 0,
  Identical,
  Sequential,
  Causal,
  Hierarchical,
  Reference,
  Thematic
};

/// What happens to a fact whose Analyst was not sure: the safest reading, or nothing until a person
/// has looked.
enum class DoubtPolicy : std::uint8_t { Link = 0, Create, Hold };

/// How thoroughly something is forgotten: hidden until purged or restored, or gone from every file.
enum class Erasure : std::uint8_t { Soft = 0, Hard };
/// What a soft delete does to edges: they stay, or they go.
enum class CascadeMode : std::uint8_t { PreserveEdges = 0, Detach };

/// How a decision is reached: by bands of the score, or by cosine and the Analyst's verdict alone.
enum class Policy : std::uint8_t { Tree = 0, Classify };
/// What a recall ranks by: meaning, words, or both with what the query names.
enum class RecallBy : std::uint8_t { Both = 0, Vector, Words };
enum class Mode : std::uint8_t { Fast = 0, Balanced, Accurate };
enum class WeightSet : std::uint8_t { Default = 0, Update, Link };
enum class ContentStrategy : std::uint8_t { Replace = 0, Append, KeepExisting, Revise };
enum class KeywordStrategy : std::uint8_t { Replace = 0, Merge, KeepExisting };
enum class ImportanceStrategy : std::uint8_t { Replace = 0, Max, KeepExisting };
enum class MissingFactors : std::uint8_t { Renormalise = 0, Zero };
enum class Durability : std::uint8_t { Sync = 0, Relaxed };

/// How far one fact got; see engine/fold/fold_state.h for the allowed steps.
enum class FoldState : std::uint8_t {
  Pending = 0,
  Searching,
  NoMatch,
  Analysing,
  Adding,
  Updating,
  Merging,
  Committed = 8,  // 7 was archiving, which no fact reached
  Skipped
};

/// The printed name of a value. The view is static.
template <typename E>
std::string_view name(E value);

/// The value with this printed name (ASCII case ignored), if there is one.
template <typename E>
std::optional<E> parse_name(std::string_view text);

/// All printed names in value order, for messages that list what is known.
template <typename E>
std::span<const std::string_view> all_names();

/// Tier bounds are inclusive below: critical >= 0.9, high >= 0.7, medium >= 0.5.
ImportanceTier importance_tier(double importance);

}  // namespace memfold
#pragma GCC visibility pop
