#include "engine/fold/cells.h"
#include "engine/fold/embed_facts.h"
#include "engine/fold/fold.h"
#include "engine/fold/fold_state.h"
#include "engine/fold/logged_facts.h"
#include "engine/fold/room.h"
#include "engine/fold/said_before.h"

namespace memfold {

Explanation explain_fact(const FoldContext& context, Lane& lane, const PreparedFact& given,
                         const Fact& fact) {
  const EngineOptions& options = context.options;
  const Past past{[&](const Id& id) { return find_logged(context.store, lane, id).has_value(); },
                  [&](const Id& id) { return logged_decision(context.store, lane, id); },
                  [&](const Id& id) { return context.store.memory(lane.key(), id); },
                  [](const Id&) { return false; }};
  const bool known = past.is_known(given.fact_id);
  SaidBefore before;
  if (known) before = said_before(fact, given, past);
  const PreparedFact prepared = before.is_news ? nth_time(given, before.times + 1) : given;
  const Fact* const facts[] = {&fact};
  const PreparedFact* const all_prepared[] = {&prepared};
  const std::vector<std::int16_t> row = embed_facts(*options.models.embedder, facts, all_prepared);
  const BatchSearch search(lane, row, 1, std::size_t(context.decide.nearest),
                           probes_of(lane, options.cells));
  CommitGroup group(context.store, lane, options, context.decide, /*dry_run=*/true);
  KeptAnalyses kept(context.store, lane.key(), options.models.analyst->name());
  AnalystAnswers answers(kept, *options.models.analyst);
  ComparisonsAhead ahead = comparisons_for(context.decide, options.models);
  Evaluation evaluation = evaluate({options.models, context.decide, lane, group, answers, ahead},
                                   {search, 0, prepared, row});
  for (std::optional<Analysis>& analysis : evaluation.plan.analyses) {
    if (analysis) put_in_words(*analysis);
  }
  const auto& [candidates, plan, counts, paid] = evaluation;
  FoldProgress progress;
  progress.advance(FoldState::Searching);
  advance_by(plan, !candidates.empty(), progress);
  Explanation explanation;
  explanation.decision = outcome_of(evaluation, prepared);
  explanation.decision.at = options.clock();
  explanation.decision.state = progress.state();
  explanation.decision.already_folded = known && !before.is_news;
  if (known) {
    explanation.decision.reason +=
        reason_said_before(before, find_logged(context.store, lane, before.last).value_or(0));
  }
  explanation.decision.status = Status::DryRun;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    explanation.candidates.push_back({candidates[i].memory_id,
                                      group.memory(candidates[i].memory_id).content,
                                      candidates[i].score, plan.analyses[i]});
  }
  if (plan.target) explanation.decision.target_id = candidates[*plan.target].memory_id;
  const bool kept_by_target =
      plan.operation == Operation::Merge || plan.operation == Operation::Noop;
  explanation.decision.memory_id =
      kept_by_target ? explanation.decision.target_id.value_or(Id{}) : prepared.fact_id;
  for (const std::size_t i : plan.links) {
    explanation.decision.related_ids.push_back(candidates[i].memory_id);
  }
  if (!plan.links.empty()) explanation.decision.relationship_type = plan.link_type;
  if (!explanation.decision.already_folded &&
      !has_room(plan, lane.record().current_memories, options.limits)) {
    refuse_over_limit(explanation.decision, options.limits);
  }
  return explanation;
}

}  // namespace memfold
