#include "models/extractor/category.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace memfold::models::extractor {
namespace {

Category::Kind of(std::string_view text, bool box = false) {
  return categorise(Parsed(text).parse, {box, std::nullopt}, said());
}

void expect_all(Category::Kind category, std::initializer_list<const char*> texts) {
  for (const char* text : texts) EXPECT_EQ(name(of(text)), name(category)) << text;
}

TEST(Category, Task) {
  expect_all(Category::Task,
             {"Please send the report.", "Could you review the draft?", "I need you to sign it.",
              "The proposal is due by Friday.", "TODO: update the wiki",
              "Action item: call the bank", "Send the slides to Anna.", "보고서를 검토해주세요.",
              "자료 공유 부탁드립니다.", "회신 요청드립니다.", "제안서는 25일까지입니다.",
              "견적서를 금요일까지 제출", "확인 바랍니다.", "서류를 준비해 주시기 바랍니다."});
  EXPECT_EQ(of("the slides", true), Category::Task);
}

TEST(Category, Decision) {
  expect_all(Category::Decision,
             {"We decided to use RocksDB.", "The budget was approved.", "It is agreed.",
              "Legal signed off on the contract.", "The date is confirmed.",
              "예산안이 승인되었습니다.", "일정을 확정했습니다.", "B안으로 결정했습니다.",
              "세 곳으로 합의했습니다.", "채용을 진행하기로 했습니다."});
}

TEST(Category, OrdersAndPromisesByTheirGrammar) {
  expect_all(Category::Task,
             {"Replace Table 7 with a figure.", "(b) Rewrite section 3.4 around the survey.",
              "Don't ship anything from that lot.", "Do not sign the old form.",
              "Carys will write to the trust about it.", "Dana Berg to replace the pump.",
              "I'll commit the removal tomorrow night.", "협력사 단가는 연내 마무리할 것",
              "크기를 8k 이하로 낮출 것.", "당일 아침에 물과 함께 드십시오.",
              "원본은 내일 제가 부치겠습니다.", "일요일까지는 꼭 끊어 두어라."});
  expect_all(Category::Misc,
             {"For anything urgent please contact Tessa Berg.", "Completion will take a while.",
              "예약 변경은 02-000-7711로 연락 주세요.", "The licence expires on 31 January.",
              "입금은 영업일 기준 3일 이내에 처리됩니다."});
}

TEST(Category, WhatIsDecidedNotToBe) {
  EXPECT_EQ(of("버스는 안 빌리기로 했어요."), Category::Decision);
  EXPECT_NE(of("아직 결정되지 않았습니다."), Category::Decision);
}

TEST(Category, PeopleAtAPlaceAtATime) {
  expect_all(Category::Meeting, {"잔금은 1월 30일 오전 10시 저희 사무소에서 치릅니다.",
                                 "Your first day is Monday 22 January, 08:45, at our office.",
                                 "발인: 1월 17일 오전 7시"});
}

TEST(Category, KoreanNounsInPassing) {
  expect_all(
      Category::Misc,
      {"게재료는 확정 후 납부하시면 됩니다.", "원인은 설정값이 배포 과정에서 초기화된 것입니다.",
       "승인이 지연되어 주문이 밀렸습니다.", "입금 완료된 주문은 기존 단가를 적용합니다.",
       "수영장은 공사로 문을 닫습니다.", "대금은 납품 후 현금 지급 조건입니다.",
       "반려동물은 키울 수 없습니다.", "평가는 최지호 선임이 이어받습니다.",
       "저는 제 차로 따로 갑니다."});
}

TEST(Category, KoreanAnswersAndBargains) {
  expect_all(Category::Decision,
             {"21만 원에 드리는 걸로 할게요.", "양사 대표가 계약서에 서명하였습니다.",
              "어제 모임에서 XML 출력기를 없애기로 정했습니다.", "잔금일은 3월 7일로 협의됐습니다.",
              "제출하신 시는 지원 대상에 선정되지 않았습니다.",
              "옥외광고는 하반기까지 보류하기로 했습니다."});
}

TEST(Category, WhatKoreansDecideAgainst) {
  expect_all(
      Category::Decision,
      {"계약을 갱신하지 않기로 했습니다.", "워크숍은 안 가기로 의견이 모였습니다.",
       "채용은 내년으로 미뤘습니다.", "3안은 채택하지 않습니다.",
       "최종 업체로 누리소프트를 골랐습니다.", "아쉽게도 이번 공모에는 모시지 못하게 되었습니다.",
       "대표님께서 예산안에 결재하셨습니다."});
}

TEST(Category, KoreanEventsThatHappenByThemselvesAreNoTasks) {
  EXPECT_EQ(of("요금은 25일까지 이체됩니다."), Category::Misc);
  EXPECT_EQ(of("25일까지 내시면 됩니다."), of("25일까지 내시면 돼요."));
  EXPECT_EQ(of("전 상품 반값, 이번 주말까지만."), Category::Ads);
}

TEST(Category, KoreanNeedsTermsAndPlansAreNoTasks) {
  expect_all(
      Category::Misc,
      {"본체는 220V 전용이라 변압기를 써야 합니다.", "하율이는 앞자리에 앉아야 해요.",
       "대금은 매월 말 마감하여 다음 달 15일에 지급하는 조건입니다.",
       "취소하실 수 있는 기한은 2월 7일 18시입니다.", "약은 2월 15일에 택배로 도착할 예정입니다."});
  expect_all(Category::Task,
             {"저희는 변압기를 써야 합니다.", "서류는 2월 7일까지 내야 합니다.",
              "앞치마는 각자 챙겨 오셔야 합니다.", "목록을 대장에 올릴 것(담당: 최지호).",
              "올 때 김치통 두 개 가져와라.", "사진을 보내 주실 수 있나요?",
              "자료를 훑어봐 주십사 합니다.", "볼트 3,000개를 주문합니다."});
}

TEST(Category, KoreanEventsAndWhatIsToldOfThem) {
  expect_all(Category::Meeting,
             {"보강은 2월 13일 오후 4시에 305호에서 하겠습니다.",
              "2월 6일 아침 8시에 저희가 모시러 갈게요.", "금요일 저녁 8시에 잠깐 들를게요."});
  expect_all(Category::Misc,
             {"면접은 두 분이 맡으며 50분쯤 걸립니다.", "저는 화요일 오후에 수업이 없습니다.",
              "3월 2일부터 입주하실 수 있습니다.", "접속 장애는 1월 3일에 발생했습니다.",
              "면접관은 최지호 팀장입니다."});
  EXPECT_EQ(of("2월 7일까지 예약하시면 10% 할인해 드려요."), Category::Ads);
}

TEST(Category, KoreanProgressByMeasure) {
  expect_all(Category::Project,
             {"토큰화 속도가 약 18% 빨라졌습니다.", "배선이 60%쯤 끝났습니다.",
              "이전이 나흘 늦어지고 있습니다.", "문서를 새 양식으로 정리했습니다.",
              "원고를 인쇄소에 넘겼습니다.", "병합에 드는 메모리를 최대 37% 줄입니다.",
              "이번 버전부터 구형 장비는 지원하지 않습니다.", "수정은 어제 main에 들어갔습니다.",
              "통합 단계에서 테스트 3개가 중단되었습니다."});
}

TEST(Category, Meeting) {
  expect_all(Category::Meeting,
             {"The kickoff meeting is in room 4.", "Let's have a call on Friday at 3pm.",
              "See you at 2 tomorrow", "The workshop is on 22 January.",
              "내일 오후 3시에 회의가 있습니다.", "미팅 장소는 3층입니다.",
              "금요일 2시에 뵙겠습니다.", "일정은 1월 22일 오전 10시입니다."});
}

TEST(Category, Project) {
  expect_all(Category::Project,
             {"Version 2.1 was released.", "The migration is in progress.",
              "We shipped the parser.", "This is the last milestone.", "배포가 완료되었습니다.",
              "개발이 진행 중입니다.", "다음 마일스톤은 베타입니다.", "2.1 릴리즈 노트입니다."});
}

TEST(Category, Ads) {
  expect_all(Category::Ads, {"All shoes are 20% off.", "Use this coupon.", "전 품목 할인",
                             "수신거부는 여기를 눌러", "봄맞이 프로모션"});
}

TEST(Category, Misc) {
  expect_all(Category::Misc, {"The sky is blue.", "Sometimes it rains.", "날씨가 좋습니다.",
                              "open(2) is a system call.", "He was sceptical.",
                              "회의적인 반응이었습니다.", "The call to fork() fails."});
}

TEST(Category, PriorityDecidesBetweenSigns) {
  EXPECT_EQ(of("Please write up what was decided in the meeting"), Category::Task);
  EXPECT_EQ(of("We decided in the meeting to release on Friday"), Category::Decision);
  EXPECT_EQ(of("The release meeting is on Friday"), Category::Meeting);
  EXPECT_EQ(of("The release comes with 20% off"), Category::Project);
  EXPECT_EQ(of("회의에서 결정된 내용을 정리해 주세요"), Category::Task);
}

TEST(Category, OpenDecisionsAreNone) {
  expect_all(Category::Misc, {"No decision has been made yet.", "If approved, it starts.",
                              "They have not decided yet.", "아직 결정되지 않았습니다."});
  EXPECT_NE(of("Has it been approved?"), Category::Decision);
}

TEST(Category, DeadlinesMustBeAhead) {
  EXPECT_EQ(of("It was due by 3 January."), Category::Misc);
  EXPECT_EQ(of("The lease runs by 30 April 2030."), Category::Misc);
  EXPECT_EQ(of("1월 20일부터 25일까지 휴가입니다."), Category::Misc);
}

TEST(Category, ADeadlineOfAnOfferIsNoTask) {
  expect_all(Category::Misc,
             {"You can return it until 22 January.", "Orders placed by Friday will be honored.",
              "신청은 22일까지 받습니다.", "22일까지 해지하실 수 있습니다.",
              "이 가격은 22일까지만 적용됩니다.", "22일 전에 오시면 선물을 받습니다."});
  expect_all(Category::Task,
             {"The forms must be with me by Friday.", "The logs have to be handed in by Friday."});
}

TEST(Category, WhatTheWriterPromisesForADayIsATask) {
  expect_all(Category::Task, {"I'll send the draft tomorrow.", "자료는 내일 보내드리겠습니다.",
                              "오늘 택배로 발송하겠습니다."});
  EXPECT_EQ(of("내일 회의록을 공유하겠습니다."), Category::Task);
  EXPECT_NE(of("I'll be in Busan tomorrow."), Category::Task);
}

TEST(Category, Obligations) {
  expect_all(Category::Task, {"여기에 서명하셔야 합니다.", "표를 미리 챙겨야 해요.",
                              "우유 좀 사 오너라.", "신분증을 지참할 것.", "열쇠 잊지 마.",
                              "We still need your passport.", "Anna: send the slides",
                              "Could someone water the plants?", "Paper submission: 22 January"});
  EXPECT_NE(of("parser: remove the old tokenizer"), Category::Task);
  EXPECT_NE(of("Please note that the door is locked."), Category::Task);
}

TEST(Category, EventsWithATime) {
  expect_all(Category::Meeting,
             {"Please join us for the tasting on 22 January.", "The rehearsal is on Friday at 6pm.",
              "Arrival: Friday 19 January, 15:00", "연주회가 1월 20일 오후 3시에 열려요.",
              "송년회는 1월 20일 저녁 6시입니다.", "1월 19일 오후 2시에 방문하겠습니다."});
  EXPECT_EQ(of("The service was slow."), Category::Misc);
}

TEST(Category, MoreDecisions) {
  expect_all(Category::Decision,
             {"The board voted to raise the dues.", "Completion has been fixed for Friday.",
              "The motion passed unanimously.", "We have chosen the blue one.",
              "대표로 이수나가 선정되었습니다.", "서류 전형에 합격하셨습니다.",
              "다음 분기로 미루기로 했습니다."});
}

TEST(Category, AHeadingSaysWhatItsItemsAre) {
  const auto heading = [](std::string_view text) { return heading_category(Parsed(text).parse); };
  EXPECT_EQ(heading("Actions:"), Category::Task);
  EXPECT_EQ(heading("할 일"), Category::Task);
  EXPECT_EQ(heading("What we agreed:"), Category::Decision);
  EXPECT_EQ(heading("결정 사항"), Category::Decision);
  EXPECT_EQ(heading("진행 현황"), Category::Project);
  EXPECT_EQ(heading("Attendees"), std::nullopt);
  EXPECT_EQ(heading("하늘소프트 계약서 검토가 완료되어 아래와 같이 안내드립니다."), std::nullopt);
  const Parsed item("Standups are capped at 10 minutes.");
  EXPECT_EQ(categorise(item.parse, {false, Category::Decision}, said()), Category::Decision);
  EXPECT_EQ(categorise(item.parse, {false, Category::Task}, said()), Category::Task);
}

}  // namespace
}  // namespace memfold::models::extractor
