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
