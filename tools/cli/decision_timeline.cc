#include "tools/cli/decision_timeline.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

namespace memfold::tools {
namespace {

using Days = std::map<std::int64_t, KindCounts>;

std::chrono::year_month_day date_of(std::int64_t day) {
  return std::chrono::sys_days(std::chrono::days(day));
}

int year_of(std::int64_t day) {
  return int(date_of(day).year());
}

std::int64_t quarter_of(std::int64_t day) {
  return std::int64_t(year_of(day)) * 4 + (unsigned(date_of(day).month()) - 1) / 3;
}

std::int64_t month_of(std::int64_t day) {
  return std::int64_t(year_of(day)) * 12 + unsigned(date_of(day).month()) - 1;
}

/// Weeks begin on Mondays; 1970 began on a Thursday.
std::int64_t week_of(std::int64_t day) {
  const std::int64_t shifted = day + 3;
  return shifted >= 0 ? shifted / 7 : -((6 - shifted) / 7);
}

std::string two_digits(std::int64_t value) {
  return (value < 10 ? "0" : "") + std::to_string(value);
}

/// A length of time by which days are put together.
struct Unit {
  std::string_view name;
  std::int64_t (*index)(std::int64_t day);
  std::string (*label)(std::int64_t index);
};

constexpr Unit kUnits[] = {{"week", week_of,
                            [](std::int64_t week) {
                              return to_string(Time{(week * 7 - 3) * kMicrosPerDay}).substr(0, 10);
                            }},
                           {"month", month_of,
                            [](std::int64_t month) {
                              return std::to_string(month / 12) + "-" + two_digits(month % 12 + 1);
                            }},
                           {"quarter", quarter_of,
                            [](std::int64_t quarter) {
                              return std::to_string(quarter / 4) + " Q" +
                                     std::to_string(quarter % 4 + 1);
                            }},
                           {"year", [](std::int64_t day) { return std::int64_t(year_of(day)); },
                            [](std::int64_t year) { return std::to_string(year); }}};

std::uint64_t sum(const KindCounts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

/// The day before which `share` of all decisions lie.
std::int64_t quantile(const Days& days, std::uint64_t all, double share) {
  std::uint64_t before = 0;
  for (const auto& [day, counts] : days) {
    before += sum(counts);
    if (double(before) >= share * double(all)) return day;
  }
  return days.rbegin()->first;
}

/// First and last day to show. A few mails with a wrong clock must not squeeze all others into one
/// column: where the last hundredth at either end takes up most of the time, it is left out.
std::pair<std::int64_t, std::int64_t> span_of(const Days& days, std::uint64_t all) {
  constexpr double kTail = 0.01;
  constexpr std::int64_t kSqueezed = 4, kNeverTooLong = 90;
  const std::pair<std::int64_t, std::int64_t> whole{days.begin()->first, days.rbegin()->first};
  const std::pair<std::int64_t, std::int64_t> middle{quantile(days, all, kTail),
                                                     quantile(days, all, 1 - kTail)};
  const std::int64_t long_time = (middle.second - middle.first + 1) * kSqueezed + kNeverTooLong;
  return whole.second - whole.first > long_time ? middle : whole;
}

/// The shortest unit in which the span is not too long, else the longest.
const Unit& unit_for(std::pair<std::int64_t, std::int64_t> span) {
  const Unit* chosen = kUnits;
  for (const Unit& unit : kUnits) {
    chosen = &unit;
    if (unit.index(span.second) - unit.index(span.first) < std::int64_t(kMaxPeriods)) break;
  }
  return *chosen;
}

}  // namespace

void DecisionTimeline::add(Time said, DecisionKind kind) {
  const auto day = std::chrono::floor<std::chrono::days>(std::chrono::microseconds(said.micros));
  ++days_[day.count()][std::size_t(kind)];
}

Time DecisionTimeline::first() const {
  return {days_.begin()->first * kMicrosPerDay};
}

Time DecisionTimeline::last() const {
  return {days_.rbegin()->first * kMicrosPerDay};
}

Periods DecisionTimeline::periods() const {
  Periods result;
  if (days_.empty()) return result;
  std::uint64_t all = 0;
  for (const auto& [day, counts] : days_) all += sum(counts);
  const auto span = span_of(days_, all);
  const Unit& unit = unit_for(span);
  result.unit = unit.name;
  const std::int64_t end = unit.index(span.second) + 1;
  const std::int64_t begin = std::max(unit.index(span.first), end - std::int64_t(kMaxPeriods));
  for (std::int64_t i = begin; i < end; ++i) result.periods.push_back({unit.label(i), {}});
  for (const auto& [day, counts] : days_) {
    const std::int64_t index = unit.index(day);
    if (index < begin || index >= end) {
      result.left_out += sum(counts);
      continue;
    }
    KindCounts& period = result.periods[std::size_t(index - begin)].by_kind;
    for (std::size_t i = 0; i < counts.size(); ++i) period[i] += counts[i];
  }
  return result;
}

}  // namespace memfold::tools
