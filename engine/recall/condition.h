// The condition of a filter: a text that is parsed once and asked of many memories.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/memory.h"

namespace memfold {

/// What docs/recall.md describes. Pure once made, from any thread.
class Condition {
 public:
  /// Throws Error(InvalidArgument) that says where the text cannot be understood.
  explicit Condition(std::string_view text);

  bool holds(const Memory& memory) const { return holds(memory, root_); }

 private:
  friend class ConditionParser;
  enum class Kind : std::uint8_t { Any, All, Not, Is, Less, AtMost, Contains, Exists };

  struct Node {
    Kind kind = Kind::All;
    std::vector<std::size_t> parts = {};   ///< of Any, All and Not: nodes
    std::size_t field = 0;                 ///< of the others: place in the list of fields
    std::string key = {};                  ///< of metadata
    std::vector<std::string> values = {};  ///< any of these
    std::vector<double> numbers = {};      ///< the same, where the field is a number or a time
  };

  bool holds(const Memory& memory, std::size_t node) const;
  bool compares(const Memory& memory, const Node& node) const;

  std::vector<Node> nodes_;
  std::size_t root_ = 0;
};

}  // namespace memfold
