#include "models/summarizer/phrases.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/text.h"
#include "models/summarizer/parsed_text.h"
#include "models/summarizer/phrase_words.h"
#include "models/summarizer/sentences.h"

namespace memfold::models::summarizer {
namespace {

using extractor::Parse;
using extractor::Sign;
using std::string_view;

constexpr std::size_t kMostWords = 3;
constexpr std::size_t kCourtesyWords = 6;  // a longer sentence says more than its thanks
constexpr std::size_t kSignatureAtoms = 3;
constexpr double kJoined[] = {1, 1.35, 1.5};  // by how many words
constexpr double kName = 1.4, kWeak = 0.5, kEarly = 1.25;

struct Candidate {
  std::string shown;
  std::vector<std::uint64_t> keys;
  double weight = 0;      // of its words, times kEarly where it opens the text
  std::size_t count = 0;  // how often it stands there
  std::size_t order = 0;  // of its first mention

  double score() const { return weight * std::sqrt(double(count)); }
};

class Candidates {
 public:
  void add(const Parse& parse, const std::vector<PhraseWord>& words, bool early) {
    for (std::size_t begin = 0, end = 0; begin < words.size(); begin = end) {
      for (end = begin + 1; end < words.size() && words[end - 1].joins_next &&
                            are_neighbours(parse, words[end - 1], words[end]);) {
        ++end;
      }
      for (std::size_t i = begin; i < end; ++i) add_phrase(parse, words, i, i + 1, early);
      // Its head comes last in both languages.
      const std::size_t first = end - begin > kMostWords ? end - kMostWords : begin;
      if (end - first > 1) add_phrase(parse, words, first, end, early);
    }
  }

  std::vector<Candidate> take() { return std::move(all_); }

 private:
  void add_phrase(const Parse& parse, const std::vector<PhraseWord>& words, std::size_t first,
                  std::size_t last, bool early) {
    std::uint64_t key = 0;
    for (std::size_t i = first; i < last; ++i) key = key * 0x9E3779B97F4A7C15 + words[i].key;
    const auto [place, fresh] = places_.emplace(key, all_.size());
    if (!fresh) {
      ++all_[place->second].count;
      return;
    }
    Candidate& one = all_.emplace_back();
    one.order = place->second;
    one.count = 1;
    for (std::size_t i = first; i < last; ++i) {
      if (i > first) one.shown += parse.atoms.is_mark(words[i].atom - 1, "-") ? "-" : " ";
      one.shown += words[i].shown;
      one.keys.push_back(words[i].key);
      one.weight += words[i].weight * (words[i].name ? kName : 1) *
                    (words[i].weak && last - first == 1 ? kWeak : 1);
    }
    const std::size_t length = last - first;
    one.weight *= kJoined[length - 1] / double(length) * (early ? kEarly : 1);
  }

  std::vector<Candidate> all_;
  std::unordered_map<std::uint64_t, std::size_t> places_;
};

bool is_courtesy(const Parse& parse) {
  if (parse.has(Sign::Boilerplate)) return true;
  const bool polite = parse.has(Sign::Greeting) || parse.has(Sign::Thanks) ||
                      parse.has(Sign::Closing) || parse.has(Sign::Chatter);
  return polite && content_words(parse, 0, parse.atoms.size()) <= kCourtesyWords;
}

// More than half of its words are in one that is taken already.
bool is_told(const Candidate& candidate, const std::vector<const Candidate*>& taken) {
  return std::any_of(taken.begin(), taken.end(), [&](const Candidate* other) {
    const auto shared =
        std::count_if(candidate.keys.begin(), candidate.keys.end(), [&](std::uint64_t key) {
          return std::find(other->keys.begin(), other->keys.end(), key) != other->keys.end();
        });
    return 2 * std::size_t(shared) > candidate.keys.size();
  });
}

}  // namespace

std::vector<std::string> telling_phrases(string_view text, std::size_t count,
                                         const extractor::StatementSplitter& splitter) {
  std::vector<std::string> repaired;
  const string_view texts[] = {text};
  const auto read = readable(texts, repaired);
  Candidates found;
  bool early = true, parting = false;
  visit_statements(read[0], splitter, [&](const extractor::Statement&, const Parse& parse) {
    const bool polite = is_courtesy(parse);
    parting = polite || (parting && parse.atoms.size() <= kSignatureAtoms);  // "Best, / Ann"
    if (parting) return;
    found.add(parse, phrase_words(parse), early);
    early = false;
  });
  std::vector<Candidate> all = found.take();
  std::sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    const double left = a.score(), right = b.score();
    return left != right ? left > right : a.order < b.order;
  });
  std::vector<const Candidate*> taken;
  for (const Candidate& candidate : all) {
    if (taken.size() == count) break;
    if (!is_told(candidate, taken)) taken.push_back(&candidate);
  }
  std::vector<std::string> phrases;
  for (const Candidate* candidate : taken) phrases.push_back(candidate->shown);
  return phrases;
}

}  // namespace memfold::models::summarizer
