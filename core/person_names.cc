// Names of people as keys (core/name_forms.h).
#include <re2/re2.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>

#include "core/name_forms.h"
#include "core/name_words.h"
#include "core/re2_text.h"
#include "core/text.h"

namespace memfold {
namespace {

using std::string_view;
using NameParts = std::vector<std::string>;

constexpr std::size_t kSyllable = 3;  // bytes
constexpr std::size_t kMaxNameBytes = 256;

bool is_hangul(string_view word) {
  if (word.empty() || word.size() % kSyllable != 0) return false;
  for (std::size_t i = 0; i < word.size(); i += kSyllable) {
    const string_view syllable = word.substr(i, kSyllable);
    if (syllable < "가" || syllable > "힣") return false;
  }
  return true;
}

bool is_latin(string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool ends_in_consonant(string_view word) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(word.data());
  auto at = static_cast<std::int32_t>(word.size());
  UChar32 c;
  U8_PREV(bytes, 0, at, c);
  constexpr UChar32 kFirst = 0xAC00, kFinals = 28;
  return c >= kFirst && (c - kFirst) % kFinals != 0;
}

enum class After { Any, Consonant, Vowel };
struct Particle {
  string_view text;
  After after;
};
// Longest first where one ends with another.
constexpr auto kParticles = std::to_array<Particle>({{"으로부터", After::Consonant},
                                                     {"에게서", After::Any},
                                                     {"한테서", After::Any},
                                                     {"로부터", After::Vowel},
                                                     {"께서는", After::Any},
                                                     {"께서", After::Any},
                                                     {"에게", After::Any},
                                                     {"한테", After::Any},
                                                     {"이랑", After::Consonant},
                                                     {"입니다", After::Any},
                                                     {"이", After::Consonant},
                                                     {"가", After::Vowel},
                                                     {"은", After::Consonant},
                                                     {"는", After::Vowel},
                                                     {"을", After::Consonant},
                                                     {"를", After::Vowel},
                                                     {"과", After::Consonant},
                                                     {"와", After::Vowel},
                                                     {"의", After::Any},
                                                     {"도", After::Any},
                                                     {"만", After::Any},
                                                     {"께", After::Any},
                                                     {"랑", After::Vowel}});

// Without "씨" and its kin, where a name of two syllables or a full one is left.
string_view without_honorific(string_view word) {
  for (string_view honorific : {"님", "씨", "군", "양"}) {
    if (!word.ends_with(honorific)) continue;
    const string_view rest = word.substr(0, word.size() - honorific.size());
    const bool polite = honorific == "님" || honorific == "씨";
    if (polite ? rest.size() >= 2 * kSyllable : is_full_hangul_name(rest)) return rest;
  }
  return word;
}

string_view without_title(string_view word) {
  for (std::size_t bytes = 2 * kSyllable; bytes < word.size(); bytes += kSyllable) {
    const string_view rest = word.substr(0, word.size() - bytes);
    if (is_full_hangul_name(rest) && is_korean_title(word.substr(rest.size()))) return rest;
  }
  return word;
}

bool is_honorific(string_view word) {
  return word == "님" || word == "씨" || word == "군" || word == "양";
}

string_view without_polite_ending(string_view word) {
  return word.ends_with("님") ? word.substr(0, word.size() - kSyllable) : word;
}

bool is_title_or_honorific(string_view word) {
  return is_honorific(word) || is_korean_title(word) ||
         is_korean_title(without_polite_ending(word));
}

// A particle goes only where a name, honorific or title is left.
string_view without_name_particle(string_view word) {
  if (is_title_or_honorific(word) || is_full_hangul_name(word)) return word;
  for (const Particle& particle : kParticles) {
    if (!word.ends_with(particle.text) || word.size() <= particle.text.size()) continue;
    const string_view rest = word.substr(0, word.size() - particle.text.size());
    const bool closed = ends_in_consonant(rest);
    if (particle.after != After::Any && closed != (particle.after == After::Consonant)) continue;
    if (is_full_hangul_name(rest) || is_title_or_honorific(rest) ||
        without_honorific(rest) != rest || without_title(rest) != rest) {
      return rest;
    }
  }
  return word;
}

std::string bare_hangul(string_view word) {
  word = without_name_particle(word);
  if (!is_korean_title(word)) word = without_honorific(word);
  return std::string(without_title(word));
}

std::size_t hangul_bytes(const NameParts& words, std::size_t first, std::size_t last) {
  std::size_t bytes = 0;
  for (std::size_t i = first; i < last; ++i) bytes += is_hangul(words[i]) ? words[i].size() : 0;
  return bytes;
}

// Titles around a Korean name; one behind a single syllable stays: 김 부장.
void drop_korean_titles(NameParts& words) {
  while (words.size() > 1 && is_hangul(words.back())) {
    const string_view last = without_name_particle(words.back());
    if (!is_title_or_honorific(last)) break;
    const std::size_t left = hangul_bytes(words, 0, words.size() - 1);
    if (left == kSyllable) {
      words.back() = without_polite_ending(last);
      break;
    }
    if (left == 0 && is_honorific(last) == false) break;
    words.pop_back();
  }
  while (words.size() > 1 && is_korean_title(without_polite_ending(words.front())) &&
         hangul_bytes(words, 1, words.size()) >= 2 * kSyllable) {
    words.erase(words.begin());
  }
}

// "김 민지" is one word; of what else stands around a full name, departments and Latin spellings
// go.
void settle_hangul(NameParts& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (is_family_name(words[i]) && is_hangul(words[i + 1]) && words[i + 1].size() <= 6 &&
        !is_title_or_honorific(words[i + 1])) {
      words[i] += words[i + 1];
      words.erase(words.begin() + std::ptrdiff_t(i) + 1);
      break;
    }
  }
  const auto names = std::count_if(words.begin(), words.end(),
                                   [](const std::string& w) { return is_full_hangul_name(w); });
  if (words.size() < 2 || names != 1) return;
  std::erase_if(words, [](const std::string& word) {
    return !is_full_hangul_name(word) && (is_latin(word) || ends_department(word));
  });
}

void drop_latin_titles(NameParts& words) {
  const auto enough = [&] {
    return words.size() > 2 || (words.size() == 2 && hangul_bytes(words, 0, 2) >= 6);
  };
  while (enough() && is_title_before(words.front())) words.erase(words.begin());
  while (enough() && is_title_behind(words.back())) words.pop_back();
  if (words.size() > 3 && words.back() == "d" && words[words.size() - 2] == "ph") {
    words.resize(words.size() - 2);
  }
}

// "kim min ji" begins with the family name as Korean names do, where the rest reads as Korean.
void put_family_name_last(NameParts& words) {
  if (words.size() < 2 || words.size() > 3) return;
  if (romanised_family_name(words.front()) <= romanised_family_name(words.back())) return;
  const bool one = words.size() == 3;
  if (std::all_of(words.begin() + 1, words.end(),
                  [&](const std::string& word) { return is_romanised_given_name(word, one); })) {
    std::rotate(words.begin(), words.begin() + 1, words.end());
  }
}

bool is_word_character(UChar32 c) {
  const int category = u_charType(c);
  return u_isalnum(c) || category == U_NON_SPACING_MARK || category == U_COMBINING_SPACING_MARK;
}

bool is_quote(UChar32 c) {
  constexpr std::u32string_view kQuotes = U"'\"`´‘’‚“”„«»ʼ";
  return kQuotes.find(static_cast<char32_t>(c)) != kQuotes.npos;
}

void append_words(string_view text, NameParts& words) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto length = static_cast<std::int32_t>(text.size());
  bool open = false;
  for (std::int32_t i = 0; i < length;) {
    const std::int32_t start = i;
    UChar32 c;
    U8_NEXT(bytes, i, length, c);
    if (c >= 0 && is_quote(c)) continue;  // O'Brien is one word
    if (c < 0 || !is_word_character(c)) {
      open = false;
      continue;
    }
    if (!open) words.emplace_back();
    open = true;
    words.back() += text.substr(std::size_t(start), std::size_t(i - start));
  }
}

// "Name <address>" without the address, or the address alone.
string_view display_part(string_view text) {
  const std::size_t open = text.rfind('<'), close = text.rfind('>');
  if (open == text.npos || close == text.npos || close < open) return text;
  const string_view inside = text.substr(open + 1, close - open - 1);
  if (inside.find('@') == inside.npos) return text;
  const string_view before = trim(text.substr(0, open));
  return before.find_first_not_of("\"' ") == before.npos ? inside : before;
}

// Without (Marketing), [x], 【x】.
std::string without_brackets(string_view text) {
  struct Pair {
    string_view open, close;
  };
  constexpr auto kPairs =
      std::to_array<Pair>({{"(", ")"}, {"[", "]"}, {"{", "}"}, {"【", "】"}, {"<", ">"}});
  std::string kept(text);
  for (const Pair& pair : kPairs) {
    for (std::size_t open; (open = kept.find(pair.open)) != kept.npos;) {
      const std::size_t close = kept.find(pair.close, open);
      const std::size_t end = close == kept.npos ? kept.size() : close + pair.close.size();
      kept.replace(open, end - open, " ");
    }
  }
  return trim(kept).empty() ? std::string(text) : kept;
}

// Up to what says where somebody is or writes from: "Minji Kim via list", "김민지 / 마케팅".
string_view without_place(string_view text) {
  constexpr auto kMarks =
      std::to_array<string_view>({" via ", " on behalf of ", "/", "|", ";", " - ", " – ", " — "});
  for (string_view mark : kMarks) {
    const std::size_t at = text.find(mark);
    if (at != text.npos && !trim(text.substr(0, at)).empty()) text = text.substr(0, at);
  }
  return text;
}

// The words of an address that has several in front of its "@", else empty.
NameParts address_words(string_view address) {
  NameParts words;
  append_words(address.substr(0, address.find('@')), words);
  const bool named = words.size() >= 2 && std::all_of(words.begin(), words.end(), is_latin);
  return named ? words : NameParts{};
}

NameParts words_of(string_view text) {
  NameParts words;
  const std::size_t comma = text.find(',');
  append_words(text.substr(0, comma), words);
  if (comma == text.npos || words.empty()) return words;
  string_view rest = text.substr(comma + 1);
  NameParts given;
  append_words(rest.substr(0, rest.find(',')), given);
  if (given.size() == 1 && (is_title_behind(given[0]) || is_title_or_honorific(given[0]))) {
    return words;
  }
  if (given.size() == 2 && given[0] == "ph" && given[1] == "d") return words;
  if (is_full_hangul_name(words[0])) return words;
  const bool korean = is_hangul(words[0]);
  words.insert(korean ? words.end() : words.begin(), given.begin(), given.end());
  return words;
}

std::string canonical_once(string_view name) {
  const std::string folded = fold_case(fold_width(cut_at_word(name, kMaxNameBytes)));
  const string_view whole = trim(folded);
  const string_view shown = display_part(whole);
  const std::string bare = without_brackets(shown);
  const string_view text = trim(without_place(bare));
  NameParts words;
  if (text.find('@') != text.npos && text.find(' ') == text.npos) {
    words = address_words(text);
    if (words.empty()) return std::string(text);
  } else {
    words = words_of(text);
  }
  for (std::string& word : words) {
    if (is_hangul(word) && words.size() == 1) word = bare_hangul(word);
  }
  drop_latin_titles(words);
  drop_korean_titles(words);
  settle_hangul(words);
  for (std::string& word : words) {
    if (is_hangul(word)) word = bare_hangul(word);
  }
  put_family_name_last(words);
  if (words.empty()) return collapse_spaces(whole);
  std::string key;
  for (const std::string& word : words) key.append(key.empty() ? "" : "-").append(word);
  return key;
}

}  // namespace

bool is_full_hangul_name(string_view word) {
  if (!is_hangul(word)) return false;
  const bool longer = is_family_name(word.substr(0, 2 * kSyllable));
  if (word.size() == 4 * kSyllable) return longer;
  return word.size() == 3 * kSyllable && is_family_name(word.substr(0, kSyllable)) &&
         !is_korean_title(word);
}

bool is_romanised_given_name(string_view lower, bool one) {
  // Onset, vowel and coda as the several romanisations write them.
  static const RE2 syllable(
      "(?:(?:kk|tt|pp|ss|jj|ch|sh|[gkndtrlmbpsjh])?"
      "(?:y(?:ae|eo|ou|oo|[aeou])|w(?:ae|oo|[aeio])|ae|eo|eu|oe|ou|oo|ee|ui|[aeiou])"
      "(?:ng|[kntlmpbgh])?)");
  static const RE2 name("(?:" + syllable.pattern() + "){1,3}");
  if (lower.size() < 2 || lower.ends_with("son") || lower.ends_with("ton")) return false;
  return RE2::FullMatch(re2_text(lower), one ? syllable : name);
}

std::string canonical_person(string_view name) {
  constexpr int kMostRounds = 8;  // two are enough for what people write
  std::string key = canonical_once(name);
  // What is left to do for a second look lies in other scripts and in marks.
  if (key.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == key.npos) return key;
  for (int round = 0; round < kMostRounds; ++round) {
    std::string next = canonical_once(key);
    if (next == key) break;
    key = std::move(next);
  }
  return key;
}

}  // namespace memfold
