// What remains of a word without particles, endings and inflection.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace memfold::models {

/// The part of a Hangul word before its particles and endings: "회의가" -> "회의",
/// "변경되었습니다" -> "변경". A prefix of `word`, never empty;
/// words of other scripts come back as they are.
std::string_view korean_stem(std::string_view word);

/// One suffix less, or the same word: the steps between a word and its korean_stem.
std::string_view korean_step(std::string_view word);

/// The lengths of these steps, in bytes: as many as there are up to three, then 0.
std::array<std::uint32_t, 3> korean_steps(std::string_view word);

/// As korean_stem, with contracted verb endings undone: "열립니다", "열린다", "열렸다" -> "열리".
std::string korean_root(std::string_view word);
/// The same where `stem` is known to be korean_stem(word).
std::string korean_root(std::string_view word, std::string_view stem);

/// Lower-case English word without plural, tense and derivation endings: "migrated",
/// "migrations" -> "migrat". Other words come back as they are.
std::string english_stem(std::string_view word);

}  // namespace memfold::models
