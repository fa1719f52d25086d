// Cases a person is asked about.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memfold/analysis.h"
#include "memfold/memory.h"

#pragma GCC visibility push(default)
namespace memfold {

/// A decision whose Analyst was not sure, or gave no answer. What was likely was not done; the safe
/// fallback was, or nothing yet when the fact is held back.
struct Review {
  std::uint64_t sequence = 0;  ///< of the decision that was flagged; names the case
  Time at;                     ///< when that was decided
  ReviewState state = ReviewState::Pending;
  bool held = false;  ///< nothing was stored yet; else the fact became a memory of its own

  Memory fact;                           ///< as it came in
  Id target_id;                          ///< the memory it was compared with
  Verdict verdict = Verdict::Unrelated;  ///< what was likely
  double confidence = 0;
  std::vector<PropertyChange> property_changes;
  std::string reasoning;
  std::vector<std::int16_t> row;  ///< the embedding of a held fact that came with one

  std::optional<std::uint64_t> resolution;  ///< the decision that settled it
  std::optional<Time> resolved_at;
  bool operator==(const Review&) const = default;
};

}  // namespace memfold
#pragma GCC visibility pop
