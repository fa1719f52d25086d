#include "models/extractor/importance.h"

#include <gtest/gtest.h>

#include <map>

#include "fixture.h"
#include "models/extractor/category.h"

namespace memfold::models::extractor {
namespace {

std::map<std::string, ImportanceFactor> fired(const Importance& importance) {
  std::map<std::string, ImportanceFactor> factors;
  for (const ImportanceFactor& factor : importance.factors) factors[factor.factor] = factor;
  return factors;
}

Importance weigh(std::string_view text, const Message& message, ImportanceOptions options = {}) {
  const ImportanceModel model(options);
  const Parsed parsed(text);
  const Category::Kind category = categorise(parsed.parse, {}, said());
  return model.of_statement(parsed.parse, category, find_deadline(parsed.parse, said()),
                            model.of_mail(message));
}

TEST(Importance, BaseAloneWhenNothingFires) {
  const Importance importance = weigh("The sky is blue.", letter(""));
  EXPECT_EQ(importance.value, 0.4);
  EXPECT_TRUE(importance.factors.empty());
}

TEST(Importance, StatementFactorsCarryTheirWords) {
  auto factors = fired(weigh("Please pay 50,000 won by Friday.", letter("")));
  EXPECT_EQ(factors.size(), 3u);
  EXPECT_EQ(factors["contains_money"], (ImportanceFactor{"contains_money", 0.3, "50,000 won"}));
  EXPECT_EQ(factors["has_deadline"], (ImportanceFactor{"has_deadline", 0.2, "by Friday"}));
  EXPECT_EQ(factors["contains_action"], (ImportanceFactor{"contains_action", 0.15, "Please"}));

  factors = fired(weigh("견적서 5천만원을 25일까지 보내 주세요.", letter("")));
  EXPECT_EQ(factors["contains_money"].evidence, "5천만원을");
  EXPECT_EQ(factors["has_deadline"].evidence, "25일까지");
  EXPECT_EQ(factors["contains_action"].evidence, "주세요");
}

TEST(Importance, MailFactorsCarryTheirPeople) {
  Message message = letter("", "Re: plan");
  message.is_reply = true;
  message.cc = {{"", "park@example.com"}, {"", "choi@example.com"}, {"", "jung@example.com"}};
  ImportanceOptions options;
  options.important_people = {"Boss <JIHO@example.com>"};
  auto factors = fired(weigh("The sky is blue.", message, options));
  EXPECT_EQ(factors["from_important_person"].evidence, "jiho@example.com");
  EXPECT_EQ(factors["multi_person"].evidence,
            "suna@example.com, park@example.com, choi@example.com + 1");
  EXPECT_EQ(factors["is_reply_chain"].evidence, "Re:");
  EXPECT_EQ(weigh("The sky is blue.", message, options).value, 0.75);
}

TEST(Importance, ImportantPeopleMayBeNames) {
  ImportanceOptions options;
  options.important_people = {"kim jiho"};
  EXPECT_EQ(fired(weigh("The sky is blue.", letter(""), options))["from_important_person"].evidence,
            "Kim Jiho");
}

TEST(Importance, OneRecipientIsNotMany) {
  EXPECT_EQ(fired(weigh("The sky is blue.", letter(""))).count("multi_person"), 0u);
}

TEST(Importance, IsCappedAndRounded) {
  Message message = letter("", "Re: plan");
  message.is_reply = true;
  message.cc = {{"", "park@example.com"}};
  EXPECT_EQ(weigh("Please pay $500 by Friday.", message).value, 1.0);
  EXPECT_EQ(weigh("The price is $500.", letter("")).value, 0.7);
  EXPECT_EQ(importance_tier(weigh("The price is $500 until Friday.", letter("")).value),
            ImportanceTier::Critical);
}

TEST(Importance, WeightsAreOptions) {
  ImportanceOptions options;
  options.base = 0.1;
  options.contains_money = 0.25;
  EXPECT_EQ(weigh("The price is $500.", letter(""), options).value, 0.35);
}

}  // namespace
}  // namespace memfold::models::extractor
