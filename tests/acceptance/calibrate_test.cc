// calibrate: from scored pairs to a file that the configuration names.
#include <filesystem>

#include "command_line.h"

namespace memfold::acceptance {
namespace {

const std::string kScoredPairs = MEMFOLD_SOURCE_DIR "/tests/data/similarity_pairs.tsv";

class CalibrateTest : public CommandLine {};

TEST_F(CalibrateTest, WhatItWritesCanBeConfigured) {
  const Outcome fitted = run({"calibrate", kScoredPairs, "--out", "map.json", "--json"});
  ASSERT_EQ(fitted.code, 0) << fitted.err;
  const Json json = fitted.json();
  EXPECT_EQ(json["embedder"], "memfold-text@2");
  EXPECT_EQ(json["written"], "map.json");
  EXPECT_LE(json["points"].size(), 12u);
  ASSERT_EQ(json["sets"].size(), 3u) << "all, en and ko";
  const Json& all = json["sets"][0];
  EXPECT_EQ(all["pairs"], 170);
  EXPECT_TRUE(all["fitted"].get<bool>());
  EXPECT_GT(all["spearman"].get<double>(), 0.9);
  EXPECT_LE(all["after"]["wrong"].get<double>(), all["before"]["wrong"].get<double>());
  const std::string set = "embedder.calibration=" + path("map.json");
  ASSERT_EQ(run({"fold", "--db", "new.db", "--set", set}, {.input = kFacts}).code, 0);
  EXPECT_EQ(run({"recall", "예산", "--user", "mina", "--db", "new.db", "--set", set}).code, 0);
  // The shipped map is this one; a store remembers that it was made with another.
  write("line.json",
        R"({"embedder": "memfold-text@2", "dimension": 384, "points": [[0, 0], [1, 1]]})");
  const std::string other = "embedder.calibration=" + path("line.json");
  EXPECT_EQ(run({"recall", "예산", "--user", "mina", "--db", "new.db", "--set", other}).code, 1);
  // Fitted on the same pairs again, nothing is left to gain.
  const Json again = run({"calibrate", kScoredPairs, "--set", set, "--json"}).json();
  EXPECT_EQ(again["points"], json["points"]);
  EXPECT_EQ(again["sets"][0]["before"], again["sets"][0]["after"]);
}

TEST_F(CalibrateTest, HeldOutPairsAreReportedOnOnly) {
  std::string few;
  for (int i = 0; i < 30; ++i) {
    few += "one two three " + std::to_string(i) + "\tone two three " + std::to_string(i % 5) +
           "\t" + std::to_string(i % 6) + "\n";
  }
  write("few.tsv", few);
  const Json alone = run({"calibrate", kScoredPairs, "--json"}).json();
  const Json json = run({"calibrate", kScoredPairs, "--check", "few.tsv", "--json"}).json();
  EXPECT_EQ(json["points"], alone["points"]);
  EXPECT_FALSE(json["sets"][3]["fitted"].get<bool>());
  EXPECT_TRUE(json["written"].is_null());
}

TEST_F(CalibrateTest, WrongFilesAreTold) {
  write("prose.txt", "no tabs here\nnone at all\n");
  write("few.tsv", "a\tb\t1\nc\td\t4\n");
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{},
                                                    {"prose.txt"},
                                                    {"few.tsv"},
                                                    {kScoredPairs, "--columns", "1,2"}}) {
    std::vector<std::string> command = {"calibrate"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, 2) << outcome.out << outcome.err;
    EXPECT_FALSE(outcome.err.empty());
  }
  EXPECT_NE(run({"calibrate", "none.tsv"}).code, 0);
  EXPECT_NE(run({"calibrate", kScoredPairs, "--out", "no/such/directory.json"}).code, 0);
  EXPECT_NE(run({"calibrate", "prose.txt"}).err.find("--columns"), std::string::npos);
}

TEST_F(CalibrateTest, BadLinesAreLeftOutAndCounted) {
  std::string pairs = "text a\ttext b\tscore\n";
  for (int i = 0; i < 60; ++i) {
    pairs += "the budget is " + std::to_string(i) + "\t" +
             (i % 2 == 0 ? "the budget is " + std::to_string(i) : "lunch at noon") + "\t" +
             (i % 2 == 0 ? "5" : "0") + "\n";
  }
  write("pairs.tsv", pairs + "half a line\n");
  const Outcome outcome = run({"calibrate", "pairs.tsv", "--json"});
  EXPECT_EQ(outcome.code, 2) << "duplicates and unrelated pairs meet at no edge: " << outcome.out;
  EXPECT_NE(outcome.err.find("line 62"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace memfold::acceptance
