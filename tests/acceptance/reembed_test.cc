// A store of another embedder: what is refused, what still works, and moving it.
#include <unistd.h>

#include <fstream>

#include "command_line.h"
#include "memfold/engine.h"
#include "tests/engine/other_embedder.h"

namespace memfold::acceptance {
namespace {

class ReembedTest : public CommandLine {
 protected:
  /// other.db, with facts folded by an embedder the command does not know.
  ReembedTest() {
    Engine engine = open(std::make_shared<test::OtherEmbedder>());
    std::vector<Fact> facts;
    for (int i = 0; i < 60; ++i) {
      Fact fact;
      fact.user = i % 3 == 0 ? "juno" : "mina";
      fact.content = "Project " + std::to_string(i) + " has a budget of " +
                     std::to_string(1000 + i * 37) + " euros for " + std::to_string(i % 7) +
                     " desks";
      fact.stated_at = parse_time("2026-01-01");
      facts.push_back(fact);
    }
    engine.fold(facts);
  }
  Engine open(std::shared_ptr<const Embedder> embedder) const {
    EngineOptions options;
    options.models = builtin_models();
    options.models.embedder = std::move(embedder);
    return Engine::open(path("other.db"), options);
  }
  Outcome on_other(std::vector<std::string> arguments, const How& how = {}) const {
    arguments.insert(arguments.end(), {"--db", "other.db", "--user", "mina"});
    return run(arguments, how);
  }
  static void expect_says(const std::string& text, std::initializer_list<const char*> words) {
    for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << text;
  }
};

TEST_F(ReembedTest, WhatComparesIsRefusedWithWhatToDo) {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"fold"}, {"recall", "budget"}, {"explain", "--text", "budget"}}) {
    const Outcome outcome = on_other(command, {.input = kFacts});
    EXPECT_EQ(outcome.code, 1) << command[0] << outcome.out;
    expect_says(outcome.err, {"other.db", "other@1", "24", "memfold-text@2", "memfold reembed"});
  }
  const Outcome doctor = on_other({"doctor"});
  EXPECT_EQ(doctor.code, 1);
  expect_says(doctor.out, {"other@1", "memfold reembed"});
}

TEST_F(ReembedTest, WhatOnlyReadsWorks) {
  EXPECT_EQ(on_other({"stats", "--json"}).json()["memories"], 40);
  EXPECT_EQ(on_other({"verify"}).code, 0);
  const Outcome log = on_other({"log", "--limit", "1", "--json"});
  ASSERT_EQ(log.code, 0) << log.err;
  const std::string id = log.json()["entries"][0]["memory_id"];
  EXPECT_EQ(on_other({"show", id}).code, 0);
  EXPECT_EQ(on_other({"history", id}).code, 0);
}

TEST_F(ReembedTest, MovesItAndSaysSo) {
  const Outcome moved = on_other({"reembed"});
  ASSERT_EQ(moved.code, 0) << moved.err;
  expect_says(moved.out, {"60 memories", "2 users", "other@1 (24 dimensions)",
                          "memfold-text@2 (384 dimensions)", "60 old vectors deleted"});
  EXPECT_EQ(on_other({"verify"}).code, 0);
  const Json hits = on_other({"recall", "budget of project 7", "--json"}).json();
  EXPECT_FALSE(hits["hits"].empty());
  EXPECT_EQ(on_other({"fold"}, {.input = kFacts}).code, 0);

  const std::string digest = on_other({"verify", "--digest"}).out;
  const Json again = on_other({"reembed", "--json"}).json();
  EXPECT_TRUE(again["finished"].get<bool>());
  EXPECT_FALSE(again["switched"].get<bool>());
  EXPECT_EQ(again["embedded"], 0);
  EXPECT_EQ(on_other({"verify", "--digest"}).out, digest);
}

TEST_F(ReembedTest, MissingIsNoMigration) {
  const Outcome refused = on_other({"reembed", "--missing"});
  EXPECT_EQ(refused.code, 1);
  expect_says(refused.err, {"other@1", "memfold-text@2"});
  ASSERT_EQ(on_other({"reembed"}).code, 0);
  EXPECT_EQ(on_other({"reembed", "--missing"}).code, 0);
}

TEST_F(ReembedTest, AMoveThatWasBegunIsShownAndNotGivenUpUnasked) {
  EngineOptions options;
  options.models = builtin_models();
  ASSERT_EQ(on_other({"reembed"}).code, 0);
  options.models.embedder = std::make_shared<test::OtherEmbedder>("third@1", 12);
  int calls = 3;
  std::stop_source stop;
  const auto on_progress = [&](const ReembedProgress&) {
    if (calls-- <= 0) stop.request_stop();
  };
  Admin::reembed(path("other.db"), options,
                 {.batch = 10, .stop = {stop.get_token(), {}}, .on_progress = on_progress});
  expect_says(on_other({"doctor"}).out, {"third@1", "not finished"});
  EXPECT_EQ(on_other({"verify"}).code, 0);
  const Outcome refused = on_other({"reembed"});
  EXPECT_EQ(refused.code, 1);
  expect_says(refused.err, {"third@1", "--abandon"});
  EXPECT_EQ(on_other({"reembed", "--abandon"}).code, 0);
  EXPECT_EQ(on_other({"reembed"}).code, 0);
}

TEST_F(ReembedTest, WithoutAStoreItSaysSo) {
  const Outcome outcome = run({"reembed", "--db", "none.db"});
  EXPECT_EQ(outcome.code, 1);
  expect_says(outcome.err, {"no store at none.db"});
}

TEST_F(ReembedTest, AnotherCalibrationIsTakenOverWithoutEmbedding) {
  ASSERT_EQ(on_other({"reembed"}).code, 0);
  write(
      "map.json",
      R"({"embedder": "memfold-text@2", "dimension": 384, "points": [[0, 0], [0.5, 0.9], [1, 1]]})");
  const std::string set = "embedder.calibration=" + path("map.json");
  const Outcome refused = on_other({"recall", "budget", "--set", set});
  EXPECT_EQ(refused.code, 1);
  expect_says(refused.err, {"3 points", "memfold reembed"});
  const Json taken = on_other({"reembed", "--set", set, "--json"}).json();
  EXPECT_TRUE(taken["calibration_changed"].get<bool>());
  EXPECT_EQ(taken["embedded"], 0);
  EXPECT_EQ(on_other({"recall", "budget", "--set", set}).code, 0);
  EXPECT_EQ(on_other({"recall", "budget"}).code, 1) << "without it";

  write("wrong.json", R"({"embedder": "e5@1", "dimension": 384, "points": [[0, 0], [1, 1]]})");
  const Outcome wrong =
      on_other({"recall", "budget", "--set", "embedder.calibration=" + path("wrong.json")});
  EXPECT_EQ(wrong.code, 2);
  expect_says(wrong.err, {"e5@1", "memfold-text@2", "memfold calibrate"});
  for (const char* text :
       {"", "{}", "[1]",
        R"({"embedder": "memfold-text@2", "dimension": 384, "points": [[1, 0], [0, 1]]})"}) {
    write("broken.json", text);
    EXPECT_EQ(on_other({"stats", "--set", "embedder.calibration=" + path("broken.json")}).code, 2)
        << text;
  }
}

}  // namespace
}  // namespace memfold::acceptance
