// Looking words up in short lists.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>

namespace memfold {

/// Whether a list of words has this one.
bool is_listed(const auto& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}
inline bool is_listed(std::initializer_list<std::string_view> list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// The same of a list in ascending order, by halving.
bool is_in_sorted(const auto& list, std::string_view word) {
  return std::binary_search(std::begin(list), std::end(list), word);
}

}  // namespace memfold
