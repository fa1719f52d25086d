#include "models/extractor/money.h"

#include <gtest/gtest.h>

namespace memfold::models::extractor {
namespace {

std::string first_money(std::string_view text) {
  Atoms atoms;
  atoms.assign(text);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (const auto money = money_at(atoms, i)) return money->normal;
  }
  return "none";
}

TEST(Money, OneAmountInManyNotations) {
  for (const char* text : {"5천만원", "5,000만원", "5000만 원", "50,000,000원", "₩50,000,000",
                           "KRW 50,000,000", "50 million won", "50M KRW", "예산은 5천만원입니다"}) {
    EXPECT_EQ(first_money(text), "50000000 KRW") << text;
  }
  EXPECT_EQ(first_money("3억 5,000만 원"), "350000000 KRW");
  EXPECT_EQ(first_money("4만5천원"), "45000 KRW");
  EXPECT_EQ(first_money("$1.25M"), "1250000 USD");
  EXPECT_EQ(first_money("USD 500"), "500 USD");
  EXPECT_EQ(first_money("12.50 euros"), "12.5 EUR");
  EXPECT_EQ(first_money("$30k"), "30000 USD");
}

TEST(Money, OtherNumbersAreNone) {
  for (const char* text : {"50 people", "5천 명", "10 원격 근무자", "we won 3 games", "v2.1",
                           "3 불가", "$ make", "5만 3천 건"}) {
    EXPECT_EQ(first_money(text), "none") << text;
  }
}

TEST(Money, SectionsAddUp) {
  EXPECT_EQ(first_money("3천5백만원"), "35000000 KRW");
  EXPECT_EQ(first_money("1억 2천3백4십만 원"), "123400000 KRW");
}

TEST(Money, ReadsWhatTheAnalystReads) {
  EXPECT_EQ(first_money("5 bn yuan"), "5000000000 CNY");
  EXPECT_EQ(first_money("3 hundred dollars"), "300 USD");
  EXPECT_EQ(first_money("2 mio EUR"), "2000000 EUR");
  EXPECT_EQ(first_money("$0.00001"), "0.00001 USD");
}

TEST(Money, WhatIsNotHeldExactlyIsNone) {
  EXPECT_EQ(first_money("99999999999999999999999999조원"), "none");
  EXPECT_EQ(first_money("$99999999999999999999 trillion"), "none");
  EXPECT_EQ(first_money("$2.6.18"), "none");
}

}  // namespace
}  // namespace memfold::models::extractor
