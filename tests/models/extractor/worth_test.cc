#include "models/extractor/worth.h"

#include <gtest/gtest.h>

#include "fixture.h"
#include "models/extractor/category.h"

namespace memfold::models::extractor {
namespace {

bool kept(std::string_view text, bool public_list = false) {
  const Parsed parsed(text);
  const int worth = worth_of(parsed.parse, categorise(parsed.parse, {}, said()), public_list);
  return worth >= (public_list ? kLeastPublicWorth : kLeastWorth);
}

TEST(Worth, RequestsAndPromisesWithoutAnObjectAreNot) {
  for (const char* text : {"검토 부탁드립니다.", "꼭 확인해 주세요.", "집행 때 꼭 적어 주세요.",
                           "의견 주세요.", "확인 후 회신드리겠습니다.", "Please review.",
                           "Please advise.", "Kindly acknowledge receipt.", "+1",
                           "좋은 주말 보내세요.", "I will get back to you as soon as possible."}) {
    EXPECT_FALSE(kept(text)) << text;
  }
  for (const char* text : {"계약서 검토 부탁드립니다.", "금요일까지 확인 부탁드립니다.",
                           "우산을 꼭 챙겨 주세요.", "Please review the lease."}) {
    EXPECT_TRUE(kept(text)) << text;
  }
}

TEST(Worth, IntroductionsAreNot) {
  EXPECT_FALSE(kept("릴리스 담당 나도현입니다."));
  EXPECT_FALSE(kept("3조 조장 성지우입니다!"));
  EXPECT_TRUE(kept("새 계약 담당자는 나도현입니다."));
}

TEST(Worth, ChatterIsNotKept) {
  for (const char* text : {"Hi Kim,",
                           "Hello everyone!",
                           "Thanks a lot for your help.",
                           "Thank you!",
                           "Best regards,",
                           "See attached.",
                           "Please find the report attached.",
                           "Hope you are well.",
                           "Good point.",
                           "Let me know if you have any questions.",
                           "What do you think?",
                           "It is.",
                           "OK",
                           "lol",
                           "Happy birthday!",
                           "Sounds good.",
                           "To do",
                           "Have a great weekend.",
                           "Never mind.",
                           "안녕하세요.",
                           "안녕하세요, 김지호입니다.",
                           "감사합니다.",
                           "수고하세요.",
                           "첨부파일 참고 부탁드립니다.",
                           "확인했습니다.",
                           "네 알겠습니다.",
                           "잘 부탁드립니다.",
                           "궁금한 점 있으시면 연락 주세요.",
                           "어떻게 생각하세요?",
                           "할 일",
                           "좋은 하루 되세요.",
                           "양해 부탁드립니다."}) {
    EXPECT_FALSE(kept(text)) << text;
  }
}

TEST(Worth, StatementsAreKept) {
  for (const char* text :
       {"The budget is 50M KRW.", "Please send the report by Friday.", "We decided to use RocksDB.",
        "The kickoff is on Monday.", "I'll review the contract tomorrow.",
        "Version 2.1 was released today.", "The uptime target is 99.5%.",
        "Could you send the floor plans?", "예산은 5000만원입니다.",
        "보고서를 금요일까지 보내 주세요.", "착수 회의는 내일 오후 3시입니다.",
        "B안으로 결정했습니다.", "배포가 완료되었습니다.",
        "담당자는 김지호 책임으로 변경되었습니다.", "장소: 3층 회의실, 1월 22일"}) {
    EXPECT_TRUE(kept(text)) << text;
  }
}

TEST(Worth, PublicListsAskForMore) {
  const char* talk = "The wording of this page has always confused new readers.";
  EXPECT_TRUE(kept(talk, false));
  EXPECT_FALSE(kept(talk, true));
  EXPECT_TRUE(kept("open(2) returns EINVAL when the flag is set.", true));
  EXPECT_FALSE(kept("I think it is maybe better so.", true));
}

TEST(Worth, SettlingWordsOfAReply) {
  const auto words = [](std::string_view text) {
    const Parsed parsed(text);
    return std::string(settling_words(parsed.parse));
  };
  EXPECT_EQ(words("Applied, thanks!"), "Applied");
  EXPECT_EQ(words("Applied to the main branch."), "Applied to the main branch");
  EXPECT_EQ(words("LGTM"), "LGTM");
  EXPECT_EQ(words("반영했습니다. "), "반영했습니다");
  EXPECT_EQ(words("Done?"), "");
  EXPECT_EQ(words("Not applied."), "");
  EXPECT_EQ(words("Please get it merged."), "");
  EXPECT_EQ(words("Thanks for the patch."), "");
}

TEST(Worth, HedgesLowerConfidence) {
  const Parsed firm("The parser was released on Friday."),
      hedged("I think it was released on Friday.");
  EXPECT_GT(confidence_of(firm.parse, Category::Project),
            confidence_of(hedged.parse, Category::Project));
}

TEST(Worth, WhatPeopleAreLikeIsKept) {
  for (const char* text : {"I'm allergic to penicillin.", "저는 땅콩 알레르기가 있어요.",
                           "성민이가 다음 학기에 전학 가요.", "Rhys is vegetarian now."}) {
    EXPECT_TRUE(kept(text)) << text;
  }
}

TEST(Worth, FieldsAreKept) {
  for (const char* text : {"Venue: Alder Creek Vineyard", "Booking reference: SKR8QK",
                           "입금 계좌: 해님은행 111-0000-22", "준비물: 도시락, 물, 모자"}) {
    EXPECT_TRUE(kept(text)) << text;
  }
  EXPECT_FALSE(kept("Priority: high"));
}

TEST(Worth, KoreanCourtesyAndHousekeepingAreNot) {
  for (const char* text :
       {"보내 주신 초안을 검토하였습니다.", "보내 주신 자료 잘 봤습니다.",
        "늘 배우는 마음으로 더 노력하겠습니다.", "더 나은 모습으로 보답하는 회사가 되겠습니다.",
        "조심히 들어가세요!", "오래오래 행복해야 해~", "그럼 건강히 지내세요.",
        "그날 웃는 얼굴로 만나요!", "줄이 어찌나 긴지 땀을 한 바가지 흘렸네요.",
        "단풍이 한창이라는 소식이 들려옵니다.", "조금 전 메일에 첨부가 빠져서 다시 보냅니다.",
        "자주 묻는 질문도 함께 살펴봐 주세요.", "## 이 줄 위에 답장을 적어 주세요",
        "어려우시면 편하게 말씀해 주세요.", "상품설명서와 약관을 확인하시기 바랍니다.",
        "돌아와서 확인 후 회신드리겠습니다.", "오늘 하루도 힘내세요.",
        "시간 되실 때 편하게 답 주세요.", "아까 보낸 메일은 잘못 보냈습니다."}) {
    EXPECT_FALSE(kept(text)) << text;
  }
  for (const char* text :
       {"보내 주신 초안을 검토하여 3조를 고쳤습니다.", "보내 주신 시료 12개를 확인했습니다.",
        "금요일까지 못 오는 사람 있으면 알려 줘.", "수량이 세 개 모자라네."}) {
    EXPECT_TRUE(kept(text)) << text;
  }
}

TEST(Worth, WishesAndAnnouncementsAreNot) {
  for (const char* text :
       {"가정에 행복이 가득하시기를 기원합니다.", "많은 관심 부탁드립니다.",
        "금일 회의 내용 공유드립니다.", "다음과 같이 안내드립니다.",
        "담당자가 확인 후 순차적으로 답변드리겠습니다.", "I really enjoyed our conversation.",
        "For more information see our page.", "자세한 내용은 누리집에 있습니다.",
        "지난 주말에 다들 봐서 너무 좋았어요!", "언젠가 한번 얘기해 봐야 할 것 같아요.",
        "It was so good to see you all last weekend!", "We can hardly wait to welcome you!",
        "Well done on Saturday, it was gorgeous."}) {
    EXPECT_FALSE(kept(text)) << text;
  }
}

}  // namespace
}  // namespace memfold::models::extractor
