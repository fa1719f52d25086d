// A MemoryFilter made ready.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/recall/condition.h"
#include "memfold/filter.h"
#include "memfold/memory.h"

namespace memfold {

/// Whether something in this state is asked for.
bool is_wanted(MemoryState state, bool with_archived, std::span<const MemoryState> states);

/// Pure once made, from any thread.
class Filter {
 public:
  /// `where` outlives it. Throws Error(InvalidArgument) for a condition that says nothing.
  explicit Filter(const MemoryFilter& where);

  /// Whether all holds but what is only so at some time: see is_over().
  bool passes(const Memory& memory) const;
  /// Whether it leaves out memories that are neither archived nor over.
  bool restricts() const;

 private:
  const MemoryFilter& where_;
  const std::string person_, entity_;  ///< normalised
  std::optional<Condition> condition_;
};

/// Whether it is no longer true at that moment: its stretch is [valid_from, valid_until).
bool is_over(const Memory& memory, Time now);

}  // namespace memfold
