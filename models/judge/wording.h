// How a statement by itself is worded: "now", "after all", "as you know" say much of what becomes
// of it, whatever it is compared with.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "memfold/judge.h"
#include "models/weights/weights.h"

namespace memfold::models {

inline constexpr std::size_t kWordingRows = std::size_t{1} << 15;

/// The rows of a statement's letters, ascending, each once: one to four characters in a row inside
/// a word, its ends marked, in lower case as far as ASCII goes, hashed. Linear.
std::vector<std::uint32_t> wording_rows(std::string_view text);

/// A multinomial regression over them. Immutable; views of the file of weights.
class Wording {
 public:
  /// Throws ErrorCode::Mismatch where the table has another size.
  explicit Wording(const Weights& weights);

  /// Logarithms of how likely each outcome is of a statement worded like this.
  std::array<double, kOutcomeCount> log_likely(std::string_view text) const;

 private:
  std::span<const std::array<float, kOutcomeCount>> rows_;
  const std::array<double, kOutcomeCount>& intercepts_;
};

}  // namespace memfold::models
