#include <algorithm>
#include <array>

#include "models/extractor/characters.h"
#include "models/extractor/date_pieces.h"
#include "models/extractor/date_words.h"

namespace memfold::models::extractor {
namespace {

class WesternReader {
 public:
  WesternReader(const Atoms& atoms, std::size_t at, const DateOrigin& origin)
      : atoms_(atoms), at_(at), origin_(origin), today_(origin.today) {
    piece_.first = static_cast<std::uint32_t>(at);
  }

  std::optional<DatePiece> read() {
    const bool understood = atoms_.kind(at_) == AtomKind::Number ? number_first() : word_first();
    return understood && piece_.has_day() ? std::optional(piece_) : std::nullopt;
  }

 private:
  std::string_view word(std::size_t i) const {
    return i < atoms_.size() ? atoms_.lower(i) : std::string_view();
  }
  std::string_view previous(std::size_t back = 1) const {
    return at_ >= back ? atoms_.lower(at_ - back) : std::string_view();
  }
  std::optional<int> number(std::size_t i, std::size_t digits = 4) const {
    if (i >= atoms_.size() || atoms_.kind(i) != AtomKind::Number) return std::nullopt;
    return small_number(atoms_.view(i), digits);
  }
  std::optional<DateWordValue> date_word_at(std::size_t i) const {
    if (i >= atoms_.size() || atoms_.kind(i) != AtomKind::Word) return std::nullopt;
    return date_word(atoms_.lower(i));
  }
  bool ordinal_at(std::size_t i) const {
    const auto found = date_word_at(i);
    return found && found->word == DateWord::OrdinalEnd && atoms_.glued(i);
  }
  // A day of a month, in the year written or the nearest one.
  bool take_date(std::optional<int> year, int month, int day, std::size_t last) {
    if (!take(nearest_day(year, month, day, today_), DateRank::Absolute, last)) return false;
    piece_.no_year = !year;
    piece_.dated = year.has_value();
    return true;
  }
  bool take(std::optional<DayNumber> day, DateRank rank, std::size_t last) {
    if (!day) return false;
    place_day(piece_, *day, rank);
    piece_.last = static_cast<std::uint32_t>(last);
    return true;
  }
  bool done(std::size_t last) {
    piece_.last = static_cast<std::uint32_t>(last);
    return piece_.has_day();
  }
  // A month's name; a short one that is also a word ("may", "mar") needs its capital.
  std::optional<int> month_at(std::size_t i) const {
    const auto found = date_word_at(i);
    if (!found || (found->word != DateWord::Month && found->word != DateWord::MonthShort)) {
      return std::nullopt;
    }
    if (!is_ascii_upper(atoms_.view(i)[0]) && (word(i) == "may" || word(i) == "march")) {
      return std::nullopt;
    }
    return found->value;
  }
  std::optional<int> year_at(std::size_t i) const {
    const std::optional<int> year = number(i);
    return year && *year >= 1900 && *year <= 2200 ? year : std::nullopt;
  }
  bool after_preposition() const {
    const std::string_view p = previous();
    return p == "on" || p == "by" || p == "before" || p == "until" || p == "till" || p == "due" ||
           p == "from" || p == "since" || p == "through" || p == "next" || p == "this" ||
           p == "last" || p == "after" || p == "every" || p == "latest" || p == "eod" ||
           p == "cob" || p == "starting" || p == "of";
  }

  bool number_first() {
    const std::string_view text = atoms_.view(at_);
    if (text.find('.') != std::string_view::npos) {
      return dotted(text) || short_year(text) || month_dot_day(text) || day_dot_month(text);
    }
    const std::optional<int> first = number(at_);
    if (!first) return false;
    if (text.size() == 4 && *first >= 1900 && *first <= 2200 && year_first(*first)) return true;
    if (text.size() > 2) return false;
    return day_first(*first) || slashed(*first) || month_dot_day(text);
  }

  // "6. 14.(금)", "6.14(금)까지": only where a weekday or a particle of time follows
  bool month_dot_day(std::string_view text) {
    const std::size_t point = text.find('.');
    const bool one_atom = point != std::string_view::npos;
    if (!one_atom && (!atoms_.is_mark(at_ + 1, ".") || !atoms_.glued(at_ + 1))) return false;
    const auto month = small_number(text.substr(0, point), 2);
    const auto day = one_atom ? small_number(text.substr(point + 1), 2) : number(at_ + 2, 2);
    std::size_t last = one_atom ? at_ + 1 : at_ + 3;
    if (atoms_.is_mark(last, ".") && atoms_.glued(last)) ++last;
    if (!month || !day || last >= atoms_.size()) return false;
    const bool weekday =
        atoms_.is_mark(last, "(") && atoms_.is_mark(last + 2, ")") &&
        std::string_view("월화수목금토일").find(atoms_.view(last + 1)) != std::string_view::npos;
    const bool timely = atoms_.kind(last) == AtomKind::Hangul && atoms_.glued(last) &&
                        (korean_end(atoms_.view(last)) == KoreanEnd::Deadline ||
                         korean_end(atoms_.view(last)) == KoreanEnd::From);
    if (!weekday && !timely) return false;
    return take_date(std::nullopt, *month, *day, last);
  }

  // "by 18.08.", where the day stands first
  bool day_dot_month(std::string_view text) {
    const auto day = small_number(text.substr(0, 2)), month = small_number(text.substr(3), 2);
    const bool padded = text.size() == 5 && text[2] == '.' && month && *month <= 12;
    if (!padded || !day || !origin_.day_first || !after_preposition()) return false;
    return take_date(std::nullopt, *month, *day, at_ + 1);
  }

  // "24.3.15.": a year of two digits near that of the mail
  bool short_year(std::string_view text) {
    const std::size_t one = text.find('.'), two = text.find('.', one + 1);
    if (!today_ || one != 2 || two == std::string_view::npos) return false;
    const auto year = small_number(text.substr(0, one)),
               day = small_number(text.substr(two + 1), 2);
    const auto month = small_number(text.substr(one + 1, two - one - 1), 2);
    const int now = civil_of(*today_).year % 100;
    if (!year || !month || !day || *year < now - 1 || *year > now + 2) return false;
    std::size_t last = at_ + 1;
    const bool point = atoms_.is_mark(last, ".") && atoms_.glued(last) && last + 1 < atoms_.size();
    if (point) ++last;
    // Korean notation; 22.05.8 alone is a version
    if (!point && !beside_hangul(last) && !atoms_.is_mark(at_ - 1, "'")) return false;
    return take_date(2000 + *year, *month, *day, last);
  }

  // 2026-01-22, 2026/1/22, 2026. 1. 22.
  bool year_first(int year) {
    std::size_t i = at_ + 1;
    for (std::string_view mark : {"-", "/", "."}) {
      if (!atoms_.is_mark(i, mark) || !atoms_.is_mark(i + 2, mark)) continue;
      const auto month = number(i + 1, 2), day = number(i + 3, 2);
      if (!month || !day) continue;
      std::size_t last = i + 4;
      if (mark == "." && atoms_.is_mark(last, ".") && atoms_.glued(last)) ++last;
      return take_date(year, *month, *day, skip_t(last));
    }
    // "2026. 1.22": the tokeniser keeps 1.22 together
    return false;
  }
  // 2026-01-22T14:00: the T belongs to neither
  std::size_t skip_t(std::size_t last) const {
    return word(last) == "t" && atoms_.glued(last) ? last + 1 : last;
  }

  // 2026.01.22 as one atom
  bool dotted(std::string_view text) {
    const std::size_t one = text.find('.');
    const std::size_t two = text.find('.', one + 1);
    if (two == std::string_view::npos || text.find('.', two + 1) != std::string_view::npos) {
      return false;
    }
    const auto year = small_number(text.substr(0, one)),
               month = small_number(text.substr(one + 1, two - one - 1), 2),
               day = small_number(text.substr(two + 1), 2);
    const auto last_year = small_number(text.substr(two + 1));  // 22.01.2026
    if (year && month && last_year && one <= 2 && text.size() - two == 5) {
      return take_date(*last_year, *month, *year, at_ + 1);
    }
    if (!year || !month || !day) return false;
    if (one == 4) return take_date(*year, *month, *day, at_ + 1);
    return false;
  }

  // 22 January 2026, 22nd of Jan, 22-25 Jan
  bool day_first(int day) {
    std::size_t i = at_ + 1;
    if (ordinal_at(i)) ++i;
    std::optional<int> last_day;
    if (joins_days(i) && number(i + 1, 2)) {
      last_day = number(i + 1, 2);
      i += 2;
      if (ordinal_at(i)) ++i;
    }
    if (word(i) == "of" || atoms_.is_mark(i, "-")) ++i;
    const std::optional<int> month = month_at(i);
    if (!month) return last_day ? false : the_nth(day);
    std::size_t y = i + 1;
    if (atoms_.is_mark(y, ",") || atoms_.is_mark(y, "-")) ++y;
    const std::optional<int> year = year_at(y);
    if (!take_date(year, *month, day, year ? y + 1 : i + 1)) return false;
    if (last_day && *last_day > day && *last_day <= 31) piece_.last_day += *last_day - day;
    return true;
  }

  // 22-25, "23 to 25", "4 and 5"
  bool joins_days(std::size_t i) const {
    return atoms_.is_mark(i, "-") || atoms_.is_mark(i, "–") || word(i) == "to" ||
           word(i) == "and" || word(i) == "until" || word(i) == "through";
  }

  // "Tuesday 21": a number behind a weekday that falls on it
  bool weekday_number(int day) {
    const auto before = at_ > 0 ? date_word_at(at_ - 1) : std::nullopt;
    if (!before || (before->word != DateWord::Weekday && before->word != DateWord::WeekdayShort) ||
        atoms_.is_mark(at_ + 1, ":") || atoms_.is_mark(at_ + 1, "/")) {
      return false;
    }
    for (int shift = 0; shift < 2; ++shift) {
      const CivilDate month = civil_of(month_start(*today_, shift));
      const auto found = day_of(month.year, month.month, day);
      if (found && *found >= *today_ - 7 && weekday_of(*found) == before->value) {
        return take(found, DateRank::Absolute, at_ + 1);
      }
    }
    return false;
  }

  // What may stand behind "the 14th" where that is a day: "the 14th works", not "the 14th floor".
  bool ends_day(std::size_t i) const {
    static constexpr std::array<std::string_view, 18> kBehind = {
        "at",  "and",    "or", "is",   "works", "would",   "will",    "to",  "from",
        "for", "before", "if", "with", "in",    "instead", "between", "but", "as"};
    if (i >= atoms_.size() || atoms_.kind(i) == AtomKind::Punctuation) return true;
    return std::find(kBehind.begin(), kBehind.end(), word(i)) != kBehind.end();
  }

  // "on the 22nd": the next one
  bool the_nth(int day) {
    if (!today_) return false;
    if (!ordinal_at(at_ + 1)) return weekday_number(day);
    const auto weekday = at_ > 0 ? date_word_at(at_ - 1) : std::nullopt;
    const std::string_view p = previous(2);
    const bool named =
        weekday && (weekday->word == DateWord::Weekday || weekday->word == DateWord::WeekdayShort);
    const auto before = at_ > 1 ? date_word_at(at_ - 2) : std::nullopt;
    const bool follows_weekday = before && before->word == DateWord::Weekday;
    const bool placed =
        previous() == "the" &&
        (follows_weekday || p == "on" || p == "by" || p == "until" || p == "before" || p == "of" ||
         p == "from" || p == "till" || p == "after" || p == "for" || ends_day(at_ + 2));
    if (!named && !placed) return false;
    const CivilDate date = civil_of(*today_);
    auto found = day_of(date.year, date.month, day);
    if (!found || *found < *today_) {
      const CivilDate next = civil_of(month_start(*today_, 1));
      found = day_of(next.year, next.month, day);
    }
    piece_.bare_day = true;
    return take(found, DateRank::Absolute, at_ + 2);
  }

  // 1/22, 1/22/2026, 22/1/2026; without a year only where something says it is a date
  bool slashed(int first) {
    std::size_t i = at_ + 1;
    if (!atoms_.is_mark(i, "/") || !atoms_.glued(i) || !number(i + 1, 2)) return false;
    int month = first, day = *number(i + 1, 2);
    std::optional<int> year;
    std::size_t last = i + 2;
    if (atoms_.is_mark(last, "/") && number(last + 1)) {
      year = number(last + 1);
      if (*year > 99 && (*year < 1900 || *year > 2200)) return false;
      last += 2;
    }
    const bool korean = beside_hangul(last);
    if (month > 12 || (origin_.day_first && !korean && day <= 12)) std::swap(month, day);
    if (!year && !looks_like_date(last)) return false;
    return take_date(year, month, day, last);
  }
  // Korean text, with brackets around the date or not
  bool beside_hangul(std::size_t last) const {
    if (atoms_.is_mark(last, ")")) ++last;
    const std::size_t before = at_ > 1 && atoms_.is_mark(at_ - 1, "(") ? at_ - 2 : at_ - 1;
    return (last < atoms_.size() && atoms_.kind(last) == AtomKind::Hangul) ||
           (at_ > 0 && atoms_.kind(before) == AtomKind::Hangul);
  }
  // "완료(6/3)", "11/16 체결함": no page and no fraction
  bool korean_date(std::size_t last) const {
    if (!beside_hangul(last)) return false;
    const int month = number(at_).value_or(0), day = number(at_ + 2).value_or(0);
    const bool brackets = at_ > 0 && atoms_.is_mark(at_ - 1, "(") && atoms_.is_mark(last, ")");
    return brackets ? month + day >= 5 : month <= 12 && day > 12;
  }
  bool looks_like_date(std::size_t last) const {
    if (after_preposition() || korean_date(last)) return true;
    const auto before = at_ > 0 ? date_word_at(at_ - 1) : std::nullopt;
    if (before && (before->word == DateWord::Weekday || before->word == DateWord::WeekdayShort)) {
      return true;
    }
    if (last < atoms_.size() && atoms_.kind(last) == AtomKind::Hangul) {
      const KoreanEnd end = korean_end(atoms_.view(last));
      if ((atoms_.glued(last) && end != KoreanEnd::No) || end == KoreanEnd::Deadline) return true;
      return korean_date_word(atoms_.view(last)).has_value();
    }
    if (atoms_.is_mark(last, "(") && last + 2 < atoms_.size() && atoms_.is_mark(last + 2, ")")) {
      return true;
    }
    return at_ > 0 && atoms_.is_mark(at_ - 1, "~");  // 3/4~3/6
  }

  bool word_first() {
    if (atoms_.kind(at_) != AtomKind::Word) return false;
    const std::string_view text = atoms_.lower(at_);
    if (text == "q") return quarter(at_);
    if (text == "day" && today_) {
      const std::string_view side = word(at_ + 1), of = word(at_ + 2);
      if (side == "after" && of == "tomorrow")
        return take(*today_ + 2, DateRank::Relative, at_ + 3);
      if (side == "before" && of == "yesterday") {
        return take(*today_ - 2, DateRank::Relative, at_ + 3);
      }
    }
    const std::optional<DateWordValue> found = date_word_at(at_);
    if (!found) return false;
    switch (found->word) {
      case DateWord::Weekday:
      case DateWord::WeekdayShort:
        return weekday(*found);
      case DateWord::Month:
      case DateWord::MonthShort:
        return month_first();
      case DateWord::RelativeDay:
        return today_ && take(*today_ + found->value, DateRank::Relative, at_ + 1);
      case DateWord::Weekend:
        if (!today_ || previous() != "the") return false;
        place_weekend(piece_, *today_, 0);
        return done(at_ + 1);
      case DateWord::Shift:
        return today_ && shifted(found->value);
      default:
        return false;
    }
  }

  bool weekday(const DateWordValue& found) {
    if (!today_) return false;
    const std::string_view text = atoms_.view(at_);
    const bool short_word = found.word == DateWord::WeekdayShort;
    if (short_word && !is_ascii_upper(text[0]) && !after_preposition()) return false;
    if (found.word == DateWord::WeekdayShort && !after_preposition()) {
      std::size_t next = at_ + 1;
      if (atoms_.is_mark(next, ".") || atoms_.is_mark(next, ",")) ++next;
      const bool beside =
          next < atoms_.size() && (atoms_.kind(next) == AtomKind::Number || month_at(next) ||
                                   word(next) == "at" || atoms_.is_mark(next, ")"));
      if (!beside) return false;
    }
    std::size_t last = at_ + 1;
    if (atoms_.is_mark(last, ".") && atoms_.glued(last) && text.size() < 5) ++last;
    DayNumber day = *today_ + (found.value - weekday_of(*today_) + 7) % 7;
    if (word(last) == "week" && previous() != "every") {  // "Wednesday week" is a week later
      day += 7;
      ++last;
    }
    // "moved to Friday" looks ahead whatever the tense of its verb
    const std::string_view p = previous();
    piece_.bare_weekday = p != "to" && p != "for" && p != "coming" && p != "next";
    return take(day, DateRank::Weekday, last);
  }

  // January 22nd, 2026; Jan 22-25; January 2026; "by January"
  bool month_first() {
    const std::optional<int> month = month_at(at_);
    if (!month) return false;
    std::size_t i = at_ + 1;
    if (atoms_.is_mark(i, ".") && atoms_.glued(i)) ++i;
    if (const std::optional<int> year = year_at(i)) return whole_month(*year, *month, i + 1);
    const std::optional<int> day = number(i, 2);
    if (day && *day >= 1 && *day <= 31 && !atoms_.is_mark(i + 1, ":") &&
        !(atoms_.is_mark(i + 1, "%"))) {
      return month_day(*month, *day, i + 1);
    }
    const std::string_view p = previous();
    const bool named = p == "in" || p == "by" || p == "until" || p == "before" || p == "since" ||
                       p == "of" || p == "next" || p == "this" || p == "last" || p == "from" ||
                       p == "till" || p == "through" || p == "during" || p == "end" || p == "to";
    const bool capital = is_ascii_upper(atoms_.view(at_)[0]) || atoms_.view(at_).size() > 4;
    if (!named || !capital || !today_) return false;
    const auto first = nearest_day(std::nullopt, *month, 1, today_);
    return first && whole_month(civil_of(*first).year, *month, at_ + 1);
  }
  bool month_day(int month, int day, std::size_t i) {
    if (ordinal_at(i)) ++i;
    std::optional<int> last_day;
    if (joins_days(i) && number(i + 1, 2).value_or(0) > day && *number(i + 1, 2) <= 31 &&
        !is_clock(i + 1)) {
      last_day = number(i + 1, 2);
      i += 2;
      if (ordinal_at(i)) ++i;
    }
    const std::size_t y = atoms_.is_mark(i, ",") ? i + 1 : i;
    const std::optional<int> year = year_at(y);
    if (!take_date(year, month, day, year ? y + 1 : i)) return false;
    if (last_day && *last_day > day && *last_day <= 31) piece_.last_day += *last_day - day;
    return true;
  }
  // "March 4 to 8 pm" is an hour
  bool is_clock(std::size_t i) const {
    static constexpr std::array<std::string_view, 5> kMarks = {"am", "pm", "a", "p", "h"};
    return atoms_.is_mark(i + 1, ":") ||
           std::find(kMarks.begin(), kMarks.end(), word(i + 1)) != kMarks.end();
  }
  bool whole_month(int year, int month, std::size_t last) {
    const std::optional<DayNumber> first = day_of(year, month, 1);
    if (!first) return false;
    place_month(piece_, *first, 0);
    piece_.rank = DateRank::Absolute;
    piece_.dated = last > 0 && year_at(last - 1).has_value();
    return done(last);
  }

  // next week, this Friday, last month, coming Monday
  bool shifted(int shift) {
    const std::optional<DateWordValue> next = date_word_at(at_ + 1);
    if (shift == 3) {  // eow
      place_day(piece_, week_start(*today_) + 4, DateRank::Relative);
      piece_.role = DateRole::Deadline;
      return done(at_ + 1);
    }
    if (shift == -1 && (word(at_ + 1) == "night" || word(at_ + 1) == "evening")) {
      return take(*today_ - 1, DateRank::Relative, at_ + 2);
    }
    if (!next) return false;
    if (next->word == DateWord::Weekend) {
      place_weekend(piece_, *today_, shift == 2 ? 0 : shift);
      return done(at_ + 2);
    }
    if (next->word == DateWord::Weekday || next->word == DateWord::WeekdayShort) {
      DayNumber day = week_start(*today_) + 7 * shift + next->value;
      if (shift == 2) day = *today_ + 1 + (next->value - weekday_of(*today_ + 1) + 7) % 7;
      if (shift == -1) {  // "last Friday" is the latest one gone by
        day = *today_ - 1 - (weekday_of(*today_ - 1) - next->value + 7) % 7;
      }
      // "this Tuesday" said on a Thursday lies ahead, unless what it tells is past
      if (shift == 0 && day < *today_) day += 7, piece_.bare_weekday = true;
      return take(day, DateRank::Weekday, at_ + 2);
    }
    if (next->word == DateWord::RelativeDay || next->word != DateWord::Unit) return false;
    return unit(shift == 2 ? 1 : shift, next->value) && done(at_ + 2);
  }
  bool unit(int shift, int value) {
    const CivilDate date = civil_of(*today_);
    switch (value) {
      case 7:
        place_week(piece_, *today_, shift);
        return true;
      case kMonthUnit:
        place_month(piece_, *today_, shift);
        return true;
      case kQuarterUnit: {
        const int index = date.year * 4 + (date.month - 1) / 3 + shift;
        place_quarter(piece_, index / 4, index % 4 + 1);
        return piece_.has_day();
      }
      case kYearUnit:
        place_year(piece_, date.year + shift);
        return piece_.has_day();
      default:
        return false;
    }
  }

  // Q1, Q1 2026
  bool quarter(std::size_t i) {
    const std::optional<int> value = number(i + 1, 1);
    if (!value || *value < 1 || *value > 4 || !atoms_.glued(i + 1)) return false;
    const std::optional<int> year = year_at(i + 2);
    if (!year && !today_) return false;
    place_quarter(piece_, year ? *year : civil_of(*today_).year, *value);
    return done(year ? i + 3 : i + 2);
  }

  const Atoms& atoms_;
  std::size_t at_;
  const DateOrigin& origin_;
  std::optional<DayNumber> today_;
  DatePiece piece_;
};

}  // namespace

std::optional<DatePiece> western_piece_at(const Atoms& atoms, std::size_t at,
                                          const DateOrigin& origin) {
  const AtomKind kind = atoms.kind(at);
  if (kind != AtomKind::Word && kind != AtomKind::Number) return std::nullopt;
  return WesternReader(atoms, at, origin).read();
}

}  // namespace memfold::models::extractor
