// The vocabulary of dates: what models/language/calendar.words and numbers.words mean in a text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace memfold::models::extractor {

enum class DateWord : std::uint8_t {
  Weekday,       ///< value 0..6, Monday first
  WeekdayShort,  ///< mon, tue: counts only beside a date or a preposition
  Month,         ///< value 1..12
  MonthShort,
  RelativeDay,  ///< value: days from today
  Noon,         ///< value: minute of the day
  Am,
  Pm,          ///< value 1: at night, whose twelve o'clock ends the day
  Shift,       ///< next, this, last: value +1, 0, -1
  Unit,        ///< value: days in it, or of kMonthUnit, kYearUnit, kHourUnit, kQuarterUnit
  OrdinalEnd,  ///< st nd rd th
  Zone,        ///< value: offset in minutes
  UsZone,      ///< value: offset in minutes of standard time; summer adds an hour
  Number,      ///< two, three...
  EndOfDay,    ///< eod, cob
  Ordinal,     ///< first..fourth, 셋째; value 1..4, 5 for the last
  Weekend,     ///< 주말, weekend
  Span,        ///< 이틀, 일주일; value: days
  EndOfUnit,   ///< 월말, 연말, EOM; value: of kMonthUnit, kQuarterUnit, kYearUnit
  ThatDay,     ///< 그날, 전날, 다음날: days from the day named before
  DayOrdinal,  ///< fifth..thirtieth
  Feast,       ///< value: month * 100 + day
  Part,        ///< early, mid, late: 0, 1, 2
  WithinUnit,  ///< 연내, 월내: before the unit is over
  HalfYear,    ///< 상반기, 하반기: 0, 1
  WorkEnd,     ///< 퇴근: the end of the working day
  Opener,      ///< opens an expression: week, first thing
};

inline constexpr int kHourUnit = 0, kWeekUnit = 7, kMonthUnit = 30, kQuarterUnit = 91,
                     kYearUnit = 365;
/// Added to a Shift that has its unit in it: 차주, 내달, 작년. From -50 to 49 around each.
inline constexpr int kShiftOfWeeks = 100, kShiftOfMonths = 200, kShiftOfYears = 300;
inline constexpr int kLastOrdinal = 4;

struct DateWordValue {
  DateWord word;
  int value;
};

/// Looks up a Latin word in lower case.
std::optional<DateWordValue> date_word(std::string_view lower);

/// A Korean date word at the start of an atom; `bytes` says how much of it was read.
struct KoreanDateWord {
  DateWord word;
  int value;
  std::size_t bytes;
};
std::optional<KoreanDateWord> korean_date_word(std::string_view atom);

/// A Korean number at the start of an atom, as it stands before 달, 주, 해: 한, 석; `word` is
/// Number.
std::optional<KoreanDateWord> korean_count(std::string_view atom);

/// The offset of a Korean place whose time is named: 한국 시간, 한국시간.
std::optional<int> korean_zone(std::string_view place);

/// What may follow a Korean day or hour: a particle, or nothing. 까지 and its kin are told apart.
enum class KoreanEnd : std::uint8_t {
  No,
  Plain,
  Deadline,
  Within,
  Before,
  After,
  Ago,
  From,
  EndOf,
  To  ///< 로: where something is moved to
};
KoreanEnd korean_end(std::string_view rest);

}  // namespace memfold::models::extractor
