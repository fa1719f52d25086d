#include "tools/eval/mails.h"

#include <gtest/gtest.h>

#include "text_source.h"

namespace memfold::tools {
namespace {

MailFile mails_in(const std::string& text, const LineSelection& selection = {}) {
  return read_mails(std::make_unique<TextSource>(text), selection);
}

/// A good line with one part of it replaced.
std::string mail_line_with(const std::string& part, const std::string& other) {
  std::string line =
      R"({"id":"a","lang":"en","mail":"From: x\n\nyes","facts":[{"text":"It costs 5","category":"task",)"
      R"("date":"2026-01-22","date_kind":"due","entities":["5"]}]})";
  return line.replace(line.find(part), part.size(), other) + "\n";
}

TEST(EvalMails, AreReadWithTheirFacts) {
  const MailFile file = mails_in(
      mail_line_with("}]}", R"(},{"text":"b","category":"misc"}],"kind":"k","note":"n"})"));
  EXPECT_TRUE(file.rejected.empty());
  EXPECT_TRUE(file.unknown_keys.empty());
  ASSERT_EQ(file.mails.size(), 1u);
  EXPECT_EQ(file.mails[0].mail, "From: x\n\nyes");
  ASSERT_EQ(file.mails[0].facts.size(), 2u);
  const ExpectedFact& fact = file.mails[0].facts[0];
  EXPECT_EQ(fact.text, "It costs 5");
  EXPECT_EQ(fact.category, Category::Task);
  ASSERT_TRUE(fact.date);
  EXPECT_EQ(to_string(fact.date->at), "2026-01-22T00:00:00Z");
  EXPECT_FALSE(fact.date->has_time);
  EXPECT_TRUE(fact.date->due);
  EXPECT_EQ(fact.entities, std::vector<std::string>{"5"});
  EXPECT_FALSE(file.mails[0].facts[1].date);
}

TEST(EvalMails, ADateMayHaveATime) {
  const MailFile file = mails_in(mail_line_with("2026-01-22\",\"date_kind\":\"due",
                                                "2026-01-22T09:00+09:00\",\"date_kind\":\"occurs"));
  ASSERT_EQ(file.mails.size(), 1u);
  EXPECT_EQ(to_string(file.mails[0].facts[0].date->at), "2026-01-22T00:00:00Z");
  EXPECT_TRUE(file.mails[0].facts[0].date->has_time);
  EXPECT_FALSE(file.mails[0].facts[0].date->due);
}

TEST(EvalMails, AMailMayHaveNoFacts) {
  const MailFile file = mails_in(R"({"id":"a","lang":"ko","mail":"x","facts":[]})");
  ASSERT_EQ(file.mails.size(), 1u);
  EXPECT_TRUE(file.mails[0].facts.empty());
}

TEST(EvalMails, BadLinesSayWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {mail_line_with("From: x\\n\\nyes", " "), "\"mail\" is missing or empty"},
      {R"({"id":"a","lang":"en","mail":"x"})", "\"facts\" must be a list"},
      {R"({"id":"a","lang":"en","mail":"x","facts":["y"]})", "\"facts\" must hold objects"},
      {mail_line_with("It costs 5", ""), "\"text\" is missing or empty"},
      {mail_line_with("\"task\"", "\"tusk\""), "did you mean task?"},
      {mail_line_with("2026-01-22", "Friday"), "\"date\" must be a date or RFC 3339"},
      {mail_line_with("due", "du"), "\"date_kind\" must be one of occurs, due, not \"du\""},
      {mail_line_with("[\"5\"]", "[5]"), "\"entities\" must hold texts"},
      {mail_line_with("[\"5\"]", "5"), "\"entities\" must be a list"},
  };
  for (const auto& [line, reason] : cases) {
    const MailFile file = mails_in(line);
    EXPECT_TRUE(file.mails.empty()) << reason;
    ASSERT_EQ(file.rejected.size(), 1u) << reason;
    EXPECT_NE(file.rejected[0].reason.find(reason), std::string::npos)
        << "wanted: " << reason << "\ngot: " << file.rejected[0].reason;
  }
}

TEST(EvalMails, WhatIsNotSelectedIsNotLookedAt) {
  const std::string text = mail_line_with("\"id\":\"a\"", "\"id\":\"a\",\"split\":\"tune\"") +
                           R"({"lang":"ko","split":"held","mail":1})";
  const MailFile file = mails_in(text, {.split = "tune", .language = {}});
  EXPECT_EQ(file.mails.size(), 1u);
  EXPECT_TRUE(file.rejected.empty());
}

}  // namespace
}  // namespace memfold::tools
