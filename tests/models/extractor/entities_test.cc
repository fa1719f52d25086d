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
