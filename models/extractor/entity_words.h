// Korean words that make a name of what stands before them, and units that make a quantity of a
// number.
#pragma once

#include <cstddef>
#include <string_view>

namespace memfold::models::extractor {

/// How the word ends, particles taken off: 은행, 물류센터, 한누리병원. `stem` is what stands before
/// the ending, empty where the word is the ending alone; `bytes` is the length without particles.
struct KoreanPlace {
  std::size_t stem = 0, bytes = 0;
};
/// All zero for a word that names no organisation or place.
KoreanPlace korean_place(std::string_view word);

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
