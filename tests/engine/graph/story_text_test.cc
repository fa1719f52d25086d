// What storylines and macros are told from: threads, times, and what the text said before.
#include "tests/engine/graph/scripted_models.h"

namespace memfold::test {
namespace {

class StoryText : public GraphTest {
 protected:
  StoryText() { reopen(); }
  void configure(EngineOptions& options) override {
    options.models.summarizer = std::make_shared<RepeatingSummarizer>();
  }
  void say(double on, const std::string& title, const std::string& summary) {
    ExtractedSource extracted = source(on, {person("Jun Park")}, summary);
    extracted.source.title = title;
    graph().fold_sources({&extracted, 1});
  }
  std::string told(const char* job = "promote_storylines",
                   const char* what = "storylines_promoted") {
    EXPECT_EQ(run(job, what), 1u);
    return storylines().front().description;
  }
  std::string retold() { return told("refresh_storylines", "storylines_refreshed"); }
};

TEST_F(StoryText, TheThreadsWithMostSourcesAreToldInOrderBehindTheirTitles) {
  say(980, "Hiring", "a");
  say(981, "Office move", "b");
  say(982, "HIRING", "c");
  say(983, "Lunch", "d");
  say(984, "Budget", "e");
  say(985, "Budget", "f");
  say(986, "Parking", "g");
  EXPECT_EQ(told(), "- Hiring: a\nc\n- Budget: e\nf\n- Parking: g") << "of equals the newest";
}

TEST_F(StoryText, WithoutThreadsAllIsOneSummary) {
  for (int i = 0; i < 5; ++i) say(980 + i, "mail " + std::to_string(i), std::to_string(i));
  EXPECT_EQ(told(), "0\n1\n2\n3\n4") << "none goes on";
  for (int i = 0; i < 6; ++i) say(985 + i, "", "x");
  EXPECT_EQ(retold(), "0\n1\n2\n3\n4\n1\n2\n3\n4\nx\nx\nx\nx\nx\nx") << "without titles neither";
}

TEST_F(StoryText, TwoThreadsAreOneSummary) {
  for (int i = 0; i < 6; ++i) say(980 + i, i % 2 ? "Hiring" : "Budget", std::to_string(i));
  EXPECT_EQ(told(), "0\n1\n2\n3\n4\n5");
}

TEST_F(StoryText, RetoldItKeepsHowItBeganAndTellsTheNewestTwo) {
  for (int i = 0; i < 4; ++i) say(980 + i, "Hiring", std::to_string(i));
  say(984, "Lunch", "4");
  say(985, "Parking", "5");
  ASSERT_EQ(told(), "- Hiring: 0\n1\n2\n3\n- Lunch: 4\n- Parking: 5");
  for (int i = 0; i < 7; ++i) say(986 + i, i % 2 ? "Budget" : "Move", std::to_string(i));
  say(993, "Hiring", "7");
  EXPECT_EQ(retold(), "- Hiring: 0\n- Move: 0\n2\n4\n6\n- Budget: 1\n3\n5");
}

TEST_F(StoryText, WhatWasErasedIsToldAnewByThreads) {
  for (int i = 0; i < 4; ++i) say(980 + i, "Hiring", std::to_string(i));
  say(984, "Lunch", "4");
  say(985, "Parking", "5");
  const std::string before = told();
  edit_nodes([](Node& node) {
    if (node.kind != NodeKind::Storyline) return;
    node.description.clear();
    node.dirty = true;
  });
  EXPECT_EQ(retold(), before);
}

TEST_F(StoryText, AMacroSaysWhenOfTheFourWithMostSources) {
  for (const double begins : {100.0, 220.0, 340.0, 460.0, 580.0}) {
    for (int i = 0; i < (begins == 340 ? 5 : 6); ++i) {
      say(begins + i, "", i == 0 ? "from day " + std::to_string(int(begins)) : "");
    }
  }
  ASSERT_EQ(run("promote_storylines", "storylines_promoted"), 5u);
  ASSERT_EQ(run("promote_macros", "macros_promoted"), 1u);
  EXPECT_EQ(graph().nodes(kUser, NodeKind::Macro).at(0).description,
            "- 1970-04: from day 100\n- 1970-08: from day 220\n- 1971-04: from day 460\n"
            "- 1971-08: from day 580");
}

}  // namespace
}  // namespace memfold::test
