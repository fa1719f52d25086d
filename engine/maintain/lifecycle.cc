#include "memfold/lifecycle.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/portable_math.h"
#include "memfold/error.h"
#include "memfold/memory.h"

namespace memfold {
namespace {

double days_between(Time from, Time until) {
  return double(until.micros - from.micros) / double(kMicrosPerDay);
}

/// Not recalled yet, whether put away since or not.
bool is_candidate(const Lifecycle& life) {
  return life.state == MemoryState::Candidate ||
         (life.state == MemoryState::Archived && !life.last_accessed_at);
}

/// What fading is counted from.
Time last_used(const Lifecycle& life) {
  return life.last_accessed_at.value_or(life.created_at);
}

/// `days` after `from`, rounded up so that the moment itself is past the bound; none beyond a
/// thousand years, where time would overflow.
std::optional<Time> after_days(Time from, double days) {
  constexpr double kForEver = 365'250;
  if (!(days < kForEver)) return std::nullopt;
  return Time{from.micros + std::int64_t(std::ceil(days * double(kMicrosPerDay))) + 1};
}

MemoryState state_after_recall(const Lifecycle& life, const LifecycleOptions& options) {
  if (life.state == MemoryState::Archived) return MemoryState::Active;
  const bool core = life.access_count >= std::uint32_t(options.core_accesses);
  return core ? MemoryState::Core : std::max(life.state, MemoryState::Active);
}

}  // namespace

void validate(const LifecycleOptions& options) {
  struct Row {
    const char* name;
    double value, least, most;
  };
  const Row rows[] = {
      {"decay_per_day", options.decay_per_day, 0, 10},
      {"sure_confidence", options.sure_confidence, 0, 1},
      {"doubt_weight", options.doubt_weight, 0, 100},
      {"archive_below", options.archive_below, 0, 1},
      {"least_gain", options.least_gain, 0, options.most_gain},
      {"most_gain", options.most_gain, 0, 1},
      {"longer_gap", options.longer_gap, 0, 5},
      {"shorter_gap", options.shorter_gap, 0, 5},
      {"least_gradient", options.least_gradient, 0, options.most_gradient},
      {"most_gradient", options.most_gradient, 0, 100},
      {"core_accesses", double(options.core_accesses), 1, 1e9},
      {"ephemeral_days", double(options.ephemeral_days), 0, 365'250},
      {"ephemeral_source_days", double(options.ephemeral_source_days), 0, 365'250},
  };
  for (const Row& row : rows) {
    if (row.value >= row.least && row.value <= row.most) continue;
    throw Error(ErrorCode::InvalidArgument, std::string("lifecycle.") + row.name + " must lie in " +
                                                std::to_string(row.least) + ".." +
                                                std::to_string(row.most));
  }
}

double decay_rate(const Lifecycle& life, const LifecycleOptions& options) {
  if (life.ttl_policy == TtlPolicy::KeepForever) return 0;
  const double recalls = double(life.recall_frequency);
  // 0 to any power that matters is 0: what was never recalled fades at the full rate.
  const double resistance = recalls == 0 ? 0 : portable_pow(recalls, life.decay_gradient);
  const double rate = options.decay_per_day / (1 + resistance);
  if (!is_candidate(life)) return rate;
  if (life.confidence >= options.sure_confidence) return 0;
  return rate * (1 + (1 - life.confidence) * options.doubt_weight);
}

double salience_at(const Lifecycle& life, Time now, const LifecycleOptions& options) {
  if (life.ttl_policy == TtlPolicy::KeepForever) return 1;
  const double days = std::max(0.0, days_between(last_used(life), now));
  return std::clamp(life.salience * portable_exp(-decay_rate(life, options) * days), 0.0, 1.0);
}

std::optional<Time> faded_time(const Lifecycle& life, double bound,
                               const LifecycleOptions& options) {
  if (life.ttl_policy == TtlPolicy::KeepForever) return std::nullopt;
  if (life.salience < bound) return last_used(life);
  const double rate = decay_rate(life, options);
  if (rate <= 0 || bound <= 0) return std::nullopt;
  return after_days(last_used(life), portable_log(life.salience / bound) / rate);
}

std::optional<Time> archive_time(const Lifecycle& life, int ephemeral_days,
                                 const LifecycleOptions& options) {
  if (life.state == MemoryState::Archived) return std::nullopt;
  switch (life.ttl_policy) {
    case TtlPolicy::KeepForever:
      return std::nullopt;
    case TtlPolicy::Ephemeral:
      return Time{life.created_at.micros + ephemeral_days * kMicrosPerDay};
    case TtlPolicy::Decay:
      break;
  }
  return faded_time(life, options.archive_below, options);
}

std::optional<Time> archive_time(const Memory& memory, const LifecycleOptions& options) {
  if (!memory.is_current()) return std::nullopt;
  return archive_time(memory, options.ephemeral_days, options);
}

Lifecycle recalled(Lifecycle life, double score, Time now, const LifecycleOptions& options) {
  const double gain =
      options.least_gain + (options.most_gain - options.least_gain) * std::clamp(score, 0.0, 1.0);
  life.salience = std::min(1.0, salience_at(life, now, options) + gain);
  if (life.last_accessed_at) {
    const double interval = std::max(0.0, days_between(*life.last_accessed_at, now));
    const double before = life.last_recall_interval.value_or(interval);
    double gradient = life.decay_gradient;
    if (interval > before) gradient += options.longer_gap;
    if (interval < before) gradient -= options.shorter_gap;
    life.decay_gradient = std::clamp(gradient, options.least_gradient, options.most_gradient);
    life.last_recall_interval = interval;
  }
  life.last_accessed_at = std::max(now, life.last_accessed_at.value_or(now));
  ++life.access_count;
  ++life.recall_frequency;
  life.state = state_after_recall(life, options);
  return life;
}

Memory archived(Memory memory, Time now) {
  memory.state = MemoryState::Archived;
  memory.archive_at.reset();
  memory.updated_at = now;
  return memory;
}

}  // namespace memfold
