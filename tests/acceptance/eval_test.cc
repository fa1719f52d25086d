// eval: figures over labelled pairs.
#include <filesystem>
#include <fstream>

#include "command_line.h"

namespace memfold::acceptance {
namespace {

namespace fs = std::filesystem;

/// Pairs nobody doubts; the last label is wrong on purpose.
const std::string kLabelledPairs =
    R"({"id":"u","lang":"en","existing":"The marketing budget is 500 USD.","new":"The marketing budget is 700 USD.","expected":"UPDATE","split":"tune"}
{"id":"d","lang":"ko","existing":"가을 행사 예산은 3000만원","new":"가을 행사 예산은 3000만원","expected":"DUPLICATE","split":"tune"}
{"id":"n","lang":"ko","existing":"부산 지사의 새 주소는 해운대로 99","new":"점심은 김밥을 먹었다","expected":"UNRELATED","split":"test"}
{"id":"x","lang":"en","existing":"The cat sleeps on the sofa.","new":"Invoice 4711 was paid in cash.","expected":"LINK","relationship":"causal","split":"test"}
)";

class EvalTest : public CommandLine {
 protected:
  EvalTest() { write("pairs.jsonl", kLabelledPairs); }

  /// With --json; expects success.
  Json figures(std::vector<std::string> arguments, const How& how = {}) const {
    arguments.insert(arguments.begin(), {"eval", "pairs.jsonl", "--json"});
    const Outcome outcome = run(arguments, how);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.json();
  }

  std::string slurp(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

TEST_F(EvalTest, JsonHasEveryFigure) {
  const Json json = figures({});
  EXPECT_EQ(json["n"], 4);
  EXPECT_EQ(json["accuracy"], 0.75);
  EXPECT_EQ(json["per_class"]["UPDATE"]["f1"], 1.0);
  EXPECT_EQ(json["per_class"]["LINK"]["recall"], 0.0);
  EXPECT_EQ(json["confusion"]["LINK"]["UNRELATED"], 1);
  EXPECT_EQ(json["update_link_confusion"], 0.0);
  EXPECT_EQ(json["per_language"]["ko"]["accuracy"], 1.0);
  EXPECT_TRUE(json["baseline"].contains("accuracy"));
  EXPECT_GT(json["pairs_per_second"], 0);
  ASSERT_EQ(json["predictions"].size(), 4u);
  EXPECT_EQ(json["predictions"][1]["id"], "d");
  EXPECT_EQ(json["predictions"][1]["predicted"], "DUPLICATE");
  std::size_t banded = 0;
  for (const Json& band : json["calibration"]) banded += band["n"].get<std::size_t>();
  EXPECT_EQ(banded, 4u);
  EXPECT_TRUE(json["mode"].is_null());
}

TEST_F(EvalTest, AModeAsksTheEngineAndLeavesNoStore) {
  for (const char* mode : {"fast", "balanced", "accurate"}) {
    const Json json = figures({"--mode", mode});
    EXPECT_EQ(json["mode"], mode);
    EXPECT_EQ(json["accuracy"], 0.75) << json["predictions"];
  }
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(path(""))) files += entry.is_directory() ? 1 : 0;
  EXPECT_EQ(files, 0u);
}

TEST_F(EvalTest, AConfiguredModeIsNotAskedFor) {
  EXPECT_TRUE(figures({}, {.variables = {{"MEMFOLD_MODE", "fast"}}})["mode"].is_null());
}

TEST_F(EvalTest, LinesAreSelected) {
  EXPECT_EQ(figures({"--split", "tune"})["n"], 2);
  EXPECT_EQ(figures({"--lang", "en"})["n"], 2);
  const Json one = figures({"--split", "tune", "--lang", "en"});
  EXPECT_EQ(one["n"], 1);
  EXPECT_EQ(one["predictions"][0]["id"], "u");
  const Outcome outcome = run({"eval", "-", "--split", "test"}, {.input = kLabelledPairs});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("2 of standard input, split test"), std::string::npos) << outcome.out;
}

TEST_F(EvalTest, PeopleSeeTablesAndWhatIsWrong) {
  const Outcome outcome = run({"eval", "pairs.jsonl", "--errors"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* part :
       {"0.750 (3 of 4)", "By class", "Confusion", "By language", "By confidence", "pairs/s",
        "x: expected LINK, given UNRELATED", "The cat sleeps", "Invoice 4711"}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
  }
  EXPECT_EQ(run({"eval", "pairs.jsonl"}).out.find("The cat sleeps"), std::string::npos);
  const Json errors = figures({"--errors"})["errors"];
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0]["existing"], "The cat sleeps on the sofa.");
}

TEST_F(EvalTest, CurvesAreWritten) {
  figures({"--curve", "curve.csv"});
  EXPECT_EQ(slurp("curve.csv").rfind("language,class,threshold,precision,recall", 0), 0u);
  figures({"--curve", "curve.svg"});
  EXPECT_EQ(slurp("curve.svg").rfind("<svg ", 0), 0u);
  const Outcome outcome = run({"eval", "pairs.jsonl", "--curve", "no/such/folder/curve.csv"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("cannot write no/such/folder/curve.csv"), std::string::npos)
      << outcome.err;
}

TEST_F(EvalTest, BadLinesAreNamedAndTheRestIsMeasured) {
  write("mixed.jsonl", "{\n" + kLabelledPairs +
                           R"({"id":"z","lang":"en","existing":"a","new":"b",)" +
                           R"("expected":"UPDTE","note":1})" + "\n");
  const Outcome outcome = run({"eval", "mixed.jsonl", "--json"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.json()["n"], 4);
  ASSERT_EQ(outcome.json()["rejected"].size(), 2u);
  EXPECT_EQ(outcome.json()["rejected"][1]["line"], 6);
  for (const char* part : {"memfold: mixed.jsonl, line 1: it is not JSON",
                           "line 6: \"expected\" must be one of UPDATE, LINK",
                           "did you mean UPDATE?", "unknown key note"}) {
    EXPECT_NE(outcome.err.find(part), std::string::npos) << part << "\n" << outcome.err;
  }
}

TEST_F(EvalTest, NothingToMeasureIsAWrongCall) {
  write("empty.jsonl", "\n");
  write("bad.jsonl", "{}\n");
  write("plain.jsonl", R"({"id":"a","lang":"en","existing":"a","new":"b","expected":"LINK"})");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"empty.jsonl"}, "empty.jsonl is empty: it holds no pair"},
      {{"bad.jsonl"}, "no pair is left in bad.jsonl; line 1: \"lang\" is missing"},
      {{"pairs.jsonl", "--split", "tun"}, "there is test, tune; did you mean tune?"},
      {{"pairs.jsonl", "--lang", "fr"}, "there is en, ko"},
      {{"plain.jsonl", "--split", "tune"}, "--split tune selects no line of plain.jsonl, which"},
  };
  for (auto [arguments, message] : cases) {
    arguments.insert(arguments.begin(), "eval");
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << message;
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find(message), std::string::npos)
        << "wanted: " << message << "\ngot: " << outcome.err;
  }
}

/// One mail with two facts, one of chatter; as nobody doubts them.
const std::string kMails =
    R"({"id":"m","lang":"en","split":"tune","mail":"From: Kim <kim@x.example>\nDate: Mon, 19 Jan 2026 09:00:00 +0900\nSubject: Annual report\nMessage-ID: <1@x.example>\n\nHi Lee,\n\nPlease send the annual report to the bank by Friday.\nThe marketing budget is 500 USD.\n\nThanks,\nKim\n","facts":[{"text":"Please send the annual report to the bank by Friday.","category":"task","date":"2026-01-23","date_kind":"due","entities":[]},{"text":"The marketing budget is 500 USD.","category":"misc","entities":["500 USD"]}]}
{"id":"t","lang":"ko","split":"held","mail":"From: Kim <kim@x.example>\nDate: Mon, 19 Jan 2026 09:00:00 +0900\nSubject: 인사\nMessage-ID: <2@x.example>\n\n감사합니다.\n","facts":[]}
)";

TEST_F(EvalTest, TheExtractorIsMeasuredOnMails) {
  write("mails.jsonl", kMails);
  const Outcome outcome = run({"eval", "--extraction", "mails.jsonl", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = outcome.json();
  EXPECT_EQ(json["mails"], 2);
  EXPECT_EQ(json["f1"], 1.0);
  EXPECT_EQ(json["category"]["share"], 1.0);
  EXPECT_EQ(json["date"]["share"], 1.0);
  EXPECT_EQ(json["entities"]["share"], 1.0);
  EXPECT_EQ(json["quiet"]["share"], 1.0);
  EXPECT_EQ(json["per_language"]["ko"]["mails"], 1);
  EXPECT_EQ(
      run({"eval", "--extraction", "mails.jsonl", "--split", "tune", "--json"}).json()["mails"], 1);
  const Outcome table =
      run({"eval", "--extraction", "-", "--lang", "en", "--errors"}, {.input = kMails});
  EXPECT_EQ(table.code, 0) << table.err;
  for (const char* part : {"1 of standard input, language en", "By language", "Mistakes"}) {
    EXPECT_NE(table.out.find(part), std::string::npos) << part << "\n" << table.out;
  }
}

TEST_F(EvalTest, WhatIsAboutPairsIsRefusedForMails) {
  write("mails.jsonl", kMails);
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"eval", "pairs.jsonl", "--extraction", "mails.jsonl"}, "not both at once"},
      {{"eval", "--extraction", "mails.jsonl", "--mode", "fast"}, "--mode is about pairs"},
      {{"eval", "--extraction", "mails.jsonl", "--curve", "c.svg"}, "--curve is about pairs"},
      {{"eval", "--extraction", "mails.jsonl", "--split", "tun"}, "did you mean tune?"},
      {{"eval", "--extraction", "pairs.jsonl"}, "no mail is left in pairs.jsonl; line 1: \"mail\""},
      {{"eval"}, "eval needs a file of labelled pairs, or --streams"},
  };
  for (const auto& [arguments, message] : cases) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << message;
    EXPECT_NE(outcome.err.find(message), std::string::npos)
        << "wanted: " << message << "\ngot: " << outcome.err;
  }
}

/// A mailbox of two mails and questions of it.
class EvalRecallTest : public CommandLine {
 protected:
  EvalRecallTest() {
    write(
        "mails.jsonl",
        R"({"id":"1","lang":"en","facts":[],"mail":"From: a@x.example\nDate: Tue, 06 Jan 2026 10:00:00 +0000\nSubject: Pilot\nMessage-ID: <1@x>\n\nThe pilot budget is USD 40,000.\n"}
{"id":"2","lang":"ko","facts":[],"mail":"From: b@x.example\nDate: Wed, 07 Jan 2026 10:00:00 +0900\nSubject: move\nMessage-ID: <2@x>\nContent-Type: text/plain; charset=utf-8\n\n사무실 이전일은 4월 18일(토)입니다.\n"}
)");
    write(
        "questions.jsonl",
        R"({"id":"a","lang":"en","split":"tune","kind":"easy","archive":"mails.jsonl","question":"pilot budget","expect":["USD 40,000"]}
{"id":"b","lang":"ko","split":"held","kind":"exact","archive":"mails.jsonl","question":"4월 18일","expect":["이전일은 4월 18일"]}
{"id":"c","lang":"ko","split":"held","kind":"exact","archive":"mails.jsonl","question":"사무실 이전","expect":["5월 1일"]}
)");
  }
};

TEST_F(EvalRecallTest, JsonHasEveryFigure) {
  const Outcome outcome = run({"eval", "--recall", "questions.jsonl", "--errors", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = outcome.json();
  EXPECT_EQ(json["n"], 3);
  for (const char* way : {"vector", "words", "both"}) {
    EXPECT_NEAR(json[way]["hit_1"].get<double>(), 2.0 / 3, 1e-9) << way;
    EXPECT_NEAR(json[way]["mrr"].get<double>(), 2.0 / 3, 1e-9) << way;
    EXPECT_EQ(json["per_language"]["en"][way]["hit_5"], 1.0);
    EXPECT_EQ(json["per_kind"]["exact"][way]["hit_1"], 0.5);
  }
  ASSERT_EQ(json["errors"].size(), 1u);
  EXPECT_EQ(json["errors"][0]["id"], "c");
  EXPECT_TRUE(json["errors"][0]["ranks"]["both"].is_null());
}

TEST_F(EvalRecallTest, LinesAreSelectedAndPeopleSeeTables) {
  const Outcome outcome =
      run({"eval", "--recall", "questions.jsonl", "--split", "held", "--errors"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* part : {"2 of questions.jsonl, split held", "By language", "By kind", "mrr",
                           "c: 사무실 이전", "5월 1일"}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
  }
}

TEST_F(EvalRecallTest, ArchivesMayBeFactsAsFoldTakesThem) {
  write("talk.facts.jsonl", R"({"content":"My sister moved to Turku.","people":["Ann"]}
{"content":"그 가게는 월요일에 쉬어.","people":["Bo"],"session_id":"s2"}
)");
  write(
      "asked.jsonl",
      R"({"id":"a","lang":"en","archive":"talk.facts.jsonl","question":"where does my sister live","expect":["turku"]}
{"id":"b","lang":"ko","archive":"talk.facts.jsonl","question":"가게 쉬는 날","expect":["월요일"]}
)");
  const Outcome outcome = run({"eval", "--recall", "asked.jsonl", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.json()["both"]["hit_1"], 1.0);
  write("talk.facts.jsonl", "{\"content\":7}\n");
  const Outcome refused = run({"eval", "--recall", "asked.jsonl"});
  EXPECT_NE(refused.code, 0);
  EXPECT_NE(refused.err.find("talk.facts.jsonl, line 1"), std::string::npos) << refused.err;
}

TEST_F(EvalRecallTest, MeasuresOneThingAtATime) {
  EXPECT_EQ(run({"eval", "pairs.jsonl", "--recall", "questions.jsonl"}).code, 2);
  EXPECT_EQ(run({"eval", "--recall", "questions.jsonl", "--extraction", "mails.jsonl"}).code, 2);
  EXPECT_EQ(run({"eval", "--recall", "questions.jsonl", "--mode", "fast"}).code, 2);
  EXPECT_EQ(run({"eval", "--recall", "questions.jsonl", "--curve", "c.csv"}).code, 2);
  EXPECT_NE(run({"eval", "--recall", "questions.jsonl", "--split", "hold"}).err.find("held"),
            std::string::npos);
}

}  // namespace
}  // namespace memfold::acceptance
