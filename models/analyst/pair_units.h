// A statement of a pair as the aligning model reads it: one unit after another, each a word, a
// typed value or a mark.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/analyst/reading.h"

namespace memfold::models {

/// Rows of the tables that units are made of.
inline constexpr std::size_t kUnitKinds = 312, kPieces = 8192, kUnitFlags = 15;
/// Units read of a statement, and runs of letters of a word.
inline constexpr std::size_t kMostUnits = 28, kMostGrams = 10;

struct PairUnit {
  TextSpan span;             ///< in the statement's content
  std::string_view word;     ///< a word's stem, else empty; into the reading
  std::uint16_t kind = 0;    ///< what it is and whether the other statement has it: < kUnitKinds
  std::uint16_t flags = 0;   ///< what the word does: WordFlag bits
  std::uint16_t ending = 0;  ///< piece: particle, ending or suffix; 0: none
  std::uint16_t sort = 0;    ///< piece: status, unit of a quantity; 0: none
  std::uint8_t gram_count = 0;
  std::array<std::uint16_t, kMostGrams> grams{};  ///< pieces: letters in a row
  std::uint64_t same = 0;   ///< equal where two units say the same; 0: says nothing
  std::uint16_t alike = 0;  ///< equal where one may stand for the other; 0: nothing does
};

/// In order, the first kMostUnits. Words of a leading subject line and the full stop at the end are
/// left out. Pure; linear in the length of `reading` times the number of values of `other`.
std::vector<PairUnit> units_of(const Reading& reading, const Reading& other);

}  // namespace memfold::models
