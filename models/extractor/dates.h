// Dates and times as people write them in Korean and English, resolved against when they were said.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "memfold/time.h"
#include "models/extractor/atoms.h"
#include "models/extractor/calendar.h"

namespace memfold::models::extractor {

/// A day named earlier in the same mail: what "that day" and a time of day alone refer to.
struct DateAnchor {
  DayNumber day = 0;
  std::optional<int> minute;
};

struct DateContext {
  std::optional<Time> said_at;  ///< absent: only dates with a year are resolved
  int utc_offset_minutes = 0;
  std::optional<DateAnchor> anchor{};
  std::optional<DayNumber> past{};  ///< the latest day gone by that was named
  std::optional<int> limit_zone{};  ///< where days that are limits end: "anywhere on earth"
};

enum class DateGrain : std::uint8_t { Minute, Day, Week, Month, Quarter, Year };

enum class DateRole : std::uint8_t {
  Point,     ///< when something is
  Deadline,  ///< by, due, before, 까지, 이내
  Until,     ///< a state lasts to here: until
  From,      ///< a state begins here: from, 부터
};

/// One expression, atoms [first, last), with what it denotes.
struct DateMention {
  std::uint32_t first = 0, last = 0;
  DateGrain grain = DateGrain::Day;
  DateRole role = DateRole::Point;
  bool has_day = false;  ///< false: a time of day alone, taken on the day it was said
  bool has_time = false;
  bool bare_weekday = false;  ///< "on Friday": nothing says which
  bool expires = false;       ///< something ends then by itself: expires, 만료
  bool dated = false;         ///< its year is written
  bool moved_to = false;      ///< "8월 18일로", "to Friday": where something is moved
  DayNumber first_day = 0, last_day = 0;  ///< local, inclusive
  Time begin;  ///< with a time that time, else noon of first_day: its date reads the same in near
               ///< zones
  Time end;    ///< with a time that time, else the last second of last_day
};

/// What the mentions of a statement leave for the next ones to refer to: the first day to come that
/// is no deadline; nullopt when there is none.
std::optional<DateAnchor> anchor_of(const std::vector<DateMention>& mentions,
                                    const DateContext& context);

/// The last day gone by that they name, within a few weeks; nullopt when there is none.
std::optional<DayNumber> past_day_of(const std::vector<DateMention>& mentions,
                                     const DateContext& context);

/// The same time so many days later: of weekdays another week's, in a statement about the past.
void move_days(DateMention& mention, int days);

/// All mentions in order of position; not overlapping. Linear time.
///
/// Conventions: weeks begin on Monday; "next Tuesday" and 다음 주 화요일 lie in the following week;
/// a bare weekday is the next one, today included; a date without a year is the nearest; an
/// hour 1..6 without am or pm is in the afternoon; a time of day alone is on the anchor's day, else
/// on the day it was said; "before Friday" ends as Friday begins.
std::vector<DateMention> find_dates(const Atoms& atoms, const DateContext& context);

}  // namespace memfold::models::extractor
