#include "models/extractor/calendar.h"

#include <chrono>

namespace memfold::models::extractor {
namespace {

constexpr std::int64_t kMicrosPerMinute = 60 * kMicrosPerSecond;
constexpr int kMinYear = 1, kMaxYear = 9998;  // an offset must not carry a time out of range

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

}  // namespace

std::optional<DayNumber> day_of(int year, int month, int day) {
  if (year < kMinYear || year > kMaxYear || month < 1 || month > 12 || day < 1 || day > 31) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

CivilDate civil_of(DayNumber day) {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  return {static_cast<int>(date.year()), static_cast<int>(static_cast<unsigned>(date.month())),
          static_cast<int>(static_cast<unsigned>(date.day()))};
}

int weekday_of(DayNumber day) {
  return static_cast<int>(((day + 3) % 7 + 7) % 7);
}

DayNumber week_start(DayNumber day) {
  return day - weekday_of(day);
}

int days_in_month(int year, int month) {
  for (int day = 31; day > 28; --day) {
    if (day_of(year, month, day)) return day;
  }
  return 28;
}

DayNumber month_start(DayNumber day, int months) {
  const CivilDate date = civil_of(day);
  const int index = date.year * 12 + date.month - 1 + months;
  return day_of(index / 12, index % 12 + 1, 1).value_or(day);
}

DayNumber month_end(DayNumber day) {
  return month_start(day, 1) - 1;
}

bool is_us_daylight(DayNumber day) {
  // From the second Sunday of March to the first one of November.
  const auto sunday_from = [](DayNumber first) { return first + 6 - weekday_of(first); };
  const int year = civil_of(day).year;
  const auto march = day_of(year, 3, 8), november = day_of(year, 11, 1);
  return march && november && day >= sunday_from(*march) && day < sunday_from(*november);
}

bool is_eu_daylight(DayNumber day) {
  // From the last Sunday of March to the last one of October.
  const auto sunday_to = [](DayNumber last) { return last - (weekday_of(last) + 1) % 7; };
  const int year = civil_of(day).year;
  const auto march = day_of(year, 3, 31), october = day_of(year, 10, 31);
  return march && october && day >= sunday_to(*march) && day < sunday_to(*october);
}

int offset_on(DayNumber day, DayNumber mail_day, int mail_offset_minutes) {
  constexpr int kHour = 60;
  const bool america = mail_offset_minutes >= -8 * kHour && mail_offset_minutes <= -4 * kHour;
  const bool europe = mail_offset_minutes >= kHour && mail_offset_minutes <= 3 * kHour;
  if ((!america && !europe) || mail_offset_minutes % kHour != 0) return mail_offset_minutes;
  const auto summer = [&](DayNumber d) { return america ? is_us_daylight(d) : is_eu_daylight(d); };
  const int now = summer(mail_day), then = summer(day);
  // +3 in winter is Moscow, which has no summer time; -4 in winter Atlantic Canada, which has.
  if (mail_offset_minutes == 3 * kHour && now == 0) return mail_offset_minutes;
  return mail_offset_minutes + (then - now) * kHour;
}

DayNumber local_day(Time time, int utc_offset_minutes) {
  return floor_divide(time.micros + utc_offset_minutes * kMicrosPerMinute, kMicrosPerDay);
}

int local_minute(Time time, int utc_offset_minutes) {
  const std::int64_t local = time.micros + utc_offset_minutes * kMicrosPerMinute;
  return static_cast<int>((local - floor_divide(local, kMicrosPerDay) * kMicrosPerDay) /
                          kMicrosPerMinute);
}

Time to_time(DayNumber day, int minute, int second, int utc_offset_minutes) {
  return {day * kMicrosPerDay + (std::int64_t{minute} - utc_offset_minutes) * kMicrosPerMinute +
          second * kMicrosPerSecond};
}

}  // namespace memfold::models::extractor
