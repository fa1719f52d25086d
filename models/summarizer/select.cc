#include "models/summarizer/select.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "models/analyst/verdict.h"
#include "models/summarizer/combine.h"

namespace memfold::models::summarizer {
namespace {

constexpr std::size_t kMostCandidates = 200;
constexpr std::size_t kMostComparisons = 200;  // by the Analyst
constexpr double kRelevance = 0.75;            // of MMR
constexpr double kLeastConfidence = 0.6;       // that it is an update
constexpr double kWorthComparing = 0.4;        // Dice coefficient of what two sentences name
constexpr double kSameText = 0.5;              // likewise, within one text

// Dice coefficient of two sorted sets.
double likeness(const Sentence& a, const Sentence& b) {
  std::size_t shared = 0, i = 0, k = 0;
  while (i < a.subjects.size() && k < b.subjects.size()) {
    if (a.subjects[i] == b.subjects[k]) ++shared;
    const bool next_a = a.subjects[i] <= b.subjects[k];
    k += b.subjects[k] <= a.subjects[i];
    i += next_a;
  }
  const std::size_t all = a.subjects.size() + b.subjects.size();
  return all == 0 ? 0 : 2 * double(shared) / double(all);
}

// The best sentences of the best standing, best first.
std::vector<std::size_t> candidates(std::span<const Sentence> sentences,
                                    std::span<const double> scores) {
  Standing best = Standing::Courtesy;
  for (const Sentence& sentence : sentences) best = std::min(best, sentence.standing);
  std::vector<std::size_t> order;
  if (best > Standing::Question) return order;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (sentences[i].standing == best) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  if (order.size() > kMostCandidates) order.resize(kMostCandidates);
  return order;
}

enum class Relation {
  None,
  NewerStands,  ///< it updates the older one, or says all of it
  OlderStands,  ///< the newer one adds nothing
};

class Selection {
 public:
  Selection(std::span<const Sentence> sentences, std::span<const double> scores)
      : sentences_(sentences), readings_(sentences.size()) {
    for (const std::size_t i : candidates(sentences, scores)) left_.push_back({i, scores[i], 0});
  }

  std::vector<std::size_t> take(std::size_t count) {
    while (chosen_.size() < count && !left_.empty()) {
      const auto best =
          std::max_element(left_.begin(), left_.end(), [](const Open& a, const Open& b) {
            return a.value() < b.value();  // of equals the first: the better score
          });
      const std::size_t sentence = best->sentence;
      left_.erase(best);
      choose(sentence);
    }
    std::sort(chosen_.begin(), chosen_.end());
    return chosen_;
  }

 private:
  struct Open {
    std::size_t sentence;
    double score, likest;  ///< to what is chosen
    double value() const { return kRelevance * score - (1 - kRelevance) * likest; }
  };

  // What stands for `sentence` once everything that is left and updates it is looked at, if nothing
  // chosen says it already.
  void choose(std::size_t sentence) {
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const std::size_t other = left_[i].sentence;
      if (!stands_for(other, sentence)) continue;
      sentence = other;
      left_.erase(left_.begin() + std::ptrdiff_t(i));
      i = std::size_t(-1);  // that may be updated, too
    }
    for (std::size_t& known : chosen_) {
      if (stands_for(known, sentence)) return;
      if (stands_for(sentence, known)) {
        known = sentence;
        drop_repeats(known);
        return;
      }
    }
    chosen_.push_back(sentence);
    for (Open& open : left_) {
      open.likest =
          std::max(open.likest, likeness(sentences_[open.sentence], sentences_[sentence]));
    }
  }

  // What took another's place may stand for a third one as well.
  void drop_repeats(std::size_t sentence) {
    std::erase_if(chosen_, [&](std::size_t other) {
      return other != sentence && stands_for(sentence, other);
    });
  }

  bool stands_for(std::size_t one, std::size_t other) {
    const bool newer = one > other;
    const Relation relation = relation_of(std::min(one, other), std::max(one, other));
    return relation == (newer ? Relation::NewerStands : Relation::OlderStands);
  }

  Relation relation_of(std::size_t older, std::size_t newer) {
    const Sentence& before = sentences_[older];
    const Sentence& after = sentences_[newer];
    const double like = likeness(before, after);
    if (like < (before.source == after.source ? kSameText : kWorthComparing)) return Relation::None;
    for (const Known& known : known_) {
      if (known.older == older && known.newer == newer) return known.relation;
    }
    if (known_.size() == kMostComparisons) return Relation::None;
    known_.push_back({older, newer, compare(reading(older), reading(newer))});
    return known_.back().relation;
  }

  static Relation compare(const Reading& before, const Reading& after) {
    if (covers(before, after)) return Relation::OlderStands;
    if (covers(after, before)) return Relation::NewerStands;
    const Evidence evidence = gather(before, after);
    const Conclusion conclusion = conclude(evidence);
    const bool updates =
        (conclusion.verdict == Verdict::Update && conclusion.confidence >= kLeastConfidence) ||
        conclude_by_rules(evidence).verdict == Verdict::Update;
    return updates ? Relation::NewerStands : Relation::None;
  }

  const Reading& reading(std::size_t i) {
    if (!readings_[i]) {
      readings_[i] = std::make_unique<Reading>(Statement{sentences_[i].text, {}, std::nullopt});
    }
    return *readings_[i];
  }

  struct Known {
    std::size_t older, newer;
    Relation relation;
  };

  std::span<const Sentence> sentences_;
  std::vector<std::unique_ptr<const Reading>> readings_;
  std::vector<std::size_t> chosen_;
  std::vector<Open> left_;
  std::vector<Known> known_;
};

}  // namespace

std::vector<std::size_t> select(std::span<const Sentence> sentences, std::span<const double> scores,
                                std::size_t count) {
  return Selection(sentences, scores).take(count);
}

std::string join(std::span<const Sentence> sentences, std::span<const std::size_t> chosen) {
  bool prose = true;
  for (std::size_t i = 1; i < chosen.size(); ++i) {
    prose =
        prose && extractor::surely_apart(sentences[chosen[i - 1]].text, sentences[chosen[i]].text);
  }
  std::string text;
  for (const std::size_t i : chosen) {
    if (prose) {
      text += (text.empty() ? "" : " ") + sentences[i].text;
    } else {
      text += (text.empty() ? "- " : "\n- ") + sentences[i].text;
    }
  }
  return text;
}

}  // namespace memfold::models::summarizer
