#include "remote/mail_answer.h"

#include <gtest/gtest.h>

#include <functional>

#include "mails.h"

namespace memfold::remote {
namespace {

using testing_remote::completion;
using testing_remote::good_fact;
using testing_remote::good_facts;
using Given = nlohmann::json;

MailAnswer read(const Given& answer) {
  return read_mail_answer(answer.dump());
}

TEST(MailAnswer, TextsAreTidied) {
  Given answer = good_facts({" 예산은\n 5000만원 "});
  answer["facts"][0]["entities"] = {" ", "a  b"};
  const MailAnswer good = read(answer);
  ASSERT_EQ(good.problem, "");
  EXPECT_EQ(good.facts[0].content, "예산은 5000만원");
  EXPECT_EQ(good.facts[0].entities, std::vector<std::string>{"a b"});
}

TEST(MailAnswer, UpToTheLimitsAndNoFurther) {
  Given many = {{"facts", Given::array()}};
  for (int i = 0; i < 64; ++i) many["facts"].push_back(good_fact("fact"));
  EXPECT_EQ(read(many).facts.size(), 64u);
  many["facts"].push_back(good_fact("fact"));
  EXPECT_NE(read(many).problem.find("too many"), std::string::npos);
  EXPECT_EQ(read(good_facts({std::string(2000, 'x')})).problem, "");
  std::string korean;
  while (korean.size() <= 2000) korean += "가";
  EXPECT_EQ(read(good_facts({korean})).problem, "statement is too long");
}

TEST(MailAnswer, WhatIsWrongIsNamedAndNothingKept) {
  const std::pair<std::function<void(Given&)>, std::string> mistakes[] = {
      {[](Given& f) { f.erase("statement"); }, "lacks statement"},
      {[](Given& f) { f.erase("keywords"); }, "lacks keywords"},
      {[](Given& f) { f["statement"] = 3; }, "statement is no text"},
      {[](Given& f) { f["statement"] = " "; }, "statement is empty"},
      {[](Given& f) { f["category"] = "Decision!"; }, "category is none"},
      {[](Given& f) { f["importance"] = -0.1; }, "importance does not lie"},
      {[](Given& f) { f["confidence"] = "high"; }, "confidence is no number"},
      {[](Given& f) { f["occurred_at"] = "tomorrow"; }, "occurred_at is no time"},
      {[](Given& f) { f["occurred_at"] = "2026-01-05"; }, "occurred_at is no time"},
      {[](Given& f) { f["occurred_at"] = "2026-01-05T10:00:00"; }, "occurred_at is no time"},
      {[](Given& f) { f["valid_until"] = "2026-02-30T10:00:00Z"; }, "valid_until is no time"},
      {[](Given& f) { f["valid_from"] = 3; }, "valid_from is no text"},
      {[](Given& f) {
         f["valid_from"] = "2026-02-02T00:00:00Z";
         f["valid_until"] = "2026-02-01T00:00:00Z";
       },
       "after valid_until"},
      {[](Given& f) { f["entities"] = "a"; }, "entities is no list"},
      {[](Given& f) { f["entities"] = {1}; }, "entities is no text"},
      {[](Given& f) { f["keywords"] = {std::string(300, 'x')}; }, "keywords is too long"},
      {[](Given& f) { f["user"] = "x"; }, "nobody asked for"},
      {[](Given& f) { f = "x"; }, "something else"},
  };
  for (const auto& [spoil, problem] : mistakes) {
    Given answer = good_facts({"good", "spoilt"});
    spoil(answer["facts"][1]);
    const MailAnswer read_back = read(answer);
    EXPECT_NE(read_back.problem.find(problem), std::string::npos)
        << answer << " " << read_back.problem;
    EXPECT_TRUE(read_back.facts.empty()) << "the first one, too";
  }
}

TEST(MailAnswer, TheTokensOfAnAnswerCountWhateverItSays) {
  const MailAnswer answer = read_mail_response(completion("nothing"));
  EXPECT_NE(answer.problem, "");
  EXPECT_EQ(answer.usage.prompt_tokens, 700);
  EXPECT_EQ(answer.usage.completion_tokens, 60);
}

}  // namespace
}  // namespace memfold::remote
