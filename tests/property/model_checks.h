// What the model requires of every decision it is told of.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "tests/property/model.h"

namespace memfold::test {

using Serials = std::vector<std::uint64_t>;

inline void require_kind(const Decision& d, DecisionKind kind, Operation operation) {
  require(d.kind == kind && d.operation == operation,
          "decision #" + std::to_string(d.sequence) + " is " + std::string(name(d.kind)) + "/" +
              std::string(name(d.operation)) + ", not " + std::string(name(kind)) + "/" +
              std::string(name(operation)));
}

inline void require_trigger(const Decision& d, Trigger trigger) {
  require(d.trigger == trigger, "decision #" + std::to_string(d.sequence) + " has trigger " +
                                    std::string(name(d.trigger)));
}

inline bool contains(const Serials& serials, std::uint64_t serial) {
  return std::find(serials.begin(), serials.end(), serial) != serials.end();
}

}  // namespace memfold::test
