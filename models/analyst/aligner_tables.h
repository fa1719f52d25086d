// What the aligning network learned, as tools/fit_aligner.py wrote it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace memfold::models {

/// Numbers a unit has, it has once its neighbours are seen, and there are before the verdict.
inline constexpr std::size_t kUnitRow = 64, kUnitWidth = 64, kLastWidth = 64;

/// The rows of words and pieces are written one character a number: the number is the character
/// less this one, times the column's scale.
inline constexpr char kZeroWeight = 'P';
using WrittenRow = char[kUnitRow + 1];

struct WordRow {
  const char* word;  ///< not a view: clang bounds the steps a constant takes
  WrittenRow row;
};

/// Where a feature lies in the pairs, and 1 over how far it spreads.
struct FeaturePlace {
  std::string_view name;
  double mean, scale;
};

}  // namespace memfold::models
