#include "ingest/disfluency.h"

#include <gtest/gtest.h>

#include <vector>

namespace memfold::ingest {
namespace {

struct SpokenText {
  const char *spoken, *clean;
};

void check(const std::vector<SpokenText>& cases) {
  for (const SpokenText& each : cases) EXPECT_EQ(without_disfluencies(each.spoken), each.clean);
}

TEST(Disfluency, KoreanPausesGo) {
  check({{"음, 납품일은 3월 14일입니다.", "납품일은 3월 14일입니다."},
         {"어 그 건은 다시 봤는데요", "그 건은 다시 봤는데요"},
         {"가격은 음 1200원이에요", "가격은 1200원이에요"},
         {"그, 회의가 밀렸어요", "회의가 밀렸어요"},
         {"가격은 그... 1200원이에요", "가격은 1200원이에요"},
         {"저기, 오늘은 안 됩니다", "오늘은 안 됩니다"},
         {"아니 그게 서버가 내려갔어요", "서버가 내려갔어요"},
         {"근데 그 뭐냐 계약서는 보냈어요", "근데 계약서는 보냈어요"},
         {"제가 제가 보내겠습니다", "제가 보내겠습니다"},
         {"그 그 회의는 취소됐습니다", "그 회의는 취소됐습니다"},
         {"[웃음] 네 그때 뵙겠습니다", "네 그때 뵙겠습니다"},
         {"음... 어...", ""}});
}

TEST(Disfluency, KoreanWordsThatLookLikePausesStay) {
  for (const char* text :
       {"그 회의는 금요일입니다", "음식은 제가 주문합니다", "어제 보냈습니다",
        "저기 있는 창고로 옮겼습니다", "아니 그게 아니라 3월 14일입니다", "저는 저녁에 갑니다",
        "높은 음 때문에 마이크가 깨졌습니다", "매일 매일 확인합니다", "뭐 드실래요?",
        "이제 계약이 끝났습니다", "그게 문제입니다", "아니요, 다음 주입니다"}) {
    EXPECT_EQ(without_disfluencies(text), text);
  }
}

TEST(Disfluency, EnglishPausesGo) {
  check({{"Um, we ship on Friday.", "We ship on Friday."},
         {"It is, uh, 20 dollars.", "It is 20 dollars."},
         {"The the price is 20.", "The price is 20."},
         {"You know, we also moved the release.", "We also moved the release."},
         {"We moved it, you know.", "We moved it."},
         {"I mean, no exceptions.", "No exceptions."},
         {"Like, do we still freeze?", "Do we still freeze?"},
         {"It was, like, 20 units.", "It was 20 units."},
         {"We sh- ship on Friday", "We ship on Friday"},
         {"I I'll send it, um.", "I I'll send it."},
         {"the um the budget is fine", "the budget is fine"},
         {"(laughs) That is it.", "That is it."},
         {"Uh.", ""}});
}

TEST(Disfluency, EnglishWordsThatLookLikePausesStay) {
  for (const char* text :
       {"I like the second offer.", "Like we said, Friday is fine.", "You know the address.",
        "Do you know who signs?", "I mean it.", "The ER is closed on Monday.",
        "The bolt is 5 mm long.", "They had had enough.", "That that is, is.",
        "Pre- and post-tests", "It looks like, as planned, a delay."}) {
    EXPECT_EQ(without_disfluencies(text), text);
  }
}

TEST(Disfluency, OtherLanguagesKeepTheirWords) {
  EXPECT_EQ(without_disfluencies("Treffen um 9 Uhr, er kommt auch."),
            "Treffen um 9 Uhr, er kommt auch.");
  EXPECT_EQ(without_disfluencies("Um contrato novo chega amanhã."),
            "Um contrato novo chega amanhã.");
}

TEST(Disfluency, LinesStayApart) {
  EXPECT_EQ(without_disfluencies("um\nWe ship it.\n\n 음\n 내일 갑니다 "),
            "We ship it.\n내일 갑니다");
}

}  // namespace
}  // namespace memfold::ingest
