// How memories are reinforced by use, fade without it and are put away. Pure: the clock is an
// argument, and nothing is rewritten as time goes by.
#pragma once

#include <cstdint>
#include <optional>

#include "memfold/kinds.h"
#include "memfold/time.h"

#pragma GCC visibility push(default)
namespace memfold {

struct Memory;

/// What use and time do to a node: a memory, a source, a person, a storyline...
struct Lifecycle {
  double confidence = 1.0;  ///< 0..1, of the extraction
  Time created_at = {};     ///< system time
  /// As of the last use, or of creation: it fades from there (salience_at).
  double salience = 0.5;
  MemoryState state = MemoryState::Candidate;
  std::uint32_t access_count = 0;
  std::uint32_t recall_frequency = 0;
  std::optional<double> last_recall_interval = {};  ///< days
  double decay_gradient = 1.0;
  std::optional<Time> last_accessed_at = {};
  TtlPolicy ttl_policy = TtlPolicy::Decay;
  /// When it is due to be archived unless it is used before; none: never, or no longer.
  std::optional<Time> archive_at = {};
  bool operator==(const Lifecycle&) const = default;
};

struct LifecycleOptions {
  double decay_per_day = 0.02;  ///< of salience, while unused and never recalled
  /// Candidates at least this confident do not fade; the others fade the faster the less sure.
  double sure_confidence = 0.8;
  double doubt_weight = 2;      ///< times (1 - confidence), on top of 1
  double archive_below = 0.01;  ///< salience under which a memory is due to be archived

  double least_gain = 0.05, most_gain = 0.10;    ///< of salience by one recall, by the hit's score
  double longer_gap = 0.10, shorter_gap = 0.05;  ///< what spacing does to the decay gradient
  double least_gradient = 0.1, most_gradient = 5;
  int core_accesses = 10;          ///< recalls that make a memory core
  int ephemeral_days = 90;         ///< a node of policy `ephemeral` lives
  int ephemeral_source_days = 30;  ///< a source does
};

/// Throws Error(InvalidArgument) naming the first figure that is out of range.
void validate(const LifecycleOptions& options);

/// Share of salience lost per day without use, continuously: salience(t) = salience exp(-rate t),
/// rate = decay_per_day / (1 + recall_frequency ^ decay_gradient). Candidates: 0 where they are
/// sure, else 1 + doubt_weight (1 - confidence) times that. 0 for what is kept for ever.
double decay_rate(const Lifecycle& life, const LifecycleOptions& options = {});

/// Salience at `now`, 0..1; 1 for what is kept for ever. Before the last use: as of then.
double salience_at(const Lifecycle& life, Time now, const LifecycleOptions& options = {});

/// When salience_at falls below `bound`; none: never.
std::optional<Time> faded_time(const Lifecycle& life, double bound,
                               const LifecycleOptions& options = {});

/// When a node is due to be archived: ephemeral ones `ephemeral_days` after they were created,
/// those that fade when salience_at falls below archive_below. None where that never happens or it
/// is archived already. keep_forever goes before ephemeral before decay.
std::optional<Time> archive_time(const Lifecycle& life, int ephemeral_days,
                                 const LifecycleOptions& options = {});
/// Of a memory: none, too, when it is superseded or deleted.
std::optional<Time> archive_time(const Memory& memory, const LifecycleOptions& options = {});

/// The node after it was recalled with this score (0..1): counted, more salient, its gradient moved
/// by how the time since the last recall compares with the interval before, its state candidate ->
/// active -> core, or archived -> active.
Lifecycle recalled(Lifecycle life, double score, Time now, const LifecycleOptions& options = {});

/// The memory put away.
Memory archived(Memory memory, Time now);

}  // namespace memfold
#pragma GCC visibility pop
