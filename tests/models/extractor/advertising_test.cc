#include "models/extractor/advertising.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "advertising_mails.h"
#include "fixture.h"
#include "memfold/models.h"

namespace memfold::models::extractor {
namespace {

std::vector<Fact> facts_of(const Message& message) {
  return builtin_extractor()->extract(message);
}

// From outside, so that no shared domain speaks for or against it.
Message from_outside(std::string_view subject, std::string_view body) {
  Message message = letter(body, subject);
  message.from = {"Park Minjun", "minjun@partner.example.net"};
  return message;
}

void expect_only_ads(const auto& mails) {
  for (const WrittenMail& mail : mails) {
    for (const Fact& fact : facts_of(from_outside(mail.subject, mail.body))) {
      EXPECT_EQ(fact.category, Category::Ads) << mail.subject << ": " << fact.content;
      EXPECT_LT(fact.importance.value_or(0), 0.3) << mail.subject;
    }
  }
}

void expect_categories(const auto& letters, const auto& change) {
  for (const WrittenLetter& one : letters) {
    Message message = from_outside(one.subject, one.body);
    change(message);
    const std::vector<Fact> facts = facts_of(message);
    EXPECT_TRUE(std::any_of(facts.begin(), facts.end(),
                            [&](const Fact& fact) { return fact.category == one.category; }))
        << one.subject << " gives " << facts.size();
  }
}

TEST(Advertising, KoreanAdsGiveAdsOrNothing) {
  expect_only_ads(kKoreanAdvertising);
}

TEST(Advertising, EnglishAdsGiveAdsOrNothing) {
  expect_only_ads(kEnglishAdvertising);
}

TEST(Advertising, LettersWithSalesWordsKeepTheirCategories) {
  const auto as_written = [](Message&) {};
  expect_categories(kKoreanLetters, as_written);
  expect_categories(kEnglishLetters, as_written);
}

// Many mailers send pages only, with pictures in the signature.
TEST(Advertising, LettersSentAsPagesKeepTheirCategories) {
  const auto as_page = [](Message& message) {
    message.make.html_only = true;
    message.make.links = 1;
    message.make.fonts = 3;
  };
  expect_categories(kKoreanLetters, as_page);
  expect_categories(kEnglishLetters, as_page);
}

int count_of(Evidence evidence, const Message& message, const BulkSigns& signs) {
  return evidence_of(message, signs)[static_cast<std::size_t>(evidence)];
}

TEST(Advertising, SubjectsShowTagsShoutsAndTails) {
  const auto count = [](Evidence evidence, std::string_view subject) {
    return count_of(evidence, letter("", subject), {});
  };
  EXPECT_EQ(count(Evidence::SubjectTag, "(광고) 가을 세일"), 1);
  EXPECT_EQ(count(Evidence::SubjectTag, "광고 예산"), 0);
  EXPECT_EQ(count(Evidence::SubjectShout, "READ THIS TODAY"), 1);
  EXPECT_EQ(count(Evidence::SubjectShout, "Notes of Monday"), 0);
  EXPECT_EQ(count(Evidence::SubjectTail, "Cheap flights kqzfw"), 1);
  EXPECT_EQ(count(Evidence::SubjectTail, "Cheap flights 7099ocYT9"), 1);
  EXPECT_EQ(count(Evidence::SubjectTail, "Notes of 2024"), 0);
  EXPECT_EQ(count(Evidence::SubjectTail, "Release v1.2.3-rc1"), 0);
}

TEST(Advertising, WordsSpeltPastFiltersAreSeen) {
  BulkSigns signs;
  for (std::string_view text : {"Buy V1AGRA today", "It is F.R.E.E for you", "무.료 대*출"}) {
    signs.add(Parsed(text).parse);
  }
  EXPECT_EQ(signs.disguises, 3);
  for (std::string_view text : {"The free e-mail", "Version 1.3 is out", "무료 대출"}) {
    signs.add(Parsed(text).parse);
  }
  EXPECT_EQ(signs.disguises, 3);
}

TEST(Advertising, OtherLanguagesAreTold) {
  const auto foreign = [](std::string_view text) {
    BulkSigns signs;
    signs.add(Parsed(text).parse);
    return count_of(Evidence::Foreign, letter(""), signs);
  };
  EXPECT_EQ(foreign("Sie erhalten diese Nachricht weil wir Ihnen heute besonders schöne Preise "
                    "anbieten möchten und hoffen"),
            1);
  EXPECT_EQ(foreign("You get this letter because we would like to meet with all of you in the "
                    "office on Monday"),
            0);
  EXPECT_EQ(
      foreign("이번 주 금요일까지 보고서 초안을 검토해 주시고 의견이 있으시면 회신 부탁드립니다 "
              "감사합니다 김지호 드림 마케팅팀 서울"),
      0);
}

TEST(Advertising, AnswersAndColleaguesSpeakAgainst) {
  Message message = letter("", "Offer");
  EXPECT_EQ(count_of(Evidence::SameHouse, message, {}), 1);
  message.to = {message.from};
  EXPECT_EQ(count_of(Evidence::SameHouse, message, {}), 0);
  const int before = advertising_score(evidence_of(message, {}));
  message.make.names_parent = true;
  EXPECT_LT(advertising_score(evidence_of(message, {})), before);
}

}  // namespace
}  // namespace memfold::models::extractor
