// Multi-pattern search: many texts looked for at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace memfold {

/// Finds any of a set of texts, byte for byte, in one pass whose time hardly depends on how many
/// they are. Immutable; safe for use from any thread.
class PatternSet {
 public:
  /// Empty texts are left out.
  explicit PatternSet(std::span<const std::string> texts);

  bool empty() const { return texts_.empty(); }
  const std::vector<std::string>& texts() const { return texts_; }
  std::size_t longest() const { return longest_; }

  /// Whether `bytes` holds any of them.
  bool in(std::string_view bytes) const;

  /// Calls found(index into texts()) for every occurrence, until it returns false.
  void each_in(std::string_view bytes, const std::function<bool(std::size_t)>& found) const;

 private:
  std::uint64_t beginning(const char* at) const;
  static std::size_t bit_of(std::uint64_t beginning);

  std::vector<std::string> texts_;
  std::size_t longest_ = 0;
  std::size_t width_ = 8;              ///< bytes that are compared first, 1..8
  std::vector<std::uint64_t> filter_;  ///< a bit for what may begin a text
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> by_beginning_;
};

}  // namespace memfold
