#include "ingest/written_date.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace memfold::ingest {
namespace {

std::string read(std::string_view text, int utc_offset_minutes = 0) {
  const auto date = parse_written_date(text, utc_offset_minutes);
  return date ? to_string(date->time) + " " + std::to_string(date->utc_offset_minutes) : "none";
}

TEST(WrittenDate, FormsOfManyMailers) {
  EXPECT_EQ(read("Mon, Jan 5, 2026 at 9:05 AM", 540), "2026-01-05T00:05:00Z 540");
  EXPECT_EQ(read("Monday, January 5, 2026 9:05 PM"), "2026-01-05T21:05:00Z 0");
  EXPECT_EQ(read("Monday, 5 January 2026 at 12:06 a.m."), "2026-01-05T00:06:00Z 0");
  EXPECT_EQ(read("Mon, 5 Jan 2026 09:05:31 +0900"), "2026-01-05T00:05:31Z 540");
  EXPECT_EQ(read("2026년 1월 5일 (월) 오전 9:05", 540), "2026-01-05T00:05:00Z 540");
  EXPECT_EQ(read("2026년 1월 5일 월요일 오후 12:30", 540), "2026-01-05T03:30:00Z 540");
  EXPECT_EQ(read("2026년 1월 5일 월요일, 09시 05분 31초 +0900"), "2026-01-05T00:05:31Z 540");
  EXPECT_EQ(read("2026-01-05 (월) 09:05:31 (GMT+09:00)"), "2026-01-05T00:05:31Z 540");
  EXPECT_EQ(read("2026. 1. 5. 오후 3:04"), "2026-01-05T15:04:00Z 0");
  EXPECT_EQ(read("maanantai 5. tammikuuta 2026 klo 9.05"), "2026-01-05T09:05:00Z 0");
  EXPECT_EQ(read("seg., 5 de jan. de 2026 às 09:05"), "2026-01-05T09:05:00Z 0");
  EXPECT_EQ(read("hétfő, 2026. január 5. 9:05"), "2026-01-05T09:05:00Z 0");
  EXPECT_EQ(read("5 января 2026 г. в 9:05:00 GMT+3"), "2026-01-05T06:05:00Z 180");
  EXPECT_EQ(read("5 January 2026 at 11:17:21 CEST"), "2026-01-05T09:17:21Z 120");
  EXPECT_EQ(read("2026年1月5日 9:05"), "2026-01-05T09:05:00Z 0");
}

TEST(WrittenDate, MonthsOfEveryLanguage) {
  struct Month {
    std::string word;  // of no other of the languages
    std::string digits;
  };
  static const std::vector<Month> kMonths = {
      {"February", "02"}, {"Dezember", "12"}, {"août", "08"},      {"enero", "01"},
      {"maio", "05"},     {"luglio", "07"},   {"maart", "03"},     {"augusti", "08"},
      {"marts", "03"},    {"desember", "12"}, {"elokuuta", "08"},  {"sierpnia", "08"},
      {"ledna", "01"},    {"januára", "01"},  {"augusztus", "08"}, {"iulie", "07"},
      {"siječnja", "01"}, {"июля", "07"},     {"липня", "07"},     {"Ağustos", "08"},
      {"juuli", "07"},    {"juliol", "07"},   {"Ιουλίου", "07"}};
  for (const auto& [word, digits] : kMonths) {
    EXPECT_EQ(read("5 " + word + " 2026 9:05"), "2026-" + digits + "-05T09:05:00Z 0") << word;
  }
}

TEST(WrittenDate, DayAndMonthInNumbers) {
  EXPECT_EQ(read("02/10/2026 4:52 PM EST"), "2026-02-10T21:52:00Z -300");
  EXPECT_EQ(read("02/10/2026 16:52"), "2026-10-02T16:52:00Z 0");
  EXPECT_EQ(read("10/28/2026 16:52"), "2026-10-28T16:52:00Z 0") << "there is no month 28";
  EXPECT_EQ(read("28.10.2026 16.52"), "2026-10-28T16:52:00Z 0");
}

TEST(WrittenDate, WhatIsNone) {
  for (const char* text :
       {"", "soon", "5 January 2026", "9:05 AM", "31 February 2026 9:05", "2026-13-05 09:05",
        "5 Nonsense 2026 9:05", "5 Jan 2026 at 25:70", "27. lis 2026. u 09:31"}) {
    EXPECT_EQ(read(text), "none") << text;
  }
  EXPECT_EQ(read(std::string(100'000, '1')), "none");
}

}  // namespace
}  // namespace memfold::ingest
