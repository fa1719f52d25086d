// Where in a request a value stands.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace memfold::call {

/// A key of an object or an item of a list, and what that is in. On the stack, so that nothing is
/// allocated unless something is wrong.
struct Place {
  const Place* above = nullptr;
  std::string_view key{};  ///< empty: an item
  std::size_t item = 0;

  Place in(std::string_view name) const { return {this, name, 0}; }
  Place at(std::size_t index) const { return {this, {}, index}; }

  /// As a person would write it: "facts[3].people". Empty: the request itself.
  std::string text() const;
};

/// Throws Error(InvalidArgument): "facts[3].people must be a list of strings".
[[noreturn]] void refuse(const Place& place, const std::string& problem);
/// Likewise for a key nobody knows, with the one that was probably meant.
[[noreturn]] void refuse_key(const Place& place, std::string_view key,
                             std::span<const std::string> known);

}  // namespace memfold::call
