// A comparison that cost something is kept with its decision, asked once, and erased with either
// statement.
#include <algorithm>
#include <filesystem>

#include "amend_fixture.h"
#include "storage/store.h"

namespace memfold::test {
namespace {

class KeptAnalysesTest : public Amend {
 protected:
  KeptAnalysesTest() { analyst_->costly = analyst_->quotes = true; }

  /// What the store keeps, as "existing | incoming".
  std::vector<std::string> kept() {
    const DecideOptions decide = engine_->options().decide;
    engine_.reset();
    std::vector<std::string> pairs;
    {
      storage::StoreOptions options;
      options.create_if_missing = false;
      const auto store = storage::Store::open(directory_.path(), options);
      store->scan_analyses(storage::user_key("mina"),
                           [&](const storage::AnalysisKey&, const Analysis& analysis) {
                             pairs.push_back(analysis.reasoning);
                           });
    }
    reopen(decide);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  }
  /// How often the Analyst is asked while work() runs in an engine opened anew.
  template <typename Work>
  int asked_by(Work work) {
    reopen(engine_->options().decide);
    analyst_->asked = 0;
    work();
    return analyst_->asked;
  }
  Fact fact(const std::string& content, Time at) {
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    fact.thread_id = "t1";
    fact.subject = "Q1 마케팅 캠페인 예산";
    fact.stated_at = at;
    return fact;
  }
};

TEST_F(KeptAnalysesTest, AComparisonIsPaidForOnceAlsoAfterARestart) {
  tell(Verdict::Link, "예산은 5000만원입니다");
  const Fact raised = fact("예산은 6000만원입니다", now_);
  EXPECT_EQ(asked_by([&] { engine_->explain(raised); }), 1) << "readers keep nothing";
  EXPECT_EQ(asked_by([&] { engine_->fold({&raised, 1}, {.dry_run = true}); }), 1);
  EXPECT_EQ(kept(), Contents{});
  Decision first;
  EXPECT_EQ(asked_by([&] { first = engine_->fold({&raised, 1}).at(0); }), 1);
  EXPECT_EQ(kept(), Contents{"예산은 5000만원입니다 | 예산은 6000만원입니다"});
  engine_->forget({.user = "mina", .ids = {first.memory_id}});
  EXPECT_EQ(asked_by([&] { EXPECT_EQ(engine_->explain(raised).decision.analyses, 1u); }), 0);

  Fact again = raised;
  again.source_id = "another mail";
  EXPECT_EQ(asked_by([&] {
              const Decision decision = engine_->fold({&again, 1}).at(0);
              EXPECT_EQ(decision.reason, first.reason);
            }),
            0);
  EXPECT_EQ(engine_->stats().analyses, 1u);
  EXPECT_EQ(engine_->stats().kept_analyses, 1u);
  const LogAnalytics analytics = engine_->log_analytics({.user = "mina"});
  EXPECT_EQ(analytics.analyses, 2u);
  EXPECT_EQ(analytics.kept_analyses, 1u);
  EXPECT_EQ(analytics.tokens, 7u) << "of the one that was asked";
  expect_sound();
}

TEST_F(KeptAnalysesTest, AnotherAnalystTimeOrSubjectIsAnotherQuestion) {
  tell(Verdict::Link, "예산은 5000만원입니다");
  const Fact raised = fact("예산은 6000만원입니다", now_);
  const Decision first = engine_->fold({&raised, 1}).at(0);
  engine_->forget({.user = "mina", .ids = {first.memory_id}});
  Fact later = raised, elsewhere = raised;
  later.stated_at = Time{raised.stated_at->micros + kMicrosPerDay};
  elsewhere.subject = "Q1 캠페인 예산";
  EXPECT_EQ(asked_by([&] { engine_->explain(raised); }), 0);
  EXPECT_EQ(asked_by([&] { engine_->explain(later); }), 1);
  EXPECT_EQ(asked_by([&] { engine_->explain(elsewhere); }), 1);
  analyst_->model = "scripted@2";
  EXPECT_EQ(asked_by([&] { engine_->explain(raised); }), 1);
}

TEST_F(KeptAnalysesTest, WhatIsNoAnswerOrCostNothingIsNotKept) {
  tell("예산은 5000만원입니다");
  analyst_->answered = false;
  ASSERT_TRUE(tell(Verdict::Link, "예산은 6000만원입니다").review);
  analyst_->answered = true;
  analyst_->costly = false;
  tell("예산은 7000만원입니다");
  EXPECT_EQ(kept(), Contents{});
  EXPECT_EQ(engine_->admin().verify().kept_analyses, 0u);
}

TEST_F(KeptAnalysesTest, DecidingAnewCostsNothing) {
  budget();
  tell(Verdict::Link, "예산 회의는 세 시입니다");
  EXPECT_EQ(asked_by([&] {
              const ReplayReport report = engine_->admin().replay({.user = "mina", .decide = {}});
              EXPECT_EQ(report.replayed, 4u);
              EXPECT_TRUE(report.changes.empty());
            }),
            0);
}

TEST_F(KeptAnalysesTest, TheContentOfTheStoreIsTheSameWithoutThem) {
  budget();
  const std::string with = engine_->admin().digest();
  EXPECT_EQ(kept().size(), 2u);
  engine_.reset();
  std::filesystem::remove_all(directory_.path());
  analyst_->costly = false;
  now_ = parse_time("2026-01-01").value();
  reopen();
  budget();
  EXPECT_EQ(kept(), Contents{});
  EXPECT_EQ(engine_->admin().digest(), with);
}

/// Every route by which a chain is erased, and what "any of its contents" is.
TEST_F(KeptAnalysesTest, AnErasureTakesThemAlongByEveryRoute) {
  const std::vector<ForgetQuery> routes = {{.user = "mina", .ids = {Id{}}},
                                           {.user = "mina", .source_id = "mail-1"},
                                           {.user = "mina", .thread_id = "t1"},
                                           {.user = "mina", .everything = true}};
  for (ForgetQuery query : routes) {
    engine_.reset();
    std::filesystem::remove_all(directory_.path());
    reopen();
    tell(Verdict::Link, "점심은 판교역에서 먹습니다", "mail-9", "t9");
    analyst_->verdict = Verdict::Update;
    const std::vector<Decision> versions = budget();
    tell(Verdict::Merge, "예산은 상반기에 씁니다");
    tell(Verdict::Duplicate, "예산은 상반기에 씁니다!");
    tell(Verdict::Link, "예산 회의는 세 시입니다", "mail-8", "t1");
    ASSERT_GE(kept().size(), 4u);
    if (!query.ids.empty()) query.ids = {versions[1].memory_id};
    const ForgetReport report = engine_->forget(query, {.erasure = Erasure::Hard, .prove = true});
    EXPECT_TRUE(report.searched);
    EXPECT_EQ(report.traces, std::vector<std::string>{});
    for (const std::string& pair : kept()) {
      for (const char* erased : {"5000", "6000", "7000", "상반기"}) {
        EXPECT_EQ(pair.find(erased), std::string::npos) << pair;
      }
    }
    expect_sound();
  }
}

TEST_F(KeptAnalysesTest, PurgingTakesThemAlong) {
  const std::vector<Decision> versions = budget();
  engine_->forget({.user = "mina", .ids = {versions[0].memory_id}});
  EXPECT_EQ(kept().size(), 2u) << "what is hidden can be restored";
  now_.micros += kMicrosPerDay;
  engine_->purge("mina", now_);
  EXPECT_EQ(kept(), Contents{});
  expect_sound();
}

/// A fact that was compared with one memory and went into another leaves words in that comparison.
TEST_F(KeptAnalysesTest, WhatWasSaidOfAFactThatWentElsewhereGoesToo) {
  analyst_->other = "5000";
  const Decision other = tell(Verdict::Link, "예산은 5000만원입니다");
  tell(Verdict::Link, "예산은 7000만원입니다");
  const Decision merged = tell(Verdict::Merge, "예산은 상반기에 씁니다");
  ASSERT_EQ(merged.operation, Operation::Merge);
  EXPECT_THAT(kept(), testing::Contains("예산은 5000만원입니다 | 예산은 상반기에 씁니다"));
  engine_->forget({.user = "mina", .ids = {merged.memory_id}}, {.erasure = Erasure::Hard});
  EXPECT_EQ(kept(), Contents{});
  EXPECT_TRUE(engine_->get("mina", other.memory_id));
  expect_sound();
}

TEST_F(KeptAnalysesTest, RetentionThatDropsEntriesDropsThem) {
  budget();
  EXPECT_EQ(kept().size(), 2u);
  limits_.drops_entries = true;
  reopen();
  now_.micros += 400 * kMicrosPerDay;
  engine_->admin().apply_retention();
  EXPECT_EQ(kept(), Contents{});
  expect_sound();
}

TEST_F(KeptAnalysesTest, VerifyNamesThoseOfStatementsThatAreNotThere) {
  budget();
  engine_.reset();
  {
    storage::StoreOptions options;
    options.create_if_missing = false;
    const auto store = storage::Store::open(directory_.path(), options);
    storage::CommitBatch batch("mina");
    batch.put_analysis({derive_id("a", "b"), derive_id("c", "d"), {}}, {});
    store->commit(std::move(batch));
  }
  reopen();
  const VerifyReport report = engine_->admin().verify();
  EXPECT_EQ(report.kept_analyses, 3u);
  ASSERT_EQ(report.problems.size(), 2u);
  EXPECT_THAT(report.problems[0], HasSubstr("a fact that is not in the log"));
  EXPECT_THAT(report.problems[1], HasSubstr("a memory that is not stored"));
}

}  // namespace
}  // namespace memfold::test
