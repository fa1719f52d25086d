#include "engine/fold/fold.h"

#include <algorithm>
#include <chrono>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/fold/cells.h"
#include "engine/fold/embed_facts.h"
#include "engine/fold/fold_state.h"
#include "engine/fold/logged_facts.h"
#include "engine/fold/prefetch.h"
#include "engine/fold/read_ahead.h"
#include "engine/fold/room.h"
#include "engine/fold/said_before.h"
#include "memfold/error.h"

namespace memfold {
namespace {

using SteadyClock = std::chrono::steady_clock;

Status status_of(const Plan& plan, bool dry_run) {
  if (dry_run) return Status::DryRun;
  return plan.kind == DecisionKind::Skip ? Status::Skipped : Status::Success;
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

/// Folds one lane's facts, batch by batch.
class LaneFold {
 public:
  LaneFold(const FoldContext& context, Lane& lane, LaneAccess& access, LaneFacts& work,
           const FoldOptions& fold, std::span<Decision> decisions)
      : context_(context),
        lane_(lane),
        access_(access),
        work_(work),
        fold_(fold),
        decisions_(decisions),
        dimension_(std::size_t(lane.vectors().dimension())),
        group_(context.store, lane, context.options, context.decide, fold.dry_run),
        kept_(context.store, lane.key(), context.options.models.analyst->name()),
        answers_(kept_, *context.options.models.analyst),
        ahead_(comparisons_for(context.decide, context.options.models)),
        evaluation_context_{
            context.options.models, context.decide, lane, group_, answers_, ahead_} {
    decided_ = handed_over_ = work_.done;
    for (std::size_t i = 0; i < work_.done; ++i) count_mention(work_.indices[i]);
  }

  ComparisonCounts run(bool with_checkpoint) try {
    std::size_t step = std::size_t(std::max(1, fold_.batch));
    if (prefetches(context_)) step = std::min(step, kPrefetchedFacts);
    for (std::size_t begin = work_.done; begin < work_.indices.size(); begin += step) {
      const std::size_t count = std::min(step, work_.indices.size() - begin);
      const bool last = begin + count == work_.indices.size();
      run_batch(std::span(work_.indices).subspan(begin, count));
      if (last && with_checkpoint) {
        access_.exclude();
        group_.put_checkpoint(fold_.checkpoint_name, fold_.checkpoint_value);
      }
      commit();
    }
    return counts_;
  } catch (...) {
    note_what_is_committed();
    throw;
  }

 private:
  using Indices = std::span<const std::size_t>;

  /// Where somebody waited to read, so many facts are committed one by one, and readers come in
  /// while each is compared; idle threads are theirs meanwhile.
  static constexpr int kFactsBesideReaders = 16;

  /// Decisions that another thread commits together.
  static constexpr std::size_t kFactsMeanwhile = 64;

  void commit() {
    group_.commit();
    if (!fold_.dry_run) work_.done = handed_over_ = decided_;
  }

  void commit_meanwhile() {
    if (decided_ - handed_over_ < kFactsMeanwhile || !group_.commit_meanwhile()) return;
    work_.done = std::exchange(handed_over_, decided_);
  }

  void note_what_is_committed() {
    try {
      group_.finish_commit();
      work_.done = handed_over_;
    } catch (...) {  // what is told is why it came to this
    }
  }

  /// Whether each fact is committed by itself.
  bool commits_each() const { return beside_readers_ > 0 || looks_ahead_; }

  /// Lets readers in, where the lane says what the store does: a dry run leaves it ahead.
  void let_read() {
    commit();
    if (!fold_.dry_run) access_.share();
  }

  /// Looks once for what the log knows, and goes on piece by piece: whether a statement that is
  /// made again is news follows from what became of the facts before it, and cells are made of
  /// what they left.
  void run_batch(Indices indices) {
    std::vector<Id> ids;
    ids.reserve(indices.size());
    for (const std::size_t i : indices) ids.push_back(work_.prepared[i].fact_id);
    const auto known = context_.store.find_facts(lane_.key(), ids);
    for (std::size_t j = 0; j < indices.size(); ++j) {
      if (known[j]) logged_.emplace(ids[j], *known[j]);
    }
    while (!indices.empty()) {
      let_read();
      if (auto cells = more_cells(lane_, context_.options.cells)) {
        access_.exclude();
        group_.use(std::move(cells));
        let_read();
      }
      const std::size_t count =
          std::min(piece(indices), until_more_cells(lane_, context_.options.cells));
      run_piece(indices.first(count));
      indices = indices.subspan(count);
    }
  }

  /// How many facts can be decided about in one go: up to the next that may be news though known,
  /// or unknown though told here because there was no room for it.
  std::size_t piece(Indices indices) {
    const bool has_limit = context_.options.limits != UserLimits();
    std::unordered_set<Id, IdHash> here;
    for (std::size_t j = 0; j < indices.size(); ++j) {
      const bool news = may_be_news(indices[j]);
      if (!news && !has_limit) continue;
      const Id& id = work_.prepared[indices[j]].fact_id;
      const bool again = !here.insert(id).second || (news && is_known(id));
      if (j > 0 && again) return j;
    }
    return indices.size();
  }

  void count_mention(std::size_t i) {
    if (fold_.retry && may_be_news(i)) ++mentions_[work_.prepared[i].fact_id];
  }

  /// Whether it could be, once it is known.
  bool may_be_news(std::size_t i) const {
    return is_untimed(work_.facts[i]) && work_.prepared[i].error.empty();
  }

  bool is_known(const Id& fact) const {
    return first_seen_.contains(fact) || logged_.contains(fact);
  }

  void run_piece(Indices indices) {
    for (const std::size_t i : indices) count_mention(i);
    note_news(indices.front());
    std::vector<std::size_t> fresh;
    std::vector<const Fact*> facts;
    std::vector<const PreparedFact*> prepared_facts;
    for (const std::size_t i : indices) {
      const PreparedFact& fact = prepared(i);
      if (logged_.contains(fact.fact_id) || !first_seen_.emplace(fact.fact_id, i).second) continue;
      if (!fact.error.empty()) continue;
      fresh.push_back(i);
      facts.push_back(&work_.facts[i]);
      prepared_facts.push_back(&fact);
    }
    const std::vector<std::int16_t> rows =
        embed_facts(*context_.options.models.embedder, facts, prepared_facts);
    if (prefetches(context_)) prefetch_analyses(context_, facts, prepared_facts, rows);
    BatchSearch search(lane_, rows, fresh.size(), std::size_t(context_.decide.nearest),
                       probes_of(lane_, context_.options.cells));
    const auto searched = [&](std::size_t k) {
      const auto row = std::span(rows).subspan(k * dimension_, dimension_);
      return SearchedFact{search, k, *prepared_facts[k], row};
    };
    // Commits let go of what was read.
    if (!commits_each()) {
      std::vector<SearchedFact> all;
      for (std::size_t k = 0; k < fresh.size(); ++k) all.push_back(searched(k));
      read_ahead(evaluation_context_, context_.store, all);
    }
    std::size_t next_fresh = 0, begun = 0;  // begun: the first whose comparisons are not
    for (const std::size_t i : indices) {
      if (fold_.stop.is_asked()) {
        commit();
        fold_.stop.check("fold");
      }
      // A comparison over a network may take seconds: nobody waits for it.
      if (access_.should_share()) {
        beside_readers_ = kFactsBesideReaders;
      } else if (beside_readers_ > 0) {
        --beside_readers_;
      }
      if (commits_each()) {
        let_read();
      } else {
        commit_meanwhile();
      }
      if (next_fresh < fresh.size() && fresh[next_fresh] == i) {
        const std::size_t next = next_fresh + 1;
        decisions_[i] = decide_one(i, search, searched(next_fresh), [&] {
          if (beside_readers_ > 0) return;
          const std::size_t until = std::min(fresh.size(), next + ComparisonsAhead::kFactsAhead);
          for (begun = std::max(begun, next); begun < until; ++begun) {
            compare_ahead(evaluation_context_, searched(begun));
          }
        });
        next_fresh = next;
      } else {
        decisions_[i] = answer(i);
      }
      ++decided_;
    }
  }

  /// A fact that is known but says something that is no longer so gets another key.
  void note_news(std::size_t i) {
    const PreparedFact& fact = work_.prepared[i];
    if (!is_known(fact.fact_id) || !may_be_news(i) || retried(fact)) return;
    const SaidBefore before = said_before(work_.facts[i], fact, past(i));
    if (!before.is_news) return;
    again_.emplace(i, Again{nth_time(fact, before.times + 1),
                            reason_said_before(before, sequence_of(before.last))});
  }

  /// Of a call made again: what it says for the n-th time was folded as the n-th.
  std::optional<Id> retried(const PreparedFact& fact) {
    const auto mentions = mentions_.find(fact.fact_id);
    if (mentions == mentions_.end()) return std::nullopt;
    const Id id = nth_fact_id(fact, mentions->second);
    return find_logged(id) ? std::optional(id) : std::nullopt;
  }

  const PreparedFact& prepared(std::size_t i) const {
    const auto again = again_.find(i);
    return again == again_.end() ? work_.prepared[i] : again->second.fact;
  }

  /// What this call and the store know, as of fact i.
  Past past(std::size_t i) {
    return {[this](const Id& fact) { return is_known(fact) || find_logged(fact).has_value(); },
            [this](const Id& fact) { return decision_of(fact); },
            [this](const Id& memory) { return group_.find(memory); },
            [this, i](const Id& content) {
              if (last_said_.empty()) {
                for (const std::size_t each : work_.indices) {
                  const PreparedFact& fact = work_.prepared[each];
                  if (fact.error.empty()) last_said_[fact.content_hash] = each;
                }
              }
              const auto last = last_said_.find(content);
              return last != last_said_.end() && last->second > i;
            }};
  }

  std::optional<std::uint64_t> find_logged(const Id& fact) {
    if (const auto known = logged_.find(fact); known != logged_.end()) return known->second;
    const auto found = memfold::find_logged(context_.store, lane_, fact);
    if (found) logged_.emplace(fact, *found);
    return found;
  }

  std::optional<Decision> decision_of(const Id& fact) {
    if (const auto here = first_seen_.find(fact); here != first_seen_.end()) {
      return decisions_[here->second];
    }
    const auto sequence = find_logged(fact);
    return sequence ? context_.store.decision(lane_.key(), *sequence) : std::nullopt;
  }

  std::uint64_t sequence_of(const Id& fact) {
    if (const auto here = first_seen_.find(fact); here != first_seen_.end()) {
      return decisions_[here->second].sequence;
    }
    return find_logged(fact).value_or(0);
  }

  /// Of a fact that is not decided about: rejected, or known.
  Decision answer(std::size_t i) {
    const PreparedFact& fact = work_.prepared[i];
    const auto here = first_seen_.find(fact.fact_id);
    if (!fact.error.empty() && here != first_seen_.end() && here->second == i) return reject(i);
    if (!work_.facts[i].source_id.empty() || !fact.error.empty()) return recorded(i, fact.fact_id);
    SaidBefore before = said_before(work_.facts[i], fact, past(i));
    before.is_news = false;  // the call goes on to say what replaced it, or is a retry
    before.last = retried(fact).value_or(before.last);
    Decision decision = recorded(i, before.last);
    decision.reason += reason_said_before(before, sequence_of(before.last));
    return decision;
  }

  /// What was decided about a known fact, in this call or before.
  Decision recorded(std::size_t i, const Id& fact) {
    const auto here = first_seen_.find(fact);
    if (here == first_seen_.end()) return from_log(i, find_logged(fact).value());
    Decision decision = decisions_[here->second];
    decision.already_folded = true;
    return decision;
  }

  Decision reject(std::size_t i) {
    Decision decision =
        rejection(work_.facts[i], work_.prepared[i], fold_, context_.options.clock());
    access_.exclude();
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

  Decision decide_one(std::size_t i, BatchSearch& search, const SearchedFact& searched,
                      const std::function<void()>& meanwhile) {
    const auto start = SteadyClock::now();
    const PreparedFact& fact = searched.fact;
    FoldProgress progress;
    progress.advance(FoldState::Searching);
    const Evaluation evaluation = evaluate(evaluation_context_, searched, meanwhile);
    counts_.made += evaluation.counts.made;
    counts_.kept += evaluation.counts.kept;

    Decision decision = outcome_of(evaluation, fact);
    if (const auto again = again_.find(i); again != again_.end()) {
      decision.reason += again->second.reason;
    }
    decision.at = context_.options.clock();
    decision.trigger = fold_.trigger;
    decision.status = status_of(evaluation.plan, fold_.dry_run);
    const bool matched = !evaluation.candidates.empty();
    if (!has_room(evaluation.plan, lane_.record().current_memories, context_.options.limits)) {
      progress.advance(matched ? FoldState::Analysing : FoldState::NoMatch);
      decision.state = progress.state();
      return refused(fact, evaluation, std::move(decision));
    }
    advance_by(evaluation.plan, matched, progress);
    decision.state = progress.state();
    const auto elapsed = SteadyClock::now() - start;
    decision.processing_time_us =
        std::chrono::duration_cast<std::chrono::microseconds>(elapsed).count();
    access_.exclude();
    const std::uint64_t commits = group_.commits();
    group_.apply({fact, searched.index, searched.row, !work_.facts[i].embedding.empty(),
                  evaluation.plan, evaluation.candidates, evaluation.paid},
                 search, decision);
    // The first late arrival into a chain has what came before it committed first.
    if (group_.commits() != commits) work_.done = handed_over_ = decided_;
    if (fold_.dry_run) forget_place(decision);
    return decision;
  }

  /// What was paid for is kept all the same: it is a cache, and makes no fact known.
  Decision refused(const PreparedFact& fact, const Evaluation& evaluation, Decision decision) {
    refuse_over_limit(decision, context_.options.limits);
    first_seen_.erase(fact.fact_id);
    group_.keep(evaluation.paid, evaluation.plan);
    return decision;
  }

  const FoldContext& context_;
  Lane& lane_;
  LaneAccess& access_;
  LaneFacts& work_;
  const FoldOptions& fold_;
  std::span<Decision> decisions_;
  std::size_t dimension_;
  CommitGroup group_;
  KeptAnalyses kept_;
  AnalystAnswers answers_;
  ComparisonsAhead ahead_;
  const EvaluationContext evaluation_context_;
  std::unordered_map<Id, std::size_t, IdHash> first_seen_;  ///< fact -> index within this call
  std::unordered_map<Id, std::uint64_t, IdHash> logged_;    ///< fact -> sequence, from before it
  struct Again {
    PreparedFact fact;
    std::string reason;
  };
  std::unordered_map<std::size_t, Again> again_;            ///< known facts that are news
  std::unordered_map<Id, std::uint32_t, IdHash> mentions_;  ///< in a call made again, so far
  std::unordered_map<Id, std::size_t, IdHash> last_said_;   ///< content -> last index that says it
  ComparisonCounts counts_;
  std::size_t decided_ = 0;      ///< of work_.indices
  std::size_t handed_over_ = 0;  ///< of these, committed or about to be
  const bool looks_ahead_ = prefetches(context_);
  int beside_readers_ = 0;  ///< facts until that ends
};

}  // namespace

ComparisonCounts fold_lane(const FoldContext& context, Lane& lane, LaneAccess& access,
                           LaneFacts& work, const FoldOptions& fold, bool with_checkpoint,
                           std::span<Decision> decisions) {
  return LaneFold(context, lane, access, work, fold, decisions).run(with_checkpoint);
}

}  // namespace memfold
