#include "models/summarizer/phrase_words.h"

#include <algorithm>
#include <array>

#include "core/hash.h"
#include "core/text.h"
#include "models/extractor/characters.h"
#include "models/extractor/keywords.h"
#include "models/extractor/korean.h"
#include "models/language/stem.h"
#include "models/language/tokens.h"
#include "models/summarizer/phrase_lexicon.h"

namespace memfold::models::summarizer {
namespace {

using extractor::AtomKind;
using extractor::EntityKind;
using extractor::Parse;
using std::string_view;

constexpr std::size_t kSyllable = 3;  // bytes
constexpr std::size_t kLongLetters = 8;

std::size_t letters(string_view word) {
  return code_points(word);
}

bool is_named(const Parse& parse, std::size_t atom) {
  return std::any_of(parse.entities.begin(), parse.entities.end(), [&](const auto& entity) {
    return entity.first <= atom && atom < entity.last &&
           (entity.kind == EntityKind::Name || entity.kind == EntityKind::Organisation ||
            entity.kind == EntityKind::Place || entity.kind == EntityKind::Symbol ||
            entity.kind == EntityKind::ManualPage);
  });
}

// Part of a number with its unit, of an id, a version.
bool is_measured(const Parse& parse, std::size_t atom) {
  const bool glued = parse.atoms.glued(atom) && atom > 0;
  if (glued && parse.atoms.kind(atom - 1) == AtomKind::Number) return true;
  return std::any_of(parse.entities.begin(), parse.entities.end(), [&](const auto& entity) {
    return entity.first <= atom && atom < entity.last &&
           (entity.kind == EntityKind::Quantity || entity.kind == EntityKind::Id ||
            entity.kind == EntityKind::Version || entity.kind == EntityKind::Date);
  });
}

// What makes a verb of a noun and is still at the end of a root: 취소되(었다), 채식하시(는).
string_view without_verb_maker(string_view root) {
  for (const string_view maker : {"하시", "되시", "하", "되", "받", "드리", "시키"}) {
    if (root.ends_with(maker) && root.size() >= maker.size() + 2 * kSyllable) {
      return root.substr(0, root.size() - maker.size());
    }
  }
  return root;
}

// The noun in a Hangul word; nothing shown: none, or none that can be told.
void read_korean(string_view written, const std::string& keyword, PhraseWord& word) {
  const std::string full_root = korean_root(written);
  if (!written.starts_with(full_root)) return;  // 열립니다
  const string_view ending_of_root = written.substr(full_root.size());
  const string_view root = ending_of_root.empty() ? full_root : without_verb_maker(full_root);
  const string_view ending = written.substr(root.size());
  if (root.size() <= kSyllable && !ending.empty()) return;  // 많은
  const bool verbal = makes_verb(ending), copula = is_copula(ending);
  if (!ending.empty() && !verbal && !copula && !extractor::is_particle(ending) &&
      ends_predicate(ending)) {
    return;
  }
  word.shown = verbal || copula || ending.empty() ? std::string(root) : keyword;
  word.weak = verbal;
  word.joins_next = word.shown.size() == written.size();
  if (letters(word.shown) < 2 || is_vague(word.shown) || is_korean_verb(word.shown)) {
    word.shown.clear();
  }
}

// "the build", "the nightly build"
bool follows_article(const Parse& parse, std::size_t atom) {
  constexpr auto kArticles = std::to_array<string_view>(
      {"a", "an", "the", "this", "that", "my", "our", "your", "its", "their", "his", "her", "new",
       "next", "no", "any", "each", "every"});
  for (std::size_t back = 1; back <= 2 && back <= atom; ++back) {
    if (parse.atoms.kind(atom - back) != AtomKind::Word) return false;
    const string_view word = parse.atoms.lower(atom - back);
    if (std::find(kArticles.begin(), kArticles.end(), word) != kArticles.end()) return true;
    if (!is_content(parse, atom - back)) return false;
  }
  return false;
}

bool is_adjective(string_view lower) {
  constexpr auto kEndings = std::to_array<string_view>(
      {"ous", "able", "ible", "ful", "less", "ive", "ish", "ical", "ic"});
  return lower.size() > 5 && std::any_of(kEndings.begin(), kEndings.end(),
                                         [&](string_view end) { return lower.ends_with(end); });
}

void read_latin(const Parse& parse, std::size_t atom, const std::string& keyword,
                PhraseWord& word) {
  const string_view lower = parse.atoms.lower(atom);
  const bool capital = extractor::is_ascii_upper(parse.atoms.view(atom)[0]);
  const bool all_capitals = std::all_of(parse.atoms.view(atom).begin(),
                                        parse.atoms.view(atom).end(), extractor::is_ascii_upper);
  word.name = word.name || all_capitals ||
              (capital && atom > 0 && parse.atoms.kind(atom - 1) != AtomKind::Punctuation);
  if (is_vague(lower) || (!word.name && is_common_verb(lower) && !is_noun_in_ing(lower))) return;
  const bool adverb = lower.size() > 4 && lower.ends_with("ly");
  const bool past = lower.size() > 4 && lower.ends_with("ed");
  const bool doing = lower.size() > 5 && lower.ends_with("ing") && !is_noun_in_ing(lower);
  if (!word.name && (adverb || past || doing)) return;
  word.shown = keyword;
  if (word.shown.ends_with("'s")) word.shown.resize(word.shown.size() - 2);
  if (word.shown.find('\'') != std::string::npos) word.shown.clear();  // don't
  word.joins_next = word.shown.size() == lower.size();
  word.weak = !word.name && is_adjective(lower);
}

double weight_of(const PhraseWord& word, bool hangul) {
  const std::size_t length = letters(word.shown) * (hangul ? 2 : 1);
  return double(std::min(length, kLongLetters)) / double(kLongLetters);
}

}  // namespace

std::vector<PhraseWord> phrase_words(const Parse& parse) {
  std::vector<PhraseWord> words;
  for (std::size_t i = 0; i < parse.atoms.size(); ++i) {
    const bool latin = parse.atoms.kind(i) == AtomKind::Word;
    const std::string keyword = keyword_at(parse, i, latin && follows_article(parse, i));
    if (keyword.empty() || is_measured(parse, i)) continue;
    PhraseWord word;
    word.atom = static_cast<std::uint32_t>(i);
    word.name = is_named(parse, i) || parse.atoms.kind(i) == AtomKind::Identifier;
    const string_view written = parse.atoms.view(i);
    const bool hangul = parse.atoms.kind(i) == AtomKind::Hangul;
    if (hangul && !is_hangul(written)) continue;  // ㅋㅋ
    if (hangul) {
      read_korean(written, keyword, word);
    } else if (latin) {
      read_latin(parse, i, keyword, word);
    } else {
      word.shown = keyword;
      word.joins_next = true;
    }
    if (word.shown.empty()) continue;
    word.key = hash64(english_stem(word.shown));
    word.weight = weight_of(word, hangul);
    words.push_back(std::move(word));
  }
  return words;
}

bool are_neighbours(const Parse& parse, const PhraseWord& a, const PhraseWord& b) {
  if (b.atom == a.atom + 1) return true;
  return b.atom == a.atom + 2 && parse.atoms.is_mark(a.atom + 1, "-") &&
         parse.atoms.glued(a.atom + 1) && parse.atoms.glued(b.atom);
}

}  // namespace memfold::models::summarizer
