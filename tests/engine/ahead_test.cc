// Comparisons made ahead of need: the answers are those of asking when needed, whatever was begun.
#include "engine/fold/ahead.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "engine/parallel.h"

namespace memfold {
namespace {

/// Says which two texts it was given; counts, and fails where it is told to.
class EchoAnalyst final : public Analyst {
 public:
  mutable std::atomic<int> made = 0;
  std::atomic<bool> fails = false;

  std::string name() const override { return "echo@1"; }
  Analysis compare(const Statement& existing, const Statement& incoming) const override {
    ++made;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    if (fails) throw std::runtime_error("no answer");
    Analysis analysis;
    analysis.reasoning = std::string(existing.content) + " / " + std::string(incoming.content);
    return analysis;
  }
  std::optional<Analysis> compare_for_judge(const Statement& existing, const Statement& incoming,
                                            double least_words) const override {
    if (least_words > 0.5) return std::nullopt;
    return compare(existing, incoming);
  }
};

ComparisonAsked asked(std::string_view existing, std::string_view incoming, double least = 0) {
  return {{{existing, {}, std::nullopt}, {incoming, {}, std::nullopt}}, least};
}

std::string said(const std::optional<Analysis>& answer) {
  return answer ? answer->reasoning : "set aside";
}

/// Until another thread has made all it can, or it is clear that none will.
void give_others_time(const EchoAnalyst& analyst, int made) {
  for (int i = 0; i < 200 && analyst.made < made; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

TEST(ComparisonsAhead, AreUsedWhenTheyAreAskedFor) {
  const EchoAnalyst analyst;
  Threads(2).run([&] {
    ComparisonsAhead ahead(analyst);
    EXPECT_TRUE(ahead.pays());
    const std::vector<ComparisonAsked> all = {asked("a", "new"), asked("b", "new"),
                                              asked("c", "new", 0.9)};
    ahead.begin(all);
    give_others_time(analyst, 2);
    EXPECT_EQ(analyst.made, 2) << "another thread made them";
    const auto answers = ahead.answers(all);
    EXPECT_EQ(said(answers[0]), "a / new");
    EXPECT_EQ(said(answers[1]), "b / new");
    EXPECT_EQ(said(answers[2]), "set aside");
    EXPECT_EQ(analyst.made, 2) << "none was made twice";
  });
}

TEST(ComparisonsAhead, OfTwoFactsAreBegunAtATime) {
  const EchoAnalyst analyst;
  Threads(2).run([&] {
    ComparisonsAhead ahead(analyst);
    ahead.begin({asked("a", "first")});
    ahead.begin({asked("a", "second")});
    give_others_time(analyst, 2);
    ahead.begin({asked("a", "third")});
    give_others_time(analyst, 3);
    EXPECT_EQ(said(ahead.answers({asked("a", "second")}).front()), "a / second");
    EXPECT_EQ(said(ahead.answers({asked("a", "third")}).front()), "a / third");
    EXPECT_EQ(analyst.made, 3) << "none was made twice";
    EXPECT_EQ(said(ahead.answers({asked("a", "first")}).front()), "a / first");
    EXPECT_EQ(analyst.made, 4) << "the oldest was let go of";
  });
}

TEST(ComparisonsAhead, WhatElseIsAskedForIsMadeThen) {
  const EchoAnalyst analyst;
  Threads(2).run([&] {
    ComparisonsAhead ahead(analyst);
    for (int round = 0; round < 50; ++round) {
      const std::string fact = "fact " + std::to_string(round);
      ahead.begin({asked("a", fact), asked("a", fact), asked("b", fact, 0.9)});
      // Twice the same, another existing statement, another share of words.
      const auto answers =
          ahead.answers({asked("a", fact), asked("z", fact), asked("a", fact), asked("b", fact)});
      EXPECT_EQ(said(answers[0]), "a / " + fact);
      EXPECT_EQ(said(answers[1]), "z / " + fact);
      EXPECT_EQ(said(answers[2]), "a / " + fact);
      EXPECT_EQ(said(answers[3]), "b / " + fact);
    }
  });
}

TEST(ComparisonsAhead, ForAVerdictNothingIsSetAside) {
  const EchoAnalyst analyst;
  Threads(2).run([&] {
    ComparisonsAhead ahead(analyst, AskedFor::Verdict);
    ahead.begin({asked("a", "new", 0.9)});
    give_others_time(analyst, 1);
    const auto answers = ahead.answers({asked("a", "new", 0.9), asked("b", "new", 0.9)});
    EXPECT_EQ(said(answers[0]), "a / new");
    EXPECT_EQ(said(answers[1]), "b / new");
  });
}

TEST(ComparisonsAhead, WithoutOtherThreadsNothingIsBegun) {
  const EchoAnalyst analyst;
  const auto all = {asked("a", "new"), asked("b", "new")};
  const auto look = [&] {
    ComparisonsAhead ahead(analyst);
    EXPECT_FALSE(ahead.pays());
    ahead.begin(all);
    EXPECT_EQ(analyst.made, 0);
    EXPECT_EQ(said(ahead.answers(all)[1]), "b / new");
  };
  Threads(1).run(look);
  EXPECT_EQ(analyst.made, 2);
}

TEST(ComparisonsAhead, AFailureIsMetByWhoeverAsks) {
  EchoAnalyst analyst;
  Threads(2).run([&] {
    ComparisonsAhead ahead(analyst);
    analyst.fails = true;
    ahead.begin({asked("a", "new")});
    give_others_time(analyst, 1);
    analyst.fails = false;
    EXPECT_EQ(said(ahead.answers({asked("a", "new")}).front()), "a / new") << "tried again";
    analyst.fails = true;
    ahead.begin({asked("a", "new"), asked("b", "new")});
    EXPECT_THROW(ahead.answers({asked("a", "new"), asked("b", "new")}), std::runtime_error);
  });
}

TEST(ComparisonsAhead, LessIsBegunWhereMostIsNotAskedFor) {
  const EchoAnalyst analyst;
  Threads(2).run([&] {
    ComparisonsAhead ahead(analyst);
    int begun = 0;
    for (int round = 0; round < 200; ++round) {
      const std::string fact = "fact " + std::to_string(round);
      if (ahead.pays()) {
        const int before = analyst.made;
        ahead.begin({asked("a", fact), asked("b", fact)});
        give_others_time(analyst, before + 2);
        ++begun;
      }
      ahead.answers({asked("z", fact)});
    }
    EXPECT_GE(begun, 40) << "it takes that many to see it";
    EXPECT_LT(begun, 150);
  });
}

TEST(ComparisonsAhead, NobodyComparesOnceTheyAreGone) {
  auto analyst = std::make_unique<EchoAnalyst>();
  Threads(2).run([&] {
    for (int round = 0; round < 100; ++round) {
      ComparisonsAhead ahead(*analyst);
      ahead.begin({asked("a", "new"), asked("b", "new"), asked("c", "new")});
    }
    analyst.reset();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  });
}

}  // namespace
}  // namespace memfold
