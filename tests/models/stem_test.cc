#include "models/analyst/stem.h"

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
