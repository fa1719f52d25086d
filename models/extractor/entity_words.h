// Korean words that make a name of what stands before them, and units that make a quantity of a
// number.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "models/extractor/atoms.h"

namespace memfold::models::extractor {

/// An organisation or place that atom `i` ends, by its ending: 한누리병원, 물류센터를; with the
/// bare noun before it where the word is the ending alone: "안산 공장". `name` is without
/// particles.
struct NamedPlace {
  std::size_t first = 0;
  std::string name;
};
std::optional<NamedPlace> korean_place_at(const Atoms& atoms, std::size_t i);

/// Three syllables, the first a family name: 계민수. Common words may look the same, so something
/// else has to say that it is somebody.
bool looks_like_full_name(std::string_view word);

/// Nouns of which each one has a number or letter: room 3.12, section 4, exhibit B.
bool is_numbered_kind(std::string_view lower);

/// The bytes of the counter that `word` begins with, with nothing but a particle behind: 대, 명,
/// 건은; 0 for none.
std::size_t counter_at(std::string_view word);
/// Likewise for units behind a number in English: mg, kg, sqm.
bool is_unit(std::string_view lower);

}  // namespace memfold::models::extractor
