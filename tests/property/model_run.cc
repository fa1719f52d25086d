#include "tests/property/model_run.h"

#include <algorithm>
#include <array>
#include <random>
#include <sstream>

namespace memfold::test {
namespace {

using Kind = ModelOp::Kind;
constexpr std::int64_t kMicrosPerHour = kMicrosPerDay / 24;

/// A statement about one thing; {} is replaced by its value.
struct ModelTopic {
  const char *subject, *pattern, *person;
};
constexpr std::array<ModelTopic, 5> kModelTopics = {{
    {"Q1 마케팅 캠페인 예산", "예산은 {}000만원입니다", "jiyeon@hanbit.example"},
    {"킥오프 회의", "킥오프 회의는 1월 {}일 회의실 A에서 합니다", "minsu@hanbit.example"},
    {"Pilot budget", "The pilot budget for Northwind is ${},000", "sara@northwind.example"},
    {"Office move", "The office moves to Pangyo on May {}", "hr@hanbit.example"},
    {"점심", "점심 모임은 {}시에 판교역 앞에서 봅니다", "minsu@hanbit.example"},
}};

std::string printed(const Decision& d) {
  std::string text = "#" + std::to_string(d.sequence) + " " + std::string(name(d.kind)) + "/" +
                     std::string(name(d.operation)) + " " + to_string(d.memory_id).substr(0, 6);
  if (d.target_id) text += " target " + to_string(*d.target_id).substr(0, 6);
  if (d.answers) text += " answers #" + std::to_string(*d.answers);
  if (d.review) text += " review";
  if (d.backdated) text += " backdated";
  if (d.already_folded) text += " already folded";
  return text;
}

/// Calls and returns what was thrown; empty when nothing was.
template <typename Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const Error& error) {
    require(error.code() == ErrorCode::InvalidArgument,
            std::string("an error of another code: ") + error.what());
    return error.what();
  }
  return {};
}

/// The n-th (modulo their number) of what `all` maps.
template <typename Map>
const auto& nth(const Map& all, std::uint32_t n) {
  return *std::next(all.begin(), std::ptrdiff_t(n % all.size()));
}

}  // namespace

std::string ModelOp::print() const {
  std::ostringstream out;
  out << "{ModelOp::Kind(" << int(kind) << "), " << user << ", " << hours << ", " << a << ", " << b
      << ", " << c << ", " << d << "},";
  return out.str();
}

std::vector<ModelOp> random_ops(std::uint64_t seed, int count) {
  constexpr std::array<std::pair<Kind, std::uint32_t>, 11> kWeights = {{{Kind::Fold, 40},
                                                                        {Kind::Batch, 8},
                                                                        {Kind::Refold, 2},
                                                                        {Kind::Forget, 8},
                                                                        {Kind::Erase, 2},
                                                                        {Kind::Purge, 1},
                                                                        {Kind::Restore, 6},
                                                                        {Kind::Undo, 22},
                                                                        {Kind::Settle, 10},
                                                                        {Kind::Retain, 1},
                                                                        {Kind::Reopen, 2}}};
  std::mt19937_64 random(seed);
  const auto pick = [&](std::uint32_t n) { return std::uint32_t(random() % n); };
  std::vector<ModelOp> ops;
  for (int i = 0; i < count; ++i) {
    std::uint32_t weight = pick(102);
    std::size_t kind = 0;
    while (weight >= kWeights[kind].second) weight -= kWeights[kind++].second;
    ops.push_back({kWeights[kind].first, pick(2), pick(48), pick(100000), pick(100000),
                   pick(100000), pick(100000)});
  }
  return ops;
}

Analysis ScriptedAnalyst::compare(const Statement&, const Statement&) const {
  Analysis analysis;
  analysis.verdict = verdict;
  analysis.confidence = confidence;
  analysis.same_subject = verdict != Verdict::Link && verdict != Verdict::Unrelated;
  return analysis;
}

ModelRun::ModelRun()
    : analyst_(std::make_shared<ScriptedAnalyst>()),
      now_(parse_time("2026-03-01").value()),
      start_(now_) {
  for (const std::string& user : users_) {
    models_.emplace_back([this, user](const Id& memory, std::size_t n) {
      std::vector<std::string> states;
      for (const VersionStep& step : engine_->history(user, memory)) {
        if (step.memory.id == memory) states.push_back(step.memory.content);
      }
      require(n < states.size(), "a merge left no version of its own");
      return states[n];
    });
  }
  reopen();
}

void ModelRun::reopen() {
  const std::string digest = engine_ ? engine_->admin().digest() : "";
  engine_.reset();
  EngineOptions options = fixed_options(1);
  options.models.analyst = analyst_;
  options.models.embedder = ngram_embedder();  // who is near decides what a seed leads to
  options.clock = [this] { return now_; };
  options.log_retention_days = 30;
  engine_.emplace(Engine::open(directory_.path(), options));
  require(digest.empty() || engine_->admin().digest() == digest, "reopening changed the digest");
}

void ModelRun::note(const std::string& line) {
  trace_.push_back(to_string(now_) + " " + line);
}

void ModelRun::run(const std::vector<ModelOp>& ops) {
  for (std::size_t i = 0; i < ops.size(); ++i) {
    now_.micros += ops[i].hours * kMicrosPerHour + 1;
    apply(ops[i]);
    compare(ops[i]);
    if (i % 20 != 19 && i + 1 != ops.size()) continue;
    const VerifyReport report = engine_->admin().verify();
    require(report.problems.empty(),
            "verify: " + (report.problems.empty() ? "" : report.problems[0]));
    reopen();
  }
}

void ModelRun::apply(const ModelOp& op) {
  switch (op.kind) {
    case Kind::Fold:
      return fold(op, 1);
    case Kind::Batch:
      return fold(op, 2 + op.d % 5);
    case Kind::Refold:
      return refold(op);
    case Kind::Forget:
      return forget(op);
    case Kind::Erase:
      return erase(op);
    case Kind::Purge:
      return purge(op);
    case Kind::Restore:
      return restore(op);
    case Kind::Undo:
      return undo(op);
    case Kind::Settle:
      return settle(op);
    case Kind::Retain:
      note("apply_retention");
      engine_->admin().apply_retention();
      retained_ = true;
      return;
    case Kind::Reopen:
      note("reopen");
      return reopen();
  }
}

// Folding.

Fact ModelRun::make_fact(std::size_t user, std::uint32_t a, std::uint32_t b) {
  const ModelTopic& topic = kModelTopics[a % kModelTopics.size()];
  Fact fact;
  fact.user = users_[user];
  fact.content = topic.pattern;
  fact.content.replace(fact.content.find("{}"), 2, std::to_string(1 + a / 5 % 9));
  fact.subject = topic.subject;
  fact.thread_id = std::string("thread-") + topic.subject;
  fact.people = {topic.person, "minji.park@hanbit.example"};
  fact.source_id = "mail-" + std::to_string(b % 15);
  fact.idempotency_key = "key-" + std::to_string(++facts_);
  // Every fourth arrives late. No two are stated at the same moment.
  const std::int64_t late = b / 15 % 4 == 0 ? b / 60 % 600 : 0;
  fact.stated_at = Time{now_.micros - late * kMicrosPerHour - 1000 + facts_ % 1000};
  return fact;
}

void ModelRun::fold(const ModelOp& op, std::size_t count) {
  constexpr std::array<Verdict, 8> kVerdicts = {
      Verdict::Update, Verdict::Update, Verdict::Update,    Verdict::Merge,
      Verdict::Merge,  Verdict::Link,   Verdict::Duplicate, Verdict::Unrelated};
  constexpr std::array<Trigger, 4> kTriggers = {Trigger::Realtime, Trigger::Realtime,
                                                Trigger::Backfill, Trigger::Manual};
  analyst_->verdict = kVerdicts[op.c % kVerdicts.size()];
  analyst_->confidence = op.c / 8 % 4 == 0 ? 0.6 : 0.95;
  std::vector<Fact> facts;
  std::vector<std::size_t> owners;
  for (std::uint32_t i = 0; i < count; ++i) {
    owners.push_back((op.user + (count > 1 ? (op.b >> i) % 2 : 0)) % kUsers);
    facts.push_back(make_fact(owners.back(), op.a + i * (op.d % 7), op.b + i * 977));
  }
  const FoldOptions options = {.trigger = kTriggers[op.c / 32 % 4]};
  note("fold, the analyst says " + std::string(name(analyst_->verdict)) +
       (analyst_->confidence < 0.8 ? "?" : ""));
  const std::vector<Decision> decisions = engine_->fold(facts, options);
  require(decisions.size() == count, "one decision a fact");
  for (std::size_t i = 0; i < count; ++i) {
    const Decision& d = decisions[i];
    note("  " + facts[i].user + ": " + facts[i].content + " (" + facts[i].source_id + ", stated " +
         to_string(*facts[i].stated_at) + ") -> " + printed(d));
    require(d.status != Status::Error && !d.already_folded, "a new fact was not folded");
    require(d.trigger == options.trigger, "the trigger of a fold is the caller's");
    require_verdict_obeyed(facts[i], d);
    std::optional<Id> target;
    if (d.review) target = engine_->review(facts[i].user, d.sequence).target_id;
    models_[owners[i]].folded(facts[i], d, target);
    ++counts_[std::string(name(d.operation)) + (d.backdated ? " backdated" : "") +
              (d.review ? " review" : "")];
  }
  folded_.insert(folded_.end(), facts.begin(), facts.end());
}

void ModelRun::require_verdict_obeyed(const Fact&, const Decision& d) const {
  if (!d.verdict) return;
  const Verdict verdict = analyst_->verdict;
  require(*d.verdict == verdict, "the decision carries another verdict");
  const bool acts =
      verdict == Verdict::Update || verdict == Verdict::Merge || verdict == Verdict::Duplicate;
  const bool sure = analyst_->confidence > 0.8;
  // The guard stops a sure duplicate that differs in a figure: that is a case for a person too.
  const bool guarded = verdict == Verdict::Duplicate && d.review;
  require(d.review == (acts && !sure) || guarded, "review is wrong: " + d.reason);
  if (!sure || guarded) return;
  if (verdict == Verdict::Merge) require(d.operation == Operation::Merge, "no merge: " + d.reason);
  if (verdict == Verdict::Update) {
    const auto expected = d.score.total >= 0.70 ? Operation::Supersede : Operation::Add;
    require(d.operation == expected, "no supersede: " + d.reason);
  }
  if (!acts) require(d.operation == Operation::Add, "not added: " + d.reason);
}

void ModelRun::refold(const ModelOp& op) {
  if (folded_.empty()) return;
  const Fact& fact = folded_[op.a % folded_.size()];
  const Decision d = engine_->fold({&fact, 1}).at(0);
  note("fold again " + fact.user + ": " + fact.content + " -> " + printed(d));
  require(d.already_folded, "a fact was folded twice");
  ++counts_["refold"];
}

// Forgetting.

ForgetQuery ModelRun::make_query(const ModelOp& op, const std::string& user) {
  const Model& model = models_[op.user];
  ForgetQuery query = {.user = user};
  switch (op.a % 10) {
    case 0:
      query.thread_id = std::string("thread-") + kModelTopics[op.b % kModelTopics.size()].subject;
      break;
    case 1:
    case 2:
      query.source_id = "mail-" + std::to_string(op.b % 15);
      break;
    default:
      for (std::uint32_t i = 0; i < 1 + op.a / 10 % 2; ++i) {
        const ModelChain& chain = nth(model.chains(), op.b + i * op.c).second;
        query.ids.push_back(chain.versions[op.c % chain.versions.size()].memory);
      }
  }
  std::string text = "forget " + user;
  if (!query.thread_id.empty()) text += " thread " + query.thread_id;
  if (!query.source_id.empty()) text += " source " + query.source_id;
  for (const Id& id : query.ids) text += " " + to_string(id).substr(0, 6);
  note(text);
  return query;
}

void ModelRun::require_forgotten(std::size_t user, const std::set<Id>& expected,
                                 const ForgetReport& report, Erasure erasure) {
  const bool none = report.chains.empty() && erasure == Erasure::Hard;
  require(report.chains.size() == report.decisions.size() || none, "one decision a chain");
  std::set<Id> found;
  std::vector<Id> chains;
  for (std::size_t i = 0; i < report.chains.size(); ++i) {
    note("  -> " + printed(report.decisions[i]));
    // Its id is that of the oldest version, which may have arrived late.
    const ModelChain* chain = models_[user].chain_of(report.chains[i].chain_id);
    require(chain != nullptr, "a chain was forgotten that is not there");
    found.insert(chain->id);
    chains.push_back(chain->id);
  }
  std::string both = "forgot";
  for (const Id& id : found) both += " " + to_string(id).substr(0, 6);
  both += ", not";
  for (const Id& id : expected) both += " " + to_string(id).substr(0, 6);
  require(found == expected && found.size() == report.chains.size(), both);
  for (std::size_t i = 0; i < report.chains.size(); ++i) {
    models_[user].forgotten(chains[i], erasure, report.decisions[i]);
  }
}

void ModelRun::forget(const ModelOp& op) {
  const Model& model = models_[op.user];
  if (model.chains().empty()) return;
  const ForgetQuery query = make_query(op, users_[op.user]);
  const std::set<Id> expected = model.matching(query, Erasure::Soft);
  const ForgetReport report = engine_->forget(query);
  require_forgotten(op.user, expected, report, Erasure::Soft);
  counts_["forget"] += int(expected.size());
}

void ModelRun::erase(const ModelOp& op) {
  const Model& model = models_[op.user];
  if (model.chains().empty()) return;
  const ForgetQuery query = make_query(op, users_[op.user]);
  const std::set<Id> expected = model.matching(query, Erasure::Hard);
  trace_.back() += ", hard";
  const ForgetReport report = engine_->forget(query, {.erasure = Erasure::Hard});
  require_forgotten(op.user, expected, report, Erasure::Hard);
  models_[op.user].source_erased(query.source_id, report.decisions);
  counts_["erase"] += int(expected.size());
}

void ModelRun::purge(const ModelOp& op) {
  const Time before = {now_.micros - op.a % 200 * kMicrosPerHour};
  const std::set<Id> expected = models_[op.user].purgeable(before);
  note("purge " + users_[op.user] + " before " + to_string(before));
  const ForgetReport report = engine_->purge(users_[op.user], before);
  require_forgotten(op.user, expected, report, Erasure::Hard);
  counts_["purge"] += int(expected.size());
}

void ModelRun::restore(const ModelOp& op) {
  Model& model = models_[op.user];
  if (model.chains().empty()) return;
  // Mostly one that is hidden.
  const ModelChain* chain = &nth(model.chains(), op.a).second;
  for (std::uint32_t i = 1; op.b % 4 != 0 && i < model.chains().size(); ++i) {
    if (!chain->has_current()) break;
    chain = &nth(model.chains(), op.a + i).second;
  }
  const Id member = chain->versions[op.c % chain->versions.size()].memory;
  note("restore " + users_[op.user] + " " + to_string(member).substr(0, 6));
  Decision d;
  const std::string refused = refusal([&] { d = engine_->restore(users_[op.user], member); });
  note("  -> " + (refused.empty() ? printed(d) : refused));
  require(refused.empty() == model.can_restore(chain->id), "restore is wrong");
  ++counts_[refused.empty() ? "restore" : "restore refused"];
  if (refused.empty()) model.restored(chain->id, d);
}

// Undoing and reviewing.

void ModelRun::undo(const ModelOp& op) {
  Model& model = models_[op.user];
  if (model.log().empty()) return;
  // Mostly a recent one.
  const std::size_t size = model.log().size();
  const std::size_t back = op.a % (op.b % 3 == 0 ? size : std::min<std::size_t>(size, 6));
  const std::uint64_t sequence = size - back;
  const bool cascade = op.c % 3 == 0;
  const UndoPlan plan = model.plan_undo(sequence, cascade);
  note("undo " + users_[op.user] + " #" + std::to_string(sequence) + (cascade ? " cascade" : ""));
  std::vector<Decision> undone;
  const std::string refused =
      refusal([&] { undone = engine_->undo(users_[op.user], sequence, {.cascade = cascade}); });
  if (!refused.empty()) note("  refused: " + refused);
  for (const Decision& d : undone) note("  -> " + printed(d));
  ++counts_[refused.empty() ? (undone.size() > 1 ? "undo cascade" : "undo") : "undo refused"];
  if (!refused.empty() && plan.needs_states && retained_) return;
  require(refused.empty() != plan.refused, "undo must be refused? " + plan.why);
  if (plan.refused) return;
  require(undone.size() == plan.sequences.size(),
          "undo must take back " + std::to_string(plan.sequences.size()) + " decisions");
  for (std::size_t i = 0; i < undone.size(); ++i) model.undone(plan.sequences[i], undone[i]);
}

void ModelRun::settle(const ModelOp& op) {
  Model& model = models_[op.user];
  if (model.reviews().empty()) return;
  const ModelReview* review = &nth(model.reviews(), op.a).second;
  for (std::uint32_t i = 1; op.b % 8 != 0 && i < model.reviews().size(); ++i) {
    if (review->state == ReviewState::Pending) break;
    review = &nth(model.reviews(), op.a + i).second;
  }
  constexpr std::array<ReviewAnswer::Kind, 5> kKinds = {
      ReviewAnswer::Kind::Accept, ReviewAnswer::Kind::Accept, ReviewAnswer::Kind::Override,
      ReviewAnswer::Kind::Override, ReviewAnswer::Kind::Dismiss};
  const ReviewAnswer answer = {kKinds[op.c % 5], Verdict(op.d % 5)};
  const std::uint64_t sequence = review->sequence;
  const bool possible = model.can_settle(*review, answer);
  constexpr std::array<const char*, 3> kNames = {"accept", "override", "dismiss"};
  note("settle " + users_[op.user] + " #" + std::to_string(sequence) + " " +
       kNames[std::size_t(answer.kind)] + " " +
       std::string(
           name(answer.kind == ReviewAnswer::Kind::Accept ? review->verdict : answer.verdict)));
  Decision d;
  const std::string refused =
      refusal([&] { d = engine_->settle_review(users_[op.user], sequence, answer); });
  note("  -> " + (refused.empty() ? printed(d) : refused));
  require(refused.empty() == possible,
          possible ? "a case cannot be settled" : "a case was settled");
  ++counts_[refused.empty() ? "settle" : "settle refused"];
  if (possible) model.settled(sequence, answer, d);
}

}  // namespace memfold::test
