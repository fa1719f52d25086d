// Which memories are meant, beside what they say.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memfold/category.h"
#include "memfold/lifecycle.h"
#include "memfold/time.h"

#pragma GCC visibility push(default)
namespace memfold {

/// All of it must hold; what is left empty does not restrict, but for what is archived or over.
struct MemoryFilter {
  std::optional<Category> category{};  ///< of this alone
  /// Exact keys a memory must carry, in any spelling that folding takes for the same.
  std::string person{}, entity{};
  std::string thread_id{}, session_id{}, agent_id{}, run_id{};
  std::optional<Time> occurred_from{}, occurred_until{};  ///< [from, until)
  /// A condition on the memory's fields and metadata, as `importance >= 0.5 and metadata.project in
  /// (apollo, "moon base") and not tags contains draft`; docs/recall.md has the language.
  std::string condition{};
  std::vector<MemoryState> states{};  ///< any of these alone; empty: all but archived
  bool include_archived = false;      ///< where no states are named
  /// What is no longer true as well: without it a memory is left out from the moment of its
  /// valid_until on, by the engine's clock. What is true only later (valid_from) is always there:
  /// it is known, and coming.
  bool include_expired = false;
};

}  // namespace memfold
#pragma GCC visibility pop
