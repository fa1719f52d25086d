#include "models/extractor/korean.h"

#include <algorithm>

#include "models/extractor/characters.h"
#include "models/language/word_set.h"
#include "models/language/words.h"

namespace memfold::models::extractor {
namespace {

/// What words end with, from the word files.
struct Endings {
  WordSet formal{words::kEndings, "formal"};
  WordSet asking{words::kEndings, "asking"};  ///< 니까 behind others says why: 11월 3일이니까
  WordSet final{words::kEndings, "final"};
  WordSet open{words::kEndings, "open"};
  WordSet particles{words::kEndings, "ending", "particle"};
  WordSet copulas{words::kEndings, "ending", "copula"};
  WordSet nouns{words::kWholeNouns, "whole", "extractor"};  ///< that end like a particle
};

const Endings& endings() {
  static const Endings kEndings;
  return kEndings;
}

std::string_view last_word(std::string_view text) {
  text = trim(text);
  const std::size_t space = text.rfind(' ');
  return space == std::string_view::npos ? text : text.substr(space + 1);
}

bool ends_with_any(std::string_view word, const WordSet& set, std::size_t least_before) {
  const auto list = set.longest_first();
  return std::any_of(list.begin(), list.end(), [&](std::string_view ending) {
    return word.size() >= ending.size() + least_before && word.ends_with(ending);
  });
}

}  // namespace

bool ends_formally(std::string_view text) {
  const std::string_view word = last_word(text);
  return ends_with_any(word, endings().formal, 3) || ends_with_any(word, endings().asking, 0);
}

bool ends_finally(std::string_view text) {
  const std::string_view word = last_word(text);
  return ends_with_any(word, endings().formal, 3) || ends_with_any(word, endings().asking, 0) ||
         ends_with_any(word, endings().final, 0);
}

bool ends_open(std::string_view text) {
  const std::string_view word = last_word(text);
  if (text.ends_with(',')) return true;
  if (ends_with_any(word, endings().nouns, 0)) return false;
  return ends_with_any(word, endings().open, 3) || word == "및" || word == "등" || word == "또는";
}

bool is_particle(std::string_view word) {
  return endings().particles.contains(word) || endings().copulas.contains(word);
}

std::string_view without_particle(std::string_view word) {
  if (word.empty() || static_cast<unsigned char>(word.back()) < 0x80) return word;
  if (ends_with_any(word, endings().nouns, 0)) return word;
  for (std::string_view particle : endings().particles.longest_first()) {
    if (word.ends_with(particle) && word.size() >= particle.size() + 6) {
      return word.substr(0, word.size() - particle.size());
    }
  }
  return word;
}

}  // namespace memfold::models::extractor
