#include <array>

#include "models/extractor/characters.h"
#include "models/extractor/date_pieces.h"
#include "models/extractor/date_words.h"

namespace memfold::models::extractor {
namespace {

// Reads one expression from an atom on; `position` moves forward only when a part was understood.
class KoreanReader {
 public:
  KoreanReader(const Atoms& atoms, std::size_t at, const DateOrigin& origin)
      : atoms_(atoms), at_(at), today_(origin.today), anchor_(origin.anchor) {
    piece_.first = static_cast<std::uint32_t>(at);
  }

  std::optional<DatePiece> read() {
    const bool understood = atoms_.kind(at_) == AtomKind::Number ? number_first() : word_first();
    if (!understood) return std::nullopt;
    if (piece_.last <= piece_.first) piece_.last = static_cast<std::uint32_t>(at_ + 1);
    return piece_;
  }

 private:
  bool is_hangul_at(std::size_t i) const {
    return i < atoms_.size() && atoms_.kind(i) == AtomKind::Hangul;
  }
  std::optional<int> number_at(std::size_t i) const {
    if (i >= atoms_.size() || atoms_.kind(i) != AtomKind::Number) return std::nullopt;
    return small_number(atoms_.view(i));
  }

  // Takes what follows a unit: a particle, 까지, 전까지, 말. False when it is another word.
  bool take_end(std::string_view rest, std::size_t last) {
    const KoreanEnd end = korean_end(rest);
    if (end == KoreanEnd::No) return false;
    piece_.last = static_cast<std::uint32_t>(last);
    apply_korean_end(piece_, end);
    return true;
  }

  bool number_first() {
    const std::optional<int> number = number_at(at_);
    if (!number || !is_hangul_at(at_ + 1)) return false;
    const std::string_view unit = atoms_.view(at_ + 1);
    if (unit.starts_with("시") && !unit.starts_with("시간")) return hour(*number, at_, 0);
    if (unit.starts_with("년")) return after_year(*number, at_ + 1, unit.substr(3));
    if (unit.starts_with("분기")) return quarter(*number, at_ + 1, unit.substr(6));
    if (unit.starts_with("월") && !unit.starts_with("월요일")) {
      return after_month(std::nullopt, *number, at_ + 1, unit.substr(3));
    }
    if (unit.starts_with("일")) return day_or_span(*number, unit.substr(3), 1);
    if (unit.starts_with("주일")) return day_or_span(*number, unit.substr(6), 7);
    if (unit.starts_with("주")) return day_or_span(*number, unit.substr(3), 7);
    if (unit.starts_with("개월")) return day_or_span(*number, unit.substr(6), 30);
    return false;
  }

  // What ends a length of time: "후", "이내", "전까지"; in the same word or the next.
  KoreanEnd span_end(std::string_view rest, std::size_t next) {
    piece_.last = static_cast<std::uint32_t>(next);
    if (!rest.empty() || !is_hangul_at(next)) return korean_end(rest);
    const KoreanEnd end = korean_end(atoms_.view(next));
    if (end != KoreanEnd::After && end != KoreanEnd::Within && end != KoreanEnd::Ago &&
        end != KoreanEnd::Before) {
      return KoreanEnd::Plain;
    }
    ++piece_.last;
    return end;
  }

  // "3일 후", "2주 이내", "이틀 전", "면접 이틀 전까지": counted from today, or back from the day
  // named before.
  bool span(DayNumber days, KoreanEnd end) {
    switch (end) {
      case KoreanEnd::Within:
        piece_.role = DateRole::Deadline;
        [[fallthrough]];
      case KoreanEnd::After:
        place_day(piece_, *today_ + days, DateRank::Relative);
        return true;
      case KoreanEnd::Ago:
        place_day(piece_, *today_ - days, DateRank::Relative);
        return true;
      case KoreanEnd::Before:
        if (!anchor_) return false;
        place_day(piece_, anchor_->day - days, DateRank::Relative);
        piece_.role = DateRole::Deadline;
        return true;
      default:
        return false;
    }
  }

  // "22일까지", "3일 후", "2주 이내"
  bool day_or_span(int number, std::string_view rest, int unit_days) {
    if (!today_ || number < 1 || number > 400) return false;
    const KoreanEnd end = span_end(rest, at_ + 2);
    // "22일 전까지" is before the 22nd, "회의 3일 전까지" three days before it.
    const bool day = end == KoreanEnd::Before && unit_days == 1 &&
                     (at_ == 0 || atoms_.kind(at_ - 1) != AtomKind::Hangul);
    if (!day && span(DayNumber{number} * unit_days, end)) return true;
    if (unit_days != 1 || end == KoreanEnd::No || number > 31) return false;
    apply_korean_end(piece_, end);
    // "30일은" is as often thirty days: without a particle of time it is no date.
    const std::size_t next = at_ + 2;
    const bool clock = rest.empty() && number_at(next) &&
                       (atoms_.is_mark(next + 1, ":") ||
                        (is_hangul_at(next + 1) && atoms_.view(next + 1).starts_with("시")));
    const bool timely =
        clock || weekday_at(next, rest) || piece_.role != DateRole::Point || piece_.moved_to ||
        rest.starts_with("에") || rest == "자" || rest == "날" ||
        (at_ > 0 && atoms_.view(at_ - 1) == "오는") || atoms_.is_mark(next, "(") ||
        (rest.empty() && is_hangul_at(next) && (names_half(next) || atoms_.view(next) == "까지"));
    return timely && day_of_month(number);
  }

  // "22일 토요일"
  bool weekday_at(std::size_t i, std::string_view rest) const {
    const auto found = rest.empty() && is_hangul_at(i) ? korean_date_word(atoms_.view(i))
                                                       : std::optional<KoreanDateWord>();
    return found && found->word == DateWord::Weekday;
  }
  // 오전, 저녁에
  bool names_half(std::size_t i) const {
    const auto found = korean_date_word(atoms_.view(i));
    return found && (found->word == DateWord::Am || found->word == DateWord::Pm ||
                     found->word == DateWord::Noon);
  }

  // A day alone: in this month if it is still to come or just past, else in the next.
  bool day_of_month(int number) {
    const CivilDate date = civil_of(*today_);
    piece_.bare_day = true;
    if (const auto day = day_of(date.year, date.month, number); day && *day >= *today_ - 7) {
      place_day(piece_, *day, DateRank::Absolute);
      return true;
    }
    const CivilDate next = civil_of(month_start(*today_, 1));
    const auto day = day_of(next.year, next.month, number);
    if (day) place_day(piece_, *day, DateRank::Absolute);
    return day.has_value();
  }

  bool after_year(int year, std::size_t unit_at, std::string_view rest) {
    if (year < 100) year += 2000;
    if (year < 1900 || year > 2200) return false;
    const std::optional<int> month = number_at(unit_at + 1);
    if (rest.empty() && month && is_hangul_at(unit_at + 2)) {
      const std::string_view unit = atoms_.view(unit_at + 2);
      if (unit.starts_with("월")) return after_month(year, *month, unit_at + 2, unit.substr(3));
    }
    if (korean_end(rest) == KoreanEnd::No) return false;
    place_year(piece_, year);
    return piece_.has_day() && take_end(rest, unit_at + 1);
  }

  bool after_month(std::optional<int> year, int month, std::size_t unit_at, std::string_view rest) {
    const std::optional<int> day = number_at(unit_at + 1);
    if (rest.empty() && day && is_hangul_at(unit_at + 2) &&
        atoms_.view(unit_at + 2).starts_with("일")) {
      const std::optional<DayNumber> date = nearest_day(year, month, *day, today_);
      if (!date) return false;
      place_day(piece_, *date, DateRank::Absolute);
      piece_.no_year = !year;
      piece_.dated = year.has_value();
      piece_.last = static_cast<std::uint32_t>(unit_at + 3);
      return take_end(atoms_.view(unit_at + 2).substr(3), unit_at + 3);
    }
    if (rest.empty() && day && days_of_month(year, month, *day, unit_at + 2)) return true;
    const std::optional<DayNumber> first = nearest_day(year, month, 1, today_);
    if (!first) return false;
    if (rest.empty() && nth_week(*first, unit_at + 1)) return true;
    if (rest.starts_with("분")) rest.remove_prefix(3);  // 9월분부터
    place_month(piece_, *first, 0);
    piece_.no_year = !year;
    piece_.dated = year.has_value();
    if (month_part(rest, unit_at + 1)) return true;
    if (rest.empty() && is_hangul_at(unit_at + 1) && atoms_.view(unit_at + 1).starts_with("말")) {
      return end_of(atoms_.view(unit_at + 1), unit_at + 2);
    }
    if (rest.starts_with("말")) return end_of(rest, unit_at + 1);
    return take_end(rest, unit_at + 1);
  }

  // "10월 중순까지", "이달초"
  bool month_part(std::string_view rest, std::size_t next) {
    if (rest.empty() && is_hangul_at(next)) rest = atoms_.view(next++);
    const std::size_t bytes = take_month_part(piece_, rest);
    return bytes > 0 && take_end(rest.substr(bytes), next);
  }

  // "2월 24~26일", read from the mark on
  bool days_of_month(std::optional<int> year, int month, int day, std::size_t mark) {
    const std::optional<int> last = number_at(mark + 1);
    const bool range = (atoms_.is_mark(mark, "~") || atoms_.is_mark(mark, "-")) && last &&
                       is_hangul_at(mark + 2) && atoms_.view(mark + 2).starts_with("일");
    const auto date = range ? nearest_day(year, month, day, today_) : std::nullopt;
    if (!date || *last <= day || *last > 31) return false;
    place_day(piece_, *date, DateRank::Absolute);
    piece_.last_day += *last - day;
    return take_end(atoms_.view(mark + 2).substr(3), mark + 3);
  }

  // 말, 말까지, 말일: the last day of the span
  bool end_of(std::string_view rest, std::size_t last) {
    constexpr std::string_view kEnd = "말", kLastDay = "말일";
    place_day(piece_, piece_.last_day, DateRank::Absolute);
    rest.remove_prefix(rest.starts_with(kLastDay) ? kLastDay.size() : kEnd.size());
    return take_end(rest, last);
  }

  // "셋째 주 금요일" of the month that begins on `first`, read from atom `next` on
  bool nth_week(DayNumber first, std::size_t next) {
    if (!is_hangul_at(next)) return false;
    const auto nth = korean_date_word(atoms_.view(next));
    if (!nth || nth->word != DateWord::Ordinal) return false;
    const bool apart = atoms_.view(next).size() == nth->bytes && is_hangul_at(next + 1);
    const std::string_view week =
        apart ? atoms_.view(++next) : atoms_.view(next).substr(nth->bytes);
    if (week == "번째") ++next;
    if (week.starts_with("주") && week.size() > 3) {  // "둘째 주까지": that week
      place_week(piece_, nth_weekday(first, nth->value, 0), 0);
      piece_.rank = DateRank::Absolute;
      return take_end(week.substr(3), next + 1);
    }
    if (week == "주" && !is_hangul_at(++next)) return false;
    if (!is_hangul_at(next)) return false;
    const auto day = korean_date_word(atoms_.view(next));
    if (!day || day->word != DateWord::Weekday) return false;
    place_day(piece_, nth_weekday(first, nth->value, day->value), DateRank::Absolute);
    return take_end(atoms_.view(next).substr(day->bytes), next + 1);
  }

  bool quarter(int number, std::size_t unit_at, std::string_view rest) {
    if (number < 1 || number > 4 || !today_) return false;
    place_quarter(piece_, civil_of(*today_).year, number);
    if (rest.empty() && is_hangul_at(unit_at + 1) && atoms_.view(unit_at + 1).starts_with("말")) {
      return end_of(atoms_.view(unit_at + 1), unit_at + 2);
    }
    if (rest.starts_with("말")) return end_of(rest, unit_at + 1);
    return take_end(rest, unit_at + 1);
  }

  bool word_first() {
    if (atoms_.kind(at_) != AtomKind::Hangul) return false;
    const std::string_view atom = atoms_.view(at_);
    const std::optional<KoreanDateWord> found = korean_date_word(atom);
    if (!found) return before_anchor(atom);
    const std::string_view rest = atom.substr(found->bytes);
    switch (found->word) {
      case DateWord::Weekday:
        return today_ && weekday(found->value, rest, at_ + 1, std::nullopt);
      case DateWord::RelativeDay:
        if (!today_) return false;
        place_day(piece_, *today_ + found->value, DateRank::Relative);
        return take_end(rest, at_ + 1);
      case DateWord::Noon:
        piece_.minute = found->value;
        return take_end(rest, at_ + 1);
      case DateWord::Am:
      case DateWord::Pm: {
        const std::optional<int> number = number_at(at_ + 1);
        const bool night = found->word == DateWord::Pm && found->value == 1;
        if (night && number == 12 && is_hangul_at(at_ + 2) &&
            atoms_.view(at_ + 2).starts_with("시")) {  // 밤 12시 ends the day
          return hour(24, at_ + 1, 2);
        }
        if (rest.empty() && number && atoms_.is_mark(at_ + 2, ":")) {
          return clock(*number, found->word == DateWord::Pm);
        }
        return rest.empty() && number &&
               hour(*number, at_ + 1, found->word == DateWord::Pm ? 2 : 1);
      }
      case DateWord::Shift:
        return today_ && shifted(found->value, rest);
      case DateWord::Weekend:
        if (!today_) return false;
        place_weekend(piece_, *today_, 0);
        return take_end(rest, at_ + 1);
      case DateWord::Span:
        return today_ && span(found->value, span_end(rest, at_ + 1));
      case DateWord::EndOfUnit:
        if (!today_) return false;
        if (found->value == kQuarterUnit) {
          place_quarter(piece_, civil_of(*today_).year, (civil_of(*today_).month + 2) / 3);
          place_day(piece_, piece_.last_day, DateRank::Absolute);
          return take_end(rest, at_ + 1);
        }
        place_day(piece_,
                  found->value == kYearUnit ? *day_of(civil_of(*today_).year, 12, 31)
                                            : month_end(*today_),
                  DateRank::Absolute);
        return take_end(rest, at_ + 1);
      default:
        return false;
    }
  }

  // "점검 전까지": before what was dated earlier
  bool before_anchor(std::string_view atom) {
    if (!anchor_ || korean_end(atom) != KoreanEnd::Before || at_ == 0 ||
        atoms_.kind(at_ - 1) != AtomKind::Hangul) {
      return false;
    }
    place_anchor(piece_, *anchor_);
    return take_end(atom, at_ + 1);
  }

  bool weekday(int value, std::string_view rest, std::size_t last, std::optional<int> week) {
    if (week == kLatest) {
      const DayNumber yesterday = *today_ - 1;
      place_day(piece_, yesterday - (weekday_of(yesterday) - value + 7) % 7, DateRank::Weekday);
    } else if (week) {
      place_day(piece_, week_start(*today_) + 7 * *week + value, DateRank::Weekday);
    } else {
      place_day(piece_, *today_ + (value - weekday_of(*today_) + 7) % 7, DateRank::Weekday);
      const bool ahead = at_ > 0 && atoms_.view(at_ - 1).ends_with("오는");  // 오는, 돌아오는
      piece_.bare_weekday = !ahead && !rest.starts_with("로") && !rest.starts_with("으로");
    }
    return take_end(rest, last);
  }

  static constexpr int kLatest = -1000;  // no week

  // 다음 주 월요일, 이번달 말, 차주, 내년
  bool shifted(int value, std::string_view rest) {
    std::size_t next = at_ + 1;
    if (value == -1 && rest.empty() && number_at(next) && is_hangul_at(next + 1) &&
        atoms_.view(next + 1).starts_with("일")) {
      return last_day_of_month(*number_at(next), next + 1);
    }
    if (value < 50) {  // 다음, 이번, 지난: the unit follows, with or without a space
      if (rest.empty()) {
        if (!is_hangul_at(next)) return false;
        rest = atoms_.view(next++);
      }
      if (rest.starts_with("주") && !rest.starts_with("주말")) {
        value += 100;
        rest.remove_prefix(3);
      } else if (rest.starts_with("달")) {
        value += 200;
        rest.remove_prefix(3);
      } else if (rest.starts_with("분기")) {
        return false;
      } else if (const auto day = korean_date_word(rest); day && day->word == DateWord::Weekday) {
        // "지난 월요일" is the latest one gone by, "지난주 월요일" that of last week
        return weekday(day->value, rest.substr(day->bytes), next, value == -1 ? kLatest : value);
      } else if (value == 1 && rest.starts_with("날") && anchor_) {
        place_day(piece_, anchor_->day + 1, DateRank::Absolute);
        return take_end(rest.substr(3), next);
      } else if (rest.starts_with("주말")) {
        place_weekend(piece_, *today_, value);
        return take_end(rest.substr(6), next);
      } else {
        return false;
      }
    }
    if (value < 150) return week(value - 100, rest, next);
    if (value < 250) return month(value - 200, rest, next);
    const int year = civil_of(*today_).year + value - 300;
    const std::optional<int> month = number_at(next);  // 내년 1월 10일
    if (rest.empty() && month && is_hangul_at(next + 1) &&
        atoms_.view(next + 1).starts_with("월")) {
      return after_month(year, *month, next + 1, atoms_.view(next + 1).substr(3));
    }
    place_year(piece_, year);
    return take_end(rest, next);
  }

  // "지난 10일": the latest one gone by
  bool last_day_of_month(int number, std::size_t unit_at) {
    for (int shift = 0; shift > -3; --shift) {
      const CivilDate month = civil_of(month_start(*today_, shift));
      const auto day = day_of(month.year, month.month, number);
      if (!day || *day > *today_) continue;
      place_day(piece_, *day, DateRank::Absolute);
      return take_end(atoms_.view(unit_at).substr(3), unit_at + 1);
    }
    return false;
  }

  bool week(int shift, std::string_view rest, std::size_t next) {
    if (rest.empty() && is_hangul_at(next)) {
      const std::string_view after = atoms_.view(next);
      if (const auto day = korean_date_word(after); day && day->word == DateWord::Weekday) {
        return weekday(day->value, after.substr(day->bytes), next + 1, shift);
      }
    }
    if (const auto day = korean_date_word(rest); day && day->word == DateWord::Weekday) {
      return weekday(day->value, rest.substr(day->bytes), next, shift);
    }
    place_week(piece_, *today_, shift);
    if (week_part(rest, next)) return true;
    return take_end(rest, next);
  }

  // "다음 주 초", "이번주 중반": two days of it
  bool week_part(std::string_view rest, std::size_t next) {
    struct Part {
      std::string_view text;
      int first;
    };
    static constexpr std::array<Part, 3> kParts = {{{"초", 0}, {"중반", 2}, {"후반", 3}}};
    if (rest.empty() && is_hangul_at(next)) rest = atoms_.view(next++);
    for (const Part& part : kParts) {
      if (!rest.starts_with(part.text) ||
          korean_end(rest.substr(part.text.size())) == KoreanEnd::No) {
        continue;
      }
      piece_.first_day += part.first;
      piece_.last_day = piece_.first_day + 1;
      return take_end(rest.substr(part.text.size()), next);
    }
    return false;
  }

  bool month(int shift, std::string_view rest, std::size_t next) {
    if (rest.empty() && nth_week(month_start(*today_, shift), next)) return true;
    place_month(piece_, *today_, shift);
    const std::optional<int> day = number_at(next);
    if (rest.empty() && day && is_hangul_at(next + 1) && atoms_.view(next + 1).starts_with("일") &&
        *day >= 1 && piece_.first_day + *day - 1 <= piece_.last_day) {
      place_day(piece_, piece_.first_day + *day - 1, DateRank::Absolute);
      return take_end(atoms_.view(next + 1).substr(3), next + 2);
    }
    if (month_part(rest, next)) return true;
    if (rest.starts_with("말")) return end_of(rest, next);
    if (rest.empty() && is_hangul_at(next) && atoms_.view(next).starts_with("말")) {
      return end_of(atoms_.view(next), next + 1);
    }
    return take_end(rest, next);
  }

  // "오후 3:00"
  bool clock(int value, bool afternoon) {
    const std::optional<int> minutes = number_at(at_ + 3);
    if (!minutes || *minutes > 59 || value > 12 || value < 1) return false;
    piece_.minute = (value % 12 + (afternoon ? 12 : 0)) * 60 + *minutes;
    piece_.last = static_cast<std::uint32_t>(at_ + 4);
    return true;
  }

  // "3시 30분", "3시반까지"; half 1 is before noon, 2 after
  bool hour(int value, std::size_t number_index, int half) {
    if (!is_hangul_at(number_index + 1) || value > 24) return false;
    std::string_view rest = atoms_.view(number_index + 1);
    if (!rest.starts_with("시") || rest.starts_with("시간")) return false;
    rest.remove_prefix(3);
    std::size_t last = number_index + 2;
    int minutes = 0;
    const std::optional<int> written = rest.empty() ? number_at(last) : std::nullopt;
    if (written && *written < 60 && is_hangul_at(last + 1) &&
        atoms_.view(last + 1).starts_with("분")) {
      minutes = *written;
      rest = atoms_.view(last + 1).substr(3);
      last += 2;
    } else if (rest.empty() && is_hangul_at(last) && atoms_.view(last).starts_with("반")) {
      minutes = 30;
      rest = atoms_.view(last++).substr(3);
    } else if (rest.starts_with("반")) {
      minutes = 30;
      rest.remove_prefix(3);
    }
    if (half == 0) value = working_hour(value);
    if (half == 1 && value == 12) value = 0;
    if (half == 2 && value < 12) value += 12;
    if (value > 24 || (value == 24 && minutes > 0)) return false;
    piece_.minute = value * 60 + minutes;
    return take_end(rest, last);
  }

  const Atoms& atoms_;
  std::size_t at_;
  std::optional<DayNumber> today_;
  std::optional<DateAnchor> anchor_;
  DatePiece piece_;
};

}  // namespace

std::optional<DatePiece> korean_piece_at(const Atoms& atoms, std::size_t at,
                                         const DateOrigin& origin) {
  const AtomKind kind = atoms.kind(at);
  if (kind == AtomKind::Number) {
    if (at + 1 >= atoms.size() || atoms.kind(at + 1) != AtomKind::Hangul) return std::nullopt;
  } else if (kind != AtomKind::Hangul) {
    return std::nullopt;
  }
  return KoreanReader(atoms, at, origin).read();
}

}  // namespace memfold::models::extractor
