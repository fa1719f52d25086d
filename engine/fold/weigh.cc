#include "engine/fold/weigh.h"

#include <algorithm>

#include "engine/fold/candidates.h"

namespace memfold {
namespace {

Statement statement_of(const Memory& memory) {
  return {memory.content, memory.subject, memory.stated_at};
}

/// Reads candidates' texts when a decision asks for them.
class LaneComparisons final : public Comparisons {
 public:
  /// What is asked is written down in `weighed`.
  LaneComparisons(const Bench& bench, const Memory& fact, Weighed& weighed)
      : bench_(bench), fact_(fact), weighed_(weighed) {}

  Provenance provenance(std::size_t i) override {
    const Memory& memory = candidate(i);
    return {memory.source_type, memory.stated_at};
  }
  Analysis analyse(std::size_t i) override {
    Answers::Answer answer = bench_.answers.about(pair_with(i));
    ++weighed_.counts.made;
    weighed_.counts.kept += answer.was_kept;
    weighed_.counts.tokens += answer.analysis.tokens;
    if (answer.place) weighed_.paid.push_back({i, *answer.place});
    return std::move(answer.analysis);
  }
  Analysis analyse_inside(std::size_t i) override {
    ++weighed_.counts.made;
    const StatementPair pair = pair_with(i);
    return bench_.models.guard_analyst->compare(pair.existing, pair.incoming);
  }
  std::vector<PropertyChange> differences(std::size_t i) override {
    const StatementPair pair = pair_with(i);
    return bench_.models.guard->differences(pair.existing, pair.incoming);
  }
  NextContent next_content(std::size_t i, Operation operation) override {
    return memfold::next_content(candidate(i), fact_, operation, bench_.options, bench_.models);
  }

 private:
  const Memory& candidate(std::size_t i) {
    return bench_.group.memory(weighed_.candidates[i].memory_id);
  }
  StatementPair pair_with(std::size_t i) {
    return {statement_of(candidate(i)), statement_of(fact_)};
  }

  const Bench& bench_;
  const Memory& fact_;
  Weighed& weighed_;
};

}  // namespace

Weighed weigh(const Bench& bench, const BatchSearch& search, std::size_t index,
              const PreparedFact& fact, std::span<const std::int16_t> row) {
  Weighed weighed;
  for (const RankedCandidate& candidate :
       rank_candidates(bench.lane, search, index, fact, has_direction(row),
                       bench.models.embedder->calibration(), bench.options)) {
    weighed.candidates.push_back(
        {bench.lane.features().view(candidate.ordinal).id, candidate.score});
  }
  LaneComparisons comparisons(bench, fact.memory, weighed);
  weighed.plan = decide({fact.memory.source_type, fact.memory.stated_at}, weighed.candidates,
                        comparisons, bench.options);
  return weighed;
}

Decision outcome_of(const Weighed& weighed, const PreparedFact& fact) {
  const Plan& plan = weighed.plan;
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
  decision.analyses = std::uint32_t(weighed.counts.made);
  decision.kept_analyses = std::uint32_t(weighed.counts.kept);
  decision.tokens = std::uint32_t(std::min<std::uint64_t>(weighed.counts.tokens, UINT32_MAX));
  if (!weighed.candidates.empty()) {
    decision.score = weighed.candidates[plan.target.value_or(0)].score;
  }
  return decision;
}

}  // namespace memfold
