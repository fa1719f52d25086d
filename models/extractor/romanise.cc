#include "models/extractor/romanise.h"

#include <array>

#include "models/extractor/characters.h"

namespace memfold::models::extractor {
namespace {

constexpr std::array<std::string_view, 19> kOnsets = {"g",  "kk", "n", "d",  "tt", "r", "m",
                                                      "b",  "pp", "s", "ss", "",   "j", "jj",
                                                      "ch", "k",  "t", "p",  "h"};
constexpr std::array<std::string_view, 21> kVowels = {"a",  "ae", "ya", "yae", "eo", "e",  "yeo",
                                                      "ye", "o",  "wa", "wae", "oe", "yo", "u",
                                                      "wo", "we", "wi", "yu",  "eu", "ui", "i"};
constexpr std::array<std::string_view, 28> kCodas = {
    "",  "k", "k", "k", "n", "n", "n", "t",  "l", "k", "m", "l", "l", "l",
    "p", "l", "m", "p", "p", "t", "t", "ng", "t", "t", "k", "t", "p", "t"};

struct Sound {
  std::string_view letters, sound;
};
// Longest first; w and y between sounds are written or not.
constexpr auto kSounds = std::to_array<Sound>(
    {{"eo", "o"}, {"eu", "o"}, {"ee", "i"}, {"ae", "a"}, {"ai", "a"}, {"ea", "a"},
     {"oo", "o"}, {"ou", "o"}, {"ui", "i"}, {"ie", "i"}, {"ch", "j"}, {"sh", "s"},
     {"kk", "k"}, {"tt", "t"}, {"pp", "p"}, {"ss", "s"}, {"jj", "j"}, {"ng", "g"},
     {"a", "a"},  {"e", "a"},  {"i", "i"},  {"o", "o"},  {"u", "o"},  {"g", "k"},
     {"d", "t"},  {"b", "p"},  {"r", "l"},  {"w", ""},   {"y", ""}});

bool is_vowel(char c) {
  return std::string_view("aeiouyw").find(c) != std::string_view::npos;
}

}  // namespace

std::string romanise(std::string_view hangul) {
  constexpr char32_t kFirst = 0xAC00, kLast = 0xD7A3;
  std::string latin;
  for (std::size_t i = 0; i < hangul.size();) {
    const CodePoint c = code_point_at(hangul, i);
    i += c.bytes;
    if (c.value < kFirst || c.value > kLast) continue;
    const std::size_t index = c.value - kFirst;
    latin += kOnsets[index / (21 * 28)];
    latin += kVowels[index / 28 % 21];
    latin += kCodas[index % 28];
  }
  return latin;
}

std::string loose_sound(std::string_view latin) {
  std::string loose;
  for (std::size_t i = 0; i < latin.size();) {
    const std::string_view rest = latin.substr(i);
    // "ahn", "oh": not spoken
    if (rest[0] == 'h' && (rest.size() == 1 || !is_vowel(rest[1]))) {
      ++i;
      continue;
    }
    std::size_t read = 0;
    for (const Sound& sound : kSounds) {
      if (!rest.starts_with(sound.letters)) continue;
      loose += sound.sound;
      read = sound.letters.size();
      break;
    }
    if (read == 0) loose.push_back(rest[0]);
    i += read == 0 ? 1 : read;
  }
  return loose;
}

}  // namespace memfold::models::extractor
