#include "models/extractor/keywords.h"

#include <algorithm>

#include "core/text.h"
#include "models/extractor/korean.h"

namespace memfold::models::extractor {
namespace {

struct Candidate {
  std::string word;
  int score;
  std::size_t position;
};

std::size_t letters(std::string_view word) {
  return static_cast<std::size_t>(std::count_if(word.begin(), word.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

bool in_value(const Parse& parse, std::size_t atom) {
  const auto holds = [&](const auto& span) { return span.first <= atom && atom < span.last; };
  return std::any_of(parse.dates.begin(), parse.dates.end(), holds) ||
         std::any_of(parse.entities.begin(), parse.entities.end(), [&](const Entity& entity) {
           return entity.kind == EntityKind::Money && holds(entity);
         });
}

// A word that carries the sentence rather than its subject.
bool is_verb(const Parse& parse, std::size_t atom) {
  if (parse.atoms.kind(atom) == AtomKind::Hangul) return ends_formally(parse.atoms.view(atom));
  return std::any_of(
      parse.signs.matches.begin(), parse.signs.matches.end(),
      [&](const SignMatch& match) { return match.sign == Sign::Finite && match.first == atom; });
}

constexpr std::size_t kLeastLetters = 2, kMostBytes = 48;

}  // namespace

std::string keyword_at(const Parse& parse, std::size_t atom, bool as_noun) {
  const AtomKind kind = parse.atoms.kind(atom);
  const bool wordlike = kind == AtomKind::Word || kind == AtomKind::Hangul ||
                        kind == AtomKind::Identifier || kind == AtomKind::Other;
  if (!wordlike || !is_content(parse, atom) || in_value(parse, atom)) return {};
  if (!as_noun && is_verb(parse, atom)) return {};
  std::string word = fold_case(without_particle(parse.atoms.lower(atom)));
  if (letters(word) < kLeastLetters || word.size() > kMostBytes) word.clear();
  return word;
}

std::vector<std::string> find_keywords(const Parse& parse, const Topic& topic) {
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < parse.atoms.size(); ++i) {
    std::string word = keyword_at(parse, i);
    if (word.empty()) continue;
    if (std::any_of(candidates.begin(), candidates.end(),
                    [&](const Candidate& known) { return known.word == word; })) {
      continue;
    }
    const AtomKind kind = parse.atoms.kind(i);
    const std::size_t length = letters(word);
    const bool hangul = kind == AtomKind::Hangul;
    int score = static_cast<int>(std::min<std::size_t>(hangul ? length * 2 : length, 8));
    if (std::binary_search(topic.words.begin(), topic.words.end(), word)) score += 6;
    if (kind == AtomKind::Identifier) score += 3;
    candidates.push_back({std::move(word), score, i});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
  std::vector<std::string> words;
  for (const Candidate& candidate : candidates) {
    if (words.size() == kMaxKeywords) break;
    words.push_back(candidate.word);
  }
  return words;
}

}  // namespace memfold::models::extractor
