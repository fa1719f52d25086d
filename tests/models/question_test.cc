// What kind of value a question asks for, and whether a text holds one.
#include "models/question.h"

#include <gtest/gtest.h>

namespace memfold::models {
namespace {

struct Row {
  const char* text;
  ValueKinds kinds;
};

TEST(Question, AsksForKindsOfValues) {
  constexpr Row kRows[] = {
      {"When is the cutover?", kTimeValue},
      {"do you know what day we move?", kTimeValue},
      {"how many sites does the trial include", kQuantityValue},
      {"How much is the deposit?", kQuantityValue},
      {"how long does the deal last", kTimeValue | kDurationValue | kQuantityValue},
      {"교육 언제예요", kTimeValue},
      {"회의 몇 시야", kTimeValue},
      {"회의 몇시죠", kTimeValue},
      {"공사 몇 시간 걸려", kDurationValue},
      {"직원이 몇 명이지", kQuantityValue},
      {"캠페인 예산 얼마야?", kQuantityValue},
      {"무슨 요일에 만나", kTimeValue},
      // Neither asks, or not for these.
      {"the day when we met", 0},
      {"who is responsible?", 0},
      {"예산 담당자 누구야", 0},
      {"payment terms", 0},
      {"", 0},
  };
  for (const Row& row : kRows) EXPECT_EQ(values_asked(row.text), row.kinds) << row.text;
}

TEST(Question, TextsHoldKindsOfValues) {
  constexpr Row kRows[] = {
      {"The cutover is on Saturday at 23:00.", kTimeValue},
      {"교육은 4월 1일 오전 10시", kTimeValue},
      {"교육 인원은 45명입니다", kQuantityValue},
      {"예산은 6500만원입니다", kQuantityValue},
      {"it takes three weeks", kDurationValue},
      {"The committee approved the new total.", 0},
      {"", 0},
  };
  for (const Row& row : kRows) EXPECT_EQ(values_told(row.text), row.kinds) << row.text;
}

}  // namespace
}  // namespace memfold::models
