// How one call of Engine::fold differs from the engine's options.
#pragma once

#include <optional>
#include <string>

#include "memfold/kinds.h"
#include "memfold/options.h"
#include "memfold/stop.h"

#pragma GCC visibility push(default)
namespace memfold {

/// How one fold() call differs from the engine's options.
struct FoldOptions {
  bool dry_run = false;  ///< decide and report, write nothing
  Trigger trigger = Trigger::Realtime;
  /// Instead of the engine's options, for this call: other thresholds, strategies, priorities.
  std::optional<DecideOptions> decide{};
  /// This call repeats one whose outcome was not learnt, wholly or in part: every fact that is
  /// known from before it is answered from the log.
  bool retry = false;
  /// Facts decided against one snapshot product at a time; changes speed, never decisions (P1).
  int batch = 512;
  /// Stored in the same commit as the last decision when not empty: how a reader remembers where it
  /// was. Read back with Engine::checkpoint.
  std::string checkpoint_name{}, checkpoint_value{};
  /// Asked between two facts.
  StopWhen stop{};
};

}  // namespace memfold
#pragma GCC visibility pop
