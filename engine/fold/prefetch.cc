#include "engine/fold/prefetch.h"

#include "engine/fold/cells.h"
#include "engine/fold/evaluate.h"
#include "engine/parallel.h"

namespace memfold {

bool prefetches(const FoldContext& context) {
  return context.decide.mode != Mode::Fast && context.options.models.analyst->looks_ahead();
}

void prefetch_analyses(const FoldContext& context, std::span<const Fact* const> facts,
                       std::span<const PreparedFact* const> prepared,
                       std::span<const std::int16_t> rows) {
  if (facts.size() < 2) return;  // one fact asks at once
  const Models& models = context.options.models;
  const std::unique_ptr<Lane> lane =
      Lane::load(context.store, prepared.front()->memory.user, parallel_for_raw);
  CommitGroup group(context.store, *lane, context.options, context.decide, /*dry_run=*/true);
  BatchSearch search(*lane, rows, facts.size(), std::size_t(context.decide.nearest),
                     probes_of(*lane, context.options.cells));
  const KeptAnalyses kept(context.store, lane->key(), models.analyst->name());
  GuessedAnswers answers(kept, models);
  ComparisonsAhead ahead = comparisons_for(context.decide, models);
  const EvaluationContext evaluation_context{models, context.decide, *lane, group, answers, ahead};
  const auto dimension = std::size_t(lane->vectors().dimension());
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const auto row = rows.subspan(i * dimension, dimension);
    const Evaluation evaluation = evaluate(evaluation_context, {search, i, *prepared[i], row});
    Decision decision = outcome_of(evaluation, *prepared[i]);
    decision.at = prepared[i]->memory.stated_at;  // the clock is for what happens
    group.apply({*prepared[i], i, row, !facts[i]->embedding.empty(), evaluation.plan,
                 evaluation.candidates},
                search, decision);
  }
}

}  // namespace memfold
