// Looking for texts that one does not keep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/hash.h"

namespace memfold {

/// What a text is recognised by: its length, its first bytes mixed into a number, and a digest of
/// all of it. Whoever has a text in mind can tell whether it is the one; nobody can read it back.
struct TextPrint {
  std::uint32_t size = 0;
  std::uint64_t beginning = 0;
  Sha256::ShortDigest whole{};

  friend auto operator<=>(const TextPrint&, const TextPrint&) = default;
};

/// Finds any of a set of texts in bytes, from their prints. Immutable; safe for use from any
/// thread.
class TextPrints {
 public:
  /// Bytes below which any file holds a text by chance; shorter ones are left out.
  static constexpr std::size_t kShortest = 6;

  TextPrints() = default;
  explicit TextPrints(std::vector<TextPrint> prints);
  explicit TextPrints(std::span<const std::string> texts);

  bool empty() const { return prints_.empty(); }
  std::span<const TextPrint> prints() const { return prints_; }
  std::size_t longest() const { return longest_; }  ///< bytes

  /// Whether `bytes` holds any of the texts.
  bool in(std::string_view bytes) const;

 private:
  bool any_at(std::string_view rest, std::uint64_t beginning) const;

  std::vector<TextPrint> prints_;  ///< sorted, each once
  std::size_t longest_ = 0;
  std::vector<std::uint64_t> filter_;  ///< a bit for what may begin a text
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> by_beginning_;
};

}  // namespace memfold
