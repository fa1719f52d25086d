// review, replay.
#include "command_line.h"

namespace memfold::acceptance {
namespace {

using Texts = std::vector<std::string>;

/// A store in which every case that was analysed waits for a person.
class ReviewTest : public SampleStore {
 protected:
  void doubt(const std::string& policy) const {
    const Outcome outcome =
        run({"fold", "--db", "doubt.db", "--now", kNow, "--set", "decide.judge=false", "--set",
             "decide.review_at_confidence=1", "--set", "decide.in_doubt=" + policy, "--quiet"},
            {.input = kFacts});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
  }
  Outcome review(Texts arguments, const How& how = {}) const {
    arguments.insert(arguments.begin(), "review");
    arguments.insert(arguments.end(), {"--db", "doubt.db", "--user", "mina"});
    return run(arguments, how);
  }
  Json review_json(Texts arguments) const {
    arguments.push_back("--json");
    const Outcome outcome = review(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.json();
  }
  Texts launches() const {
    Texts contents;
    const Json answer = run({"recall", "mobile app launch", "--threshold", "0.5", "--db",
                             "doubt.db", "--user", "mina", "--json"})
                            .json();
    for (const Json& hit : answer["hits"]) contents.push_back(hit["memory"]["content"]);
    std::sort(contents.begin(), contents.end());
    return contents;
  }
  void expect_doubt_consistent() const {
    const Outcome outcome = run({"verify", "--db", "doubt.db"});
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  }
};

TEST_F(ReviewTest, AnEmptyQueueIsFine) {
  EXPECT_TRUE(ask_json({"review"})["reviews"].empty());
  EXPECT_TRUE(ask_json({"review", "list", "--settled"})["reviews"].empty());
  const Outcome seen = ask({"review"}, {.terminal = true});
  EXPECT_EQ(seen.code, 0);
  EXPECT_NE(seen.out.find("Nothing waits for review."), std::string::npos) << seen.out;
}

TEST_F(ReviewTest, ListsAndShowsWhatIsDoubtful) {
  doubt("link");
  const Json cases = review_json({})["reviews"];
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[0]["sequence"], 3);
  EXPECT_EQ(cases[0]["state"], "pending");
  EXPECT_EQ(cases[0]["verdict"], "update");
  EXPECT_EQ(cases[0]["fact"]["content"], "가을 행사 예산이 3500만원으로 증액");
  EXPECT_FALSE(cases[0]["held"].get<bool>());
  EXPECT_TRUE(cases[0]["resolution"].is_null());

  const Json shown = review_json({"show", "3"});
  EXPECT_EQ(shown["target"]["content"], "가을 행사 예산은 3000만원");
  EXPECT_EQ(shown["target"]["id"], shown["review"]["target_memory_id"]);
  EXPECT_TRUE(shown["linked"].get<bool>());
  EXPECT_EQ(shown["review"]["property_changes"][0]["property"], "money");
  const std::string text = review({"show", "#3"}).out;
  for (const char* part : {"stored and linked", "가을 행사 예산은 3000만원", "^^^^", "money: KRW",
                           "memfold review accept 3\tmakes the fact the memory's next version"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST_F(ReviewTest, PagesGiveEachCaseOnce) {
  doubt("create");
  const Json first = review_json({"--limit", "1"});
  ASSERT_EQ(first["reviews"].size(), 1u);
  EXPECT_EQ(first["next_after"], 3);
  const Json second = review_json({"--limit", "1", "--after", "3"});
  ASSERT_EQ(second["reviews"].size(), 1u);
  EXPECT_EQ(second["reviews"][0]["sequence"], 4);
  EXPECT_TRUE(second["next_after"].is_null());
  EXPECT_NE(review({"--limit", "1"}).err.find("--after 3"), std::string::npos);
  EXPECT_FALSE(review_json({"show", "3"})["linked"].get<bool>());
}

TEST_F(ReviewTest, AcceptingDoesWhatWasLikelyOnce) {
  doubt("link");
  EXPECT_EQ(launches().size(), 2u) << "both versions stand until someone decides";
  const Json decision = review_json({"accept", "4"})["decision"];
  EXPECT_EQ(decision["operation"], "SUPERSEDE");
  EXPECT_EQ(decision["trigger"], "review");
  EXPECT_EQ(decision["answers"], 4);
  EXPECT_EQ(launches(), Texts{"The mobile app launches on May 18."});

  const Outcome again = review({"accept", "4"});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("settled already"), std::string::npos) << again.err;
  EXPECT_EQ(review_json({})["reviews"].size(), 1u);
  const Json settled = review_json({"--settled"})["reviews"];
  ASSERT_EQ(settled.size(), 1u);
  EXPECT_EQ(settled[0]["state"], "accepted");
  EXPECT_EQ(settled[0]["resolution"], decision["sequence"]);
  const std::string text = review({"show", "4"}).out;
  EXPECT_NE(text.find("standing\taccepted by decision #6"), std::string::npos) << text;
  EXPECT_NE(text.find("since then"), std::string::npos) << text;
  EXPECT_EQ(text.find("review dismiss"), std::string::npos) << "there is nothing left to settle";
  expect_doubt_consistent();
}

TEST_F(ReviewTest, AHeldFactIsStoredOrDropped) {
  doubt("hold");
  EXPECT_EQ(launches(), Texts{"The mobile app launches on May 4."});
  const std::string text = review({"show", "4"}).out;
  EXPECT_NE(text.find("held back: nothing was stored"), std::string::npos) << text;
  EXPECT_NE(text.find("review dismiss 4\tdrops the fact"), std::string::npos) << text;

  EXPECT_EQ(review_json({"override", "4", "unrelated"})["decision"]["decision"], "CREATE");
  EXPECT_EQ(launches(),
            (Texts{"The mobile app launches on May 18.", "The mobile app launches on May 4."}));
  EXPECT_EQ(review({"dismiss", "3"}).code, 0);
  const Json budget =
      run({"recall", "가을 행사 예산", "-k", "1", "--db", "doubt.db", "--user", "mina", "--json"})
          .json();
  EXPECT_EQ(budget["hits"][0]["memory"]["content"], "가을 행사 예산은 3000만원");
  const Json settled = review_json({"--settled"})["reviews"];
  ASSERT_EQ(settled.size(), 2u);
  EXPECT_EQ(settled[0]["state"], "dismissed");
  EXPECT_EQ(settled[1]["state"], "overridden");
  expect_doubt_consistent();
}

TEST_F(ReviewTest, WhatWasMergedSinceIsMarkedAsItWasCompared) {
  doubt("hold");
  ASSERT_EQ(review({"override", "4", "merge", "--now", "2026-03-02"}).code, 0);
  const std::string text = review({"show", "4"}).out;
  EXPECT_NE(text.find("  existing  The mobile app launches on May 4.\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("since then  it says: The mobile app launches on May 4. The"),
            std::string::npos)
      << text;
}

TEST_F(ReviewTest, ACaseThatIsNotThereIsAnError) {
  for (const Texts& arguments :
       {Texts{"show", "1"}, {"accept", "1"}, {"override", "99", "merge"}, {"dismiss", "99"}}) {
    const Outcome outcome = ask([&] {
      Texts all = {"review"};
      all.insert(all.end(), arguments.begin(), arguments.end());
      return all;
    }());
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.err.find("no review #"), std::string::npos) << outcome.err;
  }
}

class ReplayTest : public SampleStore {};

TEST_F(ReplayTest, TheSameSettingsDecideTheSame) {
  const std::string before = digest();
  const Json report = ask_json({"replay"});
  EXPECT_EQ(report["replayed"], 5);
  EXPECT_EQ(report["skipped"], 0);
  EXPECT_EQ(report["by_decision_before"], report["by_decision_after"]);
  EXPECT_EQ(report["by_decision_after"]["UPDATE"], 2);
  EXPECT_TRUE(report["changes"].empty());
  EXPECT_EQ(digest(), before);
}

TEST_F(ReplayTest, OtherSettingsShowWhatWouldHaveComeOutDifferently) {
  const std::string before = digest();
  const Texts stricter = {"replay", "--set", "decide.cost.wrong_replacement=1000"};
  const Json report = ask_json(stricter);
  EXPECT_EQ(report["by_decision_before"]["UPDATE"], 2);
  EXPECT_EQ(report["by_decision_after"]["UPDATE"], 0) << report;
  ASSERT_EQ(report["changes"].size(), 2u);
  const Json& change = report["changes"][1];
  EXPECT_EQ(change["sequence"], 4);
  EXPECT_EQ(change["content"], "The mobile app launches on May 18.");
  EXPECT_EQ(change["decision_before"], "UPDATE");
  EXPECT_EQ(change["decision_after"], "CREATE");
  EXPECT_EQ(change["target_before"], "The mobile app launches on May 4.");
  const Outcome text = ask(stricter);
  EXPECT_NE(text.out.find("UPDATE\t2 -> 0\n"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("4\tUPDATE (SUPERSEDE)\tCREATE (ADD)\t"), std::string::npos) << text.out;
  EXPECT_EQ(digest(), before);
}

TEST_F(ReplayTest, DecidesAStretchAndShowsAFewChanges) {
  EXPECT_EQ(ask_json({"replay", "--from", "2026-03-02"})["replayed"], 0);
  EXPECT_EQ(ask_json({"replay", "--until", kNow})["replayed"], 0);
  const Outcome few = ask({"replay", "--limit", "1", "--set", "decide.cost.review=0"});
  EXPECT_EQ(few.code, 0);
  EXPECT_NE(few.out.find("changed\t2\n"), std::string::npos) << few.out;
  EXPECT_NE(few.err.find("More: 1 change"), std::string::npos) << few.err;
}

}  // namespace
}  // namespace memfold::acceptance
