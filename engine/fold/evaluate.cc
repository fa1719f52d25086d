#include "engine/fold/evaluate.h"

#include <algorithm>

#include "engine/fold/past_note.h"
#include "engine/fold/shortlist.h"

namespace memfold {
namespace {

Judgement surely_apart() {
  Judgement judgement;
  judgement.likely[std::size_t(Outcome::Apart)] = 1;
  judgement.words_shared = 0;
  return judgement;
}

/// Candidates that are compared before it is known whether they have to be: by what is always
/// in-process alone, and where a decision asks for them at once.
std::size_t most_ahead(const DecideOptions& options, const Models& models) {
  if (!judges(options, models)) {
    return options.mode == Mode::Fast && options.policy == Policy::Tree ? 1 : 0;
  }
  const bool inside = models.analyst->name() == models.guard_analyst->name();
  return inside ? std::size_t(options.max_analyses) : 0;
}

ComparisonAsked asked_of(const Memory& memory, const Memory& fact, Compared compared,
                         const DecideOptions& options) {
  const bool one_subject = !fact.subject.empty() && fact.subject == memory.subject;
  const bool sieved = compared == Compared::WhereWordsAreShared && !one_subject;
  return {{statement_of(memory), statement_of(fact)}, sieved ? options.judged_words : 0};
}

/// Reads candidates' texts when a decision asks for them.
class LaneComparisons final : public Comparisons {
 public:
  /// What is asked is written down in `evaluation`.
  LaneComparisons(const EvaluationContext& context, const Memory& fact,
                  std::span<const Shortlisted> candidates, const std::function<void()>& meanwhile,
                  Evaluation& evaluation)
      : context_(context),
        fact_(fact),
        shortlist_(candidates),
        meanwhile_(meanwhile),
        evaluation_(evaluation) {}

  Provenance provenance(std::size_t i) override {
    const Memory& memory = candidate(i);
    return {memory.source_type, memory.stated_at};
  }
  Analysis analyse(std::size_t i) override {
    Answers::Answer answer = context_.answers.about(pair_with(i));
    ++evaluation_.counts.made;
    evaluation_.counts.kept += answer.was_kept;
    evaluation_.counts.tokens += answer.analysis.tokens;
    if (answer.place) evaluation_.paid.push_back({i, *answer.place});
    return std::move(answer.analysis);
  }
  std::vector<Judged> judge(std::size_t count) override {
    const Models& models = context_.models;
    if (!judges(context_.options, models)) return {};
    std::vector<PairContext> contexts;
    std::vector<ComparisonAsked> asked;
    std::vector<std::size_t> places;  // of what is asked
    for (std::size_t i = 0; i < count; ++i) {
      PairContext& pair =
          contexts.emplace_back(pair_context(evaluation_.candidates[i].score, candidate(i), fact_));
      pair.set_aside = true;
      if (shortlist_[i].compared == Compared::Never) continue;
      asked.push_back(asked_of(candidate(i), fact_, shortlist_[i].compared, context_.options));
      places.push_back(i);
    }
    std::vector<std::optional<Analysis>> answers = context_.ahead.answers(asked);
    meanwhile_();
    std::vector<Analysis> analyses(count);
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (!answers[k]) continue;
      contexts[places[k]].set_aside = false;
      analyses[places[k]] = *std::move(answers[k]);
    }
    std::vector<Judgement> judgements = models.judge->judge(fact_.content, contexts, analyses);
    std::vector<Judged> all;
    for (std::size_t i = 0; i < count; ++i) {
      if (contexts[i].set_aside) {
        const bool few_words = shortlist_[i].compared != Compared::Never;
        all.push_back({std::nullopt, surely_apart(), few_words});
        continue;
      }
      ++evaluation_.counts.made;
      all.push_back({std::move(analyses[i]), std::move(judgements[i]), false});
    }
    return all;
  }
  Analysis analyse_inside(std::size_t i) override {
    ++evaluation_.counts.made;
    return context_.ahead.answers({ComparisonAsked{pair_with(i)}}).front().value();
  }
  std::vector<PropertyChange> differences(std::size_t i) override {
    const StatementPair pair = pair_with(i);
    return context_.models.guard->differences(pair.existing, pair.incoming);
  }
  NextContent next_content(std::size_t i, Operation operation) override {
    return memfold::next_content(candidate(i), fact_, operation, context_.options, context_.models);
  }

 private:
  const Memory& candidate(std::size_t i) {
    return context_.group.memory(evaluation_.candidates[i].memory_id);
  }
  StatementPair pair_with(std::size_t i) {
    return {statement_of(candidate(i)), statement_of(fact_)};
  }

  const EvaluationContext& context_;
  const Memory& fact_;
  const std::span<const Shortlisted> shortlist_;
  const std::function<void()>& meanwhile_;
  Evaluation& evaluation_;
};

}  // namespace

Statement statement_of(const Memory& memory) {
  return {split_note(memory.content).now, memory.subject, memory.stated_at};
}

PairContext pair_context(const Score& score, const Memory& memory, const Memory& fact) {
  return {.factors = score.factors,
          .present = score.present,
          .cosine = score.cosine,
          .memory_source = memory.source_type,
          .fact_source = fact.source_type,
          .memory_stated = memory.stated_at,
          .fact_stated = fact.stated_at,
          .version = memory.version,
          .merged = std::uint32_t(memory.merge_source_ids.size()),
          .memory_subject = !memory.subject.empty(),
          .fact_subject = !fact.subject.empty(),
          .one_subject = !fact.subject.empty() && fact.subject == memory.subject};
}

Evaluation evaluate(const EvaluationContext& context, const SearchedFact& fact,
                    const std::function<void()>& meanwhile) {
  Evaluation evaluation;
  const std::vector<Shortlisted> candidates = shortlist(context, fact);
  for (const Shortlisted& one : candidates) evaluation.candidates.push_back(one.candidate);
  const Memory& memory = fact.fact.memory;
  LaneComparisons comparisons(context, memory, candidates, meanwhile, evaluation);
  evaluation.plan = decide({memory.source_type, memory.stated_at}, evaluation.candidates,
                           comparisons, context.options);
  if (!judges(context.options, context.models)) meanwhile();
  return evaluation;
}

ComparisonsAhead comparisons_for(const DecideOptions& options, const Models& models) {
  if (judges(options, models)) return ComparisonsAhead(*models.analyst, AskedFor::Judge);
  return ComparisonsAhead(*models.guard_analyst, AskedFor::Verdict);
}

void compare_ahead(const EvaluationContext& context, const SearchedFact& fact) {
  const std::size_t most = most_ahead(context.options, context.models);
  if (most == 0 || !context.ahead.pays()) return;
  const bool judged = judges(context.options, context.models);
  std::vector<ComparisonAsked> asked;
  for (const auto& [candidate, compared] : shortlist(context, fact)) {
    const bool matters = judged || candidate.score.total >= context.options.update_from;
    if (asked.size() == most || !matters || compared == Compared::Never) break;
    asked.push_back(asked_of(context.group.memory(candidate.memory_id), fact.fact.memory, compared,
                             context.options));
  }
  context.ahead.begin(asked);
}

/// The steps a plan stands for, from analysing or no_match on.
void advance_by(const Plan& plan, bool matched, FoldProgress& progress) {
  progress.advance(matched ? FoldState::Analysing : FoldState::NoMatch);
  switch (plan.operation) {
    case Operation::Add:
      progress.advance(FoldState::Adding);
      break;
    case Operation::Supersede:
      progress.advance(FoldState::Updating);
      break;
    case Operation::Merge:
      progress.advance(FoldState::Merging);
      break;
    default:
      break;
  }
  progress.advance(plan.kind == DecisionKind::Skip ? FoldState::Skipped : FoldState::Committed);
}

Decision outcome_of(const Evaluation& evaluation, const PreparedFact& fact) {
  const Plan& plan = evaluation.plan;
  Decision decision;
  decision.user = fact.memory.user;
  decision.kind = plan.kind;
  decision.operation = plan.operation;
  decision.backdated = plan.backdated;
  decision.review = plan.review;
  decision.fact_id = fact.fact_id;
  decision.band = plan.band;
  decision.verdict = plan.verdict;
  decision.confidence = plan.confidence;
  decision.analyst = plan.analyst;
  decision.property_changes = plan.property_changes;
  decision.reason = plan.reason;
  decision.rivals = plan.rivals;
  decision.idempotency_key = fact.idempotency_key;
  decision.source_id = fact.memory.source_id;
  decision.content_hash = fact.content_hash;
  decision.analyses = std::uint32_t(evaluation.counts.made);
  decision.kept_analyses = std::uint32_t(evaluation.counts.kept);
  decision.tokens = std::uint32_t(std::min<std::uint64_t>(evaluation.counts.tokens, UINT32_MAX));
  if (!evaluation.candidates.empty()) {
    decision.score = evaluation.candidates[plan.target.value_or(0)].score;
  }
  return decision;
}

}  // namespace memfold
