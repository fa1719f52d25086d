#include "tools/eval/extraction_report.h"

#include <gtest/gtest.h>

#include <sstream>

namespace memfold::tools {
namespace {

/// One mail with every kind of mistake, one without any.
ExtractionEvaluation sample_extraction() {
  MailOutcome mail{"a", "en", "Lamp\x1b[31m", {}, {}, 0, {}};
  mail.expected = {{"please send the lamp by Friday",
                    Category::Task,
                    ExpectedDate{*parse_time("2026-01-23"), false, true},
                    {}},
                   {"the hall is dark", Category::Misc, std::nullopt, {}}};
  Fact wrong, more;
  wrong.content = "please send the lamp by Friday";
  wrong.category = Category::Project;
  more.content = "it rains";
  mail.extracted = {wrong, more};
  mail.matches = match_facts(mail.expected, mail.extracted, mail.subject);
  MailOutcome quiet{"b", "ko", "안녕", {}, {}, 0, {}};
  return {.source = "mails.jsonl",
          .extractor = "rules@1",
          .mails = {mail, quiet},
          .rejected = {{7, "it is not JSON"}}};
}

TEST(EvalExtractionReport, JsonHasEveryFigure) {
  const Json json = to_json(sample_extraction(), false);
  EXPECT_EQ(json["extractor"], "rules@1");
  EXPECT_EQ(json["mails"], 2);
  EXPECT_EQ(json["expected"], 2);
  EXPECT_EQ(json["given"], 2);
  EXPECT_EQ(json["f1"], 0.5);
  EXPECT_EQ(json["category"].dump(), R"({"n":1,"right":0,"share":0.0})");
  EXPECT_EQ(json["date"]["n"], 1);
  EXPECT_EQ(json["quiet"].dump(), R"({"n":1,"right":1,"share":1.0})");
  EXPECT_TRUE(json["entities"]["share"].is_null());
  EXPECT_TRUE(json["per_language"]["ko"]["f1"].is_null());
  EXPECT_EQ(json["per_language"]["en"]["recall"], 0.5);
  EXPECT_EQ(json["rejected"][0]["line"], 7);
  EXPECT_FALSE(json.contains("errors"));
}

TEST(EvalExtractionReport, JsonListsEachMistake) {
  const Json errors = to_json(sample_extraction(), true)["errors"];
  ASSERT_EQ(errors.size(), 4u);
  EXPECT_EQ(errors[0]["kind"], "category");
  EXPECT_EQ(errors[0]["expected"], "task");
  EXPECT_EQ(errors[0]["given"], "project");
  EXPECT_EQ(errors[1]["kind"], "date");
  EXPECT_EQ(errors[1]["expected"], "due 2026-01-23");
  EXPECT_EQ(errors[1]["given"], "none");
  EXPECT_EQ(errors[2]["kind"], "missed");
  EXPECT_TRUE(errors[2]["given"].is_null());
  EXPECT_EQ(errors[3]["kind"], "superfluous");
  EXPECT_EQ(errors[3]["statement"], "it rains");
}

TEST(EvalExtractionReport, PeopleSeeFiguresAndMistakes) {
  std::ostringstream out;
  print_evaluation(out, Screen{}, sample_extraction());
  print_errors(out, Screen{}, sample_extraction());
  const std::string text = out.str();
  for (const char* part :
       {"rules@1", "2 of mails.jsonl", "0.500", "1.000 (1 of 1)", "- (0 of 0)",
        "expected task, given project: please send", "expected due 2026-01-23, given none",
        "misc: the hall is dark", "misc: it rains", "a: Lamp"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find("b: "), std::string::npos) << "nothing is wrong about it";
}

}  // namespace
}  // namespace memfold::tools
