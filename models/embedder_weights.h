// How much each kind of evidence counts in the built-in embedder.
#pragma once

#include <cstdint>

namespace memfold::models {

/// Weights of the features of one word, in units of 1/256. The n-grams of a word share their
/// weight: each gets it divided by the square root of their number, so that a long word does not
/// drown the short ones.
struct EmbedderWeights {
  std::int32_t word = 256;                   ///< the word's stem
  std::int32_t word_pair = 24;               ///< two stems in a row, passing over function words
  std::int32_t letters[3] = {256, 400, 64};  ///< 3, 4 and 5 letters in a row
  std::int32_t jamo[2] = {240, 32};          ///< 3 and 4 jamo in a row
  std::int32_t syllable = 440;               ///< one Hangul syllable, or one Han or Kana character
  std::int32_t syllable_pair = 160;          ///< two, within a word
  std::int32_t syllable_seam = 24;           ///< two, the last of a word and the first of the next
  std::int32_t number = 600;                 ///< a number's value
  std::int32_t symbol = 64;                  ///< %, $, emoji
  // Factors, in units of 1/16.
  std::int32_t ending = 2;                  ///< what stands in an ending
  std::int32_t function_word = 1;           ///< what stands in a function word
  std::int32_t frame_word = 4;              ///< what stands in a unit or a word of change
  std::int32_t decisive_word = 20;          ///< what stands in a negation or a number in words
  std::int32_t short_word[3] = {16, 8, 9};  ///< stems of 1, 2 and 3 letters
  std::int32_t short_hangul[2] = {12, 14};  ///< stems of 1 and 2 syllables
  std::int32_t short_number[2] = {8, 13};   ///< numbers of 1 and 2 digits
};

/// Fitted; see docs/embedding.md. Changing one needs a new embedder version and calibration.
inline constexpr EmbedderWeights kEmbedderWeights;

}  // namespace memfold::models
