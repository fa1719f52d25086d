// English spans and holidays: what is counted from a day, parts of a month, weeks named by a day.
#include <algorithm>
#include <array>

#include "models/extractor/date_pieces.h"
#include "models/extractor/date_words.h"

namespace memfold::models::extractor {
namespace {

constexpr int kLongestCounted = 800;  // days that are counted

class EnglishDateReader {
 public:
  EnglishDateReader(const Atoms& atoms, std::size_t at, const DateOrigin& origin)
      : atoms_(atoms), at_(at), origin_(origin) {
    piece_.first = static_cast<std::uint32_t>(at);
  }

  std::optional<DatePiece> read() {
    if (!origin_.today || !any()) return std::nullopt;
    return piece_;
  }

 private:
  std::string_view word(std::size_t i) const {
    return i < atoms_.size() ? atoms_.lower(i) : std::string_view();
  }
  std::string_view before(std::size_t back = 1) const {
    return at_ >= back ? atoms_.lower(at_ - back) : std::string_view();
  }
  std::optional<DateWordValue> found(std::size_t i) const {
    if (i >= atoms_.size() || atoms_.kind(i) != AtomKind::Word) return std::nullopt;
    return date_word(atoms_.lower(i));
  }
  bool is(std::size_t i, DateWord kind) const {
    const auto value = found(i);
    return value && value->word == kind;
  }
  DayNumber today() const { return *origin_.today; }
  bool done(std::size_t last) {
    piece_.last = static_cast<std::uint32_t>(last);
    return piece_.has_day();
  }
  bool day(DayNumber number, std::size_t last, DateRank rank = DateRank::Absolute) {
    place_day(piece_, number, rank);
    return done(last);
  }
  std::size_t skip(std::size_t i, std::string_view one, std::string_view other = "") const {
    return !word(i).empty() && (word(i) == one || word(i) == other) ? i + 1 : i;
  }

  // A day said at `i`, with "the" before it: "the 14th", "15 March", "Monday".
  std::optional<DatePiece> day_at(std::size_t i) const {
    i = skip(i, "the");
    if (i >= atoms_.size()) return std::nullopt;
    std::optional<DatePiece> piece = western_piece_at(atoms_, i, origin_);
    // "Tuesday 21 November": the number says more
    if (piece && piece->rank == DateRank::Weekday && piece->last < atoms_.size()) {
      std::size_t next = piece->last;
      if (atoms_.is_mark(next, ",")) ++next;
      const auto exact = next < atoms_.size() ? western_piece_at(atoms_, next, origin_)
                                              : std::optional<DatePiece>();
      if (exact && exact->rank == DateRank::Absolute) piece = exact;
    }
    return piece;
  }

  // "two", "a couple of", "10"
  std::optional<int> count(std::size_t& i) const {
    if (i >= atoms_.size()) return std::nullopt;
    if (atoms_.kind(i) == AtomKind::Number) {
      const auto number = small_number(atoms_.view(i), 3);
      if (number) ++i;
      return number;
    }
    const std::string_view text = word(i);
    if ((text == "a" || text == "an") && !is(i + 1, DateWord::Number)) return ++i, 1;
    if (text == "a") ++i;
    if (!is(i, DateWord::Number)) return std::nullopt;
    const int value = found(i)->value;
    i = skip(i + 1, "of");
    return value;
  }

  bool any() {
    const std::string_view text = word(at_);
    if (atoms_.kind(at_) == AtomKind::Number) return counted(at_) || nth_of_month();
    if (text == "a" || text == "an") return counted(at_);
    if (text == "w") return week_named();
    if (text == "in" || text == "within" || text == "over") return ahead();
    if (text == "close") return close_of();
    if (text == "end") return end_of();
    const auto value = found(at_);
    if (!value) return false;
    switch (value->word) {
      case DateWord::Number:
        return counted(at_);
      case DateWord::Part:
        return part(value->value);
      case DateWord::Feast:
        return feast(value->value / 100, value->value % 100, at_ + 1);
      case DateWord::Opener:
        return value->value == 1 ? neighbour(1) : holiday();
      case DateWord::Unit:
        return week_named() || unit_end(value->value) || neighbour(value->value);
      case DateWord::EndOfDay:
        return end_of_day(at_ + 1);
      case DateWord::EndOfUnit:
        return end_of_unit(value->value, at_ + 1);
      case DateWord::Ordinal:
      case DateWord::DayOrdinal:
        return ordinal(*value);
      case DateWord::Shift:
        return value->value == -1 ? last_of_month() : this_part_of_day(value->value);
      default:
        return false;
    }
  }

  // "two weeks from today", "a week on Friday", "3 business days after 4 March"
  bool counted(std::size_t i) {
    const auto number = count(i);
    const bool working = word(i) == "business" || word(i) == "working";
    if (working) ++i;
    if (!number || !is(i, DateWord::Unit)) return false;
    const int unit = found(i)->value;
    const std::string_view link = word(i + 1);
    if (link == "today" || link == "tomorrow") {
      return unit == 7 && day(today() + *number * 7 + (link == "tomorrow"), i + 2);
    }
    const bool forward = link == "from" || link == "after" || link == "on" || link == "following";
    const bool back = link == "before" || link == "prior" || link == "ahead";
    if (!forward && !back) return false;
    const std::size_t from = link == "prior"   ? skip(i + 2, "to")
                             : link == "ahead" ? skip(i + 2, "of")
                                               : i + 2;
    if (link == "from" && word(from) == "now") return step(today(), *number, unit, working, i + 3);
    const auto start = day_at(from);
    if (!start || start->first_day != start->last_day || (link == "on" && unit % 7 != 0)) {
      return false;
    }
    if (back) piece_.role = DateRole::Deadline;
    return step(start->first_day, back ? -*number : *number, unit, working, start->last);
  }

  bool step(DayNumber from, int number, int unit, bool working, std::size_t last) {
    if (unit == kHourUnit) return day(from + (number >= 24 ? number / 24 : 0), last);
    if (number * unit > kLongestCounted || number * unit < -kLongestCounted) return false;
    if (working) return day(working_days_from(from, number), last, DateRank::Relative);
    if (unit == kMonthUnit || unit == kYearUnit || unit == kQuarterUnit) {
      const int months = number * (unit == kMonthUnit ? 1 : unit == kYearUnit ? 12 : 3);
      return day(months_from(from, months), last, DateRank::Relative);
    }
    return day(from + DayNumber{number} * unit, last, DateRank::Relative);
  }

  // "in 3 business days", "within the next two weeks", "within 48 hours", "in two weeks' time"
  bool ahead() {
    const bool within = word(at_) != "in";
    std::size_t i = skip(at_ + 1, "the");
    const bool next = word(i) == "next" || word(i) == "coming";
    if (next) ++i;
    const auto number = count(i);
    const bool working = word(i) == "business" || word(i) == "working";
    if (working) ++i;
    if (!number || !is(i, DateWord::Unit)) return false;
    const int unit = found(i)->value;
    if (unit == kHourUnit && !within && *number < 24) return false;
    std::size_t last = i + 1;
    if (atoms_.is_mark(last, "'")) ++last;
    last = skip(last, "time");
    DayNumber from = today();
    if (word(last) == "of" || word(last) == "from" || word(last) == "after") {
      const auto start = day_at(last + 1);  // "within 10 days of 4 March"
      if (start) {
        from = start->first_day, last = start->last;
      } else if (origin_.anchor && word(last + 1) == "the") {  // "within a week of the visit"
        from = origin_.anchor->day;
      }
    }
    if (within || next) piece_.role = DateRole::Deadline;
    return step(from, *number, unit, working, last);
  }

  // mid-October, early next week, late March
  bool part(int part) {
    std::size_t i = at_ + 1;
    if (atoms_.is_mark(i, "-")) ++i;
    i = skip(i, "in");
    i = skip(i, "the");
    if (is(i, DateWord::Unit) && part == 1) {  // mid-month, mid-week
      if (found(i)->value == 7) return day(week_start(today()) + 2, i + 1, DateRank::Relative);
      return found(i)->value == kMonthUnit && day(month_start(today(), 0) + 14, i + 1);
    }
    const std::optional<DatePiece> span = part_span(i);
    if (!span) return false;
    const DayNumber first = span->first_day, last = span->last_day;
    piece_ = *span;
    piece_.first = static_cast<std::uint32_t>(at_);
    piece_.rank = DateRank::Absolute;
    const bool week = last - first <= 6;
    piece_.grain = DateGrain::Week;
    if (part == 0) piece_.last_day = first + (week ? 1 : 9);
    if (part == 1) piece_.first_day = piece_.last_day = first + (week ? 2 : 14);
    if (part == 2) {
      piece_.first_day = week ? std::max(first + 3, today()) : first + 20;
      piece_.last_day = week ? first + 4 : last;
    }
    return true;
  }
  // The week or month whose part is named.
  std::optional<DatePiece> part_span(std::size_t i) const {
    const auto value = found(i);
    if (value && (value->word == DateWord::Month || value->word == DateWord::MonthShort)) {
      const auto first = nearest_day(std::nullopt, value->value, 1, origin_.today);
      if (!first) return std::nullopt;
      DatePiece piece;
      const auto year = i + 1 < atoms_.size() ? small_number(atoms_.view(i + 1)) : std::nullopt;
      const bool dated = year && *year >= 1900 && *year <= 2200;
      place_month(piece, dated ? *day_of(*year, value->value, 1) : *first, 0);
      piece.last = static_cast<std::uint32_t>(dated ? i + 2 : i + 1);
      piece.no_year = !dated;
      return piece;
    }
    if (!value || value->word != DateWord::Shift) return std::nullopt;
    const auto piece = western_piece_at(atoms_, i, origin_);
    return piece && piece->last_day - piece->first_day <= 30 ? piece : std::nullopt;
  }

  // EOD, COB, close of business: the day may follow or stand before
  bool end_of_day(std::size_t last) {
    piece_.implied = piece_.closing = true;
    piece_.role = DateRole::Deadline;
    return day(today(), last, DateRank::Relative);
  }
  bool close_of() {
    return word(at_ + 1) == "of" && (word(at_ + 2) == "business" || word(at_ + 2) == "play") &&
           end_of_day(at_ + 3);
  }

  // end of day, end of the month, end of next week, end of Q1, end January, end-of-quarter
  bool end_of() {
    std::size_t i = at_ + 1;
    const bool hyphen = atoms_.is_mark(i, "-");
    if (hyphen) ++i;
    const bool of = word(i) == "of";
    if (of) ++i;
    if (of && hyphen && atoms_.is_mark(i, "-")) ++i;
    if (of) i = skip(i, "the");
    if (of && (word(i) == "business" || word(i) == "play" || word(i) == "working")) {
      return end_of_day(is(i + 1, DateWord::Unit) ? i + 2 : i + 1);
    }
    const auto value = found(i);
    const bool unit = value && value->word == DateWord::Unit;
    if (unit && value->value == 1) return of && end_of_day(i + 1);
    if (unit && !of) return false;
    if (unit && value->value == 7) return day(week_start(today()) + 4, i + 1);
    if (unit) return value->value >= kMonthUnit && end_of_unit(value->value, i + 1);
    std::optional<DatePiece> span = part_span(i);
    if (!span && of && i < atoms_.size()) span = western_piece_at(atoms_, i, origin_);
    if (!span) return false;
    piece_.no_year = span->no_year;
    // The working week ends on Friday.
    return day(span->grain == DateGrain::Week ? span->last_day - 2 : span->last_day, span->last);
  }

  // "this morning" is today; the day may follow
  bool this_part_of_day(int shift) {
    const std::string_view part = word(at_ + 1);
    if (shift != 0 ||
        (part != "morning" && part != "afternoon" && part != "evening" && part != "lunchtime")) {
      return false;
    }
    piece_.implied = true;
    return day(today(), at_ + 2, DateRank::Relative);
  }

  // Christmas Eve, New Year's Day, Boxing Day
  bool feast(int month, int date, std::size_t last) {
    const bool eve = word(last) == "eve";
    if (eve || word(last) == "day") ++last;
    const auto place = coming_day(month, date, today());
    return place && day(*place - eve, last);
  }
  bool holiday() {
    if (word(at_) == "boxing") return word(at_ + 1) == "day" && feast(12, 26, at_ + 2);
    const bool named = word(at_ + 1) == "year's" || word(at_ + 1) == "years";
    return named && (word(at_ + 2) == "eve" || word(at_ + 2) == "day") && feast(1, 1, at_ + 2);
  }

  // "week of 4 March", "week commencing Monday 4 March", "w/c the 4th", "week ending 8 March"
  bool week_named() {
    std::size_t i = at_ + 1;
    bool ending = false;
    if (word(at_) == "w") {
      if (!atoms_.is_mark(i, "/") || (word(i + 1) != "c" && word(i + 1) != "e")) return false;
      ending = word(i + 1) == "e";
      i += 2;
    } else if (word(at_) == "week") {
      ending = word(i) == "ending";
      if (!ending && word(i) != "of" && word(i) != "commencing" && word(i) != "beginning" &&
          word(i) != "starting") {
        return after_next(i);
      }
      ++i;
    } else {
      return false;
    }
    const auto start = day_at(i);
    if (!start || start->first_day != start->last_day) return false;
    place_day(piece_, start->first_day, DateRank::Absolute);
    piece_.grain = DateGrain::Week;
    (ending ? piece_.first_day : piece_.last_day) += ending ? -6 : 6;
    return done(start->last);
  }
  // the week after next
  bool after_next(std::size_t i) {
    if (word(i) != "after" || word(i + 1) != "next") return false;
    place_week(piece_, today(), 2);
    return done(i + 2);
  }

  // month end, year-end, quarter end
  bool unit_end(int unit) {
    std::size_t i = at_ + 1;
    if (atoms_.is_mark(i, "-")) ++i;
    if (word(i) != "end" || unit < kMonthUnit) return false;
    return end_of_unit(unit, i + 1);
  }
  bool end_of_unit(int unit, std::size_t last) {
    const CivilDate date = civil_of(today());
    if (unit == kYearUnit) return day(*day_of(date.year, 12, 31), last);
    if (unit == kMonthUnit) return day(month_end(today()), last);
    place_quarter(piece_, date.year, (date.month + 2) / 3);
    return day(piece_.last_day, last);
  }

  // "the day before", "the evening before", "the following day" of the day named before
  bool neighbour(int unit) {
    if (unit != 1 || !origin_.anchor) return false;
    const std::string_view side = word(at_ + 1);
    const bool ends = at_ + 2 >= atoms_.size() || atoms_.kind(at_ + 2) == AtomKind::Punctuation;
    if (before() == "following" || (before() == "next" && before(2) == "the")) {
      return day(origin_.anchor->day + 1, at_ + 1);
    }
    if (before() != "the" && before() != "a") return false;
    const bool ahead = side == "ahead" || side == "beforehand";
    if (ahead || (side == "before" && (ends || word(at_ + 2) == "it" || word(at_ + 2) == "that"))) {
      return day(origin_.anchor->day - 1, at_ + 2);
    }
    return side == "after" && ends && day(origin_.anchor->day + 1, at_ + 2);
  }

  // "the fifteenth", "first of March", "the 1st Monday of next month", "first working day of May"
  bool ordinal(const DateWordValue& nth) {
    std::size_t i = at_ + 1;
    if (nth.word == DateWord::Ordinal && (word(i) == "working" || word(i) == "business") &&
        word(i + 1) == "day") {
      const auto month = month_behind(i + 2);
      return month && day(working_days_from(month->first_day - 1, nth.value), month->last);
    }
    if (nth.word == DateWord::Ordinal && is(i, DateWord::Weekday)) {
      const auto month = month_behind(i + 1);
      return month && day(nth_weekday(month->first_day, nth.value, found(i)->value), month->last);
    }
    if (nth.word == DateWord::Ordinal && nth.value > 4) return false;
    if (const auto month = month_behind(i)) {
      return month->first_day + nth.value - 1 <= month->last_day &&
             day(month->first_day + nth.value - 1, month->last);
    }
    const bool on = before(2) == "on" || before(2) == "by" || before(2) == "until" ||
                    before(2) == "before" || is(at_ >= 2 ? at_ - 2 : 0, DateWord::Weekday);
    if (before() != "the" || !on || nth.word != DateWord::DayOrdinal) return false;
    return next_day_of_month(nth.value, i);
  }
  // "the 1st of the month", "the 3rd of next month"
  bool nth_of_month() {
    const auto number = small_number(atoms_.view(at_), 2);
    if (!number || !is(at_ + 1, DateWord::OrdinalEnd) || word(at_ + 2) != "of") return false;
    const bool named = word(at_ + 4) == "month";  // a month's own name is read elsewhere
    const auto month = named ? month_behind(at_ + 2) : std::nullopt;
    return month && *number >= 1 && month->first_day + *number - 1 <= month->last_day &&
           day(month->first_day + *number - 1, month->last);
  }
  bool next_day_of_month(int number, std::size_t last) {
    for (int shift = 0; shift < 3; ++shift) {
      const CivilDate month = civil_of(month_start(today(), shift));
      const auto place = day_of(month.year, month.month, number);
      if (place && *place >= today()) return day(*place, last);
    }
    return false;
  }
  // "of March", "of the month", "in May 2025", "of next month"
  std::optional<DatePiece> month_behind(std::size_t i) const {
    if (word(i) != "of" && word(i) != "in") return std::nullopt;
    ++i;
    if (word(i) == "the" && is(i + 1, DateWord::Unit) && found(i + 1)->value == kMonthUnit) {
      DatePiece piece;
      place_month(piece, today(), 0);
      piece.last = static_cast<std::uint32_t>(i + 2);
      return piece;
    }
    const auto piece = part_span(i);
    return piece && piece->grain == DateGrain::Month ? piece : std::nullopt;
  }
  // last working day of the month, last Friday of next month, last day of May
  bool last_of_month() {
    std::size_t i = at_ + 1;
    const bool working = word(i) == "working" || word(i) == "business";
    if (working) ++i;
    const bool weekday = is(i, DateWord::Weekday);
    if (!weekday && word(i) != "day") return false;
    const auto month = month_behind(i + 1);
    if (!month) return false;
    if (weekday) return day(nth_weekday(month->first_day, 5, found(i)->value), month->last);
    piece_.no_year = month->no_year;
    return day(working ? working_days_from(month->last_day + 1, -1) : month->last_day, month->last);
  }

  const Atoms& atoms_;
  std::size_t at_;
  const DateOrigin& origin_;
  DatePiece piece_;
};

}  // namespace

std::optional<DatePiece> english_span_at(const Atoms& atoms, std::size_t at,
                                         const DateOrigin& origin) {
  const AtomKind kind = atoms.kind(at);
  if (kind != AtomKind::Word && kind != AtomKind::Number) return std::nullopt;
  return EnglishDateReader(atoms, at, origin).read();
}

}  // namespace memfold::models::extractor
