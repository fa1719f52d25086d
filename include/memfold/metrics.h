// What an engine was asked and how long it took.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
namespace memfold {

/// Of one kind of call, since the engine was opened. Times are of whole calls, waiting included;
/// percentiles are exact to an eighth of their value.
struct CallMetrics {
  /// "fold", "explain", "recall", "list" (and profile), "history", "log", "amend" (forget, restore,
  /// purge, edit, pin, undo, settle_review), "maintain", "verify" or "export".
  std::string call;
  std::uint64_t calls = 0;
  std::uint64_t errors = 0;  ///< of these, that threw
  std::uint64_t total_us = 0;
  std::uint64_t p50_us = 0, p95_us = 0, p99_us = 0, longest_us = 0;
};

/// See Engine::metrics.
struct Metrics {
  std::vector<CallMetrics> calls;                      ///< that were made, in a fixed order
  std::uint64_t facts = 0;                             ///< of calls of fold that came to their end
  std::uint64_t over_limit = 0;                        ///< facts refused for UserLimits
  std::uint64_t lanes = 0;                             ///< users of whom anything is loaded
  std::uint64_t resident_bytes = 0, mapped_bytes = 0;  ///< as in Stats
};

}  // namespace memfold
#pragma GCC visibility pop
