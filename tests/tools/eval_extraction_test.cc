#include "tools/eval/extraction.h"

#include <gtest/gtest.h>

namespace memfold::tools {
namespace {

ExpectedFact expected(const std::string& text) {
  return {text, Category::Misc, std::nullopt, {}};
}

Fact fact(const std::string& content) {
  Fact result;
  result.content = content;
  result.category = Category::Misc;
  return result;
}

/// Expected, a space, extracted, for each match; - where one is missing.
std::string matches(const std::vector<ExpectedFact>& expected, const std::vector<Fact>& extracted,
                    const std::string& subject = "") {
  std::string text;
  const auto place = [](const std::optional<std::size_t>& index) {
    return index ? std::to_string(*index) : std::string("-");
  };
  for (const Matched& match : match_facts(expected, extracted, subject)) {
    text += place(match.expected) + " " + place(match.extracted) + ",";
  }
  return text;
}

TEST(EvalExtraction, FactsMatchByWordsWhateverTheMarksAndCase) {
  EXPECT_EQ(
      matches({expected("The dock closes at 5 (sharp).")}, {fact("the dock closes at 5 sharp")}),
      "0 0,");
  EXPECT_EQ(matches({expected("예산은 3,000만원입니다.")}, {fact("예산은 3,000만원입니다")}),
            "0 0,");
}

TEST(EvalExtraction, EachFactIsMatchedOnceTheBestFirst) {
  const std::vector<Fact> extracted = {fact("the dock closes at five on Monday"),
                                       fact("the dock closes at five on Friday")};
  EXPECT_EQ(matches({expected("the dock closes at five on Friday")}, extracted), "0 1,- 0,");
  EXPECT_EQ(matches({expected("a"), expected("the dock closes at five on Friday")}, {extracted[1]}),
            "1 0,0 -,");
}

TEST(EvalExtraction, EnoughOfBothMustBeCovered) {
  // six words in ten of the expected ones, five in ten of the extracted ones
  const auto ten = expected("a b c d e f g h i j");
  EXPECT_EQ(matches({ten}, {fact("a b c d e f")}), "0 0,");
  EXPECT_EQ(matches({ten}, {fact("a b c d e")}), "0 -,- 0,");
  const auto five = expected("a b c d e");
  EXPECT_EQ(matches({five}, {fact("a b c d e k l m n o")}), "0 0,");
  EXPECT_EQ(matches({five}, {fact("a b c d e k l m n o p")}), "0 -,- 0,");
}

TEST(EvalExtraction, TheSubjectInFrontIsContext) {
  const std::vector<ExpectedFact> short_one = {expected("It costs 5")};
  EXPECT_EQ(
      matches(short_one, {fact("New lamp for the hall: It costs 5")}, "Re: New lamp for the hall"),
      "0 0,");
  EXPECT_EQ(
      matches(short_one, {fact("Some lamp for the hall: It costs 5")}, "New lamp for the hall"),
      "0 -,- 0,");
}

TEST(EvalExtraction, ADayCountsWhereItWasSaid) {
  const ExpectedDate day{*parse_time("2026-01-22"), false, false};
  Fact one = fact("x");
  EXPECT_FALSE(is_dated(one, day, 540));
  one.occurred_at = parse_time("2026-01-22T14:59:59Z");
  EXPECT_TRUE(is_dated(one, day, 540));
  one.occurred_at = parse_time("2026-01-22T15:00:00Z");
  EXPECT_FALSE(is_dated(one, day, 540));
  EXPECT_TRUE(is_dated(one, day, 0));
}

TEST(EvalExtraction, ATimeCountsToTheMinuteWhateverTheZone) {
  const ExpectedDate due{*parse_time("2026-01-22T18:00:00+09:00"), true, true};
  Fact one = fact("x");
  one.occurred_at = parse_time("2026-01-22T09:00:00Z");
  EXPECT_FALSE(is_dated(one, due, 540)) << "a deadline is where the validity ends";
  one.valid_until = parse_time("2026-01-22T09:00:59Z");
  EXPECT_TRUE(is_dated(one, due, 0));
  one.valid_until = parse_time("2026-01-22T09:01:00Z");
  EXPECT_FALSE(is_dated(one, due, 0));
}

TEST(EvalExtraction, EntitiesAreFoundInTheirNormalForms) {
  Fact one = fact("x");
  one.entities = {"60000000 KRW", "auntie carol", "v2.1", "18.5 USD"};
  for (const char* found :
       {"6000만원", "Auntie Carol", "Carol", "v2.1", "$18.50", "60,000,000원"}) {
    EXPECT_TRUE(names_entity(one, found)) << found;
  }
  for (const char* missed : {"Caroline", "600만원", "$19", "3"}) {
    EXPECT_FALSE(names_entity(one, missed)) << missed;
  }
}

TEST(EvalExtraction, FiguresCountWhatIsRight) {
  MailOutcome mail{"a", "en", "Lamp", {}, {}, 0, {}};
  mail.expected = {expected("the lamp costs 5 dollars"), expected("please send the lamp today")};
  mail.expected[1].category = Category::Task;
  mail.expected[1].date = ExpectedDate{*parse_time("2026-01-22"), false, true};
  mail.expected[1].entities = {"Kim"};
  mail.extracted = {fact("please send the lamp today"), fact("the weather is fine")};
  mail.matches = match_facts(mail.expected, mail.extracted, mail.subject);
  MailOutcome chatter{"b", "ko", "Hi", {}, {}, 0, {}};
  const std::vector<MailOutcome> outcomes = {mail, chatter};

  const ExtractionFigures figures = extraction_figures(outcomes);
  EXPECT_EQ(figures.mails, 2u);
  EXPECT_EQ(figures.statements.precision(), 0.5);
  EXPECT_EQ(figures.statements.recall(), 0.5);
  EXPECT_EQ(figures.categories, (Share{0, 1}));
  EXPECT_EQ(figures.dates, (Share{0, 1}));
  EXPECT_EQ(figures.entities, (Share{0, 1}));
  EXPECT_EQ(figures.quiet, (Share{1, 1}));
  const auto by_language = extraction_by_language(outcomes);
  EXPECT_EQ(by_language.at("en").quiet, (Share{0, 0}));
  EXPECT_EQ(by_language.at("ko").statements.expected, 0u);
}

TEST(EvalExtraction, MailsAreParsedAndExtracted) {
  const std::vector<LabelledMail> mails = {
      {"a",
       "en",
       "From: Kim <kim@x.example>\nDate: Mon, 19 Jan 2026 09:00:00 +0900\nSubject: "
       "=?utf-8?q?R=C3=A9sum=C3=A9?=\n"
       "Message-ID: <1@x.example>\n\nPlease send the annual report to Lee by Friday.\n\n> Old "
       "words.\n",
       {expected("Please send the annual report to Lee by Friday.")}}};
  const auto outcomes = ask_extractor(*builtin_extractor(), mails);
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_EQ(outcomes[0].subject, "Résumé");
  EXPECT_EQ(outcomes[0].utc_offset_minutes, 540);
  ASSERT_EQ(outcomes[0].matches.size(), 1u);
  EXPECT_EQ(outcomes[0].matches[0].extracted, 0u);
}

}  // namespace
}  // namespace memfold::tools
