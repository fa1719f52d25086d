#include "remote/summary_check.h"

#include <gtest/gtest.h>

#include "remote/list_answer.h"
#include "remote/summary_prompt.h"
#include "texts.h"

namespace memfold::remote {
namespace {

const std::vector<std::string> kTexts = {
    "The fair's budget is $5,000; it opens on 2026-05-03 at 9:30 in Harbour Hall, order LX1612.",
    "서버 이전 예산은 3,500만원이고 김민수 부장이 5월 3일까지 견적을 받습니다. 지연은 40 ms, "
    "기온은 "
    "-5도."};

TEST(SummaryCheck, WhatTheTextsSayInOtherWordsStands) {
  const SummaryCheck check(kTexts);
  for (const char* sentence :
       {"The fair's budget is $5000.", "The fair opens 2026-05-03 at 9:30 in Harbour Hall.",
        "Order LX1612 is for the fair in Harbour Hall.", "After the opening, order lx1612 is open.",
        "김민수 부장이 5월 3일까지 서버 이전 견적을 받는다.", "서버 이전 예산은 3500만원이다.",
        "서버 지연은 40ms이다.", "기온은 -5도."}) {
    EXPECT_TRUE(check.allows(sentence)) << sentence;
  }
}

TEST(SummaryCheck, AnotherNumberDateIdOrNameDoesNot) {
  const SummaryCheck check(kTexts);
  for (const char* sentence :
       {"The fair's budget is $50,000.", "The fair's budget is $50.", "The fair opens at 9:31.",
        "The fair opens on 2026-05-04.", "The fair opens on 3 June.",
        "Order LX1613 is for the fair.", "Order LX16 is for the fair.",
        "The fair opens in Castle Hall.", "Gregor opens the fair in Harbour Hall.",
        "서버 이전 예산은 35만원이다.", "이서연 부장이 5월 3일까지 견적을 받는다.",
        "박지훈이 서버 이전 견적을 받는다.", "서버 이전 견적은 6월 3일까지 받는다.",
        "기온은 5도에서 -6도.", "비밀번호가 변경되었습니다."}) {
    EXPECT_FALSE(check.allows(sentence)) << sentence;
  }
}

TEST(SummaryCheck, ASignBelongsToItsNumber) {
  const std::vector<std::string> texts = {"The north freezer is set to 18 degrees, range 3-5."};
  const SummaryCheck check(texts);
  EXPECT_TRUE(check.allows("The north freezer is set to 18 degrees, range 3-5."));
  EXPECT_FALSE(check.allows("The north freezer is set to -18 degrees."));
}

TEST(SummaryExamples, AreValidAndSupported) {
  for (const SummaryExample& example : summary_examples()) {
    const ListAnswer answer =
        read_list_answer(std::string(example.answer), kSummaryField, example.most);
    EXPECT_EQ(answer.problem, "") << example.answer;
    const SummaryCheck check(example.texts);
    for (const std::string& text : answer.texts) EXPECT_TRUE(check.allows(text)) << text;
  }
  for (const SummaryExample& example : keyword_examples()) {
    const ListAnswer answer =
        read_list_answer(std::string(example.answer), kKeywordsField, example.most);
    EXPECT_EQ(answer.problem, "") << example.answer;
    const SummaryCheck check(example.texts);
    for (const std::string& text : answer.texts) EXPECT_TRUE(check.has_phrase(text)) << text;
  }
}

TEST(SummaryPrompt, IsOneStrictQuestionWithoutRandomness) {
  for (const auto& [form, field] : {std::pair(summary_form("m"), kSummaryField),
                                    std::pair(keyword_form("m"), kKeywordsField)}) {
    const auto request = nlohmann::json::parse(form.request(texts_text(kTexts, 3)));
    EXPECT_EQ(request["temperature"], 0);
    EXPECT_EQ(request["response_format"]["json_schema"]["strict"], true);
    const auto schema = request["response_format"]["json_schema"]["schema"];
    EXPECT_EQ(schema["additionalProperties"], false);
    EXPECT_TRUE(schema["properties"].contains(field));
    EXPECT_EQ(schema["required"].size(), 1u);
  }
}

}  // namespace
}  // namespace memfold::remote
