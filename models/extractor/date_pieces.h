// The parts a date expression is made of: a day, a time of day; found atom by atom.
#pragma once

#include <optional>

#include "models/extractor/date_words.h"
#include "models/extractor/dates.h"

namespace memfold::models::extractor {

inline constexpr int kDayMinutes = 24 * 60;

enum class DateRank : std::uint8_t { None, Relative, Weekday, Absolute };

/// Atoms [first, last). A piece says a day (rank), a time, or both.
struct DatePiece {
  std::uint32_t first = 0, last = 0;
  DateRank rank = DateRank::None;
  DateGrain grain = DateGrain::Day;
  DateRole role = DateRole::Point;
  bool bare_weekday = false;
  bool before = false;    ///< the limit itself does not belong to it: before, 전까지
  bool implied = false;   ///< the day is only today because none is named: EOD, this evening
  bool closing = false;   ///< EOD, COB
  bool bare_day = false;  ///< "the 14th", 23일: no month is named
  bool expires = false;   ///< named by a word such as expires
  bool no_year = false;   ///< a day of a month whose year is not written
  bool dated = false;     ///< its year is written
  bool moved_to = false;  ///< "8월 18일로"
  DayNumber first_day = 0, last_day = 0;
  std::optional<int> minute;  ///< of the day, local to the zone
  std::optional<int> zone;    ///< offset in minutes, where one is written
  bool us_zone = false;       ///< the zone is that of standard time in the USA: ET, PT
  bool has_day() const { return rank != DateRank::None; }
};

/// The piece that begins at atom `at`, if one does.
std::optional<DatePiece> date_piece_at(const Atoms& atoms, std::size_t at,
                                       const DateContext& context);

/// A whole number of at most `digits` digits; empty for anything else.
std::optional<int> small_number(std::string_view text, std::size_t digits = 4);

/// What the two halves resolve against; absent when unknown.
struct DateOrigin {
  std::optional<DayNumber> today;
  std::optional<DateAnchor> anchor;
  bool day_first = false;  ///< 3/4 is the third of April
};

/// The Korean half and the Western half of date_piece_at.
std::optional<DatePiece> korean_piece_at(const Atoms& atoms, std::size_t at,
                                         const DateOrigin& origin);
std::optional<DatePiece> western_piece_at(const Atoms& atoms, std::size_t at,
                                          const DateOrigin& origin);
/// English spans and holidays: "two weeks from today", "mid-October", "the week of 4 March".
std::optional<DatePiece> english_span_at(const Atoms& atoms, std::size_t at,
                                         const DateOrigin& origin);
/// Narrows the month of `piece` to the part `word` begins with (초, 중순, 하순), and says how many
/// bytes that took; 0 for any other word.
std::size_t take_month_part(DatePiece& piece, std::string_view word);
/// Korean spans: 5영업일 이내, 한 달 뒤, 다음 분기 말, 전날.
std::optional<DatePiece> korean_span_at(const Atoms& atoms, std::size_t at,
                                        const DateOrigin& origin);
/// A time of day in Western notation: 3pm, 15:00, noon, half past seven.
std::optional<DatePiece> clock_piece_at(const Atoms& atoms, std::size_t at);

/// Without a year: the occurrence nearest to today, one to come before one gone by.
std::optional<DayNumber> nearest_day(std::optional<int> year, int month, int day,
                                     std::optional<DayNumber> today);
/// What counts from origin.anchor in English; part of date_piece_at.
std::optional<DatePiece> anchored_piece_at(const Atoms& atoms, std::size_t at,
                                           const DateOrigin& origin);

/// `days` working days behind `day`, or before it.
DayNumber working_days_from(DayNumber day, int days);
/// The same day of the month, `months` later; the month's last where it has no such day.
DayNumber months_from(DayNumber day, int months);
/// What a Korean ending says of the piece's role.
void apply_korean_end(DatePiece& piece, KoreanEnd end);

/// The next such day of the year, or one just past: of holidays people speak ahead.
std::optional<DayNumber> coming_day(int month, int day, std::optional<DayNumber> today);

/// An hour without am or pm, as people mean it in working life.
int working_hour(int hour);

/// Moves `piece` to the unit `shift` steps from the one that holds today.
void place_week(DatePiece& piece, DayNumber today, int shift);
void place_month(DatePiece& piece, DayNumber today, int shift);
void place_quarter(DatePiece& piece, int year, int quarter);
void place_year(DatePiece& piece, int year);
void place_day(DatePiece& piece, DayNumber day, DateRank rank);
void place_weekend(DatePiece& piece, DayNumber today, int shift);
/// The anchor itself, with its time where it has one.
void place_anchor(DatePiece& piece, const DateAnchor& anchor);
/// The `nth` such weekday of the month that begins on `first`; the last one for 5.
DayNumber nth_weekday(DayNumber first, int nth, int weekday);

}  // namespace memfold::models::extractor
