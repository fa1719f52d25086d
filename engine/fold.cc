#include "engine/fold.h"

#include <algorithm>
#include <chrono>
#include <unordered_map>

#include "engine/embed_facts.h"
#include "engine/fold_state.h"
#include "engine/rehearse.h"
#include "memfold/error.h"

namespace memfold {
namespace {

using SteadyClock = std::chrono::steady_clock;

Status status_of(const Plan& plan, bool dry_run) {
  if (dry_run) return Status::DryRun;
  return plan.kind == DecisionKind::Skip ? Status::Skipped : Status::Success;
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

}  // namespace

Decision rejection(const Fact& fact, const PreparedFact& prepared, const FoldOptions& fold,
                   Time now) {
  Decision decision;
  decision.user = prepared.fact_id ? fact.user : std::string();
  decision.at = now;
  decision.trigger = fold.trigger;
  decision.kind = DecisionKind::Skip;
  decision.operation = Operation::Noop;
  decision.status = Status::Error;
  decision.state = FoldProgress().state();
  decision.fact_id = prepared.fact_id;
  decision.idempotency_key = prepared.idempotency_key;
  decision.source_id = prepared.memory.source_id;
  decision.content_hash = prepared.content_hash;
  decision.error = prepared.error;
  decision.reason = "rejected: " + prepared.error;
  return decision;
}

namespace {

/// Folds one lane's facts, chunk by chunk.
class LaneFold {
 public:
  LaneFold(const FoldContext& context, Lane& lane, const LaneFacts& work, const FoldOptions& fold,
           std::span<Decision> decisions)
      : context_(context),
        lane_(lane),
        work_(work),
        fold_(fold),
        decisions_(decisions),
        dimension_(std::size_t(lane.vectors().dimension())),
        group_(context.store, lane, context.options, context.decide, fold.dry_run),
        kept_(context.store, lane.key(), context.options.models.analyst->name()),
        answers_(kept_, *context.options.models.analyst),
        bench_{context.options.models, context.decide, lane, group_, answers_} {}

  ComparisonCounts run(bool with_checkpoint) {
    std::size_t step = std::size_t(std::max(1, fold_.batch));
    if (is_rehearsed(context_)) step = std::min(step, kRehearsedFacts);
    for (std::size_t begin = 0; begin < work_.indices.size(); begin += step) {
      const std::size_t count = std::min(step, work_.indices.size() - begin);
      const bool last = begin + count == work_.indices.size();
      run_chunk(std::span(work_.indices).subspan(begin, count));
      if (last && with_checkpoint) {
        group_.put_checkpoint(fold_.checkpoint_name, fold_.checkpoint_value);
      }
      group_.commit();
    }
    return counts_;
  }

 private:
  /// Which facts of a chunk have to be decided, and what the log says of the others.
  struct Chunk {
    std::vector<std::size_t> fresh;                         ///< usable ones, in order
    std::unordered_map<std::size_t, std::uint64_t> logged;  ///< index -> sequence
  };

  Chunk sort_out(std::span<const std::size_t> indices) {
    std::vector<Id> ids;
    ids.reserve(indices.size());
    for (const std::size_t i : indices) ids.push_back(work_.prepared[i].fact_id);
    const auto known = context_.store.find_facts(lane_.key(), ids);
    Chunk chunk;
    for (std::size_t j = 0; j < indices.size(); ++j) {
      const std::size_t i = indices[j];
      if (known[j]) {
        chunk.logged.emplace(i, *known[j]);
      } else if (first_seen_.emplace(ids[j], i).second && work_.prepared[i].error.empty()) {
        chunk.fresh.push_back(i);
      }
    }
    return chunk;
  }

  void run_chunk(std::span<const std::size_t> indices) {
    const Chunk chunk = sort_out(indices);
    std::vector<const Fact*> facts;
    std::vector<const PreparedFact*> prepared;
    for (const std::size_t i : chunk.fresh) {
      facts.push_back(&work_.facts[i]);
      prepared.push_back(&work_.prepared[i]);
    }
    const std::vector<std::int16_t> rows =
        embed_facts(*context_.options.models.embedder, facts, prepared);
    if (is_rehearsed(context_)) rehearse(context_, facts, prepared, rows);
    BatchSearch search(lane_, rows, chunk.fresh.size(), std::size_t(context_.decide.nearest));
    std::size_t next_fresh = 0;
    for (const std::size_t i : indices) {
      if (const auto logged = chunk.logged.find(i); logged != chunk.logged.end()) {
        decisions_[i] = from_log(i, logged->second);
      } else if (next_fresh < chunk.fresh.size() && chunk.fresh[next_fresh] == i) {
        const auto row = std::span(rows).subspan(next_fresh * dimension_, dimension_);
        decisions_[i] = decide_one(i, search, next_fresh, row);
        ++next_fresh;
      } else if (!work_.prepared[i].error.empty() &&
                 first_seen_.at(work_.prepared[i].fact_id) == i) {
        decisions_[i] = reject(i);
      } else {  // the same key earlier in this call
        decisions_[i] = decisions_[first_seen_.at(work_.prepared[i].fact_id)];
        decisions_[i].already_folded = true;
      }
    }
  }

  Decision reject(std::size_t i) {
    Decision decision =
        rejection(work_.facts[i], work_.prepared[i], fold_, context_.options.clock());
    group_.reject(decision);
    if (fold_.dry_run) forget_place(decision);
    return decision;
  }

  /// What a dry run says is nowhere in the log.
  static void forget_place(Decision& decision) {
    decision.id = {};
    decision.sequence = 0;
  }

  Decision from_log(std::size_t i, std::uint64_t sequence) {
    std::optional<Decision> decision = context_.store.decision(lane_.key(), sequence);
    if (!decision && sequence < lane_.record().first_sequence) return forgotten(i, sequence);
    if (!decision) {
      throw Error(ErrorCode::Corruption, "log entry " + std::to_string(sequence) + " of user " +
                                             lane_.record().user +
                                             " is missing; run `memfold verify`");
    }
    decision->already_folded = true;
    return std::move(*decision);
  }

  /// P4 outlives the log entry: the fact is known, what was decided no longer.
  Decision forgotten(std::size_t i, std::uint64_t sequence) const {
    const PreparedFact& prepared = work_.prepared[i];
    if (!prepared.error.empty()) {  // what is wrong with it is known without the log
      Decision decision = rejection(work_.facts[i], prepared, fold_, context_.options.clock());
      decision.sequence = sequence;
      decision.already_folded = true;
      return decision;
    }
    Decision decision;
    decision.user = prepared.memory.user;
    decision.sequence = sequence;
    decision.at = context_.options.clock();
    decision.trigger = fold_.trigger;
    decision.kind = DecisionKind::Skip;
    decision.operation = Operation::Noop;
    decision.status = Status::Skipped;
    decision.already_folded = true;
    decision.fact_id = prepared.fact_id;
    decision.idempotency_key = prepared.idempotency_key;
    decision.source_id = prepared.memory.source_id;
    decision.content_hash = prepared.content_hash;
    decision.reason = "folded before; retention has dropped the log entry that said how";
    return decision;
  }

  Decision decide_one(std::size_t i, BatchSearch& search, std::size_t in_search,
                      std::span<const std::int16_t> row) {
    const auto start = SteadyClock::now();
    const PreparedFact& prepared = work_.prepared[i];
    FoldProgress progress;
    progress.advance(FoldState::Searching);
    const Weighed weighed = weigh(bench_, search, in_search, prepared, row);
    counts_.made += weighed.counts.made;
    counts_.kept += weighed.counts.kept;

    Decision decision = outcome_of(weighed, prepared);
    decision.at = context_.options.clock();
    decision.trigger = fold_.trigger;
    decision.status = status_of(weighed.plan, fold_.dry_run);
    advance_by(weighed.plan, !weighed.candidates.empty(), progress);
    decision.state = progress.state();
    const auto elapsed = SteadyClock::now() - start;
    decision.processing_time_us =
        std::chrono::duration_cast<std::chrono::microseconds>(elapsed).count();
    group_.apply({prepared, in_search, row, !work_.facts[i].embedding.empty(), weighed.plan,
                  weighed.candidates, weighed.paid},
                 search, decision);
    if (fold_.dry_run) forget_place(decision);
    return decision;
  }

  const FoldContext& context_;
  Lane& lane_;
  const LaneFacts& work_;
  const FoldOptions& fold_;
  std::span<Decision> decisions_;
  std::size_t dimension_;
  CommitGroup group_;
  KeptAnalyses kept_;
  AnalystAnswers answers_;
  const Bench bench_;
  std::unordered_map<Id, std::size_t, IdHash> first_seen_;  ///< fact -> index within this call
  ComparisonCounts counts_;
};

}  // namespace

ComparisonCounts fold_lane(const FoldContext& context, Lane& lane, const LaneFacts& work,
                           const FoldOptions& fold, bool with_checkpoint,
                           std::span<Decision> decisions) {
  return LaneFold(context, lane, work, fold, decisions).run(with_checkpoint);
}

Explanation explain_fact(const FoldContext& context, Lane& lane, const PreparedFact& prepared,
                         const Fact& fact) {
  const EngineOptions& options = context.options;
  const Fact* const facts[] = {&fact};
  const PreparedFact* const all_prepared[] = {&prepared};
  const std::vector<std::int16_t> row = embed_facts(*options.models.embedder, facts, all_prepared);
  const BatchSearch search(lane, row, 1, std::size_t(context.decide.nearest));
  CommitGroup group(context.store, lane, options, context.decide, /*dry_run=*/true);
  KeptAnalyses kept(context.store, lane.key(), options.models.analyst->name());
  AnalystAnswers answers(kept, *options.models.analyst);
  const Weighed weighed =
      weigh({options.models, context.decide, lane, group, answers}, search, 0, prepared, row);
  const auto& [candidates, plan, counts, paid] = weighed;
  FoldProgress progress;
  progress.advance(FoldState::Searching);
  advance_by(plan, !candidates.empty(), progress);
  Explanation explanation;
  explanation.decision = outcome_of(weighed, prepared);
  explanation.decision.at = options.clock();
  explanation.decision.state = progress.state();
  explanation.decision.already_folded =
      context.store.find_facts(lane.key(), {&prepared.fact_id, 1}).front().has_value();
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
  return explanation;
}

}  // namespace memfold
