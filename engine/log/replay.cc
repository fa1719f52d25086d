#include "engine/log/replay.h"

#include "core/fields/fact.h"
#include "core/temporary_directory.h"
#include "core/text.h"
#include "engine/fold/kept_analyses.h"
#include "engine/graph/context.h"
#include "engine/maintain/reembed.h"
#include "engine/recall/history.h"
#include "memfold/engine.h"
#include "memfold/error.h"

namespace memfold {
namespace {

constexpr std::size_t kFactsPerCall = 4096;

Fact fact_of(const Memory& draft, const Decision& decision) {
  Fact fact;
  fields::for_each_field_of_both(fact, draft, [](auto row, auto& given, const auto& stored) {
    // How long it is kept is nothing that decisions depend on.
    if constexpr (row.name != "ttl_policy") given = stored;
  });
  fact.idempotency_key = decision.idempotency_key;
  return fact;
}

/// Says what the store keeps before it asks: deciding anew costs nothing where nothing new is
/// asked.
class RememberingAnalyst final : public Analyst {
 public:
  RememberingAnalyst(const storage::Store& store, const storage::UserKey& user,
                     std::shared_ptr<const Analyst> analyst)
      : kept_(store, user, analyst->name()), analyst_(std::move(analyst)) {}

  std::string name() const override { return analyst_->name(); }
  Analysis compare(const Statement& existing, const Statement& incoming) const override {
    std::optional<Analysis> known = kept_.find({existing, incoming});
    return known ? std::move(*known) : analyst_->compare(existing, incoming);
  }
  /// What is kept has no evidence.
  std::optional<Analysis> compare_for_judge(const Statement& existing, const Statement& incoming,
                                            double least_words) const override {
    return analyst_->compare_for_judge(existing, incoming, least_words);
  }
  std::vector<std::string> identifiers(const Statement& statement) const override {
    return analyst_->identifiers(statement);
  }
  bool looks_ahead() const override { return analyst_->looks_ahead(); }
  void prefetch(std::span<const StatementPair> pairs) const override {
    for (const StatementPair& pair : pairs) {
      if (!kept_.find(pair)) analyst_->prefetch({&pair, 1});
    }
  }

 private:
  const KeptAnalyses kept_;
  const std::shared_ptr<const Analyst> analyst_;
};

struct Logged {
  Decision decision;
  Fact fact;
  bool in_range;
};

class Replay {
 public:
  Replay(const AmendContext& context, const ReplayQuery& query)
      : context_(context), query_(query), user_(storage::user_key(query.user)) {}

  ReplayReport run() {
    read_log();
    EngineOptions options = context_.options;
    options.create_if_missing = true;
    options.read_only = false;
    options.durability = Durability::Relaxed;
    options.limits = {};  // what was stored had room
    options.models.analyst = std::make_shared<RememberingAnalyst>(context_.store, user_,
                                                                  context_.options.models.analyst);
    if (to_nfc(query_.user) != query_.user) keep_name(options);
    Engine engine = Engine::open(scratch_.path() + "/store", options);
    for (std::size_t begin = 0; begin < logged_.size();) {
      std::size_t end = begin + 1;
      while (end < logged_.size() && end - begin < kFactsPerCall &&
             logged_[end].in_range == logged_[begin].in_range) {
        ++end;
      }
      fold(engine, begin, end);
      begin = end;
    }
    return std::move(report_);
  }

 private:
  /// A name of before names were composed must not be composed in the copy: ids derive from it.
  void keep_name(const EngineOptions& options) const {
    const auto store = storage::Store::open(scratch_.path() + "/store",
                                            {.identity = identity_of(*options.models.embedder)});
    storage::CommitBatch batch(query_.user);
    graph::know_owner(*store, batch, query_.user);
    store->commit(std::move(batch));
  }

  void read_log() {
    std::vector<Decision> decisions;
    context_.store.scan_decisions(user_, [&](const Decision& d) { decisions.push_back(d); });
    for (Decision& decision : decisions) {
      const bool in_range = (!query_.from || decision.at >= *query_.from) &&
                            (!query_.until || decision.at < *query_.until);
      if (query_.until && decision.at >= *query_.until) continue;  // later than what is asked
      if (decision.status == Status::Error) continue;  // no configuration makes it usable
      const bool is_fact = bool(decision.fact_id) && !decision.redacted;
      const auto draft = is_fact ? fact_of_decision(context_.store, user_, decision) : std::nullopt;
      if (!draft) {
        report_.skipped += in_range;
        continue;
      }
      Fact fact = fact_of(*draft, decision);
      logged_.push_back({std::move(decision), std::move(fact), in_range});
    }
  }

  void fold(Engine& engine, std::size_t begin, std::size_t end) {
    std::vector<Fact> facts;
    for (std::size_t i = begin; i < end; ++i) facts.push_back(logged_[i].fact);
    FoldOptions options;
    const bool in_range = logged_[begin].in_range;
    if (in_range) options.decide = query_.decide;
    const std::vector<Decision> again = engine.fold(facts, options);
    if (!in_range) return;
    for (std::size_t i = begin; i < end; ++i) compare(engine, logged_[i], again[i - begin]);
  }

  void compare(const Engine& engine, const Logged& logged, const Decision& again) {
    const Decision& before = logged.decision;
    ++report_.replayed;
    ++report_.by_kind_before[std::size_t(before.kind)];
    ++report_.by_kind_after[std::size_t(again.kind)];
    // Ids derive from facts, so that a memory has the same one in both stores.
    if (before.kind == again.kind && before.operation == again.operation &&
        before.target_id == again.target_id) {
      return;
    }
    ReplayChange change;
    change.sequence = before.sequence;
    change.content = logged.fact.content;
    change.kind_before = before.kind;
    change.kind_after = again.kind;
    change.operation_before = before.operation;
    change.operation_after = again.operation;
    if (before.target_id) {
      if (const auto memory = context_.store.memory(user_, *before.target_id)) {
        change.target_before = memory->content;
      }
    }
    if (again.target_id) {
      if (const auto memory = engine.get(query_.user, *again.target_id)) {
        change.target_after = memory->content;
      }
    }
    change.score_before = before.score.total;
    change.score_after = again.score.total;
    change.reason_before = before.reason;
    change.reason_after = again.reason;
    report_.changes.push_back(std::move(change));
  }

  const AmendContext& context_;
  const ReplayQuery& query_;
  const storage::UserKey user_;
  TemporaryDirectory scratch_;
  std::vector<Logged> logged_;
  ReplayReport report_;
};

}  // namespace

ReplayReport replay_log(const AmendContext& context, const ReplayQuery& query) {
  if (query.user.empty()) throw Error(ErrorCode::InvalidArgument, "replay: user is missing");
  validate(query.decide);
  return Replay(context, query).run();
}

}  // namespace memfold
