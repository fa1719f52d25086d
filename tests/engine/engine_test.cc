// The seven outcomes, explain, recall, history and the log, through Engine with the built-in
// models.
#include "memfold/engine.h"

#include <gtest/gtest.h>

#include "tests/property/fact_stream.h"

namespace memfold {
namespace {

using test::fixed_options;
using test::StoreDirectory;

/// Verdicts by script, so that each outcome can be had at will; similarity is the real embedder's.
class ScriptedAnalyst final : public Analyst {
 public:
  Analysis answer;
  std::string name() const override { return "scripted@1"; }
  Analysis compare(const Statement&, const Statement&) const override { return answer; }
};

Fact said(std::string content, const char* when) {
  Fact fact;
  fact.user = "mina";
  fact.content = std::move(content);
  fact.source_id = std::string("mail-") + when;
  fact.thread_id = "t1";
  fact.subject = "Q1 마케팅 캠페인 예산";
  fact.people = {"jiyeon@hanbit.example"};
  fact.occurred_at = parse_time(when);
  return fact;
}

class Outcomes : public testing::Test {
 protected:
  Outcomes() : script_(std::make_shared<ScriptedAnalyst>()) {
    EngineOptions options = fixed_options();
    options.models.analyst = script_;
    engine_.emplace(Engine::open(directory_.path(), options));
    first_ = fold(said("Q1 마케팅 캠페인 예산은 5000만원", "2026-01-05"));
  }
  Decision fold(const Fact& fact) { return engine_->fold({&fact, 1}).at(0); }
  void script(Verdict verdict, double confidence = 0.95) {
    script_->answer = {};
    script_->answer.verdict = verdict;
    script_->answer.confidence = confidence;
    script_->answer.same_subject = verdict == Verdict::Update || verdict == Verdict::Merge;
  }
  Memory get(const Id& id) { return engine_->get("mina", id).value(); }
  void expect_sound() { EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>{}); }

  StoreDirectory directory_;
  std::shared_ptr<ScriptedAnalyst> script_;
  std::optional<Engine> engine_;
  Decision first_;
};

const char* const kRaised = "Q1 마케팅 캠페인 예산이 6000만원으로 증액";

TEST_F(Outcomes, NothingComparableCreatesVersionOne) {
  EXPECT_EQ(first_.kind, DecisionKind::Create);
  EXPECT_EQ(first_.operation, Operation::Add);
  EXPECT_EQ(first_.band, Band::None);
  const Memory memory = get(first_.memory_id);
  EXPECT_EQ(memory.version, 1u);
  EXPECT_EQ(memory.chain_id, memory.id);
  expect_sound();
}

TEST_F(Outcomes, LinkCreatesWithATypedEdgeReadableFromBothEnds) {
  script(Verdict::Link);
  script_->answer.relationship_type = EdgeType::Causal;
  const Decision d = fold(said(kRaised, "2026-01-12"));
  EXPECT_EQ(d.kind, DecisionKind::Create);
  ASSERT_EQ(d.related_ids, (std::vector<Id>{first_.memory_id}));
  EXPECT_EQ(d.relationship_type, EdgeType::Causal);
  const auto out = engine_->edges_from("mina", d.memory_id);
  const auto in = engine_->edges_to("mina", first_.memory_id);
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out, in);
  EXPECT_EQ(out[0].type, EdgeType::Causal);
  EXPECT_EQ(out[0].strength, d.score.total);
  expect_sound();
}

TEST_F(Outcomes, UpdateSupersedesAndTheOldVersionStaysReadable) {
  script(Verdict::Update);
  const Decision d = fold(said(kRaised, "2026-01-12"));
  EXPECT_EQ(d.kind, DecisionKind::Update);
  EXPECT_EQ(d.operation, Operation::Supersede);
  EXPECT_EQ(d.target_id, first_.memory_id);
  const Memory old_memory = get(first_.memory_id), next = get(d.memory_id);
  EXPECT_EQ(old_memory.superseded_by, next.id);
  EXPECT_EQ(next.previous_version_id, old_memory.id);
  EXPECT_EQ(next.version, 2u);
  const auto edges = engine_->edges_from("mina", next.id);
  ASSERT_EQ(edges.size(), 1u);
  EXPECT_EQ(edges[0].type, EdgeType::Supersedes);
  for (const Id& member : {old_memory.id, next.id}) {
    const auto history = engine_->history("mina", member);
    ASSERT_EQ(history.size(), 2u) << "from any member";
    EXPECT_EQ(history[0].memory.content, "Q1 마케팅 캠페인 예산은 5000만원");
    EXPECT_FALSE(history[0].current);
    EXPECT_EQ(history[1].memory.content, "Q1 마케팅 캠페인 예산은 6000만원");
    EXPECT_TRUE(history[1].current);
    EXPECT_EQ(history[1].operation, Operation::Supersede);
  }
  const auto hits = engine_->recall({.user = "mina", .text = "마케팅 캠페인 예산"});
  ASSERT_EQ(hits.size(), 1u) << "only current memories are recalled";
  EXPECT_EQ(hits[0].memory.id, next.id);
  expect_sound();
}

TEST_F(Outcomes, MergeKeepsTheIdAndTheEarlierState) {
  script(Verdict::Merge);
  const Decision d = fold(said("Q1 마케팅 캠페인 예산 집행은 3월부터 시작", "2026-01-12"));
  EXPECT_EQ(d.operation, Operation::Merge);
  EXPECT_EQ(d.memory_id, first_.memory_id);
  const Memory merged = get(d.memory_id);
  EXPECT_EQ(merged.version, 2u);
  EXPECT_NE(merged.content.find("5000만원"), std::string::npos);
  EXPECT_NE(merged.content.find("3월"), std::string::npos);
  EXPECT_EQ(merged.merge_source_ids, (std::vector<Id>{d.fact_id}));
  EXPECT_EQ(merged.sources.size(), 2u);
  const auto edges = engine_->edges_to("mina", merged.id);
  ASSERT_EQ(edges.size(), 1u);
  EXPECT_EQ(edges[0].type, EdgeType::MergedInto);
  EXPECT_EQ(edges[0].from, d.fact_id);
  const auto history = engine_->history("mina", merged.id);
  ASSERT_EQ(history.size(), 2u);
  EXPECT_EQ(history[0].memory.content, "Q1 마케팅 캠페인 예산은 5000만원");
  EXPECT_TRUE(history[1].current);
  expect_sound();
}

TEST_F(Outcomes, MergingTwiceKeepsEveryState) {
  script(Verdict::Merge);
  fold(said("Q1 마케팅 캠페인 예산 집행은 3월부터 시작", "2026-01-12"));
  const Decision d = fold(said("Q1 마케팅 캠페인 예산 담당은 이지연 과장", "2026-01-13"));
  const auto history = engine_->history("mina", d.memory_id);
  ASSERT_EQ(history.size(), 3u);
  EXPECT_LT(history[0].memory.content.size(), history[1].memory.content.size());
  EXPECT_LT(history[1].memory.content.size(), history[2].memory.content.size());
  EXPECT_EQ(history[1].operation, Operation::Merge);
  expect_sound();
}

TEST_F(Outcomes, DuplicateSkipsAndANewerOneAddsItsSource) {
  const Decision d = fold(said("Q1 마케팅 캠페인 예산은 5000만원.", "2026-01-12"));
  EXPECT_EQ(d.kind, DecisionKind::Skip);
  EXPECT_EQ(d.operation, Operation::Noop);
  EXPECT_EQ(d.status, Status::Skipped);
  EXPECT_EQ(d.memory_id, first_.memory_id);
  const Memory memory = get(first_.memory_id);
  EXPECT_EQ(memory.version, 1u);
  EXPECT_EQ(memory.sources, (std::vector<std::string>{"mail-2026-01-05", "mail-2026-01-12"}));
  EXPECT_EQ(engine_->stats("mina").memories, 1u);
  expect_sound();
}

TEST_F(Outcomes, AnOlderDuplicateAddsItsSourceAndChangesNothingElse) {
  Memory before = get(first_.memory_id);
  for (int twice = 0; twice < 2; ++twice) {
    Fact older = said("Q1 마케팅 캠페인 예산은 5000만원.", "2026-01-02");
    older.idempotency_key = "key-" + std::to_string(twice);
    fold(older);
  }
  before.sources.push_back("mail-2026-01-02");
  EXPECT_EQ(get(first_.memory_id), before);
  EXPECT_EQ(engine_->stats("mina").decisions, 3u);
}

TEST_F(Outcomes, ConflictLostSkipsAndNamesBothPriorities) {
  Fact trusted = said("Q1 마케팅 캠페인 예산은 7000만원", "2026-01-06");
  trusted.source_type = SourceType::UserInput;
  script(Verdict::Update);
  const Decision held = fold(trusted);
  ASSERT_EQ(held.kind, DecisionKind::Update);
  const Decision d = fold(said(kRaised, "2026-01-12"));
  EXPECT_EQ(d.kind, DecisionKind::Skip);
  EXPECT_EQ(d.memory_id, held.memory_id);
  EXPECT_NE(d.reason.find("user_input"), std::string::npos);
  EXPECT_NE(d.reason.find("realtime"), std::string::npos);
  EXPECT_EQ(get(held.memory_id).content, "Q1 마케팅 캠페인 예산은 7000만원");
  expect_sound();
}

TEST_F(Outcomes, ALateArrivalIsFiledBelowTheCurrentVersion) {
  script(Verdict::Update);
  const Decision current = fold(said(kRaised, "2026-01-12"));
  const Decision late = fold(said("Q1 마케팅 캠페인 예산이 5500만원으로 조정", "2026-01-08"));
  EXPECT_EQ(late.kind, DecisionKind::Update);
  EXPECT_TRUE(late.backdated);
  const auto history = engine_->history("mina", late.memory_id);
  ASSERT_EQ(history.size(), 3u);
  EXPECT_EQ(history[1].memory.id, late.memory_id);
  EXPECT_EQ(history[1].memory.version, 2u);
  EXPECT_EQ(history[2].memory.id, current.memory_id);
  EXPECT_EQ(history[2].memory.version, 3u);
  EXPECT_TRUE(history[2].current);
  EXPECT_EQ(engine_->stats("mina").current_memories, 1u);
  expect_sound();
  // Another one, older than everything: the chain gets a new first version.
  const Decision oldest = fold(said("Q1 마케팅 캠페인 예산이 4000만원으로 책정", "2026-01-01"));
  const auto longer = engine_->history("mina", current.memory_id);
  ASSERT_EQ(longer.size(), 4u);
  EXPECT_EQ(longer[0].memory.id, oldest.memory_id);
  for (const VersionStep& step : longer) EXPECT_EQ(step.memory.chain_id, oldest.memory_id);
  expect_sound();
}

TEST_F(Outcomes, LowConfidenceLinksAndIsFlagged) {
  script(Verdict::Update, 0.6);
  const Decision d = fold(said(kRaised, "2026-01-12"));
  EXPECT_EQ(d.kind, DecisionKind::Create);
  EXPECT_TRUE(d.review);
  EXPECT_EQ(engine_->stats("mina").reviews, 1u);
  EXPECT_EQ(d.related_ids, (std::vector<Id>{first_.memory_id}));
}

TEST_F(Outcomes, ExplainSaysTheSameAndWritesNothing) {
  script(Verdict::Update);
  const std::string digest = engine_->admin().digest();
  const Explanation explanation = engine_->explain(said(kRaised, "2026-01-12"));
  EXPECT_EQ(engine_->admin().digest(), digest);
  EXPECT_EQ(explanation.decision.status, Status::DryRun);
  ASSERT_EQ(explanation.candidates.size(), 1u);
  EXPECT_EQ(explanation.candidates[0].content, "Q1 마케팅 캠페인 예산은 5000만원");
  ASSERT_TRUE(explanation.candidates[0].analysis);
  const Decision d = fold(said(kRaised, "2026-01-12"));
  EXPECT_EQ(d.kind, explanation.decision.kind);
  EXPECT_EQ(d.reason, explanation.decision.reason);
  EXPECT_EQ(d.score, explanation.decision.score);
}

TEST_F(Outcomes, ADryRunDecidesAsAFoldWouldAndWritesNothing) {
  script(Verdict::Update);
  const std::vector<Fact> facts = {said(kRaised, "2026-01-12"),
                                   said("Q1 마케팅 캠페인 예산이 5500만원으로 조정", "2026-01-08"),
                                   said("Q1 마케팅 캠페인 예산이 6500만원으로 증액", "2026-01-19")};
  const std::string digest = engine_->admin().digest();
  FoldOptions dry;
  dry.dry_run = true;
  const auto guessed = engine_->fold(facts, dry);
  EXPECT_EQ(engine_->admin().digest(), digest);
  const auto done = engine_->fold(facts);
  for (std::size_t i = 0; i < facts.size(); ++i) {
    EXPECT_EQ(guessed[i].status, Status::DryRun);
    EXPECT_EQ(guessed[i].sequence, 0u);
    EXPECT_EQ(guessed[i].kind, done[i].kind) << i;
    EXPECT_EQ(guessed[i].reason, done[i].reason) << i;
  }
}

TEST_F(Outcomes, TheLogAnswersByKindAndTimeInPages) {
  script(Verdict::Link);
  for (int i = 0; i < 7; ++i) {
    fold(said("완전히 다른 이야기 " + std::string(std::size_t(i + 1), 'x'), "2026-02-01"));
  }
  LogQuery query{.user = "mina", .limit = 3};
  std::vector<std::uint64_t> seen;
  do {
    const LogPage page = engine_->log(query);
    for (const Decision& d : page.entries) seen.push_back(d.sequence);
    query.cursor = page.next_cursor;
  } while (!query.cursor.empty());
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{8, 7, 6, 5, 4, 3, 2, 1}));
  const LogPage updates = engine_->log({.user = "mina", .kinds = {DecisionKind::Update}});
  EXPECT_TRUE(updates.entries.empty());
  const Time now = engine_->options().clock();
  EXPECT_EQ(engine_->log({.user = "mina", .until = now}).entries.size(), 0u)
      << "until is exclusive";
  EXPECT_EQ(engine_->log({.user = "mina", .from = now}).entries.size(), 8u);
  LogQuery other{.user = "mina", .kinds = {DecisionKind::Create}, .limit = 3};
  other.cursor = engine_->log({.user = "mina", .limit = 3}).next_cursor;
  EXPECT_THROW(engine_->log(other), Error) << "a cursor of another query";
  EXPECT_THROW(engine_->log({.user = "mina", .cursor = "nonsense"}), Error);
  EXPECT_THROW(engine_->log({}), Error);
}

TEST_F(Outcomes, RecallFiltersByEachExactKey) {
  script(Verdict::Unrelated);
  Fact other = said("점심은 판교역 앞에서 먹습니다", "2026-03-01");
  other.thread_id = "t2";
  other.session_id = "call-2";
  other.people = {"minsu@hanbit.example"};
  other.entities = {"판교역"};
  other.category = Category::Meeting;
  const Decision d = fold(other);
  const auto only = [&](const RecallQuery& query) {
    const auto hits = engine_->recall(query);
    return hits.size() == 1 && hits[0].memory.id == d.memory_id;
  };
  EXPECT_TRUE(
      only({.user = "mina", .text = "예산 점심", .where = {.category = Category::Meeting}}));
  EXPECT_TRUE(
      engine_
          ->recall({.user = "mina", .text = "점심", .where = {.category = Category::named("meal")}})
          .empty());
  EXPECT_TRUE(only(
      {.user = "mina", .text = "예산 점심", .where = {.person = "Minsu <MINSU@hanbit.example>"}}));
  EXPECT_TRUE(only({.user = "mina", .text = "예산 점심", .where = {.thread_id = "t2"}}));
  EXPECT_TRUE(only({.user = "mina", .text = "예산 점심", .where = {.session_id = "call-2"}}));
  EXPECT_TRUE(only({.user = "mina", .text = "예산 판교역 점심", .where = {.entity = "판교역"}}));
  EXPECT_TRUE(only(
      {.user = "mina", .text = "예산 점심", .where = {.occurred_from = parse_time("2026-02-01")}}));
  EXPECT_THROW(engine_->recall({.user = "mina", .text = "x", .k = 0}), Error);
  EXPECT_THROW(engine_->recall({.text = "x"}), Error);
}

TEST(EngineOpen, TakesTheBuiltInModelsForThoseThatAreMissing) {
  const StoreDirectory directory;
  const std::vector<Fact> facts = {said("Q1 마케팅 캠페인 예산은 5000만원", "2026-01-05"),
                                   said("Q1 마케팅 캠페인 예산이 6000만원으로 증액", "2026-01-12")};
  std::vector<std::string> digests;
  for (const Models& models : {Models{}, Models{.analyst = builtin_analyst()},
                               Models{.embedder = builtin_embedder(), .tokenizer = nullptr}}) {
    const StoreDirectory place;
    EngineOptions options = fixed_options();
    options.models = models;
    Engine engine = Engine::open(place.path(), options);
    engine.fold(facts);
    digests.push_back(engine.admin().digest());
    EXPECT_EQ(engine.recall({.user = "mina", .text = "예산", .count_use = false}).size(), 1u);
  }
  EXPECT_EQ(digests[0], digests[1]);
  EXPECT_EQ(digests[0], digests[2]);
  Engine engine = Engine::open(directory.path());
  EXPECT_TRUE(engine.options().models.tokenizer) << "none was given: all are the built-in ones";
  engine.fold(facts);
  EXPECT_EQ(engine.recall({.user = "mina", .text = "예산", .by = RecallBy::Words}).size(), 1u);
}

TEST(EngineOpen, RefusesBadOptions) {
  const StoreDirectory directory;
  EngineOptions options = fixed_options();
  options.decide.default_weights[0] = 0.6;
  try {
    Engine::open(directory.path(), options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    EXPECT_NE(std::string(error.what()).find("default_weights"), std::string::npos);
  }
  options = fixed_options();
  options.decide.update_from = 0.4;
  EXPECT_THROW(Engine::open(directory.path(), options), Error) << "bands out of order";
}

TEST(EngineOpen, ReadOnlyAnswersAndRefusesToFold) {
  const StoreDirectory directory;
  const Fact fact = said("Q1 예산은 5000만원", "2026-01-05");
  Engine::open(directory.path(), fixed_options()).fold({&fact, 1});
  EngineOptions options = fixed_options();
  options.read_only = true;
  Engine engine = Engine::open(directory.path(), options);
  EXPECT_EQ(engine.recall({.user = "mina", .text = "예산"}).size(), 1u);
  EXPECT_THROW(engine.fold({&fact, 1}), Error);
}

TEST(EngineMemory, ABudgetEvictsLanesAndChangesNoAnswer) {
  const std::vector<Fact> facts = test::random_stream({.facts = 300, .users = 8, .seed = 21});
  std::string digests[2];
  for (const bool tight : {false, true}) {
    const StoreDirectory directory;
    EngineOptions options = fixed_options();
    if (tight) options.memory_budget = 1;
    Engine engine = Engine::open(directory.path(), options);
    for (std::size_t i = 0; i < facts.size(); i += 20) {
      engine.fold(std::span(facts).subspan(i, std::min<std::size_t>(20, facts.size() - i)));
    }
    if (tight) {
      EXPECT_LT(engine.stats().resident_bytes, 100'000u);
    }
    digests[tight] = engine.admin().digest();
  }
  EXPECT_EQ(digests[0], digests[1]);
}

/// Says that what was set aside is to be updated.
class EagerJudge final : public Judge {
 public:
  std::string name() const override { return "eager@1"; }
  std::vector<Judgement> judge(std::string_view, std::span<const PairContext> contexts,
                               std::span<const Analysis>) const override {
    std::vector<Judgement> all(contexts.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].likely[std::size_t(contexts[i].set_aside ? Outcome::Update : Outcome::Apart)] = 1;
    }
    return all;
  }
};

std::vector<Fact> unalike() {
  std::vector<Fact> facts;
  for (const char* content :
       {"The boiler was serviced by Aron", "점심은 김밥을 먹었다", "Tickets for Lyon cost 80 euros",
        "부산 지사의 주소는 해운대로 99", "Bello the dog sleeps upstairs",
        "새 노트북은 화요일에 도착한다", "The choir sings on Thursdays", "자전거 열쇠를 잃어버렸다",
        "Maria plays the cello", "회의실 예약이 취소되었다", "Rain damaged the garden fence",
        "도서관 책은 금요일까지 반납", "The printer needs toner", "Grandma turns ninety in May"}) {
    facts.push_back(said(content, "2026-01-05"));
    facts.back().source_id += std::to_string(facts.size());
    facts.back().subject = "note " + facts.back().source_id;  // under one line all are compared
  }
  return facts;
}

TEST(FirstSieve, SetsAsideWhatSharesFewWordsAndIsNotNew) {
  std::map<double, std::uint32_t> compared;
  for (const double least : {0.0, 0.1}) {
    const StoreDirectory directory;
    EngineOptions options = fixed_options();
    options.decide.judged_words = least;
    options.decide.max_analyses = options.decide.max_judged;
    Engine engine = Engine::open(directory.path(), options);
    engine.fold(unalike());
    compared[least] = engine.explain(said("The gas bill is due", "2026-02-01")).decision.analyses;
  }
  EXPECT_EQ(compared[0.0], 6u);
  EXPECT_GE(compared[0.1], 2u);
  EXPECT_LT(compared[0.1], 6u);
}

TEST(FirstSieve, WhatWasSetAsideIsNotActedOnWhateverAJudgeSays) {
  const StoreDirectory directory;
  EngineOptions options = fixed_options();
  options.models.judge = std::make_shared<EagerJudge>();
  options.decide.judged_words = 1;
  options.decide.max_analyses = options.decide.max_judged;
  Engine engine = Engine::open(directory.path(), options);
  engine.fold(unalike());
  const Decision decision = engine.explain(said("The gas bill is due", "2026-02-01")).decision;
  EXPECT_LT(decision.analyses, 6u);
  EXPECT_EQ(decision.kind, DecisionKind::Create) << decision.reason;
}

}  // namespace
}  // namespace memfold
