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
      {"When is the cutover?", kTime},
      {"do you know what day we move?", kTime},
      {"how many sites does the trial include", kQuantity},
      {"How much is the deposit?", kQuantity},
      {"how long does the deal last", kTime | kDuration | kQuantity},
      {"교육 언제예요", kTime},
      {"회의 몇 시야", kTime},
      {"회의 몇시죠", kTime},
      {"공사 몇 시간 걸려", kDuration},
      {"직원이 몇 명이지", kQuantity},
      {"캠페인 예산 얼마야?", kQuantity},
      {"무슨 요일에 만나", kTime},
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
      {"The cutover is on Saturday at 23:00.", kTime},
      {"교육은 4월 1일 오전 10시", kTime},
      {"교육 인원은 45명입니다", kQuantity},
      {"예산은 6500만원입니다", kQuantity},
      {"it takes three weeks", kDuration},
      {"The committee approved the new total.", 0},
      {"", 0},
  };
  for (const Row& row : kRows) EXPECT_EQ(values_told(row.text), row.kinds) << row.text;
}

}  // namespace
}  // namespace memfold::models
