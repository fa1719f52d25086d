// How decisions are made, as plain data. Every figure here is a default people may change.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "memfold/kinds.h"
#include "memfold/lifecycle.h"
#include "memfold/log_event.h"
#include "memfold/models.h"
#include "memfold/time.h"

#pragma GCC visibility push(default)
namespace memfold {

/// The components of a score, in the order of every array of factors.
enum class Factor : std::uint8_t { Content = 0, People, Thread, Subject, Entities };
inline constexpr std::size_t kFactorCount = 5;
inline constexpr std::array<std::string_view, kFactorCount> kFactorNames = {
    "content", "people", "thread", "subject", "entities"};

/// One weight a factor, in the order of Factor; they sum to 1.
using Weights = std::array<double, kFactorCount>;

/// The policy `classify`: candidates are gated by cosine alone and judged by the Analyst.
struct ClassifyOptions {
  double cosine_above = 0.85;  ///< candidates lie strictly above; 0.95 strict, 0.75 loose
  int max_candidates = 5;      ///< judged, nearest first, until one verdict is decisive
  bool supersede = true;       ///< an update verdict supersedes; off: the fact is added and linked
  bool merge = true;           ///< likewise for merging
  double similar_strength = 0.8;  ///< of the edge to a memory that coexists
};

/// What a wrong decision costs beside keeping one statement too many, which costs 1: how cautious
/// decisions are. They are the ones of least expected cost under a Judge's probabilities.
struct DecisionCosts {
  double wrong_replacement = 1.5;  ///< what still holds is replaced, or hidden in another's memory
  double wrong_skip = 2;           ///< what is new is dropped
  /// A person is asked where the expected cost of the best decision is at least this.
  double review = 0.58;
  bool operator==(const DecisionCosts&) const = default;
};

/// Everything `decide` depends on beside the fact and its candidates.
struct DecideOptions {
  Policy policy = Policy::Tree;
  ClassifyOptions classify{};
  Mode mode = Mode::Balanced;

  Weights default_weights = {0.50, 0.15, 0.15, 0.10, 0.10};
  Weights update_weights = {0.35, 0.15, 0.25, 0.15, 0.10};
  Weights link_weights = {0.30, 0.20, 0.10, 0.15, 0.25};
  /// Same thread and a default score above this: the update weights are used.
  double update_weights_above = 0.75;
  /// Entities at least this alike in another thread: the link weights are used.
  double link_weights_from = 1.0;
  /// A factor one side lacks is left out and the rest renormalised (Gower 1971), or counts as 0.
  MissingFactors missing_factors = MissingFactors::Renormalise;

  /// Lower bounds of the bands, inclusive.
  double related_from = 0.50;
  double update_from = 0.80;
  double duplicate_from = 0.95;
  /// The Analyst is asked for scores in [from, below).
  double balanced_from = 0.50, balanced_below = 0.95;
  double accurate_from = 0.30, accurate_below = 0.98;
  /// An `update` verdict with a lower score creates instead.
  double update_floor = 0.70;
  /// An analysis at or below this confidence is not acted on but goes to the review queue.
  double review_at_confidence = 0.80;
  /// Below this one there is nothing to accept: the two are linked without a case.
  double review_from_confidence = 0.50;
  /// What happens to its fact meanwhile: stored and linked, stored alone, or held back.
  DoubtPolicy in_doubt = DoubtPolicy::Link;
  /// Candidates the Analyst compares at most. With a Judge the first of those it weighs, and as the
  /// last the nearest of the others; behind two, none that lacks every number and code the fact
  /// carries. Without: best first, until one verdict is decisive.
  int max_analyses = 3;
  /// Lets the Judge decide in balanced and accurate mode: so many of the best candidates are
  /// weighed against each other, what names the same things first (Analyst::identifiers), and what
  /// costs least is done. What was not compared counts as apart. Needs an Analyst that gives
  /// evidence.
  bool judge = true;
  int max_judged = 6;
  /// From the third that is compared on, those that share less of their words than this, nor the
  /// subject line, are set aside instead; 0: none are.
  double judged_words = 0.1;
  DecisionCosts cost{};

  int nearest = 8;          ///< candidates by embedding
  int key_neighbours = 16;  ///< candidates by thread, subject and entities, rarest key first
  int newest_per_key = 8;   ///< of the memories that carry one key, the newest
  int newest = 6;           ///< with a Judge: where fewer are found, the newest memories make it up
  int max_links = 5;        ///< edges to related memories from one new memory
  int max_rivals = 3;       ///< next candidates kept in a Decision

  bool respect_source_priority = true;
  ContentStrategy content = ContentStrategy::Revise;
  KeywordStrategy keywords = KeywordStrategy::Merge;
  ImportanceStrategy importance = ImportanceStrategy::Max;
};

/// Throws Error(InvalidArgument) naming the first figure that is out of range, weights that do not
/// sum to 1 (within 1e-9) or bands out of order.
void validate(const DecideOptions& options);

/// How sources grow into people, storylines and macros. Days are of 24 hours.
struct GraphOptions {
  /// A mention makes a new node when it is this sure and more than this many places speak for it.
  double accept_confidence = 0.7;
  int accept_support_above = 2;

  int storyline_sources = 5;     ///< of an anchor, for a storyline about it
  int storyline_days = 3;        ///< on so many different days
  int storyline_after_days = 3;  ///< since the anchor was first mentioned
  int storylines_a_night = 100;  ///< anchors looked at, those with most sources first
  int quiet_days = 90;           ///< without a source, a storyline takes no more
  /// Storylines, or macros, are one when they share this much of what is in either of them.
  double same_story = 0.8;
  int storylines_a_source = 3;      ///< that one source joins at most
  int refreshed_a_night = 100;      ///< storylines
  int refresh_sources = 10;         ///< the newest, that a new summary is made from
  int macro_storylines = 2;         ///< of an anchor, for a macro
  int macro_after_days = 30;        ///< since the anchor was first mentioned
  int macros_a_week = 50;           ///< made, and refreshed
  int consolidate_within_days = 7;  ///< nodes used so lately get a new description
  int notes_a_node = 200;           ///< the newest; older ones go

  int distil_after_days = 7;        ///< sources this old, and anchors at rest so long,
  double distil_below = 0.2;        ///< become notes when they are less salient,
  double distil_often_below = 0.4;  ///< or than this when they were used often,
  int distil_sources = 5;           ///< or when so many share an anchor
  int distil_gap_days = 14;         ///< sources further apart are told apart
  int distilled_a_week = 1000;      ///< anchors, and sources besides
};

/// Throws Error(InvalidArgument) naming the first figure that is out of range.
void validate(const GraphOptions& options);

/// How work on sources is tried again.
struct QueueOptions {
  int max_attempts = 5;         ///< then a person has to look
  int first_wait_seconds = 60;  ///< before the second attempt; doubles with each
  int longest_wait_seconds = 24 * 3600;
  double jitter = 0.2;  ///< a wait is up to this share shorter or longer, by the job's id
};
/// Throws Error(InvalidArgument) naming the first figure that is out of range.
void validate(const QueueOptions& options);

/// How recall ranks. docs/recall.md has the measurements behind the figures.
struct RecallOptions {
  /// Of BM25: how soon repeats of a word count no more, and how much long texts are held against.
  double k1 = 0.9, b = 0.5;
  double part_weight = 0.5;     ///< of a piece of a word, beside 1 for the whole word
  double concept_weight = 0.5;  ///< of what a word means, likewise
  double unknown_weight = 0.5;  ///< of a word that no memory holds, likewise
  /// What similarity, words and named keys close of the gap that the others leave to 1, each where
  /// it is complete. The first two are for the built-in embedder, which knows little but words.
  double content_share = 0.3, word_share = 0.9, key_share = 0.2;
  /// Likewise what was said just before or after in the same session, by how well it matches.
  double near_share = 0.4;
};

/// Throws Error(InvalidArgument) naming the first figure that is out of range.
void validate(const RecallOptions& options);

/// From many memories of a user on, vectors are sorted into cells of what lies near each other, and
/// searches look in the cells nearest to what is sought. What they find there is compared exactly;
/// what lies in none of them is not found. The cells are a function of the memories, so that
/// decisions depend on no machine, thread or restart.
struct CellOptions {
  /// Memories of a user from which there are cells; made anew, twice as many, at each fourfold of
  /// it (beyond 4,096 cells every second time). 0: never, every memory is compared with. 0 or
  /// 16..2^32 - 1.
  std::int64_t from = 16'384;
  /// Cells that are searched; 0: 64 or, where that is more, one in 64.
  int probes = 0;
};
/// Throws Error(InvalidArgument) naming the first figure that makes no sense. Thread-safe.
void validate(const CellOptions& options);

/// What is loaded of a user with many memories is kept in a file of the store as well, which is
/// mapped into memory instead of reading the user's records again: opening takes no time, and
/// vectors are read from the file only where shorter codes of them do not tell. Everything in it
/// follows from the store; nothing depends on it.
struct MappedOptions {
  /// Memories of a user from which there is such a file. 0: never; a file that is there is used.
  /// 0 or 16..2^32 - 1.
  std::int64_t from = 4096;
};
/// Throws Error(InvalidArgument) naming the figure that makes no sense. Thread-safe.
void validate(const MappedOptions& options);

/// How much one user may have. How long a fact may be is fixed (fact.h); how often a host is called
/// is its own matter.
struct UserLimits {
  /// Current memories (Stats::current_memories). Folding makes no new memory of a user who has so
  /// many: such a fact is refused (Decision::over_limit), leaves nothing behind and is as unknown
  /// as before, so that it is stored when it is folded again once there is room. Facts that update,
  /// extend or repeat what is known go on. What people do (restore, undo, settle_review), replay
  /// and an import are not held back. 0: no limit.
  std::int64_t max_memories = 0;
  bool operator==(const UserLimits&) const = default;
};
/// Throws Error(InvalidArgument) naming the figure that makes no sense. Thread-safe.
void validate(const UserLimits& limits);

/// How an Engine is opened.
struct EngineOptions {
  Models models{};  ///< what the host brings of its own; the built-in ones for the rest
  DecideOptions decide{};
  LifecycleOptions lifecycle{};
  GraphOptions graph{};
  QueueOptions queue{};

  RecallOptions recall{};
  CellOptions cells{};
  MappedOptions mapped{};
  Clock clock = system_clock();
  /// Threads that work on one call at most, the caller's among them; 0: one per core. With 1 the
  /// engine starts none.
  int threads = 0;
  /// Sync: decisions are on disk when fold() returns. Relaxed: a crash of the machine may lose the
  /// last moments, never consistency.
  Durability durability = Durability::Sync;
  /// Bytes of everything that is kept in memory over all users: memtables, blocks of files, a
  /// sixteenth (64 MiB at most) of statements as the built-in Analyst read them, and with what
  /// these leave, vectors, words and scoring features of users, of whom the least recently used go.
  /// Users in use stay, and so does the one used last, however large. What one call works with
  /// comes on top.
  std::uint64_t memory_budget = std::uint64_t{4} << 30;
  /// Of these, for what is written but not yet in sorted files, and for blocks of files kept for
  /// reading. 0: an eighth of the budget each, at most 96 and 64 MiB. Error(InvalidArgument) where
  /// they are more than the budget.
  std::uint64_t memtable_bytes = 0, block_cache_bytes = 0;
  /// How long the log keeps the states before and after each decision; 0: for ever.
  int log_retention_days = 90;
  bool retention_drops_entries = false;  ///< the entries themselves go with their states
  UserLimits limits{};
  LogOptions log{};
  /// Calls that took at least so long are told (`slow_call`); 0: none.
  int slow_call_ms = 0;
  /// Cases wait for a person this long and so many a user; what is over is dismissed by a
  /// maintenance run, oldest first, each with a decision that says so. 0: no limit.
  int review_max_age_days = 365;
  int review_max_pending = 10'000;
  bool create_if_missing = true;
  bool read_only = false;
  /// With read_only: opens a store of another embedder as well. What needs vectors (recall,
  /// explain, fold as a dry run) then throws Error(Mismatch).
  bool any_embedder = false;
};

}  // namespace memfold
#pragma GCC visibility pop
