#include "engine/fold/decide.h"

#include <algorithm>

#include "engine/fold/duplicate_guard.h"
#include "engine/fold/outcome.h"
#include "engine/fold/reason.h"

namespace memfold {
namespace {

/// Scores in [from, below) go to the Analyst.
struct Range {
  double from, below;
  bool holds(double score) const { return score >= from && score < below; }
};

Range analysed_range(const DecideOptions& options) {
  switch (options.mode) {
    case Mode::Fast:
      return {1, 0};  // empty
    case Mode::Accurate:
      return {options.accurate_from, options.accurate_below};
    case Mode::Balanced:
      break;
  }
  return {options.balanced_from, options.balanced_below};
}

/// From this score on a pair counts as the same statement unless the guard objects.
double skip_from(const DecideOptions& options) {
  return options.mode == Mode::Accurate ? options.accurate_below : options.duplicate_from;
}

bool replaces_or_skips(Verdict verdict) {
  return verdict == Verdict::Duplicate || verdict == Verdict::Update || verdict == Verdict::Merge;
}

/// From here on the guard's word changes what else is likely.
constexpr double kMayBeDuplicate = 0.1;
/// Less surely apart than this, two statements belong together.
constexpr double kBelongsBelow = 0.7;

/// One decision in the making.
class Decider {
 public:
  Decider(const Provenance& fact, std::span<const ScoredCandidate> candidates,
          Comparisons& comparisons, const DecideOptions& options)
      : fact_(fact), candidates_(candidates), comparisons_(comparisons), options_(options) {
    plan_.analyses.resize(candidates.size());
  }

  Plan run() {
    if (candidates_.empty()) {
      plan_.reason = reason_no_candidate();
      return std::move(plan_);
    }
    plan_.band = band_of(candidates_.front().score.total, options_);
    if (options_.policy == Policy::Classify) {
      if (!by_classification()) create_unmatched();
    } else if (!by_judgement() && !by_same_statement() && !by_analysis() && !by_band()) {
      create_unrelated();
    }
    add_rivals();
    name_analyst();
    return std::move(plan_);
  }

 private:
  double score(std::size_t i) const { return candidates_[i].score.total; }
  double cosine(std::size_t i) const { return candidates_[i].score.cosine; }
  bool classifies() const { return options_.policy == Policy::Classify; }

  /// Policy `classify`: candidates above the cosine gate, nearest first.
  bool by_classification() {
    const ClassifyOptions& gate = options_.classify;
    std::vector<std::size_t> gated;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (cosine(i) > gate.cosine_above) gated.push_back(i);
    }
    std::stable_sort(gated.begin(), gated.end(),
                     [&](std::size_t a, std::size_t b) { return cosine(a) > cosine(b); });
    if (gated.size() > std::size_t(gate.max_candidates)) {
      gated.resize(std::size_t(gate.max_candidates));
    }
    for (const std::size_t i : gated) {
      if (settle(i)) return true;
    }
    return by_softer_verdict();
  }

  /// With a Judge: the best candidates are weighed against each other, and what costs least is
  /// done.
  bool by_judgement() {
    if (!options_.judge || options_.mode == Mode::Fast) return false;
    const std::size_t count = std::min(candidates_.size(), std::size_t(options_.max_judged));
    std::vector<Judged> all = comparisons_.judge(count);
    if (all.empty()) return false;
    for (Judged& one : all) {
      plan_.analyses[plan_.judgements.size()] = std::move(one.analysis);  // none where set aside
      plan_.judgements.push_back(std::move(one.judgement));
      few_words_.push_back(one.few_words);
    }
    if (const std::optional<Choice> best = best_guarded()) {
      choose(*best);
    } else {
      create_judged();
    }
    return true;
  }

  /// What costs least, once the guard was asked about all that may well be duplicates, and about
  /// every one that would be skipped.
  std::optional<Choice> best_guarded() {
    std::vector<bool> asked(plan_.judgements.size());
    const auto ask = [&](std::size_t i) {
      asked[i] = true;
      heed_guard(plan_.judgements[i], comparisons_.differences(i));
    };
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (plan_.judgements[i].likely[std::size_t(Outcome::Duplicate)] >= kMayBeDuplicate) ask(i);
    }
    for (;;) {
      const std::optional<Choice> best = best_choice(plan_.judgements, options_.cost);
      if (!best || best->outcome != Outcome::Duplicate || asked[best->candidate]) return best;
      ask(best->candidate);
    }
  }

  /// Does what was judged best, or asks a person where that may well be wrong.
  void choose(const Choice& choice) {
    adopt_judgement(choice.candidate, choice.outcome);
    std::string reason = reason_judged(plan_.judgements[choice.candidate], choice.outcome,
                                       in_words(choice.candidate));
    if (choice.cost >= options_.cost.review) {
      ask_about(choice.candidate, std::move(reason));
    } else if (choice.outcome == Outcome::Duplicate) {
      skip_duplicate(choice.candidate, std::move(reason));
    } else {
      const bool merges = choice.outcome == Outcome::Merge;
      replace(choice.candidate, merges ? Operation::Merge : Operation::Supersede,
              std::move(reason));
    }
  }

  /// Nothing is worth acting on: a new memory, linked to what it belongs to.
  void create_judged() {
    std::size_t nearest = 0;  // the candidate it is least surely apart from
    double cost = 0;
    std::optional<std::size_t> linked;
    for (std::size_t i = 0; i < plan_.judgements.size(); ++i) {
      const auto apart = [&](std::size_t j) { return plan_.judgements[j].likely[0]; };
      if (apart(i) < apart(nearest)) nearest = i;
      cost = std::max(cost, expected_cost(plan_.judgements[i], Outcome::Apart, options_.cost));
      const bool linkable = plan_.analyses[i] && plan_.analyses[i]->verdict == Verdict::Link;
      if (!linked && (linkable || apart(i) < kBelongsBelow)) linked = i;
    }
    const Judgement& judged = plan_.judgements[nearest];
    const Analysis& analysis = in_words(linked.value_or(nearest));
    std::string reason = reason_judged(judged, Outcome::Apart, analysis);
    if (cost >= options_.cost.review) {
      const auto acting = judged.likely.begin() + 1;
      const auto likeliest = std::max_element(acting, judged.likely.end());
      adopt_judgement(nearest, Outcome(likeliest - judged.likely.begin()));
      return ask_about(nearest, std::move(reason));
    }
    adopt(analysis);
    plan_.verdict = linked ? Verdict::Link : Verdict::Unrelated;
    plan_.confidence = judged.likely[std::size_t(Outcome::Apart)];
    if (linked) {
      create_linked(*linked, analysis.relationship_type.value_or(EdgeType::RelatedTo),
                    std::move(reason));
    } else {
      plan_.reason = std::move(reason);
    }
  }

  const Analysis& in_words(std::size_t i) {
    put_in_words(*plan_.analyses[i]);
    return *plan_.analyses[i];
  }

  void adopt_judgement(std::size_t i, Outcome outcome) {
    adopt(*plan_.analyses[i]);
    plan_.verdict = verdict_of(outcome);
    plan_.confidence = plan_.judgements[i].likely[std::size_t(outcome)];
  }

  /// Does the safe thing and asks a person about candidate i.
  void ask_about(std::size_t i, std::string reason) {
    plan_.review = true;
    plan_.doubt = i;
    leave_in_doubt(i, std::move(reason));
  }

  /// Candidates so alike that only the guard stands between the fact and a SKIP.
  bool by_same_statement() {
    const double from = skip_from(options_);
    for (std::size_t i = 0; i < candidates_.size() && score(i) >= from; ++i) {
      std::vector<PropertyChange> differences = comparisons_.differences(i);
      if (differences.empty()) {
        skip_duplicate(i, reason_duplicate(score(i), from));
        return true;
      }
      guarded_ = true;
      if (settle(i)) return true;
    }
    return false;
  }

  /// Candidates in the mode's range, best first, until one verdict is decisive.
  bool by_analysis() {
    const Range range = analysed_range(options_);
    int asked = 0;
    for (std::size_t i = 0; i < candidates_.size() && asked < options_.max_analyses; ++i) {
      if (score(i) < range.from) break;
      if (!range.holds(score(i)) || plan_.analyses[i]) continue;
      ++asked;
      if (settle(i)) return true;
    }
    return by_softer_verdict();
  }

  /// Asks about candidate i and acts when the answer is decisive; else remembers it.
  bool settle(std::size_t i) {
    plan_.analyses[i] =
        options_.mode == Mode::Fast ? comparisons_.analyse_inside(i) : comparisons_.analyse(i);
    const Analysis& analysis = *plan_.analyses[i];
    if (!analysis.answered) {
      if (!first_unanswered_) first_unanswered_ = i;
      return false;
    }
    if (!replaces_or_skips(analysis.verdict)) {
      if (analysis.verdict == Verdict::Link && !first_link_) first_link_ = i;
      if (analysis.verdict == Verdict::Unrelated && !first_unrelated_) first_unrelated_ = i;
      return false;
    }
    if (analysis.confidence <= options_.review_at_confidence || !is_safe(i, analysis)) {
      const bool likely = analysis.confidence >= options_.review_from_confidence;
      std::optional<std::size_t>& first = likely ? first_doubtful_ : first_unclear_;
      if (!first) first = i;
      return false;
    }
    return act(i, analysis);
  }

  /// P6, whoever the Analyst is: a SKIP needs the guard's consent, a replacement the same subject.
  bool is_safe(std::size_t i, const Analysis& analysis) {
    if (analysis.verdict != Verdict::Duplicate) return analysis.same_subject;
    return comparisons_.differences(i).empty();
  }

  bool act(std::size_t i, const Analysis& analysis) {
    if (analysis.verdict == Verdict::Duplicate) {
      adopt(analysis);
      skip_duplicate(i, reason_verdict(analysis, score(i)));
      return true;
    }
    if (!is_enabled(analysis.verdict)) {
      if (!first_link_) first_link_ = i;
      return false;
    }
    if (!classifies() && analysis.verdict == Verdict::Update && score(i) < options_.update_floor) {
      if (!first_too_low_) first_too_low_ = i;
      return false;
    }
    adopt(analysis);
    replace(i, analysis.verdict == Verdict::Merge ? Operation::Merge : Operation::Supersede,
            reason_verdict(analysis, score(i)));
    return true;
  }

  /// The policy `classify` lets hosts switch replacing off; such a pair coexists.
  bool is_enabled(Verdict verdict) const {
    if (!classifies()) return true;
    return verdict == Verdict::Merge ? options_.classify.merge : options_.classify.supersede;
  }

  /// No verdict was decisive: the safest reading of those there are.
  bool by_softer_verdict() {
    if (first_doubtful_) return flag(*first_doubtful_);
    if (first_unanswered_) return flag(*first_unanswered_);
    if (first_too_low_) {
      adopt(*plan_.analyses[*first_too_low_]);
      create_linked(*first_too_low_, EdgeType::RelatedTo,
                    reason_update_floor(score(*first_too_low_), options_.update_floor));
      return true;
    }
    if (first_link_) {
      const Analysis& analysis = *plan_.analyses[*first_link_];
      adopt(analysis);
      if (classifies()) {
        create_similar(*first_link_, reason_verdict(analysis, score(*first_link_)));
      } else {
        create_linked(*first_link_, analysis.relationship_type.value_or(EdgeType::RelatedTo),
                      reason_verdict(analysis, score(*first_link_)));
      }
      return true;
    }
    if (first_unclear_) {
      const Analysis& analysis = *plan_.analyses[*first_unclear_];
      adopt(analysis);
      create_linked(*first_unclear_, EdgeType::RelatedTo, reason_unclear(analysis, options_));
      return true;
    }
    if (first_unrelated_) {
      const Analysis& analysis = *plan_.analyses[*first_unrelated_];
      adopt(analysis);
      plan_.reason = reason_verdict(analysis, score(*first_unrelated_));
      return true;
    }
    return false;
  }

  bool flag(std::size_t i) {
    const Analysis& analysis = *plan_.analyses[i];
    adopt(analysis);
    ask_about(i, reason_in_doubt(analysis, options_));
    return true;
  }

  /// What the bands alone say, where no Analyst was asked.
  bool by_band() {
    switch (plan_.band) {
      case Band::Duplicate:  // the guard objected and nothing settled it
      case Band::Update: {
        // P6 holds in every mode: replacing needs the same subject, whatever the score.
        if (!plan_.analyses[0]) plan_.analyses[0] = comparisons_.analyse_inside(0);
        const Analysis& analysis = *plan_.analyses[0];
        if (analysis.same_subject && !guarded_) {
          plan_.property_changes = analysis.property_changes;
          replace(0, Operation::Supersede, reason_band(score(0), plan_.band));
        } else {
          create_linked(0, analysis.relationship_type.value_or(EdgeType::RelatedTo),
                        reason_other_subject(score(0)));
        }
        return true;
      }
      case Band::Related:
        create_linked(0, EdgeType::RelatedTo, reason_band(score(0), plan_.band));
        return true;
      case Band::None:
      case Band::Unrelated:
        break;
    }
    return false;
  }

  void adopt(const Analysis& analysis) {
    plan_.verdict = analysis.verdict;
    plan_.confidence = analysis.confidence;
    plan_.analyst = analysis.analyst;
    plan_.property_changes = analysis.property_changes;
  }

  void skip_duplicate(std::size_t i, std::string reason) {
    plan_.kind = DecisionKind::Skip;
    plan_.operation = Operation::Noop;
    plan_.target = i;
    plan_.says_the_same = true;
    plan_.reason = std::move(reason);
  }

  /// UPDATE by a new version or by merging, unless a more trusted source said otherwise. What was
  /// said earlier is history whoever said it: it would have been, had it come in time.
  void replace(std::size_t i, Operation operation, std::string reason) {
    const Provenance target = comparisons_.provenance(i);
    const int mine = int(fact_.source_type), theirs = int(target.source_type);
    const bool outranks = options_.respect_source_priority && mine < theirs;
    plan_.target = i;
    plan_.backdated =
        operation == Operation::Supersede && !outranks && fact_.stated_at < target.stated_at;
    if (options_.respect_source_priority && mine > theirs && !plan_.backdated) {
      plan_.kind = DecisionKind::Skip;
      plan_.operation = Operation::Noop;
      plan_.reason = reason_conflict_lost(fact_.source_type, target.source_type);
      return;
    }
    if (plan_.backdated) {
      reason = reason_backdated(fact_.stated_at, target.stated_at, std::move(reason));
    } else {
      plan_.next = comparisons_.next_content(i, operation);
      if (plan_.next->too_long > 0) return keep_apart(i, std::move(reason));
      reason += reason_sentences(*plan_.next);
    }
    plan_.kind = DecisionKind::Update;
    plan_.operation = operation;
    plan_.reason = std::move(reason);
  }

  /// Both would be too long for one memory: both stand, and are found.
  void keep_apart(std::size_t i, std::string reason) {
    reason =
        "stored beside it and linked: " + reason_too_long(plan_.next->too_long) + "; " + reason;
    plan_.target.reset();
    plan_.next.reset();
    if (classifies()) return create_similar(i, std::move(reason));
    create_linked(i, EdgeType::RelatedTo, std::move(reason));
  }

  /// A new memory with an edge to candidate i and to the others that are related by score.
  void create_linked(std::size_t i, EdgeType type, std::string reason) {
    plan_.link_type = type;
    plan_.links.push_back(i);
    for (std::size_t j = 0; j < candidates_.size(); ++j) {
      if (int(plan_.links.size()) >= options_.max_links) break;
      const bool unrelated =
          plan_.analyses[j] ? plan_.analyses[j]->verdict == Verdict::Unrelated : few_words(j);
      if (j != i && !unrelated && score(j) >= options_.related_from) plan_.links.push_back(j);
    }
    plan_.reason = std::move(reason);
  }

  /// Weighed by the Judge, and not compared.
  bool set_aside(std::size_t i) const { return i < plan_.judgements.size() && !plan_.analyses[i]; }
  bool few_words(std::size_t i) const { return i < few_words_.size() && few_words_[i]; }

  /// Policy `classify`: both statements stand, side by side.
  void create_similar(std::size_t i, std::string reason) {
    plan_.link_type = EdgeType::Similar;
    plan_.link_strength = options_.classify.similar_strength;
    plan_.links.push_back(i);
    plan_.reason = std::move(reason);
  }

  /// What DecideOptions::in_doubt says, until a person has looked.
  void leave_in_doubt(std::size_t i, std::string reason) {
    switch (options_.in_doubt) {
      case DoubtPolicy::Link:
        return create_linked(i, EdgeType::RelatedTo, std::move(reason));
      case DoubtPolicy::Create:
        break;
      case DoubtPolicy::Hold:
        plan_.kind = DecisionKind::Skip;
        plan_.operation = Operation::Noop;
        plan_.target = i;
        break;
    }
    plan_.reason = std::move(reason);
  }

  void create_unmatched() {
    double nearest = 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i) nearest = std::max(nearest, cosine(i));
    plan_.reason = reason_below_gate(nearest, options_.classify.cosine_above);
  }

  void create_unrelated() { plan_.reason = reason_unrelated(score(0), options_.related_from); }

  void add_rivals() {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (int(plan_.rivals.size()) >= options_.max_rivals) break;
      if (plan_.target == i) continue;
      const Analysis* analysis = plan_.analyses[i] ? &*plan_.analyses[i] : nullptr;
      plan_.rivals.push_back(
          {candidates_[i].memory_id, score(i),
           few_words(i)   ? "not compared: few words in common"
           : set_aside(i) ? "not compared: others were nearer"
                          : why_not(score(i), analysis, plan_.target.has_value(), options_)});
    }
  }

  /// Somebody was asked, whatever settled it.
  void name_analyst() {
    for (const auto& analysis : plan_.analyses) {
      if (!plan_.analyst.empty()) return;
      if (analysis) plan_.analyst = analysis->analyst;
    }
  }

  const Provenance& fact_;
  std::span<const ScoredCandidate> candidates_;
  Comparisons& comparisons_;
  const DecideOptions& options_;
  Plan plan_;
  std::vector<bool> few_words_;  ///< Judged::few_words of those weighed
  bool guarded_ = false;         ///< the guard stopped a SKIP
  std::optional<std::size_t> first_link_, first_unrelated_, first_doubtful_, first_too_low_,
      first_unclear_, first_unanswered_;
};

}  // namespace

Band band_of(double score, const DecideOptions& options) {
  if (score >= options.duplicate_from) return Band::Duplicate;
  if (score >= options.update_from) return Band::Update;
  if (score >= options.related_from) return Band::Related;
  return Band::Unrelated;
}

Plan decide(const Provenance& fact, std::span<const ScoredCandidate> candidates,
            Comparisons& comparisons, const DecideOptions& options) {
  return Decider(fact, candidates, comparisons, options).run();
}

}  // namespace memfold
