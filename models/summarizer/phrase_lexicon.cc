#include "models/summarizer/phrase_lexicon.h"

#include <string>
#include <unordered_set>

#include "models/language/stem.h"
#include "models/language/word_set.h"
#include "models/language/words.h"

namespace memfold::models::summarizer {
namespace {

using std::string_view;

std::unordered_set<std::string> stems_of(const WordSet& words) {
  std::unordered_set<std::string> stems;
  for (const string_view word : words.longest_first()) stems.insert(english_stem(word));
  return stems;
}

}  // namespace

bool is_vague(string_view word) {
  static const WordSet kWords(words::kVague, "vague", "summarizer");
  return kWords.contains(word);
}

bool is_common_verb(string_view word) {
  for (const string_view end : {"tion", "tions", "sion", "sions", "ment", "ments"}) {
    if (word.ends_with(end)) return false;  // of the verb's stem, and a noun
  }
  static const std::unordered_set<std::string> kStems = stems_of(WordSet(words::kVerbs, "verb"));
  return kStems.contains(english_stem(word));
}

bool is_noun_in_ing(string_view word) {
  static const WordSet kWords(words::kVerbs, "noun_in_ing");
  return kWords.contains(word) ||
         (word.ends_with('s') && kWords.contains(word.substr(0, word.size() - 1)));
}

bool is_korean_verb(string_view stem) {
  static const WordSet kWords(words::kVerbs, "korean_verb");
  return kWords.contains(stem);
}

bool makes_verb(string_view ending) {
  static const WordSet kEnds(words::kEndings, "makes_verb");
  return kEnds.begins(ending);
}
bool is_copula(string_view ending) {
  static const WordSet kEnds(words::kEndings, "is_copula");
  return kEnds.begins(ending);
}
bool ends_predicate(string_view ending) {
  static const WordSet kEnds(words::kEndings, "predicate");
  return kEnds.contains(ending);
}

}  // namespace memfold::models::summarizer
