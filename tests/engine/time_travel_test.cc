// Which version answers for a point in system time, in valid time, and in both.
#include "engine/recall/time_travel.h"

#include <gtest/gtest.h>

#include "tests/property/fact_stream.h"

namespace memfold {
namespace {

using test::fixed_options;
using test::StoreDirectory;

Time day(const char* text) {
  return parse_time(text).value();
}

// Created Jan 1, Feb 1 and Mar 15 as versions 1, 2 and 3.
const std::vector<VersionSpan> kThree = {{day("2026-01-01"), false, day("2026-01-01"), {}},
                                         {day("2026-02-01"), false, day("2026-02-01"), {}},
                                         {day("2026-03-15"), false, day("2026-03-15"), {}}};

std::optional<std::size_t> believed(const std::vector<VersionSpan>& versions, const char* when) {
  return version_at(versions, {.system = day(when)});
}

TEST(VersionAt, TheWorkedExample) {
  EXPECT_EQ(believed(kThree, "2026-01-15"), 0u);
  EXPECT_EQ(version_at(kThree, {}), 2u) << "current";
}

TEST(VersionAt, AVersionIsBelievedFromItsMomentOn) {
  EXPECT_EQ(believed(kThree, "2025-12-31"), std::nullopt);
  EXPECT_EQ(believed(kThree, "2026-01-01"), 0u);
  EXPECT_EQ(believed(kThree, "2026-02-01"), 1u);
  EXPECT_EQ(version_at(kThree, {.system = Time{day("2026-02-01").micros - 1}}), 0u);
}

TEST(VersionAt, ALateArrivalIsNeverWhatTheStoreBelieved) {
  auto versions = kThree;
  versions.insert(versions.begin() + 1, {day("2026-04-01"), true, day("2026-01-10"), {}});
  EXPECT_EQ(believed(versions, "2026-05-01"), 3u);
  EXPECT_EQ(believed(versions, "2026-01-15"), 0u);
}

TEST(VersionAt, ValidTimeKnowsTheLateArrival) {
  auto versions = kThree;
  versions.insert(versions.begin() + 1, {day("2026-04-01"), true, day("2026-01-10"), {}});
  EXPECT_EQ(version_at(versions, {.valid = day("2026-01-15")}), 1u);
  EXPECT_EQ(version_at(versions, {.valid = day("2026-01-05")}), 0u);
  EXPECT_EQ(version_at(versions, {.valid = day("2026-02-10")}), 2u);
}

TEST(VersionAt, BothTimesAskWhatWasBelievedThenAboutThen) {
  auto versions = kThree;
  versions.insert(versions.begin() + 1, {day("2026-04-01"), true, day("2026-01-10"), {}});
  EXPECT_EQ(version_at(versions, {.system = day("2026-03-01"), .valid = day("2026-01-15")}), 0u)
      << "the late arrival was not known in March";
  EXPECT_EQ(version_at(versions, {.system = day("2026-01-20"), .valid = day("2026-03-20")}), 0u)
      << "in January the first version had no end";
}

TEST(VersionAt, AStretchWithAnEndLeavesAGap) {
  const std::vector<VersionSpan> versions = {
      {day("2026-01-01"), false, day("2026-01-01"), day("2026-01-05")},
      {day("2026-02-01"), false, day("2026-02-01"), {}}};
  EXPECT_EQ(version_at(versions, {.valid = day("2026-01-04")}), 0u);
  EXPECT_EQ(version_at(versions, {.valid = day("2026-01-05")}), std::nullopt);
  EXPECT_EQ(version_at(versions, {.valid = day("2025-12-01")}), std::nullopt);
}

/// Every verdict is `update`, so that every fact of one thread is a version of the first.
class Updates final : public Analyst {
 public:
  std::string name() const override { return "updates@1"; }
  Analysis compare(const Statement&, const Statement&) const override {
    Analysis analysis;
    analysis.verdict = verdict;
    analysis.same_subject = true;
    analysis.confidence = 0.95;
    return analysis;
  }
  Verdict verdict = Verdict::Update;
};

class AsOfTest : public testing::Test {
 protected:
  AsOfTest() : analyst_(std::make_shared<Updates>()) {
    EngineOptions options = fixed_options();
    options.models.analyst = analyst_;
    options.clock = [this] { return now_; };
    engine_.emplace(Engine::open(directory_.path(), options));
  }
  Id tell(const char* when, const std::string& content, const char* said = nullptr) {
    now_ = day(when);
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    fact.thread_id = "t";
    fact.subject = "예산";
    fact.stated_at = day(said == nullptr ? when : said);
    return engine_->fold({&fact, 1}).at(0).memory_id;
  }
  std::string at(const Id& id, const AsOf& when) {
    const auto memory = engine_->as_of("mina", id, when);
    return memory ? memory->content : "nothing";
  }

  StoreDirectory directory_;
  std::shared_ptr<Updates> analyst_;
  Time now_;
  std::optional<Engine> engine_;
};

TEST_F(AsOfTest, AnswersFromAnyMemberOfTheChainAsItLookedThen) {
  const Id first = tell("2026-01-01", "예산은 5000만원입니다");
  const Id second = tell("2026-02-01", "예산은 6000만원입니다");
  const Id third = tell("2026-03-15", "예산은 7000만원입니다");
  for (const Id& member : {first, second, third}) {
    EXPECT_EQ(at(member, {.system = day("2026-01-15")}), "예산은 5000만원입니다");
    EXPECT_EQ(at(member, {.system = day("2026-02-15")}), "예산은 6000만원입니다");
    EXPECT_EQ(at(member, {}), "예산은 7000만원입니다");
    EXPECT_EQ(at(member, {.system = day("2025-01-01")}), "nothing");
    EXPECT_EQ(engine_->history("mina", member).size(), 3u);
  }
  const Memory then = *engine_->as_of("mina", third, {.system = day("2026-01-15")});
  EXPECT_FALSE(then.superseded_at) << "in January it was current";
  EXPECT_TRUE(then.is_current());
  EXPECT_TRUE(engine_->as_of("mina", first, {})->is_current());
  EXPECT_THROW(engine_->as_of("mina", Id{}, {}), Error);
  EXPECT_THROW(engine_->as_of("jiho", first, {}), Error) << "another user's memory";
}

TEST_F(AsOfTest, AMergedMemoryShowsItsEarlierText) {
  const Id id = tell("2026-01-01", "회의는 3층 회의실에서 합니다");
  analyst_->verdict = Verdict::Merge;
  ASSERT_EQ(tell("2026-02-01", "회의는 3층 회의실에서 오후 두 시에 합니다"), id);
  EXPECT_EQ(at(id, {.system = day("2026-01-15")}), "회의는 3층 회의실에서 합니다");
  EXPECT_NE(at(id, {}), "회의는 3층 회의실에서 합니다");
}

TEST_F(AsOfTest, ALateArrivalAnswersForValidTimeOnly) {
  const Id first = tell("2026-01-01", "예산은 5000만원입니다");
  tell("2026-03-01", "예산은 7000만원입니다");
  tell("2026-04-01", "예산은 6000만원입니다", "2026-02-01");
  EXPECT_EQ(at(first, {.system = day("2026-04-02")}), "예산은 7000만원입니다");
  EXPECT_EQ(at(first, {.valid = day("2026-02-10")}), "예산은 6000만원입니다");
  EXPECT_EQ(at(first, {.system = day("2026-03-02"), .valid = day("2026-02-10")}),
            "예산은 5000만원입니다");
}

}  // namespace
}  // namespace memfold
