#include "engine/fold/evaluate.h"

#include <algorithm>

#include "engine/fold/candidates.h"
#include "engine/fold/past_note.h"
#include "engine/parallel.h"

namespace memfold {
namespace {

/// A follow-up may share no word with what it is about, but then that is near the top of the list
/// or was told of late: so many of either are compared whatever they share.
constexpr std::size_t kBestAlways = 2, kNewestAlways = 6;

Judgement surely_apart() {
  Judgement judgement;
  judgement.likely[std::size_t(Outcome::Apart)] = 1;
  judgement.words_shared = 0;
  return judgement;
}

/// What it says now: what it says of its past is no longer so.
Statement statement_of(const Memory& memory) {
  return {split_note(memory.content).now, memory.subject, memory.stated_at};
}

/// Whether a Judge decides.
bool judges(const DecideOptions& options, const Models& models) {
  return options.judge && models.judge && options.mode != Mode::Fast &&
         options.policy == Policy::Tree;
}

/// Reads candidates' texts when a decision asks for them.
class LaneComparisons final : public Comparisons {
 public:
  /// What is asked is written down in `evaluation`. `sieved`: candidates that are compared only
  /// where they share words.
  LaneComparisons(const EvaluationContext& context, const Memory& fact, std::vector<bool> sieved,
                  Evaluation& evaluation)
      : context_(context), fact_(fact), sieved_(std::move(sieved)), evaluation_(evaluation) {}

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
    std::vector<StatementPair> pairs;
    for (std::size_t i = 0; i < count; ++i) {
      contexts.push_back(pair_context(evaluation_.candidates[i].score, candidate(i), fact_));
      pairs.push_back(pair_with(i));
    }
    std::vector<Analysis> analyses(count);
    parallel_for(count, [&](std::size_t i) {
      const bool sieved = sieved_[i] && !contexts[i].one_subject;
      std::optional<Analysis> analysis = models.analyst->compare_for_judge(
          pairs[i].existing, pairs[i].incoming, sieved ? context_.options.judged_words : 0);
      contexts[i].set_aside = !analysis;
      if (analysis) analyses[i] = *std::move(analysis);
    });
    std::vector<Judgement> judgements =
        models.judge->judge(fact_.content, contexts, analyses, /*explain=*/true);
    std::vector<Judged> all;
    for (std::size_t i = 0; i < count; ++i) {
      if (contexts[i].set_aside) {
        all.push_back({std::nullopt, surely_apart()});
        continue;
      }
      ++evaluation_.counts.made;
      all.push_back({std::move(analyses[i]), std::move(judgements[i])});
    }
    return all;
  }
  Analysis analyse_inside(std::size_t i) override {
    ++evaluation_.counts.made;
    const StatementPair pair = pair_with(i);
    return context_.models.guard_analyst->compare(pair.existing, pair.incoming);
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
  const std::vector<bool> sieved_;
  Evaluation& evaluation_;
};

}  // namespace

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

Evaluation evaluate(const EvaluationContext& context, const BatchSearch& search, std::size_t index,
                    const PreparedFact& fact, std::span<const std::int16_t> row) {
  Evaluation evaluation;
  std::vector<bool> sieved;
  const bool judged = judges(context.options, context.models);
  const Ordinal newest = judged ? newest_from(context.lane, kNewestAlways) : 0;
  for (const RankedCandidate& candidate :
       rank_candidates(context.lane, search, index, fact, has_direction(row), judged,
                       context.models.embedder->calibration(), context.options)) {
    sieved.push_back(sieved.size() >= kBestAlways && candidate.ordinal < newest);
    evaluation.candidates.push_back(
        {context.lane.features().view(candidate.ordinal).id, candidate.score});
  }
  LaneComparisons comparisons(context, fact.memory, std::move(sieved), evaluation);
  evaluation.plan = decide({fact.memory.source_type, fact.memory.stated_at}, evaluation.candidates,
                           comparisons, context.options);
  return evaluation;
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
