#include "models/extractor/entities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fixture.h"

namespace memfold::models::extractor {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names(std::string_view text) {
  const Parsed parsed(text);
  return normal_forms(parsed.parse.entities);
}

TEST(Entities, TypedValues) {
  EXPECT_THAT(names("the price is 5천만원 until 2026-01-22"),
              ElementsAre("50000000 KRW", "2026-01-22"));
  EXPECT_THAT(names("see https://www.example.com/a/?q=1 for it"), ElementsAre("example.com/a"));
  EXPECT_THAT(names("version 2.1 replaces 2.0.4"), ElementsAre("2.1", "2.0.4"));
  EXPECT_THAT(names("ticket SR-2023-052 and CVE-2021-1234 and #77"),
              ElementsAre("SR-2023-052", "CVE-2021-1234", "#77"));
  EXPECT_THAT(names("fixed in 1a2b3c4d5e6f70"), ElementsAre("1a2b3c4d5e6f"));
  EXPECT_THAT(names("Now see See INC-1042"), ElementsAre("see", "INC-1042"));
}

TEST(Entities, TechnicalNames) {
  EXPECT_THAT(names("open(2) fails with EINVAL"), ElementsAre("open(2)", "EINVAL"));
  EXPECT_THAT(names("see tool-helpers(7) and printf (3)"),
              ElementsAre("tool-helpers(7)", "printf(3)"));
  EXPECT_THAT(names("call fork() with O_TMPFILE from RocksDB"),
              ElementsAre("fork()", "O_TMPFILE", "RocksDB"));
  EXPECT_THAT(names("edit /etc/fstab and report.pdf"), ElementsAre("/etc/fstab", "report.pdf"));
}

TEST(Entities, ProperNames) {
  EXPECT_THAT(names("we met Anna Berg at Northwind Traders Inc. on Friday"),
              ElementsAre("anna berg", "northwind traders", "2024-01-12"));
  EXPECT_THAT(names("계약은 (주)한빛이 주식회사 미래와 맺었습니다"), ElementsAre("한빛", "미래"));
  EXPECT_THAT(names("Invoice INV-2026-0117 is open"), ElementsAre("INV-2026-0117"));
  EXPECT_THAT(names("Yesterday I said thanks"), ElementsAre("2024-01-14"));
  EXPECT_THAT(names("This is plain."), IsEmpty());
}

TEST(Entities, PeopleTitlesAndAddresses) {
  EXPECT_THAT(names("발제는 변지수 님이 맡습니다"), ElementsAre("변지수"));
  EXPECT_THAT(names("수빈님 자리는 창가입니다"), ElementsAre("수빈"));
  EXPECT_THAT(names("석민아 주임으로 바뀝니다"), ElementsAre("석민아"));
  EXPECT_THAT(names("계약 대리 서명"), IsEmpty());
  EXPECT_THAT(names("고객님께 담당자님이 연락합니다"), IsEmpty());
  EXPECT_THAT(names("책은 『물의 도서관』으로 합니다"), ElementsAre("물의 도서관"));
  EXPECT_THAT(names("the talk “Charts people read” is new"), ElementsAre("charts people read"));
  EXPECT_THAT(names("it's what the users' group wants"), IsEmpty());
  EXPECT_THAT(names("write to A.Richter@example.net"), ElementsAre("a.richter@example.net"));
}

TEST(Entities, CodesAndNumbers) {
  EXPECT_THAT(names("접수번호 C240208-5512"), ElementsAre("C240208-5512"));
  EXPECT_THAT(names("the parts MR210-24-00117 arrived"), ElementsAre("MR210-24-00117"));
  EXPECT_THAT(names("전화 010-1234-5678"), ElementsAre("010-1234-5678"));
  EXPECT_THAT(names("from 1990-2000 in a row"), IsEmpty());
}

TEST(Entities, QuantitiesKeepTheirUnit) {
  EXPECT_THAT(names("점유율이 70%까지 올랐고 50대를 더 받습니다"), ElementsAre("70%", "50대"));
  EXPECT_THAT(names("참가자는 1,200명이고 방은 12개입니다"), ElementsAre("1,200명", "12개"));
  EXPECT_THAT(names("take 5 mg of it, 99.2% pure"), ElementsAre("5 mg", "99.2%"));
  EXPECT_THAT(names("3대표의 뜻"), IsEmpty());
}

TEST(Entities, KoreanPlacesAndOrganisationsByTheirEnding) {
  EXPECT_THAT(names("물류는 안산 공장에서 나갑니다"), ElementsAre("안산 공장"));
  EXPECT_THAT(names("서류는 달무리병원으로 보냅니다"), ElementsAre("달무리병원"));
  EXPECT_THAT(names("구매팀과 해맑은은행이 맡습니다"), ElementsAre("구매팀", "해맑은은행"));
  EXPECT_THAT(names("이 지역의 장점은 유의사항과 같습니다"), IsEmpty());
  EXPECT_THAT(names("큰 공장은 멀다"), IsEmpty());
}

TEST(Entities, PeopleWhereAListSaysWho) {
  EXPECT_THAT(names("구한별: 시험 일정 정리"), ElementsAre("구한별"));
  EXPECT_THAT(names("부하 시험 (피나래)"), ElementsAre("피나래"));
  EXPECT_THAT(names("Dana: recruit two testers"), ElementsAre("dana"));
  EXPECT_THAT(names("Sunil to circulate the plan"), ElementsAre("sunil"));
  EXPECT_THAT(names("변상호 매니저에게 연락"), ElementsAre("변상호"));
  EXPECT_THAT(names("정리하자: 일정"), IsEmpty());
}

TEST(Entities, WhatIsNumbered) {
  EXPECT_THAT(names("we meet in Room 3.12 and read section 4"),
              ElementsAre("room 3.12", "section 4"));
  EXPECT_THAT(names("runs on Debian 12 too"), ElementsAre("debian 12"));
  EXPECT_THAT(names("your booking K7QX2M"), ElementsAre("K7QX2M"));
}

TEST(Entities, AreBounded) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "id AB-" + std::to_string(1000 + i) + " ";
  EXPECT_EQ(names(text).size(), kMaxEntities);
  const std::string path = "/usr/" + std::string(5000, 'a');
  ASSERT_EQ(names(path).size(), 1u);
  EXPECT_LE(names(path)[0].size(), kMaxEntityBytes);
}

}  // namespace
}  // namespace memfold::models::extractor
