// What an UPDATE keeps of the version before: everything its fact does not say itself.
#include "amend_fixture.h"
#include "engine/fold/versions.h"

namespace memfold::test {
namespace {

Memory version_of(std::string content) {
  Memory memory;
  memory.id = derive_id("mina", content);
  memory.chain_id = memory.id;
  memory.content = std::move(content);
  return memory;
}

Memory next_of(const Memory& target, const Memory& draft, const Named& named = {},
               Time now = Time{kMicrosPerDay}) {
  return superseding(target, draft, {.content = draft.content}, named, {}, {}, now);
}

TEST(UpdateKeeps, WhatIdentifiesTheChainIsUnitedAndWhatTheFactLeavesOutStays) {
  Memory before = version_of("예산은 5000만원"), draft = version_of("예산은 6000만원");
  before.tags = {"budget", "q1"};
  before.entities = {"hanbit"};
  before.people = {"jiyeon@hanbit.example"};
  before.thread_id = "t1";
  before.session_id = "call-1";
  before.subject = "q1 예산";
  draft.tags = {"raise"};
  draft.entities = {"northwind"};
  const Memory terse = next_of(before, draft);
  EXPECT_EQ(terse.tags, (Contents{"budget", "q1", "raise"}));
  EXPECT_EQ(terse.entities, (Contents{"hanbit", "northwind"}));
  EXPECT_EQ(terse.people, before.people);
  EXPECT_EQ(terse.thread_id, "t1");
  EXPECT_EQ(terse.session_id, "call-1");
  EXPECT_EQ(terse.subject, "q1 예산");
  draft.people = {"minsu@hanbit.example"};
  draft.thread_id = "t2";
  draft.session_id = "call-2";
  draft.subject = "예산 증액";
  const Memory whole = next_of(before, draft);
  EXPECT_EQ(whole.people, draft.people) << "who said it now, not who said what it replaced";
  EXPECT_EQ(whole.thread_id, "t2");
  EXPECT_EQ(whole.session_id, "call-2");
  EXPECT_EQ(merged(before, draft, "both", {}, Time{1}).session_id, "call-1") << "as its thread";
  EXPECT_EQ(whole.subject, "예산 증액");
}

TEST(UpdateKeeps, ListsStayWithinTheLimitOfAFactAndTheNewGoesFirst) {
  Memory before = version_of("a"), draft = version_of("b");
  for (int i = 0; i < 200; ++i) {
    before.tags.push_back("old-" + std::to_string(1000 + i));
    before.sources.push_back("mail-" + std::to_string(i));
    draft.tags.push_back("new-" + std::to_string(1000 + i));
    draft.sources.push_back("mail-" + std::to_string(200 + i));
  }
  const Memory next = next_of(before, draft);
  ASSERT_EQ(next.tags.size(), kMaxListItems);
  EXPECT_TRUE(std::is_sorted(next.tags.begin(), next.tags.end()));
  EXPECT_TRUE(
      std::includes(next.tags.begin(), next.tags.end(), draft.tags.begin(), draft.tags.end()));
  ASSERT_EQ(next.sources.size(), kMaxListItems);
  EXPECT_EQ(next.sources.front(), "mail-144");
  EXPECT_EQ(next.sources.back(), "mail-399");
}

TEST(UpdateKeeps, UseOfTheChainGoesOn) {
  Memory before = version_of("a");
  before.state = MemoryState::Core;
  before.salience = 0.9;
  before.access_count = 12;
  before.recall_frequency = 11;
  before.last_recall_interval = 3.5;
  before.decay_gradient = 1.4;
  before.last_accessed_at = Time{kMicrosPerDay};
  const Memory next = next_of(before, version_of("b"), {}, Time{kMicrosPerDay});
  EXPECT_EQ(next.state, MemoryState::Core);
  EXPECT_EQ(next.access_count, 12u);
  EXPECT_EQ(next.recall_frequency, 11u);
  EXPECT_EQ(next.last_recall_interval, 3.5);
  EXPECT_EQ(next.decay_gradient, 1.4);
  EXPECT_EQ(next.salience, 0.9);
}

TEST(UpdateKeeps, WhatIsSaidAnewIsNotBornFaded) {
  Memory before = version_of("a");
  before.state = MemoryState::Archived;
  before.salience = 0.6;
  before.access_count = before.recall_frequency = 1;
  before.last_accessed_at = Time{0};
  const Time later{1000 * kMicrosPerDay};
  ASSERT_LT(salience_at(before, later), 0.01);
  const Memory next = next_of(before, version_of("b"), {}, later);
  EXPECT_EQ(next.state, MemoryState::Active) << "an update of what was put away is awake";
  EXPECT_EQ(salience_at(next, later), 0.5) << "no less salient than something new";
  EXPECT_EQ(next.access_count, 1u);
  EXPECT_EQ(archive_time(next), archive_time(next_of(before, version_of("c"), {}, later)));
  EXPECT_GT(archive_time(next).value(), later);
  before.last_accessed_at.reset();
  before.access_count = before.recall_frequency = 0;
  EXPECT_EQ(next_of(before, version_of("b"), {}, later).state, MemoryState::Candidate);
}

TEST(UpdateKeeps, CategoryAndPolicyStayUnlessTheFactNamesThem) {
  Memory before = version_of("a"), draft = version_of("b");
  before.category = Category::Project;
  before.ttl_policy = TtlPolicy::KeepForever;
  before.salience = 1;
  const Memory silent = next_of(before, draft);
  EXPECT_EQ(silent.category, Category::Project);
  EXPECT_EQ(silent.ttl_policy, TtlPolicy::KeepForever);
  EXPECT_EQ(silent.salience, 1);
  const Memory named = next_of(before, draft, {.category = true, .ttl_policy = true});
  EXPECT_EQ(named.category, Category::Misc) << "misc by name is misc";
  EXPECT_EQ(named.ttl_policy, TtlPolicy::Decay);
  draft.category = Category::Meeting;
  EXPECT_TRUE(named_by(draft).category);
  EXPECT_FALSE(named_by(draft).ttl_policy);
}

/// The same through the engine.
class UpdateKeepsInStore : public Amend {
 protected:
  Fact fact(const std::string& content, const std::string& source) {
    now_.micros += kMicrosPerDay;
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    fact.source_id = source;
    fact.stated_at = now_;
    fact.thread_id = "t1";
    fact.subject = "Q1 마케팅 캠페인 예산";
    return fact;
  }
  Fact full_fact() {
    Fact first = fact("예산은 5000만원입니다", "mail-1");
    first.tags = {"budget"};
    first.entities = {"Hanbit"};
    first.people = {"jiyeon@hanbit.example"};
    first.category = Category::Project;
    first.ttl_policy = TtlPolicy::KeepForever;
    return first;
  }
  Decision fold(const Fact& fact, Verdict verdict = Verdict::Update) {
    analyst_->verdict = verdict;
    return engine_->fold({&fact, 1}).at(0);
  }
  Memory get(const Decision& decision) { return engine_->get("mina", decision.memory_id).value(); }
};

// P5: nothing is lost silently.
TEST_F(UpdateKeepsInStore, P5_TheNextVersionHasTagsCategoryPolicySourcesAndUseOfTheOneBefore) {
  const Decision first = fold(full_fact());
  for (int i = 0; i < 3; ++i) engine_->recall({.user = "mina", .text = "예산"});
  const Decision update = fold(fact("예산은 6000만원입니다", "mail-2"));
  ASSERT_EQ(update.operation, Operation::Supersede) << update.reason;
  const Memory before = get(first), after = get(update);
  EXPECT_EQ(after.tags, Contents{"budget"});
  EXPECT_EQ(after.entities, Contents{"hanbit"});
  EXPECT_EQ(after.people, Contents{"jiyeon@hanbit.example"});
  EXPECT_EQ(after.category, Category::Project);
  EXPECT_EQ(after.ttl_policy, TtlPolicy::KeepForever);
  EXPECT_EQ(after.sources, (Contents{"mail-1", "mail-2"}));
  EXPECT_EQ(after.source_id, "mail-2");
  EXPECT_EQ(after.access_count, 3u);
  EXPECT_EQ(after.recall_frequency, 3u);
  EXPECT_EQ(after.state, MemoryState::Active);
  EXPECT_EQ(before.sources, Contents{"mail-1"}) << "a version says who had stated it";
  RecallQuery of_category{.user = "mina", .text = "예산"};
  of_category.where.category = Category::Project;
  EXPECT_EQ(engine_->recall(of_category).size(), 1u) << "found by its category";
  expect_sound();
}

TEST_F(UpdateKeepsInStore, ACategoryThatTheFactNamesIsTaken) {
  fold(full_fact());
  Fact second = fact("예산은 6000만원입니다", "mail-2");
  second.category = Category::Misc;
  second.ttl_policy = TtlPolicy::Ephemeral;
  const Memory after = get(fold(second));
  EXPECT_EQ(after.category, Category::Misc);
  EXPECT_EQ(after.ttl_policy, TtlPolicy::Ephemeral);
  EXPECT_TRUE(after.archive_at);
}

TEST_F(UpdateKeepsInStore, AnOwnCategoryStaysUntilAFactNamesAnother) {
  Fact first = full_fact();
  first.category = Category::named("campaign");
  fold(first);
  EXPECT_EQ(get(fold(fact("예산은 6000만원입니다", "mail-2"))).category.name(), "campaign");
  RecallQuery of_category{.user = "mina", .text = "예산"};
  of_category.where.category = Category::named("campaign");
  EXPECT_EQ(engine_->recall(of_category).size(), 1u);
  Fact third = fact("예산은 7000만원입니다", "mail-3");
  third.category = Category::named("money");
  EXPECT_EQ(get(fold(third)).category.name(), "money");
  EXPECT_TRUE(engine_->recall(of_category).empty());
  expect_sound();
}

TEST_F(UpdateKeepsInStore, AnOwnCategoryFromTheReviewQueueIsTaken) {
  fold(full_fact());
  analyst_->confidence = 0.7;
  Fact second = fact("예산은 6000만원입니다", "mail-2");
  second.category = Category::named("campaign");
  const Decision flagged = fold(second);
  ASSERT_TRUE(flagged.review) << flagged.reason;
  const Memory after =
      get(engine_->settle_review("mina", flagged.sequence, {ReviewAnswer::Kind::Accept, {}}));
  EXPECT_EQ(after.category.name(), "campaign");
}

TEST_F(UpdateKeepsInStore, ALateArrivalDisturbsNothingOfTheCurrentVersion) {
  const Fact late = fact("예산은 4000만원입니다", "mail-0");
  const Decision first = fold(full_fact());
  const Memory before = get(first);
  const Decision arrived = fold(late);
  ASSERT_TRUE(arrived.backdated) << arrived.reason;
  Memory after = get(first);
  EXPECT_EQ(after.version, 2u);
  after.version = before.version;
  after.chain_id = before.chain_id;
  after.previous_version_id = before.previous_version_id;
  EXPECT_EQ(after, before);
  EXPECT_EQ(get(arrived).sources, Contents{"mail-0"});
  EXPECT_EQ(get(arrived).tags, Contents{});
}

TEST_F(UpdateKeepsInStore, AnUpdateSettledFromTheReviewQueueKeepsTheSame) {
  fold(full_fact());
  analyst_->confidence = 0.7;
  const Decision flagged = fold(fact("예산은 6000만원입니다", "mail-2"));
  ASSERT_TRUE(flagged.review) << flagged.reason;
  const Memory after =
      get(engine_->settle_review("mina", flagged.sequence, {ReviewAnswer::Kind::Accept, {}}));
  EXPECT_EQ(after.content, "예산은 6000만원입니다");
  EXPECT_EQ(after.tags, Contents{"budget"});
  EXPECT_EQ(after.category, Category::Project);
  EXPECT_EQ(after.ttl_policy, TtlPolicy::KeepForever);
  EXPECT_EQ(after.sources, (Contents{"mail-1", "mail-2"}));
  expect_sound();
}

TEST_F(UpdateKeepsInStore, UndoPutsTheFieldsBackAndUseGoesOn) {
  const Decision first = fold(full_fact());
  Fact second = fact("예산은 6000만원입니다", "mail-2");
  second.tags = {"raise"};
  second.category = Category::Task;
  const Decision update = fold(second);
  for (int i = 0; i < 2; ++i) engine_->recall({.user = "mina", .text = "예산"});
  const Memory back = get(engine_->undo("mina", update.sequence).at(0));
  EXPECT_EQ(back.content, get(first).content);
  EXPECT_EQ(back.tags, Contents{"budget"});
  EXPECT_EQ(back.category, Category::Project);
  EXPECT_EQ(back.sources, Contents{"mail-1"});
  EXPECT_EQ(back.access_count, 2u);
  EXPECT_EQ(back.state, MemoryState::Active);
  expect_sound();
}

TEST_F(UpdateKeepsInStore, UndoOfAMergeKeepsTheUseOfTheMemory) {
  const Decision first = fold(fact("예산은 5000만원입니다.", "mail-1"));
  const Decision merge = fold(fact("마케팅팀이 예산을 관리합니다.", "mail-2"), Verdict::Merge);
  ASSERT_EQ(merge.operation, Operation::Merge) << merge.reason;
  for (int i = 0; i < 2; ++i) engine_->recall({.user = "mina", .text = "예산"});
  const Memory back = get(engine_->undo("mina", merge.sequence).at(0));
  EXPECT_EQ(back.sources, Contents{"mail-1"});
  EXPECT_EQ(back.recall_frequency, 2u);
  EXPECT_EQ(back.state, MemoryState::Active);
  EXPECT_EQ(back.last_accessed_at, now_);
  expect_sound();
}

TEST_F(UpdateKeepsInStore, AForgottenSourceTakesTheChainThatRestedOnIt) {
  fold(full_fact());
  const Decision update = fold(fact("예산은 6000만원입니다", "mail-2"));
  engine_->forget({.user = "mina", .source_id = "mail-1"});
  EXPECT_EQ(current(update.memory_id), "nothing");
  EXPECT_EQ(recalled(), Contents{});
}

TEST_F(UpdateKeepsInStore, WhatWasBelievedEarlierKeepsItsOwnFields) {
  const Decision first = fold(full_fact());
  const Time then = now_;
  Fact second = fact("예산은 6000만원입니다", "mail-2");
  second.tags = {"raise"};
  fold(second);
  const Memory believed = engine_->as_of("mina", first.memory_id, {.system = then}).value();
  EXPECT_EQ(believed.tags, Contents{"budget"});
  EXPECT_EQ(believed.sources, Contents{"mail-1"});
}

}  // namespace
}  // namespace memfold::test
