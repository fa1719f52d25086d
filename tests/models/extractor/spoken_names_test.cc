#include "models/extractor/spoken_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace memfold::models::extractor {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "name:type", people as "name@"
std::vector<std::string> names_in(std::string_view text) {
  Atoms atoms;
  const std::string kept(text);
  atoms.assign(kept);
  std::vector<std::string> names;
  for (const SpokenName& name : find_spoken_names(atoms)) {
    names.push_back(name.kind == NodeKind::Person ? name.name + "@" : name.name + ":" + name.type);
  }
  return names;
}

TEST(SpokenNames, HaveTheTypeTheirShapeSays) {
  EXPECT_THAT(names_in("We met Minji Park of Hanbit Logic Co in Berlin."),
              ElementsAre("Minji Park@", "Hanbit Logic Co:organisation", "Berlin:place"));
  EXPECT_THAT(names_in("Please read open(2) about O_NONBLOCK and EINVAL."),
              ElementsAre("open(2):manual_page", "O_NONBLOCK:symbol", "EINVAL:symbol"));
  EXPECT_THAT(names_in("See INC-1042, https://github.com/hanbit/track and report.pdf."),
              ElementsAre("INC-1042:id", "hanbit/track:project", "report.pdf:document"));
  EXPECT_THAT(names_in("The team moved HaneulTrack to Google and Linux 6.6."),
              ElementsAre("HaneulTrack:product", "Google:organisation", "Linux:product"));
  EXPECT_THAT(names_in("ask Mr. Hill or Dr Ada Byron"), ElementsAre("Mr. Hill@", "Dr Ada Byron@"));
  EXPECT_THAT(names_in("Meet us at Pinecrest Retail, Room 3.12"),
              ElementsAre("Pinecrest Retail:organisation", "Room 3.12:place"));
}

TEST(SpokenNames, HaveTheTypeTheirShapeSaysInKorean) {
  EXPECT_THAT(names_in("박상철 과장님이 한누리병원과 안산 공장을 방문합니다."),
              ElementsAre("박상철@", "한누리병원:organisation", "안산 공장:place"));
  EXPECT_THAT(names_in("(주)한빛은 주식회사 다온과 계약했습니다."),
              ElementsAre("(주)한빛:organisation", "주식회사 다온:organisation"));
  EXPECT_THAT(names_in("미리내테크(주) 경기도"), ElementsAre("미리내테크:organisation"));
  EXPECT_THAT(names_in("수빈님 메뉴는 따로"), ElementsAre("수빈@"));
}

TEST(SpokenNames, AreNoValues) {
  for (const char* text :
       {"50M KRW by 2024-03-29", "184,000원", "call 031-000-1234", "version 2.1.3", "70% of 50대",
        "write to a@x.example", "TX 78701", "#1F2A52", "Step 3, Option 2", "Q1", "in March",
        "고객님, 조합원님", "it is _very_ late", "the API and the OKR", "see the URLs",
        "__int128"}) {
    EXPECT_THAT(names_in(text), IsEmpty()) << text;
  }
}

TEST(PageNames, AreReadFromSubjects) {
  std::vector<std::string> pages;
  for (const SpokenName& page :
       find_page_names("[PATCH v2 1/4] open.2, man/man7/signal-safety.7: Fix v.2 of Fig.3")) {
    pages.push_back(page.name);
  }
  EXPECT_THAT(pages, ElementsAre("open(2)", "signal-safety(7)"));
}

}  // namespace
}  // namespace memfold::models::extractor
