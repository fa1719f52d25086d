// Dates relative to the day a statement was made: 내일, next Monday, 다음 주 월요일, by Friday.
#include <chrono>

#include "models/analyst/scan.h"
#include "models/language/lexicon.h"

namespace memfold::models {
namespace {

namespace chrono = std::chrono;
using std::string_view;

constexpr std::size_t kLongestDayPhrase = 4;

struct DayPhrase {
  const CalendarWord* word = nullptr;
  std::size_t tokens = 0;
  string_view particle;
};

/// The longest calendar phrase at token i; a particle after its last Hangul word is set apart.
DayPhrase day_phrase_at(const Tokens& tokens, std::size_t i) {
  if (i >= tokens.size()) return {};
  const std::size_t most = begins_phrase(tokens.text(i)) ? kLongestDayPhrase : 1;
  for (std::size_t count = most; count > 0; --count) {
    const std::size_t last = i + count - 1;
    if (last >= tokens.size()) continue;
    const std::uint32_t begin = tokens.list[i].begin, end = tokens.list[last].end;
    if (const CalendarWord* word = find_calendar(tokens.slice(begin, end))) {
      return {word, count, {}};
    }
    if (!tokens.is(last, TokenKind::Hangul)) continue;
    const auto stem = tokens.stem(last).size();
    const std::uint32_t middle = tokens.list[last].begin + std::uint32_t(stem);
    if (middle == end) continue;
    if (const CalendarWord* word = find_calendar(tokens.slice(begin, middle))) {
      return {word, count, tokens.slice(middle, end)};
    }
  }
  return {};
}

void set_day(DateParts& date, chrono::sys_days day) {
  const chrono::year_month_day calendar{day};
  date.year = int(calendar.year());
  date.month = int(unsigned(calendar.month()));
  date.day = int(unsigned(calendar.day()));
}

int iso_weekday(chrono::sys_days day) {
  return int(chrono::weekday{day}.iso_encoding());
}

/// The weekday `weekday` of the week `weeks` after that of `today`.
chrono::sys_days day_of_week(chrono::sys_days today, int weeks, int weekday) {
  return today + chrono::days{7 * weeks + weekday - iso_weekday(today)};
}

std::size_t finish(Value& value, std::size_t taken, string_view particle) {
  value.type = ValueType::Date;
  value.particle = particle;
  set_date_normal(value);
  return taken;
}

std::size_t scan_week(const ScanContext& context, std::size_t i, const DayPhrase& week,
                      Value& value) {
  const DayPhrase day =
      week.particle.empty() ? day_phrase_at(context.tokens, i + week.tokens) : DayPhrase{};
  const bool with_day = day.word != nullptr && day.word->kind == CalendarKind::Weekday;
  DateParts& date = value.date;
  if (context.today) {
    set_day(date, day_of_week(*context.today, week.word->value, with_day ? day.word->value : 1));
  } else {
    date.relative = week.word->value;
  }
  date.week = !with_day;
  if (with_day) date.weekday = day.word->value;
  if (!context.today) date.week = true;
  return finish(value, week.tokens + (with_day ? day.tokens : 0),
                with_day ? day.particle : week.particle);
}

/// "Friday" is the next one, today included; "next Friday" the one of next week.
std::size_t scan_weekday(const ScanContext& context, std::size_t i, const DayPhrase& day, int weeks,
                         bool explicit_week, std::size_t before, Value& value) {
  const string_view text = context.tokens.text(i + before);
  const bool plural = text.size() > 4 && text.ends_with("days");
  const bool recurring =
      plural || (i > 0 && find_calendar(context.tokens.text(i - 1)) != nullptr &&
                 find_calendar(context.tokens.text(i - 1))->kind == CalendarKind::Recurring);
  DateParts& date = value.date;
  date.weekday = day.word->value;
  if (context.today && !recurring) {
    const chrono::sys_days today = *context.today;
    const int ahead = (day.word->value - iso_weekday(today) + 7) % 7;
    set_day(date, explicit_week ? day_of_week(today, weeks, day.word->value)
                                : today + chrono::days{ahead});
  } else if (explicit_week) {
    date.relative = weeks;
    date.week = true;
  }
  return finish(value, before + day.tokens, day.particle);
}

/// "Monday, 22 January": the date says it all.
std::size_t scan_weekday_date(const ScanContext& context, std::size_t i, const DayPhrase& day,
                              Value& value) {
  if (!day.particle.empty()) return 0;
  const std::size_t next = i + day.tokens + (context.tokens.is(i + day.tokens, ",") ? 1 : 0);
  const std::size_t taken = next < context.tokens.size() ? scan_date(context, next, value) : 0;
  if (taken == 0 || value.date.day == 0) {
    value = Value{};
    return 0;
  }
  value.date.weekday = day.word->value;
  set_date_normal(value);
  return next + taken - i;
}

std::size_t scan_month(const ScanContext& context, const DayPhrase& phrase, Value& value) {
  DateParts& date = value.date;
  if (context.today) {
    const chrono::year_month_day today{*context.today};
    const chrono::year_month month =
        today.year() / today.month() + chrono::months{phrase.word->value};
    date.year = int(month.year());
    date.month = int(unsigned(month.month()));
    return finish(value, phrase.tokens, phrase.particle);
  }
  value.type = ValueType::Date;
  value.particle = phrase.particle;
  date.relative = 100 + phrase.word->value;  // months apart from days and weeks
  value.normal =
      "month" + std::string(phrase.word->value < 0 ? "" : "+") + std::to_string(phrase.word->value);
  return phrase.tokens;
}

std::size_t scan_year(const ScanContext& context, const DayPhrase& phrase, Value& value) {
  value.type = ValueType::Year;
  value.particle = phrase.particle;
  if (context.today) {
    const int year = int(chrono::year_month_day{*context.today}.year()) + phrase.word->value;
    value.amount = Decimal::of(year);
    value.normal = std::to_string(year);
  } else {
    value.amount = Decimal::of(phrase.word->value);
    value.normal = "year" + std::string(phrase.word->value < 0 ? "" : "+") +
                   std::to_string(phrase.word->value);
  }
  return phrase.tokens;
}

}  // namespace

std::size_t scan_frequency(const ScanContext& context, std::size_t i, Value& value) {
  const Tokens& tokens = context.tokens;
  if (tokens.is(i, TokenKind::Symbol)) return 0;
  const std::size_t most = begins_phrase(tokens.text(i)) ? kLongestDayPhrase : 1;
  for (std::size_t count = most; count > 0; --count) {
    const std::size_t last = i + count - 1;
    if (last >= tokens.size()) continue;
    const std::uint32_t begin = tokens.list[i].begin;
    std::uint32_t end = tokens.list[last].end;
    string_view often = find_frequency(tokens.slice(begin, end)), particle;
    if (often.empty() && tokens.is(last, TokenKind::Hangul)) {
      const std::uint32_t middle =
          tokens.list[last].begin + std::uint32_t(tokens.stem(last).size());
      often = find_frequency(tokens.slice(begin, middle));
      if (!often.empty()) particle = tokens.slice(middle, end);
    }
    if (often.empty()) continue;
    // "매주 월요일" is a day that recurs.
    const DayPhrase day = day_phrase_at(tokens, last + 1);
    if (day.word != nullptr && day.word->kind == CalendarKind::Weekday) return 0;
    value.type = ValueType::Frequency;
    value.normal = often;
    value.particle = particle;
    return count;
  }
  return 0;
}

std::size_t scan_relative_date(const ScanContext& context, std::size_t i, Value& value) {
  const Tokens& tokens = context.tokens;
  if (tokens.is(i, TokenKind::Number) || tokens.is(i, TokenKind::Symbol)) return 0;
  static constexpr string_view kNextLast[] = {"last", "this", "next", "coming"};
  for (int word = 0; word < 4; ++word) {
    if (!tokens.is(i, kNextLast[word])) continue;
    const DayPhrase day = day_phrase_at(tokens, i + 1);
    if (day.word != nullptr && day.word->kind == CalendarKind::Weekday) {
      return scan_weekday(context, i, day, word == 3 ? 0 : word - 1, word != 3, 1, value);
    }
  }
  const DayPhrase phrase = day_phrase_at(tokens, i);
  if (phrase.word == nullptr) return 0;
  switch (phrase.word->kind) {
    case CalendarKind::RelativeDay:
      if (context.today) {
        set_day(value.date, *context.today + chrono::days{phrase.word->value});
      } else {
        value.date.relative = phrase.word->value;
      }
      return finish(value, phrase.tokens, phrase.particle);
    case CalendarKind::RelativeWeek:
      return scan_week(context, i, phrase, value);
    case CalendarKind::Weekday:
      if (const std::size_t taken = scan_weekday_date(context, i, phrase, value)) return taken;
      return scan_weekday(context, i, phrase, 0, false, 0, value);
    case CalendarKind::RelativeMonth:
      return scan_month(context, phrase, value);
    case CalendarKind::RelativeYear:
      return scan_year(context, phrase, value);
    default:
      return 0;
  }
}

}  // namespace memfold::models
