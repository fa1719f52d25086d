#include "models/extractor/concepts.h"

#include <algorithm>
#include <array>

#include "core/text.h"
#include "models/extractor/characters.h"
#include "models/extractor/date_words.h"
#include "models/extractor/korean.h"
#include "models/extractor/mention_words.h"
#include "models/extractor/parse.h"
#include "models/extractor/syllables.h"

namespace memfold::models::extractor {
namespace {

using std::string_view;

constexpr std::size_t kLongestPhrase = 3;
constexpr std::size_t kMaxCandidates = 48;
constexpr std::size_t kLeastLatin = 4, kLeastHangul = 6;  // bytes of a word
constexpr int kLeastSupport = 2;
// Of a word that two places speak of; what each further place and a phrase add.
constexpr double kBase = 0.45, kPerPlace = 0.08, kOfSubject = 0.05, kOfPhrase = 0.1,
                 kMostOfConcept = 0.95;

struct Candidate {
  std::string words;
  std::size_t count = 1;  ///< of words
  bool in_subject = false;
};

bool is_concept_word(string_view word) {
  if (word.find_first_of("0123456789@./\\_=<>") != word.npos || is_vague_word(word)) return false;
  if (date_word(word)) return false;
  const auto first = static_cast<unsigned char>(word[0]);
  if (first >= 0x80)
    return word.size() >= kLeastHangul && !ends_as_verb(word) && !ends_formally(word);
  if (word.size() < kLeastLatin || is_given_name(word)) return false;
  return !word.ends_with("ed") && !word.ends_with("ly") && word.find('\'') == word.npos;
}

class Candidates {
 public:
  void add(std::string words, std::size_t count, bool in_subject) {
    if (list_.size() >= kMaxCandidates) return;
    for (Candidate& known : list_) {
      if (known.words != words) continue;
      known.in_subject |= in_subject;
      return;
    }
    list_.push_back({std::move(words), count, in_subject});
  }
  const std::vector<Candidate>& list() const { return list_; }

 private:
  std::vector<Candidate> list_;
};

bool is_noun(const Parse& parse, std::size_t i) {
  const AtomKind kind = parse.atoms.kind(i);
  if (kind != AtomKind::Word && kind != AtomKind::Hangul) return false;
  if (!is_content(parse, i)) return false;
  const auto hyphen = [&](std::size_t k) {
    return parse.atoms.is_mark(k, "-") && parse.atoms.glued(k);
  };
  if ((i > 0 && hyphen(i - 1)) || hyphen(i + 1)) return false;  // a part of a name: nuri-core
  const auto holds = [&](const auto& span) { return span.first <= i && i < span.last; };
  if (std::any_of(parse.dates.begin(), parse.dates.end(), holds)) return false;
  return std::none_of(
      parse.signs.matches.begin(), parse.signs.matches.end(),
      [&](const SignMatch& match) { return match.sign == Sign::Finite && match.first == i; });
}

// The words of the subject, and runs of up to three.
void read_subject(string_view subject, Candidates& candidates) {
  Parse parse;
  parse.parse(subject, {});
  for (std::size_t i = 0; i < parse.atoms.size(); ++i) {
    std::string phrase;
    for (std::size_t k = i; k < std::min(parse.atoms.size(), i + kLongestPhrase); ++k) {
      if (!is_noun(parse, k) || (k > i && parse.atoms.glued(k))) break;
      const string_view whole = parse.atoms.lower(k);
      const std::string word = fold_case(without_particle(whole));
      if (!is_concept_word(word)) break;
      phrase.append(phrase.empty() ? "" : " ").append(word);
      candidates.add(phrase, k - i + 1, true);
      if (word.size() != whole.size()) break;  // a particle ends the phrase
    }
  }
}

// A keyword may have lost its last syllable as a particle it is not: 게이트웨이 behind a vowel.
std::string whole_word(const std::string& keyword, const SpokenText& text) {
  const char32_t last = code_point_at(keyword, keyword.size() - Syllables::kBytes).value;
  constexpr char32_t kFirst = 0xAC00, kEnd = 0xD7A3, kFinals = 28;
  if (last < kFirst || last > kEnd) return keyword;
  const bool closed = (last - kFirst) % kFinals != 0;
  for (string_view syllable : {closed ? "가" : "이", closed ? "는" : "은"}) {
    std::string whole = keyword + std::string(syllable);
    if (std::any_of(text.statements.begin(), text.statements.end(),
                    [&](const WrittenText& statement) { return statement.has(whole); })) {
      return whole;
    }
  }
  return keyword;
}

void read_keywords(std::span<const Fact> facts, const SpokenText& text, Candidates& candidates) {
  for (const Fact& fact : facts) {
    for (const std::string& keyword : fact.keywords) {
      if (keyword.size() < Syllables::kBytes || !is_concept_word(keyword)) continue;
      candidates.add(whole_word(keyword, text),
                     1 + std::size_t(std::count(keyword.begin(), keyword.end(), ' ')), false);
    }
  }
}

int support_of(const Candidate& candidate, const SpokenText& text) {
  std::size_t stated = 0, said = 0;
  for (const WrittenText& statement : text.statements) {
    const std::size_t times = statement.count(candidate.words, 4);
    stated += times > 0;
    said += times;
  }
  const bool elsewhere = text.body.count(candidate.words, said + 1) > said;
  return int(stated) + (candidate.in_subject ? 1 : 0) + (elsewhere ? 1 : 0);
}

// A word that says no more than the phrase it is part of.
bool is_part_of_better(const Mention& mention, std::span<const Mention> chosen) {
  return std::any_of(chosen.begin(), chosen.end(), [&](const Mention& better) {
    return better.support >= mention.support && better.name != mention.name &&
           WrittenText(better.name).has(mention.name);
  });
}

}  // namespace

std::vector<Mention> find_concepts(const SpokenText& text, std::span<const Fact> facts,
                                   std::span<const std::string> names) {
  Candidates candidates;
  read_subject(text.subject, candidates);
  read_keywords(facts, text, candidates);
  std::vector<Mention> found;
  for (const Candidate& candidate : candidates.list()) {
    if (std::any_of(names.begin(), names.end(), [&](const std::string& name) {
          return name.find(candidate.words) != name.npos;
        })) {
      continue;
    }
    const int support = support_of(candidate, text);
    if (support < kLeastSupport) continue;
    const double confidence = kBase + kPerPlace * support +
                              (candidate.in_subject ? kOfSubject : 0) +
                              (candidate.count > 1 ? kOfPhrase : 0);
    found.push_back({.kind = NodeKind::Concept,
                     .name = candidate.words,
                     .confidence = std::min(confidence, kMostOfConcept),
                     .support = support});
  }
  std::stable_sort(found.begin(), found.end(), [](const Mention& a, const Mention& b) {
    if (a.confidence != b.confidence) return a.confidence > b.confidence;
    return std::count(a.name.begin(), a.name.end(), ' ') >
           std::count(b.name.begin(), b.name.end(), ' ');
  });
  std::vector<Mention> chosen;
  for (Mention& mention : found) {
    if (chosen.size() == kMaxConcepts) break;
    if (!is_part_of_better(mention, chosen)) chosen.push_back(std::move(mention));
  }
  return chosen;
}

}  // namespace memfold::models::extractor
