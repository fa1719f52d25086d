// Civil dates as day numbers. All functions are pure and total: a date that does not exist is
// empty.
#pragma once

#include <cstdint>
#include <optional>

#include "memfold/time.h"

namespace memfold::models::extractor {

/// Days since 1970-01-01 in some local zone.
using DayNumber = std::int64_t;

struct CivilDate {
  int year = 1970, month = 1, day = 1;
};

std::optional<DayNumber> day_of(int year, int month, int day);
CivilDate civil_of(DayNumber day);
int weekday_of(DayNumber day);        ///< 0 Monday .. 6 Sunday
DayNumber week_start(DayNumber day);  ///< the Monday on or before
int days_in_month(int year, int month);

/// The first day of the month `months` after that of `day`; and the last day of a month.
DayNumber month_start(DayNumber day, int months);
DayNumber month_end(DayNumber day);

/// Whether daylight saving time holds in the USA for most of that day.
bool is_us_daylight(DayNumber day);

bool is_eu_daylight(DayNumber day);  ///< likewise in Europe

/// The offset of a writer's zone on `day`, from that of their mail: an event of another season is
/// an hour off where clocks change. Offsets shared with zones that never change are taken for those
/// that do; 0 is taken for UTC.
int offset_on(DayNumber day, DayNumber mail_day, int mail_offset_minutes);

DayNumber local_day(Time time, int utc_offset_minutes);
int local_minute(Time time, int utc_offset_minutes);  ///< 0..1439
/// `minute` may be beyond the day; seconds are added as they are.
Time to_time(DayNumber day, int minute, int second, int utc_offset_minutes);

}  // namespace memfold::models::extractor
