#include "engine/recall/rank.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/text.h"
#include "engine/fold/embed_facts.h"
#include "index/codebook.h"
#include "index/top_k.h"
#include "memfold/error.h"

namespace memfold {
namespace {

/// Entities of up to this many words are looked for in a query.
constexpr std::size_t kMaxEntityWords = 4;
/// What a word counts that a memory does not say itself.
constexpr double kBeside = 0.5;
/// What is left of a score where a question asks for a time or an amount and the memory tells none.
constexpr double kNoSuchValue = 0.5;

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::vector<std::int16_t> embed_query(const Embedder& embedder, const RecallQuery& query) {
  if (!query.vector.empty()) {
    std::vector<std::int16_t> row(std::size_t(embedder.dimension()));
    const std::string error = check_embedding(query.vector, embedder.dimension());
    if (!error.empty()) throw Error(ErrorCode::InvalidArgument, "recall: " + error);
    quantise_unit(query.vector, row);
    return row;
  }
  return embed_text(embedder, to_nfc(to_valid_utf8(query.text)));
}

double weight_of(Term::Kind kind, const RecallOptions& options) {
  switch (kind) {
    case Term::Kind::Part:
      return options.part_weight;
    case Term::Kind::Concept:
      return options.concept_weight;
    case Term::Kind::Word:
      break;
  }
  return 1;
}

Evidence shares_of(RecallBy by, const RecallOptions& options) {
  switch (by) {
    case RecallBy::Vector:
      return {.content = 1};
    case RecallBy::Words:
      return {.words = 1};
    case RecallBy::Both:
      break;
  }
  return {options.content_share, options.word_share, options.key_share, options.near_share};
}

/// The `reach` ordinals of largest score above 0, equal scores in ascending ordinal.
std::vector<Ordinal> best_of(std::span<const std::int32_t> scores, std::size_t reach) {
  std::vector<index::HitKey> keys;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] > 0) keys.push_back(index::hit_key(scores[i], Ordinal(i)));
  }
  if (keys.size() > reach) {
    std::nth_element(keys.begin(), keys.begin() + std::ptrdiff_t(reach), keys.end(),
                     std::greater<>());
    keys.resize(reach);
  }
  std::vector<Ordinal> ordinals;
  for (const index::HitKey key : keys) ordinals.push_back(index::key_hit(key).ordinal);
  return ordinals;
}

void sort_best_first(std::vector<Ranked>& ranked) {
  std::sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    return a.score != b.score ? a.score > b.score : a.ordinal < b.ordinal;
  });
}

}  // namespace

double fuse(const Evidence& found, const Evidence& share) {
  // Built up part by part: what stands alone comes out as it is, to the last bit.
  double score = share.content * found.content;
  score += (1 - score) * (share.words * found.words);
  score += (1 - score) * (share.keys * found.keys);
  score += (1 - score) * (share.near * found.near);
  return score;
}

Ranking::Ranking(const Lane& lane, const Models& models, const RecallOptions& options,
                 const RecallQuery& query)
    : lane_(lane), embedder_(*models.embedder), options_(options), by_(query.by) {
  if (by_ != RecallBy::Words) {
    row_ = embed_query(embedder_, query);
    if (!has_direction(row_)) row_.clear();
  }
  if (by_ != RecallBy::Vector && models.tokenizer && lane.words() != nullptr) {
    read_words(*models.tokenizer, to_nfc(to_valid_utf8(query.text)));
  }
  if (by_ == RecallBy::Both) {
    read_keys(query.text);
    tokenizer_ = models.tokenizer.get();
    if (tokenizer_ != nullptr) asked_ = tokenizer_->values_asked(query.text);
  }
  share_ = shares_of(by_, options);
  // What has nothing beside it to be weighed against speaks for itself.
  if (by_ == RecallBy::Both && words_.empty()) share_.content = 1;
  if (by_ == RecallBy::Both && row_.empty()) share_.words = 1;
}

void Ranking::read_words(const Tokenizer& tokenizer, std::string_view text) {
  for (const Term& term : tokenizer.terms(text)) {
    words_.push_back({term_key(term.text), weight_of(term.kind, options_), 0,
                      std::string(text.substr(term.begin, term.end - term.begin)), term.begin});
  }
  // A term said twice, or as a word and as a part of one, counts once, as the most it is.
  std::stable_sort(words_.begin(), words_.end(), [](const Word& a, const Word& b) {
    return a.term != b.term ? a.term < b.term : a.weight > b.weight;
  });
  words_.erase(std::unique(words_.begin(), words_.end(),
                           [](const Word& a, const Word& b) { return a.term == b.term; }),
               words_.end());
  const index::WordIndex& index = lane_.words()->index();
  std::vector<index::QueryWord> asked;
  for (Word& word : words_) {
    const std::size_t frequency = index.frequency(word.term);
    const double share = frequency > 0 ? 1 : options_.unknown_weight;
    word.told = word.weight * index.idf(frequency);
    full_score_ += share * word.told;
    asked.push_back({word.term, word.weight});
  }
  word_scores_ = index.score(asked);
}

/// Entities, as exact keys, that the query's words name in this lane.
void Ranking::read_keys(std::string_view text) {
  const std::vector<std::string> words = split(normalise_key(to_valid_utf8(text)));
  double all = 0;
  for (std::size_t first = 0; first < words.size(); ++first) {
    std::string phrase;
    for (std::size_t n = 0; n < kMaxEntityWords && first + n < words.size(); ++n) {
      phrase += (n == 0 ? "" : " ") + words[first + n];
      const std::uint64_t key = entity_key(phrase);
      const std::size_t frequency = lane_.postings().frequency(key);
      const bool known = std::any_of(keys_.begin(), keys_.end(),
                                     [&](const Key& other) { return other.key == key; });
      if (frequency == 0 || known) continue;
      keys_.push_back({key, 1.0 / std::sqrt(double(frequency)), phrase});
      all += keys_.back().weight;
    }
  }
  for (Key& key : keys_) key.weight /= all;
}

double Ranking::content_of(std::int32_t dot) const {
  return std::clamp(embedder_.calibration().similarity(dot / kDotScale), 0.0, 1.0);
}

double Ranking::content_of(Ordinal ordinal) const {
  if (row_.empty()) return 0;
  std::int32_t dot = 0;
  index::inner_products(row_, 1, lane_.vectors().row(ordinal), 1, lane_.vectors().dimension(),
                        std::span(&dot, 1));
  return dot > 0 ? content_of(dot) : 0;
}

std::vector<index::Hit> Ranking::nearest(std::size_t reach, std::size_t probes) const {
  if (row_.empty()) return {};
  const index::VectorIndex& vectors = lane_.vectors();
  std::vector<std::vector<index::Hit>> hits;
  if (probes > 0) {
    const auto cells = vectors.codebook()->nearest(row_, 1, probes, vectors.spread());
    vectors.search_near(row_, 1, cells, reach, 1, hits);
  } else {
    vectors.search(row_, 1, reach, 1, hits);
  }
  return std::move(hits.front());
}

std::vector<Ranked> Ranking::best(std::size_t reach, std::size_t probes) const {
  std::unordered_map<Ordinal, Ranked> found;
  for (const index::Hit& hit : nearest(reach, probes)) {
    found.emplace(hit.ordinal, Ranked{hit.ordinal, {.content = content_of(hit.dot)}});
  }
  const auto entry_of = [&](Ordinal ordinal) -> Ranked& {
    const auto [entry, added] = found.try_emplace(ordinal, Ranked{ordinal});
    if (added) entry->second.found.content = content_of(ordinal);
    return entry->second;
  };
  for (const Ordinal ordinal : best_of(word_scores_, reach)) entry_of(ordinal);
  for (const Key& key : keys_) {
    const std::span<const Ordinal> carriers = lane_.postings().find(key.key);
    for (const Ordinal ordinal : carriers.last(std::min(carriers.size(), reach))) {
      entry_of(ordinal).found.keys += key.weight;
    }
  }
  std::vector<Ranked> ranked;
  for (auto& [ordinal, entry] : found) {  // sorted next
    entry.found.words = words_of(ordinal);
    entry.score = fuse(entry.found, share_);
    ranked.push_back(entry);
  }
  sort_best_first(ranked);
  return ranked;
}

void Ranking::add_near(const std::unordered_map<Ordinal, double>& near,
                       std::vector<Ranked>& ranked) const {
  std::unordered_map<Ordinal, double> others = near;
  const auto tell = [&](Ranked& one, double how) {
    one.found.near = how;
    one.score = fuse(one.found, share_);
  };
  for (Ranked& one : ranked) {
    const auto beside = others.find(one.ordinal);
    if (beside == others.end()) continue;
    tell(one, beside->second);
    others.erase(beside);
  }
  for (const auto& [ordinal, how] : others) {  // sorted next
    Ranked one{ordinal, {.content = content_of(ordinal), .words = words_of(ordinal)}};
    tell(one, how);
    ranked.push_back(one);
  }
  sort_best_first(ranked);
}

double Ranking::words_of(Ordinal ordinal) const {
  if (ordinal >= word_scores_.size() || full_score_ <= 0) return 0;
  const double score = word_scores_[ordinal] / index::WordIndex::kScoreScale;
  return std::min(1.0, score / full_score_);
}

Inspected Ranking::inspect(const Ranked& found, const Memory& memory) const {
  Inspected inspected{.ranked = found, .words = {}};
  inspect_words(memory, inspected);
  inspected.has_value = asked_ == 0 || (tokenizer_->values_told(memory.content) & asked_) != 0;
  if (!inspected.has_value) inspected.ranked.score *= kNoSuchValue;
  return inspected;
}

void Ranking::inspect_words(const Memory& memory, Inspected& inspected) const {
  const Ranked found = inspected.ranked;
  if (found.found.words <= 0) return;
  const auto sorted = [](std::vector<std::uint64_t> terms) {
    std::sort(terms.begin(), terms.end());
    return terms;
  };
  const auto said = sorted(lane_.words()->read_content(memory));
  const auto beside = sorted(lane_.words()->read_beside(memory));
  double of_said = 0, of_all = 0;
  std::vector<const Word*> here;
  for (const Word& word : words_) {
    const bool is_said = std::binary_search(said.begin(), said.end(), word.term);
    if (!is_said && !std::binary_search(beside.begin(), beside.end(), word.term)) continue;
    of_all += word.told;
    if (is_said) of_said += word.told;
    here.push_back(&word);
  }
  inspected.words = texts_of(std::move(here));
  if (of_all <= 0) return;
  inspected.ranked.found.words *= kBeside + (1 - kBeside) * of_said / of_all;
  inspected.ranked.score = std::min(found.score, fuse(inspected.ranked.found, share_));
}

/// In the order of the query, without repeats.
std::vector<std::string> Ranking::texts_of(std::vector<const Word*> words) const {
  std::sort(words.begin(), words.end(), [](const Word* a, const Word* b) {
    return a->begin != b->begin ? a->begin < b->begin : a->text.size() > b->text.size();
  });
  std::vector<std::string> texts;
  for (const Word* word : words) {
    const bool known = std::find(texts.begin(), texts.end(), word->text) != texts.end();
    if (!known) texts.push_back(word->text);
  }
  return texts;
}

std::vector<std::string> Ranking::matched_keys(Ordinal ordinal) const {
  std::vector<std::string> matched;
  for (const Key& key : keys_) {
    const std::span<const Ordinal> carriers = lane_.postings().find(key.key);
    if (std::binary_search(carriers.begin(), carriers.end(), ordinal)) matched.push_back(key.text);
  }
  return matched;
}

}  // namespace memfold
