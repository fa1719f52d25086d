#include "models/language/stem.h"

#include <utility>

#include "models/language/lexicon.h"
#include "models/language/tokens.h"

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
  if (suffix == "를" || suffix == "가" || suffix == "와") return last == 0;
  if (suffix == "로") return last == 0 || last == kRieul;
  return true;
}

constexpr std::size_t kLongestSuffix = 6 * kSyllable;

/// One suffix, the longest that fits; `word` itself when there is none.
string_view strip_once(string_view word) {
  if (keeps_whole(word)) return word;
  std::size_t length = word.size() - kSyllable;
  if (length > kLongestSuffix) length = kLongestSuffix;
  // 아들이 is 아들 and 이, not 아 and 들이.
  for (std::size_t shorter = kSyllable; shorter <= length; shorter += kSyllable) {
    const string_view rest = word.substr(0, word.size() - shorter);
    if (keeps_whole(rest) && suffix_remainder(word.substr(rest.size())) != 0) return rest;
  }
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

/// The last letters are compared first: with a list of endings they mostly differ.
bool ends_with(string_view text, string_view end) {
  return text.size() > end.size() && text.back() == end.back() && text.ends_with(end);
}

constexpr int kYeo = 6, kWa = 9, kWae = 10, kWeo = 14;  // vowels that a stem's own merged into
constexpr int kVowels = 21;

int vowel_of(char32_t c) {
  return int(c - kFirstSyllable) / kFinals % kVowels;
}

/// The stem's last syllable before it merged with -어: 려 was 리, 와 was 오, 춰 was 추, 돼 was 되.
char32_t unmerged(char32_t c) {
  struct Merger {
    int merged, own;
  };
  static constexpr Merger kMergers[] = {{kYeo, 20}, {kWa, 8}, {kWeo, 13}, {kWae, 11}};
  for (const Merger& merger : kMergers) {
    if (vowel_of(c) == merger.merged) return c + char32_t((merger.own - merger.merged) * kFinals);
  }
  return c;
}

/// What is before the mark of the past, or of 겠; empty where a verb has none. Only those, and 있,
/// end in ㅆ, so everything after them is ending.
std::string past_root(string_view word) {
  for (std::size_t at = 0; at + kSyllable <= word.size(); at += kSyllable) {
    const char32_t mark = syllable(word, at);
    if (final_of(mark) != kSsangSiot) continue;
    std::string root(word.substr(0, at));
    if (mark == U'있') return root.append(word.substr(at, kSyllable));
    const char32_t own = mark - char32_t(kSsangSiot);
    const bool ending = mark == U'겠' || own == U'어' || own == U'아' || own == U'해' ||
                        own == U'돼' || own == U'여' || own == U'셔';
    if (!ending || root.empty()) {
      append(root, own == U'해' ? U'하' : unmerged(own));
    } else if (ends_with(root, "으") || ends_with(root, "이")) {
      root.resize(root.size() - kSyllable);  // 받으셨다, 학생이었다
    }
    return root;
  }
  return {};
}

/// Takes the ending off a verb of the present; `word` itself when there is none.
std::string present_root(string_view word) {
  constexpr int kAny = 0, kSome = -1;
  struct Ending {
    string_view text;
    int final;  ///< consonant under the syllable before it, which goes too; or one of the above
  };
  static constexpr Ending kEndings[] = {
      {"으려면", kAny}, {"으려고", kAny}, {"으면서", kAny}, {"으니까", kAny}, {"는다고", kAny},
      {"다고", kNieun}, {"다며", kNieun}, {"대요", kNieun}, {"습니다", kAny}, {"니다", kBieup},
      {"지만", kAny},   {"는데", kAny},   {"면서", kAny},   {"려고", kAny},   {"려면", kAny},
      {"도록", kAny},   {"으면", kAny},   {"어야", kAny},   {"아야", kAny},   {"어서", kSome},
      {"아서", kSome},  {"니까", kAny},   {"네요", kAny},   {"는다", kAny},   {"어요", kAny},
      {"아요", kAny},   {"다고", kAny},   {"으며", kAny},   {"며", kAny},     {"다", kNieun},
      {"다", kAny},     {"고", kAny},     {"음", kSome},    {"어", kSome},    {"아", kSome}};
  for (const Ending& ending : kEndings) {
    if (!ends_with(word, ending.text)) continue;
    const string_view rest = word.substr(0, word.size() - ending.text.size());
    char32_t last = last_syllable(rest);
    const int final = final_of(last);
    if (ending.final == kSome ? final == 0 : ending.final != kAny && final != ending.final)
      continue;
    std::string root(rest);
    if (ending.final > 0) {
      root.resize(root.size() - kSyllable);
      append(root, last - char32_t(final));
    }
    return root;
  }
  return std::string(word);
}

/// A noun of two syllables that ends like a verb, alone or as the end of a compound.
bool ends_in_noun(string_view word) {
  constexpr std::size_t kNoun = 2 * kSyllable;
  return keeps_whole(word) ||
         (word.size() > kNoun && keeps_whole(word.substr(word.size() - kNoun)));
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

std::array<std::uint32_t, 3> korean_steps(string_view word) {
  std::array<std::uint32_t, 3> steps{};
  for (std::uint32_t& step : steps) {
    const string_view shorter = korean_step(word);
    if (shorter.size() == word.size()) break;
    word = shorter;
    step = std::uint32_t(word.size());
    if (word.size() <= 2 * kSyllable) break;
  }
  return steps;
}

string_view korean_stem(string_view word) {
  string_view stem = word;
  for (const std::uint32_t step : korean_steps(word)) {
    if (step > 0) stem = word.substr(0, step);
  }
  return stem;
}

std::string korean_root(string_view word) {
  return korean_root(word, korean_stem(word));
}

std::string korean_root(string_view word, string_view stem) {
  if (word.size() > kSyllable && is_hangul(word)) {
    if (std::string root = past_root(word); !root.empty()) return root;
  }
  if (stem.size() < word.size() || word.size() <= kSyllable) return std::string(stem);
  return is_hangul(word) && !ends_in_noun(word) ? present_root(word) : std::string(word);
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
