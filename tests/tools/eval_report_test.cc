#include "tools/eval/report.h"

#include <gtest/gtest.h>

#include <sstream>

namespace memfold::tools {
namespace {

/// Two pairs, one wrong; the baseline has both wrong.
Evaluation sample_evaluation() {
  Evaluation evaluation{.source = "pairs.jsonl", .analyst = "rules@1"};
  evaluation.pairs = {{"a", "en", "It costs 5", "It costs 6", Verdict::Update, std::nullopt},
                      {"b", "ko", "예산\x1b[31m", "일정", Verdict::Link, EdgeType::Causal}};
  evaluation.given.answers = {{Verdict::Update, 0.9, std::nullopt, "a new value"},
                              {Verdict::Update, 0.55, std::nullopt, "overlap"}};
  evaluation.given.pairs_per_second = 1234;
  evaluation.baseline = {{Verdict::Duplicate, 0.97, std::nullopt, {}},
                         {Verdict::Unrelated, 0.1, std::nullopt, {}}};
  evaluation.rejected = {{7, "it is not JSON"}};
  return evaluation;
}

TEST(EvalReport, JsonHasEveryFigure) {
  const Json json = to_json(sample_evaluation(), false);
  EXPECT_EQ(json["accuracy"], 0.5);
  EXPECT_EQ(json["n"], 2);
  EXPECT_EQ(json["pairs_per_second"], 1234);
  EXPECT_EQ(json["update_link_confusion"], 0.5);
  EXPECT_EQ(json["per_class"]["UPDATE"].dump(),
            R"({"precision":0.5,"recall":1.0,"f1":0.6666666666666666,"n":1})");
  EXPECT_TRUE(json["per_class"]["MERGE"]["precision"].is_null());
  EXPECT_EQ(json["confusion"]["LINK"]["UPDATE"], 1);
  EXPECT_EQ(json["confusion"]["MERGE"]["MERGE"], 0);
  EXPECT_EQ(json["per_language"]["ko"]["accuracy"], 0.0);
  EXPECT_EQ(json["per_language"]["en"]["update_precision"], 1.0);
  EXPECT_TRUE(json["per_language"]["en"]["link_precision"].is_null());
  EXPECT_EQ(json["baseline"]["accuracy"], 0.0);
  EXPECT_EQ(json["calibration"].size(), 6u);
  EXPECT_EQ(json["calibration"][5].dump(), R"({"from":0.9,"to":1.0,"n":1,"right":1})");
  EXPECT_EQ(json["relationships"].dump(), R"({"n":0,"right":0,"share":null})");
  EXPECT_TRUE(json["mode"].is_null());
  EXPECT_EQ(json["rejected"][0]["line"], 7);
  EXPECT_EQ(json["predictions"][1].dump(), R"({"id":"b","predicted":"UPDATE","confidence":0.55})");
  EXPECT_FALSE(json.contains("errors"));
}

TEST(EvalReport, JsonListsErrorsWhereAsked) {
  const Json errors = to_json(sample_evaluation(), true)["errors"];
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0]["id"], "b");
  EXPECT_EQ(errors[0]["new"], "일정");
  EXPECT_EQ(errors[0]["expected"], "LINK");
  EXPECT_EQ(errors[0]["predicted"], "UPDATE");
  EXPECT_EQ(errors[0]["reasoning"], "overlap");
}

TEST(EvalReport, PeopleSeeTheBaselineBesideIt) {
  std::ostringstream out;
  print_evaluation(out, {.terminal = true, .color = false, .width = 100}, sample_evaluation());
  const std::string text = out.str();
  for (const char* part :
       {"rules@1 alone", "2 of pairs.jsonl", "0.500 (1 of 2), baseline 0.000",
        "no labelled LINK was found", "1,234 pairs/s", "Base_precision", "<0.5", "0.9-1.0"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(EvalReport, SaysWhichModeWasAsked) {
  Evaluation evaluation = sample_evaluation();
  evaluation.mode = Mode::Accurate;
  EXPECT_EQ(asked_text(evaluation), "the engine, mode accurate, with rules@1");
  EXPECT_EQ(to_json(evaluation, false)["mode"], "accurate");
}

TEST(EvalReport, ErrorsHaveBothStatementsAndNoEscapeCodes) {
  std::ostringstream out;
  print_errors(out, {.terminal = true, .color = false, .width = 100}, sample_evaluation());
  const std::string text = out.str();
  EXPECT_EQ(text.rfind("1 pair is wrong\nb: expected LINK, given UPDATE, confidence 0.55\n", 0), 0u)
      << text;
  EXPECT_NE(text.find("일정"), std::string::npos);
  EXPECT_NE(text.find("overlap"), std::string::npos);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace memfold::tools
