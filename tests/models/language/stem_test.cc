#include "models/language/stem.h"

#include <gtest/gtest.h>

namespace memfold::models {
namespace {

TEST(StemTest, KoreanParticlesAndEndingsFallOff) {
  for (const char* word :
       {"회의", "회의가", "회의는", "회의에서", "회의를", "회의까지", "회의에서는"}) {
    EXPECT_EQ(korean_stem(word), "회의") << word;
  }
  for (const char* word :
       {"변경", "변경되었습니다", "변경됐습니다", "변경합니다", "변경하기로", "변경됨"}) {
    EXPECT_EQ(korean_stem(word), "변경") << word;
  }
}

TEST(StemTest, NounsThatEndLikeAParticleStayWhole) {
  for (const char* word : {"휴가", "평가", "결과", "속도", "경로", "회의", "사이"}) {
    EXPECT_EQ(korean_stem(word), word);
  }
}

TEST(StemTest, ContractedVerbsComeApart) {
  for (const char* word : {"열립니다", "열린다", "열렸다", "열렸습니다"}) {
    EXPECT_EQ(korean_root(word), "열리") << word;
  }
  EXPECT_EQ(korean_root("바뀌었습니다"), "바뀌");
  EXPECT_EQ(korean_root("없습니다"), "없");
}

TEST(StemTest, EverythingAfterTheMarkOfThePastIsEnding) {
  for (const char* word :
       {"바꿨다", "바꿨어요", "바꿨는데", "바꿨으니까", "바꿨습니다", "바꿨음"}) {
    EXPECT_EQ(korean_root(word), "바꾸") << word;
  }
  EXPECT_EQ(korean_root("들어왔지만"), "들어오");
  EXPECT_EQ(korean_root("맞췄다고"), "맞추");
  EXPECT_EQ(korean_root("받으셨습니다"), "받");
  EXPECT_EQ(korean_root("학생이었고"), "학생");
  EXPECT_EQ(korean_root("결정했는데"), "결정");
  EXPECT_EQ(korean_root("있었어요"), "있");
  EXPECT_EQ(korean_root("하겠습니다"), "하");
}

TEST(StemTest, NounsThatEndLikeAVerbStayWhole) {
  for (const char* word : {"광고", "보고", "부품재고", "영어", "마음", "다음", "책임"}) {
    EXPECT_EQ(korean_root(word), word);
  }
  EXPECT_EQ(korean_root("다니고"), "다니");
  EXPECT_EQ(korean_root("받음"), "받");
  EXPECT_EQ(korean_root("아들이"), "아들");
  EXPECT_EQ(korean_root("로그인을"), "로그인");
}

TEST(StemTest, EnglishInflectionFallsOff) {
  EXPECT_EQ(english_stem("features"), english_stem("feature"));
  EXPECT_EQ(english_stem("migrated"), english_stem("migration"));
  EXPECT_EQ(english_stem("policies"), english_stem("policy"));
  EXPECT_EQ(english_stem("planned"), "plan");
  EXPECT_EQ(english_stem("team's"), "team");
  EXPECT_EQ(english_stem("bus"), "bus");
  EXPECT_EQ(english_stem("naïve"), "naïve");
}

TEST(StemTest, OtherScriptsComeBackAsTheyAre) {
  for (const char* word : {"", "a", "по", "東京", "\xEA", "abc"})
    EXPECT_EQ(korean_stem(word), word);
}

}  // namespace
}  // namespace memfold::models
