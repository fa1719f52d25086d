// Use keeps memories, time puts them away: through the engine, with a clock of our own.
#include "engine/maintain/maintain.h"

#include "tests/engine/amend_fixture.h"

namespace memfold::test {
namespace {

std::uint64_t count_of(const std::vector<JobReport>& reports, const std::string& job,
                       const std::string& what) {
  for (const JobReport& report : reports) {
    for (const auto& [name, count] : report.counts) {
      if (report.job == job && name == what) return count;
    }
  }
  return ~std::uint64_t{0};
}

class Maintain : public Amend {
 protected:
  Decision tell_with(const std::string& content, double confidence,
                     TtlPolicy policy = TtlPolicy::Decay) {
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    fact.confidence = confidence;
    fact.ttl_policy = policy;
    return engine_->fold({&fact, 1}).at(0);
  }
  Memory get(const Decision& decision) { return engine_->get("mina", decision.memory_id).value(); }
  void pass_days(double days) { now_.micros += std::int64_t(days * double(kMicrosPerDay)); }
  std::uint64_t archive() {
    return count_of(engine_->maintain({{"archive"}}), "archive", "memories_archived");
  }
};

TEST_F(Maintain, RecallingCountsOnceAndPeekingNever) {
  const Decision told = tell("가을 행사 예산은 3000만원입니다");
  const RecallQuery query{.user = "mina", .text = "가을 행사 예산"};
  RecallQuery look = query;
  look.count_use = false;
  ASSERT_EQ(engine_->recall(look).size(), 1u);
  reopen();
  EXPECT_EQ(get(told).access_count, 0u);
  ASSERT_EQ(engine_->recall(query).size(), 1u);
  reopen();
  const Memory used = get(told);
  EXPECT_EQ(used.access_count, 1u);
  EXPECT_EQ(used.recall_frequency, 1u);
  EXPECT_EQ(used.state, MemoryState::Active);
  EXPECT_EQ(used.last_accessed_at, now_);
  EXPECT_GT(used.salience, 0.55);
  expect_sound();
}

TEST_F(Maintain, CountsAreWrittenBeforeTheNextFold) {
  const Decision told = tell("가을 행사 예산은 3000만원입니다");
  engine_->recall({.user = "mina", .text = "가을 행사 예산"});
  tell("봄 워크숍은 5월 3일입니다", "mail-2", "t2");
  EXPECT_EQ(get(told).access_count, 1u);
  expect_sound();
}

TEST_F(Maintain, CountsOfWhatWasReplacedMeanwhileAreDropped) {
  const std::vector<Decision> told = budget();
  engine_->recall({.user = "mina", .text = "예산"});
  engine_->forget({.user = "mina", .ids = {told.back().memory_id}});
  EXPECT_EQ(get(told.front()).access_count, 0u) << "never the current one when it was asked";
  expect_sound();
}

TEST_F(Maintain, WhatFadedIsArchivedOnceAndComesBackWhenAsked) {
  const Decision unsure = tell_with("Maybe the office moves to Busan", 0.5);
  const Decision sure = tell_with("The office has 40 desks", 0.9);
  EXPECT_EQ(archive(), 0u);
  pass_days(98.5);  // ln(50) / 0.04 is 97.8
  EXPECT_EQ(archive(), 1u);
  EXPECT_EQ(get(unsure).state, MemoryState::Archived);
  EXPECT_EQ(get(sure).state, MemoryState::Candidate);
  const std::string digest = engine_->admin().digest();
  EXPECT_EQ(archive(), 0u);
  EXPECT_EQ(engine_->admin().digest(), digest) << "running it twice changes nothing";
  RecallQuery query{.user = "mina", .text = "office Busan"};
  for (const Hit& hit : engine_->recall(query)) EXPECT_NE(hit.memory.id, unsure.memory_id);
  query.where.include_archived = true;
  engine_->recall(query);
  reopen();
  EXPECT_EQ(get(unsure).state, MemoryState::Active);
  EXPECT_NEAR(get(unsure).salience, 0.01 + 0.09, 0.011);
  expect_sound();
}

TEST_F(Maintain, ArchivingLoadsNobodysVectors) {
  tell_with("Maybe the office moves to Busan", 0.5);
  reopen();
  pass_days(120);
  EXPECT_EQ(archive(), 1u);
  EXPECT_EQ(engine_->stats().resident_bytes, 0u) << "its cost goes by what is due";
  engine_->maintain();
  EXPECT_EQ(engine_->stats().resident_bytes, 0u) << "nor do the other jobs";
}

TEST_F(Maintain, AnArchivedMemoryIsStillComparedWith) {
  const Decision told = tell_with("Maybe the office moves to Busan", 0.5);
  pass_days(120);
  ASSERT_EQ(archive(), 1u);
  const Decision again = tell_with("Maybe the office moves to Busan.", 0.5);
  EXPECT_EQ(again.kind, DecisionKind::Skip);
  EXPECT_EQ(again.memory_id, told.memory_id);
}

TEST_F(Maintain, PoliciesOfTheFact) {
  const Decision brief = tell_with("The lift is out of order", 1, TtlPolicy::Ephemeral);
  const Decision kept = tell_with("My blood type is B", 0.3, TtlPolicy::KeepForever);
  EXPECT_EQ(get(kept).salience, 1);
  pass_days(90.1);
  EXPECT_EQ(archive(), 1u);
  EXPECT_EQ(get(brief).state, MemoryState::Archived);
  pass_days(10'000);
  EXPECT_EQ(archive(), 0u);
  EXPECT_EQ(get(kept).state, MemoryState::Candidate);
  expect_sound();
}

TEST_F(Maintain, JobsRunWhenTheirHourHasCome) {
  tell("가을 행사 예산은 3000만원입니다");
  const auto ran = [&] {
    std::size_t count = 0;
    for (const JobReport& report : engine_->maintain()) count += report.ran;
    return count;
  };
  EXPECT_GT(ran(), 0u);
  EXPECT_EQ(ran(), 0u) << "a moment later nothing is due";
  pass_days(1);
  EXPECT_GT(ran(), 0u);
  EXPECT_THROW(engine_->maintain({{"archives"}}), Error);
}

// Once under a clock that stood in the year 9999, no job was ever due again.
TEST_F(Maintain, ARunOfTheFutureCountsAsNone) {
  tell("가을 행사 예산은 3000만원입니다");
  const Time today = now_;
  const auto ran = [&] {
    std::size_t count = 0;
    for (const JobReport& report : engine_->maintain()) count += report.ran;
    return count;
  };
  now_ = parse_time("9999-12-31").value();
  const std::size_t all = ran();
  EXPECT_GT(all, 0u);
  now_ = today;
  EXPECT_EQ(ran(), all) << "due again, by the clock as it is now";
  EXPECT_EQ(ran(), 0u);
  pass_days(7);
  EXPECT_EQ(ran(), all);
}

TEST(Schedule, FindsTheLastTimeItShouldHaveRun) {
  const auto at = [](const char* text) { return parse_time(text).value(); };
  const Schedule nightly{.hour = 3}, weekly{.hour = 2, .minute = 30, .sundays = true};
  EXPECT_EQ(nightly.last_before(at("2026-03-05T02:59:00Z")), at("2026-03-04T03:00:00Z"));
  EXPECT_EQ(nightly.last_before(at("2026-03-05T03:00:00Z")), at("2026-03-05T03:00:00Z"));
  EXPECT_EQ(weekly.last_before(at("2026-03-07T12:00:00Z")), at("2026-03-01T02:30:00Z"));
  EXPECT_EQ(weekly.last_before(at("2026-03-08T02:29:00Z")), at("2026-03-01T02:30:00Z"));
  EXPECT_EQ(weekly.last_before(at("2026-03-08T02:30:00Z")), at("2026-03-08T02:30:00Z"));
  EXPECT_EQ(weekly.last_before(at("1969-12-30T00:00:00Z")), at("1969-12-28T02:30:00Z"));
}

}  // namespace
}  // namespace memfold::test
