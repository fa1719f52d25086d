// eval --streams: what the engine does with what arrives.
#include "command_line.h"

namespace memfold::acceptance {
namespace {

/// A budget that is raised and told again, and a dog.
const std::string kStreams =
    R"({"id":"a","lang":"en","split":"tune","domain":"office","items":[{"text":"The marketing budget of the spring campaign is 500 USD.","at":"2026-03-02T09:00:00Z","expect":"CREATE"},{"text":"The marketing budget of the spring campaign was raised to 700 USD.","at":"2026-03-05T09:00:00Z","expect":"UPDATE","target":1,"now":[["700"]],"gone":["500"]},{"text":"The marketing budget of the spring campaign is 700 USD.","at":"2026-03-06T09:00:00Z","expect":"SKIP","target":2},{"text":"Our dog is called Bello.","at":"2026-03-07T09:00:00Z","expect":"CREATE"}],"ask":[{"question":"What is the marketing budget?","says":[["700"]],"not":["500"]}]}
)";

class EvalStreamsTest : public CommandLine {
 protected:
  EvalStreamsTest() { write("streams.jsonl", kStreams); }
};

TEST_F(EvalStreamsTest, JudgesEachDecisionWhatThenStandsThereAndWhatIsAnswered) {
  const Outcome outcome = run({"eval", "--streams", "streams.jsonl", "--json", "--errors", "--set",
                               "decide.judge=true", "--set", "decide.content=revise"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = outcome.json();
  EXPECT_EQ(json["decisions"]["n"], 4);
  EXPECT_EQ(json["decisions"]["right"], 4) << json["errors"].dump(1);
  EXPECT_EQ(json["texts"]["right"], 1);
  EXPECT_EQ(json["questions"]["right"], 1);
  EXPECT_EQ(json["by_decision"]["SKIP"]["recall"], 1.0);
  EXPECT_EQ(json["per_language"]["en"]["decisions"]["n"], 4);
  EXPECT_TRUE(json["errors"].empty());
}

// docs/decisions.md lists them: each decision, and what the memory says then.
TEST_F(EvalStreamsTest, WorkedExamplesHoldWithDefaults) {
  const std::string examples = MEMFOLD_SOURCE_DIR "/tests/data/worked_examples.jsonl";
  const Outcome outcome = run({"eval", "--streams", examples, "--json", "--errors"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = outcome.json();
  EXPECT_TRUE(json["errors"].empty()) << json["errors"].dump(1);
  EXPECT_EQ(json["decisions"]["share"], 1.0);
  EXPECT_EQ(json["texts"]["share"], 1.0);
  EXPECT_GE(json["decisions"]["n"], 60);
}

// Two statements alike but for a value, as a demo would have them: most are told for what they are.
TEST_F(EvalStreamsTest, PlainChangesAreSeenAndNothingElseIsTakenForOne) {
  const std::string plain = MEMFOLD_SOURCE_DIR "/tests/data/plain_statements.jsonl";
  const Json json = run({"eval", "--streams", plain, "--json"}).json();
  EXPECT_GE(json["by_decision"]["UPDATE"]["recall"], 0.8);
  EXPECT_EQ(json["by_decision"]["UPDATE"]["precision"], 1.0);
  EXPECT_GE(json["by_decision"]["CREATE"]["recall"], 0.97);
}

TEST_F(EvalStreamsTest, AnEngineThatComparesNothingMissesAndSaysWhere) {
  const Json json = run({"eval", "--streams", "streams.jsonl", "--json", "--errors", "--set",
                         "decide.judge=true", "--set", "decide.cost.wrong_replacement=1000"})
                        .json();
  EXPECT_EQ(json["by_decision"]["UPDATE"]["recall"], 0.0);
  ASSERT_FALSE(json["errors"].empty());
  EXPECT_EQ(json["errors"][0]["expected"], "UPDATE");
  EXPECT_FALSE(json["errors"][0]["miss"].get<std::string>().empty());
}

TEST_F(EvalStreamsTest, APersonReadsTables) {
  const Outcome outcome = run({"eval", "--streams", "streams.jsonl"});
  EXPECT_EQ(outcome.code, 0);
  for (const char* heading :
       {"By decision", "Confusion", "By language", "By domain", "By confidence"}) {
    EXPECT_NE(outcome.out.find(heading), std::string::npos) << heading;
  }
}

TEST_F(EvalStreamsTest, WhatIsWrongWithALineIsSaidAndTheRestGoesOn) {
  write(
      "bad.jsonl",
      kStreams +
          R"({"id":"b","lang":"en","items":[{"text":"x","at":"2026-03-02T09:00:00Z","expect":"UPDATE"}]}
{"id":"c","lang":"en","items":[{"text":"x","at":"yesterday","expect":"CREATE"}]}
{"id":"d","lang":"en","items":[{"text":"x","at":"2026-03-02T09:00:00Z","expect":"REPLACE"}]}
{"id":"e","lang":"en","items":[{"text":"x","at":"2026-03-02T09:00:00Z","expect":"SKIP","target":7}]}
{"id":"f","lang":"en"}
)");
  const Outcome outcome = run({"eval", "--streams", "bad.jsonl"});
  EXPECT_EQ(outcome.code, 3);
  for (const char* said : {"line 2: item 1: an item that is no CREATE needs a \"target\"",
                           "line 3: item 1: \"at\" is no time", "line 4: item 1: \"expect\"",
                           "line 5: item 1: \"target\" must be the number of an earlier item",
                           "line 6: a stream needs \"items\""}) {
    EXPECT_NE(outcome.err.find(said), std::string::npos) << said << '\n' << outcome.err;
  }
}

TEST_F(EvalStreamsTest, OneThingIsMeasuredAtATime) {
  EXPECT_EQ(run({"eval", "--streams", "streams.jsonl", "--recall", "streams.jsonl"}).code, 2);
  EXPECT_EQ(run({"eval", "streams.jsonl", "--streams", "streams.jsonl"}).code, 2);
  EXPECT_EQ(run({"eval", "--streams", "streams.jsonl", "--curve", "c.svg"}).code, 2);
}

}  // namespace
}  // namespace memfold::acceptance
