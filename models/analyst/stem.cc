#include "models/analyst/stem.h"

#include <utility>

#include "models/analyst/lexicon.h"
#include "models/analyst/tokens.h"

namespace memfold::models {
namespace {

using std::string_view;

constexpr char32_t kFirstSyllable = 0xAC00;
constexpr int kFinals = 28;  // final consonants per vowel, 0 = none
constexpr std::size_t kSyllable = 3;

char32_t syllable(string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  return char32_t((byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F));
}

char32_t last_syllable(string_view text) {
  return syllable(text, text.size() - kSyllable);
}

void append(std::string& text, char32_t c) {
  text.push_back(static_cast<char>(0xE0 | c >> 12));
  text.push_back(static_cast<char>(0x80 | (c >> 6 & 0x3F)));
  text.push_back(static_cast<char>(0x80 | (c & 0x3F)));
}

int final_of(char32_t c) {
  return int(c - kFirstSyllable) % kFinals;
}
constexpr int kNieun = 4, kRieul = 8, kBieup = 17, kSsangSiot = 20;

/// Some particles follow only a consonant or only a vowel.
bool fits(string_view rest, string_view suffix) {
  const int last = final_of(last_syllable(rest));
  if (suffix == "은" || suffix == "을" || suffix == "이" || suffix == "과" || suffix == "으로") {
    return last != 0;
  }
  if (suffix == "는" || suffix == "를" || suffix == "가" || suffix == "와") return last == 0;
  if (suffix == "로") return last == 0 || last == kRieul;
  return true;
}

constexpr std::size_t kLongestSuffix = 6 * kSyllable;

/// One suffix, the longest that fits; `word` itself when there is none.
string_view strip_once(string_view word) {
  if (keeps_whole(word)) return word;
  std::size_t length = word.size() - kSyllable;
  if (length > kLongestSuffix) length = kLongestSuffix;
  for (; length >= kSyllable; length -= kSyllable) {
    const string_view suffix = word.substr(word.size() - length);
    const int remainder = suffix_remainder(suffix);
    if (remainder == 0) continue;
    const string_view rest = word.substr(0, word.size() - length);
    if (rest.size() < std::size_t(remainder) * kSyllable) continue;
    if (fits(rest, suffix)) return rest;
  }
  return word;
}

bool ends_with(string_view text, string_view end) {
  return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

/// Takes the past or polite ending off a verb whose stem merged with it.
std::string undo_contraction(string_view word) {
  struct Ending {
    string_view text;
    int final;  ///< consonant under the syllable before it
  };
  static constexpr Ending kEndings[] = {
      {"습니다", kSsangSiot}, {"니다", kBieup},   {"어요", kSsangSiot}, {"으며", kSsangSiot},
      {"음", kSsangSiot},     {"다", kSsangSiot}, {"다", kNieun},       {"고", kSsangSiot},
      {"으나", kSsangSiot},   {"던", kSsangSiot}};
  for (const Ending& ending : kEndings) {
    if (!ends_with(word, ending.text)) continue;
    const string_view rest = word.substr(0, word.size() - ending.text.size());
    char32_t last = last_syllable(rest);
    if (final_of(last) != ending.final || last == U'습') continue;
    last -= char32_t(ending.final);
    std::string root(rest.substr(0, rest.size() - kSyllable));
    constexpr int kYeo = 6, kI = 20;  // vowels: 려 came from 리 + 어
    const int vowel = int(last - kFirstSyllable) / kFinals % 21;
    if (ending.final == kSsangSiot && vowel == kYeo) last += char32_t((kI - kYeo) * kFinals);
    const bool bare =
        ending.final == kSsangSiot && (last == U'어' || last == U'아' || last == U'었');
    if (!(bare && !root.empty())) append(root, last);
    return root;
  }
  for (const string_view plain : {string_view("습니다"), string_view("는다"), string_view("어요"),
                                  string_view("아요"), string_view("며"), string_view("다")}) {
    if (ends_with(word, plain)) return std::string(word.substr(0, word.size() - plain.size()));
  }
  return std::string(word);
}

bool is_vowel(char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}

bool has_vowel(string_view text) {
  for (const char c : text) {
    if (is_vowel(c)) return true;
  }
  return false;
}

}  // namespace

string_view korean_step(string_view word) {
  return word.size() <= kSyllable || !is_hangul(word) ? word : strip_once(word);
}

string_view korean_stem(string_view word) {
  string_view stem = word;
  constexpr int kMostSuffixes = 3;
  for (int i = 0; i < kMostSuffixes; ++i) {
    const string_view shorter = korean_step(stem);
    if (shorter.size() == stem.size()) break;
    stem = shorter;
    if (stem.size() <= 2 * kSyllable) break;
  }
  return stem;
}

std::string korean_root(string_view word) {
  const string_view stem = korean_stem(word);
  if (stem.size() < word.size() || word.size() <= kSyllable) return std::string(stem);
  return undo_contraction(word);
}

std::string english_stem(string_view word) {
  for (const char c : word) {
    if (!((c >= 'a' && c <= 'z') || c == '\'')) return std::string(word);
  }
  if (ends_with(word, "'s")) word.remove_suffix(2);
  if (word.size() <= 3) return std::string(word);
  struct Rule {
    string_view suffix, replacement;
    std::size_t least;  ///< letters that must remain
  };
  static constexpr Rule kRules[] = {
      {"ations", "at", 3}, {"ation", "at", 3}, {"itions", "it", 3}, {"ition", "it", 3},
      {"sions", "s", 4},   {"sion", "s", 4},   {"tions", "t", 4},   {"tion", "t", 4},
      {"ments", "", 4},    {"ment", "", 4},    {"ities", "it", 3},  {"ity", "it", 3},
      {"iness", "i", 4},   {"ies", "y", 2},    {"ied", "y", 2},     {"ings", "", 3},
      {"ing", "", 3},      {"ally", "", 4},    {"ed", "", 3},       {"sses", "ss", 2},
      {"xes", "x", 2},     {"ches", "ch", 2},  {"shes", "sh", 2},   {"ss", "ss", 1},
      {"us", "us", 1},     {"als", "", 4},     {"al", "", 4},       {"s", "", 3},
  };
  std::string stem(word);
  for (const Rule& rule : kRules) {
    if (!ends_with(word, rule.suffix)) continue;
    const string_view rest = word.substr(0, word.size() - rule.suffix.size());
    if (rest.size() < rule.least || !has_vowel(rest)) break;
    stem.assign(rest).append(rule.replacement);
    break;
  }
  const std::size_t n = stem.size();
  if (n > 3 && stem[n - 1] == stem[n - 2] && !is_vowel(stem[n - 1]) && stem[n - 1] != 's' &&
      stem[n - 1] != 'l') {
    stem.pop_back();
  } else if (n > 3 && stem[n - 1] == 'e') {
    stem.pop_back();
  } else if (n > 3 && stem[n - 1] == 'y') {
    stem[n - 1] = 'i';
  }
  return stem;
}

}  // namespace memfold::models
