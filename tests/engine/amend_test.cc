// Forgetting, restoring, erasing, undoing and replaying, through Engine.
#include <filesystem>
#include <fstream>

#include "amend_fixture.h"
#include "core/text.h"
#include "engine/amend/dependents.h"
#include "storage/store.h"

namespace memfold::test {
namespace {

TEST_F(Amend, ASoftDeleteHidesTheChainFromRecallAndComparisonUntilRestored) {
  const auto told = budget();
  const ForgetReport report = engine_->forget({.user = "mina", .ids = {told[0].memory_id}});
  ASSERT_EQ(report.decisions.size(), 1u);
  EXPECT_EQ(report.memories, 3u);
  EXPECT_EQ(report.decisions[0].kind, DecisionKind::Delete);
  EXPECT_EQ(report.decisions[0].trigger, Trigger::UserRequest);
  EXPECT_EQ(recalled(), Contents{});
  EXPECT_EQ(current(told[2].memory_id), "nothing");
  EXPECT_EQ(history(told[0].memory_id).size(), 3u) << "history stays readable";
  EXPECT_EQ(engine_->get("mina", told[2].memory_id)->delete_trigger, "user_request");
  expect_sound();
  EXPECT_EQ(tell("예산은 7000만원으로 확정입니다").kind, DecisionKind::Create)
      << "nothing hidden is compared with";
  const Decision back = engine_->restore("mina", told[1].memory_id);
  EXPECT_EQ(back.operation, Operation::Update);
  EXPECT_EQ(current(told[0].memory_id), "예산은 7000만원입니다");
  EXPECT_EQ(recalled().size(), 2u);
  EXPECT_THAT(error_of([&] { engine_->restore("mina", told[1].memory_id); }),
              HasSubstr("not deleted"));
  expect_sound();
}

TEST_F(Amend, AsOfKnowsADeletionFromItsMomentOn) {
  const auto told = budget();
  const Time before = now_;
  now_.micros += kMicrosPerDay;
  engine_->forget({.user = "mina", .ids = {told[0].memory_id}});
  EXPECT_TRUE(engine_->as_of("mina", told[0].memory_id, {.system = before}));
  EXPECT_FALSE(engine_->as_of("mina", told[0].memory_id, {.system = now_}));
}

TEST_F(Amend, AsOfKnowsADeletionThatWasTakenBackSince) {
  const auto told = budget();
  const Time there = now_;
  now_.micros += kMicrosPerDay;
  engine_->forget({.user = "mina", .ids = {told[0].memory_id}});
  const Time hidden = now_;
  now_.micros += kMicrosPerDay;
  engine_->restore("mina", told[0].memory_id);
  for (const Decision& version : told) {
    EXPECT_TRUE(engine_->as_of("mina", version.memory_id, {.system = there}));
    EXPECT_FALSE(engine_->as_of("mina", version.memory_id, {.system = hidden}));
    EXPECT_TRUE(engine_->as_of("mina", version.memory_id, {.system = now_}));
  }
}

TEST_F(Amend, ForgetsBySourceByThreadAndEverything) {
  analyst_->verdict = Verdict::Unrelated;
  const Decision a = tell("회의는 세 시에 시작합니다", "mail-1", "t1");
  const Decision b = tell("The release moves to June", "mail-2", "t2");
  const Decision c = tell("점심은 판교역에서 먹습니다", "mail-3", "t2");
  const auto found = engine_->find_forgettable({.user = "mina", .thread_id = "t2"});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].content, "The release moves to June");
  EXPECT_EQ(engine_->forget({.user = "mina", .source_id = "mail-1"}).chains.size(), 1u);
  EXPECT_TRUE(engine_->get("mina", a.memory_id)->deleted_at);
  EXPECT_EQ(engine_->forget({.user = "mina", .thread_id = "t2"}).chains.size(), 2u);
  EXPECT_TRUE(engine_->get("mina", b.memory_id)->deleted_at);
  EXPECT_TRUE(engine_->get("mina", c.memory_id)->deleted_at);
  EXPECT_TRUE(engine_->forget({.user = "mina", .thread_id = "t2"}).chains.empty())
      << "hidden already";
  EXPECT_EQ(engine_->forget({.user = "mina", .everything = true}, {.erasure = Erasure::Hard})
                .chains.size(),
            3u);
  EXPECT_EQ(engine_->stats("mina").memories, 0u);
  expect_sound();
}

TEST_F(Amend, AForgetQueryNamesOneThingThatExists) {
  budget();
  error_of([&] { engine_->forget({.user = "mina"}); });
  error_of([&] { engine_->forget({.user = "mina", .source_id = "a", .thread_id = "b"}); });
  error_of([&] { engine_->forget({.everything = true}); });
  EXPECT_THAT(error_of([&] { engine_->forget({.user = "mina", .ids = {derive_id("x", "y")}}); },
                       ErrorCode::NotFound),
              HasSubstr("has no memory"));
  error_of([&] { engine_->restore("mina", derive_id("x", "y")); }, ErrorCode::NotFound);
}

TEST_F(Amend, CascadeModesDecideAboutEdges) {
  const Decision a = tell("예산은 5000만원입니다");
  const Decision b = tell(Verdict::Link, "예산 회의는 세 시입니다");
  const Decision c = tell("예산 승인은 팀장이 합니다");
  ASSERT_FALSE(engine_->edges_to("mina", a.memory_id).empty());
  const ForgetReport kept = engine_->forget({.user = "mina", .ids = {b.memory_id}});
  EXPECT_EQ(kept.edges, 0u);
  EXPECT_FALSE(engine_->edges_from("mina", b.memory_id).empty());
  const ForgetReport detached =
      engine_->forget({.user = "mina", .ids = {c.memory_id}}, {.cascade = CascadeMode::Detach});
  EXPECT_GT(detached.edges, 0u);
  EXPECT_TRUE(engine_->edges_from("mina", c.memory_id).empty());
  expect_sound();
}

/// Every regular file below a directory, as bytes.
std::string all_bytes(const std::string& directory) {
  std::string bytes;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    bytes.append(std::istreambuf_iterator<char>(file), {});
  }
  return bytes;
}

// P7. The store holds history, a merge, a review, links and a reopened write-ahead log.
TEST_F(Amend, ForgetMeansForgetNoFileHoldsAByteOfWhatWasErased) {
  const std::string secret = "비밀 예산은 98765만원으로 극비입니다";
  const Decision first = tell(secret);
  const Decision second = tell("비밀 예산은 43210만원으로 극비입니다");
  const Decision merged = tell(Verdict::Merge, "극비 예산은 로또당첨금으로 충당합니다");
  ASSERT_EQ(merged.operation, Operation::Merge);
  analyst_->confidence = 0.5;
  const Decision doubtful = tell(Verdict::Update, "비밀 예산은 11223만원으로 극비입니다");
  ASSERT_TRUE(doubtful.review);
  analyst_->confidence = 0.95;
  const Decision linked = tell(Verdict::Link, "다른 부서의 예산은 공개합니다");
  ASSERT_FALSE(linked.related_ids.empty());
  ASSERT_NE(all_bytes(directory_.path()).find(secret), std::string::npos)
      << "the test can see the bytes while they are in the write-ahead log";
  reopen();  // from here on they are in tables

  const ForgetReport report =
      engine_->forget({.user = "mina", .ids = {first.memory_id, doubtful.memory_id}},
                      {.erasure = Erasure::Hard, .prove = true});
  EXPECT_TRUE(report.searched);
  EXPECT_GT(report.bytes_searched, 0u);
  EXPECT_EQ(report.traces, Contents{});
  EXPECT_EQ(report.reviews, 1u);
  EXPECT_GE(report.log_entries, 4u);
  EXPECT_FALSE(engine_->get("mina", second.memory_id));
  expect_sound();

  for (const bool reopened : {false, true}) {
    if (reopened) reopen();
    const std::string bytes = all_bytes(directory_.path());
    for (const std::string& text :
         Contents{secret, "98765", "43210", "11223", "로또당첨금", "극비입니다"}) {
      EXPECT_EQ(bytes.find(text), std::string::npos) << text;
      EXPECT_EQ(bytes.find(to_nfd(text)), std::string::npos) << "decomposed " << text;
    }
  }
  // The log keeps ids and times, the chain of digests holds, and the fact is not folded anew.
  const LogPage page = engine_->log({.user = "mina", .newest_first = false});
  ASSERT_GE(page.entries.size(), 7u);
  EXPECT_TRUE(page.entries[0].redacted);
  EXPECT_EQ(page.entries[0].memory_id, first.memory_id);
  EXPECT_EQ(page.entries[0].content_hash, Id{});
  EXPECT_TRUE(page.entries[0].source_id.empty());
  EXPECT_EQ(current(linked.memory_id), "다른 부서의 예산은 공개합니다");
}

TEST_F(Amend, AFactThatWasErasedIsNotFoldedAgain) {
  Fact fact;
  fact.user = "mina";
  fact.content = "예산은 5000만원입니다";
  const Decision told = engine_->fold({&fact, 1}).at(0);
  engine_->forget({.user = "mina", .ids = {told.memory_id}}, {.erasure = Erasure::Hard});
  const std::string digest = engine_->admin().digest();
  const Decision again = engine_->fold({&fact, 1}).at(0);
  EXPECT_TRUE(again.already_folded);
  EXPECT_TRUE(again.redacted);
  EXPECT_EQ(engine_->admin().digest(), digest);
}

// A held and a skipped fact are no memories, but the log and the review queue hold their words.
TEST_F(Amend, ErasingASourceTakesItsSkippedAndHeldFactsToo) {
  DecideOptions holding;
  holding.in_doubt = DoubtPolicy::Hold;
  reopen(holding);
  const Decision first = tell("예산은 5000만원입니다", "mail-1");
  analyst_->verdict = Verdict::Duplicate;
  const Decision skipped = tell("예산 금액은 5000만원이 틀림없이 맞습니다", "mail-2");
  analyst_->verdict = Verdict::Update;
  analyst_->confidence = 0.5;
  const Decision held = tell("예산은 77777만원으로 바뀔지도 모릅니다", "mail-2");
  ASSERT_TRUE(held.review);
  ASSERT_EQ(held.operation, Operation::Noop);
  const ForgetReport report = engine_->forget({.user = "mina", .source_id = "mail-2"},
                                              {.erasure = Erasure::Hard, .prove = true});
  EXPECT_TRUE(report.searched);
  EXPECT_EQ(report.traces, Contents{});
  EXPECT_GE(report.reviews, 1u);
  EXPECT_TRUE(engine_->reviews({.user = "mina"}).empty());
  const std::string bytes = all_bytes(directory_.path());
  EXPECT_EQ(bytes.find("77777"), std::string::npos);
  EXPECT_EQ(bytes.find("틀림없이"), std::string::npos);
  expect_sound();
}

TEST_F(Amend, PurgeErasesWhatWasDeletedBefore) {
  analyst_->verdict = Verdict::Unrelated;
  const Decision old = tell("회의는 세 시에 시작합니다");
  const Decision recent = tell("The release moves to June");
  engine_->forget({.user = "mina", .ids = {old.memory_id}});
  now_.micros += 10 * kMicrosPerDay;
  engine_->forget({.user = "mina", .ids = {recent.memory_id}});
  const ForgetReport report =
      engine_->purge("mina", Time{now_.micros - 5 * kMicrosPerDay}, /*prove=*/true);
  EXPECT_EQ(report.chains.size(), 1u);
  EXPECT_TRUE(report.traces.empty());
  EXPECT_FALSE(engine_->get("mina", old.memory_id));
  EXPECT_TRUE(engine_->get("mina", recent.memory_id));
  expect_sound();
}

TEST_F(Amend, UndoOfAnUpdateMakesTheEarlierVersionTheNext) {
  const auto told = budget();
  const Time before_undo = now_;
  now_.micros += kMicrosPerDay;
  const auto undone = engine_->undo("mina", told[2].sequence);
  ASSERT_EQ(undone.size(), 1u);
  EXPECT_EQ(undone[0].trigger, Trigger::Undo);
  EXPECT_EQ(undone[0].answers, told[2].sequence);
  EXPECT_EQ(current(told[0].memory_id), "예산은 6000만원입니다");
  EXPECT_EQ(history(told[0].memory_id),
            (Contents{"예산은 5000만원입니다", "예산은 6000만원입니다", "예산은 7000만원입니다",
                      "예산은 6000만원입니다"}));
  EXPECT_EQ(engine_->as_of("mina", told[0].memory_id, {.system = before_undo})->content,
            "예산은 7000만원입니다")
      << "nothing is rewritten";
  expect_sound();
  EXPECT_THAT(error_of([&] { engine_->undo("mina", told[2].sequence); }),
              HasSubstr("undone by decision #4"));
  engine_->undo("mina", undone[0].sequence);
  EXPECT_EQ(current(told[0].memory_id), "예산은 7000만원입니다") << "an undo can be undone";
  expect_sound();
}

TEST_F(Amend, UndoIsRefusedWhenLaterDecisionsDependOnItUnlessItCascades) {
  const auto told = budget();
  const std::string message = error_of([&] { engine_->undo("mina", told[0].sequence); });
  EXPECT_THAT(message, HasSubstr("#2, #3"));
  const auto undone = engine_->undo("mina", told[0].sequence, {.cascade = true});
  ASSERT_EQ(undone.size(), 3u);
  EXPECT_EQ(undone[0].answers, told[2].sequence);
  EXPECT_EQ(undone[2].answers, told[0].sequence);
  EXPECT_EQ(recalled(), Contents{});
  expect_sound();
  error_of([&] { engine_->undo("mina", 99); }, ErrorCode::NotFound);
}

// P8: a cascade takes time in proportion to what it undoes. Each decision read its whole chain
// again.
TEST_F(Amend, ACascadeReadsEachChainOnce) {
  constexpr int kVersions = 40;
  for (int i = 0; i < kVersions; ++i) {
    tell(Verdict::Update, "예산은 " + std::to_string(1000 + i) + "만원입니다");
  }
  engine_->undo("mina", kVersions);
  engine_->undo("mina", kVersions + 1);  // an undo of an undo cancels out
  engine_.reset();
  {
    const auto store = storage::Store::open(directory_.path(), {});
    const storage::UserKey key = storage::user_key("mina");
    std::size_t chains_read = 0;
    const auto all = all_dependents(*store, key, store->decision(key, 1).value(), &chains_read);
    EXPECT_EQ(all.size(), std::size_t(kVersions - 1));
    EXPECT_EQ(all.begin()->first, std::uint64_t(kVersions));
    EXPECT_EQ(chains_read, 1u);
  }
  reopen();
  EXPECT_EQ(engine_->undo("mina", 1, {.cascade = true}).size(), std::size_t(kVersions));
  EXPECT_EQ(recalled(), Contents{});
  expect_sound();
}

TEST_F(Amend, AnUndoneDecisionNoLongerStandsInTheWay) {
  const auto told = budget();
  engine_->undo("mina", told[2].sequence);
  engine_->undo("mina", told[1].sequence);
  EXPECT_EQ(current(told[0].memory_id), "예산은 5000만원입니다");
  engine_->undo("mina", told[0].sequence);
  EXPECT_EQ(recalled(), Contents{});
  expect_sound();
}

TEST_F(Amend, ForgettingAndRestoringDoNotStandInTheWayOfAnUndo) {
  const auto told = budget();
  engine_->forget({.user = "mina", .ids = {told[0].memory_id}});
  engine_->restore("mina", told[0].memory_id);
  engine_->undo("mina", told[2].sequence);
  EXPECT_EQ(current(told[0].memory_id), "예산은 6000만원입니다");
  expect_sound();
}

TEST_F(Amend, UndoOfAMergeADeletionALateArrivalAndATouchedDuplicate) {
  const Decision first = tell("예산은 5000만원입니다");
  const Decision merge = tell(Verdict::Merge, "예산은 마케팅팀이 관리합니다");
  ASSERT_EQ(merge.operation, Operation::Merge);
  engine_->undo("mina", merge.sequence);
  EXPECT_EQ(current(first.memory_id), "예산은 5000만원입니다");
  EXPECT_EQ(history(first.memory_id).size(), 3u);
  expect_sound();

  const ForgetReport gone = engine_->forget({.user = "mina", .ids = {first.memory_id}});
  engine_->undo("mina", gone.decisions[0].sequence);
  EXPECT_EQ(current(first.memory_id), "예산은 5000만원입니다");
  expect_sound();

  const Decision twice = tell("예산은 5000만원입니다", "mail-9");
  ASSERT_EQ(twice.operation, Operation::Noop);
  EXPECT_EQ(engine_->get("mina", first.memory_id)->sources, (Contents{"mail-1", "mail-9"}));
  engine_->undo("mina", twice.sequence);
  EXPECT_EQ(engine_->get("mina", first.memory_id)->sources, Contents{"mail-1"});
  expect_sound();

  analyst_->verdict = Verdict::Update;
  Fact late;
  late.user = "mina";
  late.content = "예산은 4000만원입니다";
  late.thread_id = "t1";
  late.subject = "Q1 마케팅 캠페인 예산";
  late.stated_at = parse_time("2025-12-01");
  const Decision backdated = engine_->fold({&late, 1}).at(0);
  ASSERT_TRUE(backdated.backdated);
  engine_->undo("mina", backdated.sequence);
  EXPECT_EQ(current(first.memory_id), "예산은 5000만원입니다");
  EXPECT_TRUE(engine_->get("mina", backdated.memory_id)->deleted_at);
  expect_sound();
}

TEST_F(Amend, WhatRestsOnAForgottenOrSupersededMemoryIsStaleUntilThatIsTakenBack) {
  analyst_->verdict = Verdict::Link;
  analyst_->edge = EdgeType::Causal;
  const Decision ground = tell("예산은 5000만원입니다");
  const Decision result = tell("예산이 늘어 초청 인원도 80명으로 늘립니다");
  ASSERT_EQ(result.relationship_type, EdgeType::Causal);
  EXPECT_TRUE(engine_->stale("mina").empty());
  const Decision raised = tell(Verdict::Update, "예산은 6000만원입니다");
  ASSERT_EQ(raised.target_id, ground.memory_id);
  auto stale = engine_->stale("mina");
  ASSERT_EQ(stale.size(), 1u);
  EXPECT_EQ(stale[0].memory.id, result.memory_id);
  EXPECT_EQ(stale[0].rests_on, ground.memory_id);
  EXPECT_THAT(stale[0].reason, HasSubstr("was superseded"));
  engine_->forget({.user = "mina", .ids = {ground.memory_id}});
  EXPECT_THAT(engine_->stale("mina").at(0).reason, HasSubstr("was forgotten"));
  engine_->forget({.user = "mina", .ids = {ground.memory_id}}, {.erasure = Erasure::Hard});
  EXPECT_THAT(engine_->stale("mina").at(0).reason, HasSubstr("was erased"));
  expect_sound();
  engine_->forget({.user = "mina", .ids = {result.memory_id}}, {.erasure = Erasure::Hard});
  EXPECT_TRUE(engine_->stale("mina").empty());
  expect_sound();
}

TEST_F(Amend, ReplayReportsWhatOtherOptionsWouldChangeAndChangesNothing) {
  analyst_->verdict = Verdict::Link;
  tell("예산은 5000만원입니다");
  tell("예산은 6000만원입니다");
  tell("완전히 다른 점심 이야기");
  const std::string digest = engine_->admin().digest();
  const ReplayReport same = engine_->admin().replay({.user = "mina"});
  EXPECT_EQ(same.replayed, 3u);
  EXPECT_TRUE(same.changes.empty()) << same.changes[0].reason_after;
  DecideOptions bands;
  bands.mode = Mode::Fast;
  bands.related_from = 0.1;
  bands.update_from = 0.2;
  bands.duplicate_from = 0.999;
  const ReplayReport other = engine_->admin().replay({.user = "mina", .decide = bands});
  ASSERT_FALSE(other.changes.empty());
  EXPECT_EQ(other.changes[0].sequence, 2u);
  EXPECT_EQ(other.changes[0].kind_before, DecisionKind::Create);
  EXPECT_EQ(other.changes[0].kind_after, DecisionKind::Update);
  EXPECT_EQ(other.changes[0].target_after, "예산은 5000만원입니다");
  EXPECT_EQ(other.by_kind_before[std::size_t(DecisionKind::Create)], 3u);
  const ReplayReport part =
      engine_->admin().replay({.user = "mina", .from = now_, .decide = bands});
  EXPECT_EQ(part.replayed, 1u) << "what came before is folded as it was";
  EXPECT_EQ(engine_->admin().digest(), digest);
  EXPECT_THROW(engine_->admin().replay({}), Error);
}

TEST_F(Amend, ARepetitionMovesTheMemoryAndNotTheFactItCameFrom) {
  const Decision first = tell("예산은 5000만원입니다");
  const Time stated = now_;
  EXPECT_EQ(tell(Verdict::Duplicate, "예산은 5000만원이라고 합니다").kind, DecisionKind::Skip);
  EXPECT_EQ(engine_->get("mina", first.memory_id)->stated_at, now_);
  EXPECT_EQ(engine_->states("mina", first.sequence).fact->stated_at, stated);
  tell(Verdict::Update, "예산은 6000만원입니다");
  EXPECT_EQ(engine_->states("mina", first.sequence).fact->stated_at, stated);
}

TEST_F(Amend, ReplayTakesARepeatedFactForSaidWhenItWas) {
  analyst_->verdict = Verdict::Update;
  analyst_->by_time = true;
  const Id first = tell("예산은 5000만원입니다").memory_id;
  EXPECT_EQ(tell("예산은 6000만원입니다").kind, DecisionKind::Create);
  EXPECT_EQ(tell("예산은 5000만원입니다", "mail-2").memory_id, first);
  const ReplayReport same = engine_->admin().replay({.user = "mina"});
  EXPECT_EQ(same.replayed, 3u);
  EXPECT_TRUE(same.changes.empty()) << same.changes[0].reason_after;
}

}  // namespace
}  // namespace memfold::test
