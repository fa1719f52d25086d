// What two readings disagree on, value by value.
#pragma once

#include <string>
#include <vector>

#include "memfold/analysis.h"
#include "models/analyst/reading.h"

namespace memfold::models {

/// One disagreement; either side may be absent (Addition, Removal). Points into the readings.
struct Difference {
  ValueType type = ValueType::Number;
  const Value* before = nullptr;
  const Value* after = nullptr;
  ChangeKind change = ChangeKind::ValueChange;
};

/// Typed values, statuses, negations and names that one side has and the other contradicts or
/// lacks. A value only `existing` has is no difference, as nothing would be lost, unless it is a
/// status or a negation. Notation, order and repetition make no difference. Values marked as
/// previous are left out. Ordered by type, then by place.
std::vector<Difference> differences(const Reading& existing, const Reading& incoming);

/// As the public interfaces report it.
PropertyChange property_change(const Difference& difference);

}  // namespace memfold::models
