// Korean spans: what is counted in working days, months or hours; halves and quarters of a year;
// holidays; parts of a month; a weekday of a week of the month.
#include <algorithm>
#include <array>

#include "models/extractor/date_pieces.h"
#include "models/extractor/date_words.h"

namespace memfold::models::extractor {
namespace {

struct Counted {
  std::string_view text;
  int value;
};
// What is counted; longest first where one begins with another.
constexpr auto kDayUnits = std::to_array<Counted>({{"영업일", 1},
                                                   {"근무일", 1},
                                                   {"시간", kHourUnit},
                                                   {"개월", kMonthUnit},
                                                   {"달", kMonthUnit},
                                                   {"주일", 7},
                                                   {"주", 7},
                                                   {"년", kYearUnit}});
constexpr int kMaxCount = 400;

struct MonthPart {
  std::string_view text;
  int first, last;  ///< days; a last of 0 is the end of the month
};
constexpr auto kMonthParts = std::to_array<MonthPart>(
    {{"초순", 1, 10}, {"상순", 1, 10}, {"초", 1, 10}, {"중순", 15, 15}, {"하순", 21, 0}});

class KoreanDateReader {
 public:
  KoreanDateReader(const Atoms& atoms, std::size_t at, const DateOrigin& origin)
      : atoms_(atoms), at_(at), origin_(origin) {
    piece_.first = static_cast<std::uint32_t>(at);
  }

  std::optional<DatePiece> read() {
    if (!origin_.today) return std::nullopt;
    const bool understood = atoms_.kind(at_) == AtomKind::Number
                                ? counted_digits() || hour_range(at_, 0)
                                : counted_words() || word_first();
    return understood ? std::optional(piece_) : std::nullopt;
  }

 private:
  bool is_hangul(std::size_t i) const {
    return i < atoms_.size() && atoms_.kind(i) == AtomKind::Hangul;
  }
  std::string_view view(std::size_t i) const {
    return is_hangul(i) ? atoms_.view(i) : std::string_view();
  }
  std::optional<int> number(std::size_t i) const {
    if (i >= atoms_.size() || atoms_.kind(i) != AtomKind::Number) return std::nullopt;
    return small_number(atoms_.view(i), 3);
  }
  DayNumber today() const { return *origin_.today; }

  bool take_end(std::string_view rest, std::size_t last) {
    const KoreanEnd end = korean_end(rest);
    if (end == KoreanEnd::No) return false;
    apply_korean_end(piece_, end);
    piece_.last = static_cast<std::uint32_t>(last);
    return true;
  }
  bool day(DayNumber day, std::string_view rest, std::size_t last) {
    place_day(piece_, day, DateRank::Absolute);
    return take_end(rest, last);
  }

  // "5영업일 이내", "3개월 뒤", "24시간 내"
  bool counted_digits() {
    const auto count = number(at_);
    return count && *count > 0 && *count <= kMaxCount && counted(*count, at_ + 1, 0);
  }

  // "한 달 뒤", "두달 안에", "영업일 기준 5일 이내"
  bool counted_words() {
    const std::string_view word = view(at_);
    if (word.starts_with("영업일") || word.starts_with("근무일")) {
      const std::size_t i = number(at_ + 1) ? at_ + 1 : at_ + 2;
      const auto count = number(i);
      const bool linked = i == at_ + 1 || view(at_ + 1).starts_with("기준");
      if (!count || !linked || !view(i + 1).starts_with("일")) return false;
      return step(*count, 1, true, view(i + 1).substr(3), i + 2);
    }
    const auto count = korean_count(word);
    if (!count) return false;
    if (word.size() > count->bytes) return counted(count->value, at_, count->bytes);
    return counted(count->value, at_ + 1, 0);
  }

  // The unit stands in atom `unit_at` from `offset` on.
  bool counted(int count, std::size_t unit_at, std::size_t offset) {
    if (!is_hangul(unit_at)) return false;
    const std::string_view text = view(unit_at).substr(offset);
    for (const Counted& unit : kDayUnits) {
      if (!text.starts_with(unit.text)) continue;
      const bool working = unit.value == 1;
      return step(count, unit.value, working, text.substr(unit.text.size()), unit_at + 1);
    }
    return false;
  }

  // 뒤, 이내, 안에, 전: in the same word or the next
  bool step(int count, int unit, bool working, std::string_view rest, std::size_t next) {
    KoreanEnd end = korean_end(rest);
    if (rest.empty() && is_hangul(next)) end = korean_end(view(next++));
    const bool within = end == KoreanEnd::Within;
    int sign = end == KoreanEnd::After || within ? 1 : end == KoreanEnd::Ago ? -1 : 0;
    DayNumber from = today();
    if (end == KoreanEnd::Before && origin_.anchor) from = origin_.anchor->day, sign = -1;
    if (sign == 0 || (unit == kHourUnit && !within) || count * unit > kMaxCount * 7) return false;
    if (within || end == KoreanEnd::Before) piece_.role = DateRole::Deadline;
    piece_.last = static_cast<std::uint32_t>(next);
    place_day(piece_, moved(from, sign * count, unit, working), DateRank::Relative);
    return true;
  }
  static DayNumber moved(DayNumber from, int count, int unit, bool working) {
    if (working) return working_days_from(from, count);
    if (unit == kHourUnit) return from + count / 24;
    if (unit == kMonthUnit) return months_from(from, count);
    if (unit == kYearUnit) return months_from(from, count * 12);
    return from + DayNumber{count} * unit;
  }

  // "14~16시", and behind 오후 "2~4시": the first hour
  bool hour_range(std::size_t i, int half) {
    const auto first = number(i), second = number(i + 2);
    const bool joined =
        atoms_.is_mark(i + 1, "~") || atoms_.is_mark(i + 1, "-") || atoms_.is_mark(i + 1, "∼");
    const std::string_view unit = view(i + 3);
    if (!first || !second || !joined || *first > 24 || !unit.starts_with("시") ||
        unit.starts_with("시간")) {
      return false;
    }
    int hour = half == 0 ? working_hour(*first) : *first;
    if (half == 2 && hour < 12) hour += 12;
    piece_.minute = hour * 60;
    return take_end(unit.substr(3), i + 4);
  }

  bool word_first() {
    const std::string_view atom = view(at_);
    const auto found = korean_date_word(atom);
    if (!found) return false;
    const std::string_view rest = atom.substr(found->bytes);
    switch (found->word) {
      case DateWord::Am:
      case DateWord::Pm:
        return rest.empty() && hour_range(at_ + 1, found->word == DateWord::Pm ? 2 : 1);
      case DateWord::Feast:
        return feast(found->value, rest);
      case DateWord::WithinUnit:
        piece_.role = DateRole::Deadline;
        return day(unit_end(found->value), rest, at_ + 1);
      case DateWord::HalfYear:
        return half_year(found->value, rest);
      case DateWord::WorkEnd:
        return work_end(rest);
      case DateWord::Ordinal:
        return weekday_of_month(found->value, rest);
      case DateWord::Shift:
        return quarter(found->value, rest);
      case DateWord::ThatDay:
        return origin_.anchor && day(origin_.anchor->day + found->value, rest, at_ + 1);
      default:
        return false;
    }
  }

  DayNumber unit_end(int unit) const {
    if (unit == 7) return week_start(today()) + 4;
    if (unit == kMonthUnit) return month_end(today());
    return *day_of(civil_of(today()).year, 12, 31);
  }

  bool feast(int date, std::string_view rest) {
    std::size_t last = at_ + 1;
    const bool eve = rest.empty() && view(last).starts_with("이브");
    if (eve) rest = view(last++).substr(6);
    const auto place = coming_day(date / 100, date % 100, today());
    return place && day(*place - eve, rest, last);
  }

  // 상반기, 내년 하반기 말까지
  bool half_year(int half, std::string_view rest) {
    int year = civil_of(today()).year;
    if (at_ > 0 && view(at_ - 1) == "내년") {
      ++year;
      --piece_.first;
    }
    const auto first = day_of(year, half * 6 + 1, 1);
    std::size_t last = at_ + 1;
    if (rest.empty() && view(last).starts_with("말")) rest = view(last++);
    if (!first) return false;
    const DayNumber end = month_start(*first, 6) - 1;
    if (rest.starts_with("말")) return day(end, rest.substr(3), last);
    place_quarter(piece_, year, half * 2 + 1);
    piece_.last_day = end;
    return piece_.has_day() && take_end(rest, last);
  }

  // "퇴근 전까지": today, unless a day is named beside it
  bool work_end(std::string_view rest) {
    std::size_t last = at_ + 1;
    if (rest.starts_with("시")) rest.remove_prefix(3);
    if (rest.empty() && is_hangul(last)) rest = view(last++);
    const KoreanEnd end = korean_end(rest);
    if (end != KoreanEnd::Before && end != KoreanEnd::Ago && end != KoreanEnd::Deadline) {
      return false;
    }
    place_day(piece_, today(), DateRank::Relative);
    piece_.implied = true;
    piece_.role = DateRole::Deadline;
    piece_.last = static_cast<std::uint32_t>(last);
    return true;
  }

  // "둘째 주 토요일" of this month, or of the next where it is over
  bool weekday_of_month(int nth, std::string_view rest) {
    std::size_t next = at_ + 1;
    if (rest.starts_with("주") && rest.size() > 3) return false;
    if (rest.empty() && view(next) == "주") rest = view(next++);
    if (rest != "주") return false;
    const auto found = korean_date_word(view(next));
    if (!found || found->word != DateWord::Weekday) return false;
    for (int shift = 0; shift < 2; ++shift) {
      const DayNumber place = nth_weekday(month_start(today(), shift), nth, found->value);
      if (place >= today()) return day(place, view(next).substr(found->bytes), next + 1);
    }
    return false;
  }

  // "이번 분기 말까지", "다음 분기"
  bool quarter(int shift, std::string_view rest) {
    std::size_t next = at_ + 1;
    if (shift < -2 || shift > 2) return false;
    if (rest.empty()) rest = view(next++);
    if (!rest.starts_with("분기")) return false;
    rest.remove_prefix(6);
    const CivilDate date = civil_of(today());
    const int index = date.year * 4 + (date.month - 1) / 3 + shift;
    place_quarter(piece_, index / 4, index % 4 + 1);
    if (rest.empty() && view(next).starts_with("말")) rest = view(next++);
    if (rest.starts_with("말")) return day(piece_.last_day, rest.substr(3), next);
    return piece_.has_day() && take_end(rest, next);
  }

  const Atoms& atoms_;
  std::size_t at_;
  const DateOrigin& origin_;
  DatePiece piece_;
};

}  // namespace

std::size_t take_month_part(DatePiece& piece, std::string_view word) {
  for (const MonthPart& part : kMonthParts) {
    if (!word.starts_with(part.text) ||
        korean_end(word.substr(part.text.size())) == KoreanEnd::No) {
      continue;
    }
    const DayNumber first = piece.first_day, end = piece.last_day;
    piece.first_day = first + part.first - 1;
    piece.last_day = part.last == 0 ? end : first + part.last - 1;
    piece.grain = DateGrain::Week;
    piece.rank = DateRank::Absolute;
    return part.text.size();
  }
  return 0;
}

std::optional<DatePiece> korean_span_at(const Atoms& atoms, std::size_t at,
                                        const DateOrigin& origin) {
  if (atoms.kind(at) == AtomKind::Number) {  // a unit follows, or the mark of a range
    if (at + 1 >= atoms.size()) return std::nullopt;
    const AtomKind next = atoms.kind(at + 1);
    if (next != AtomKind::Hangul && next != AtomKind::Punctuation) return std::nullopt;
  }
  return KoreanDateReader(atoms, at, origin).read();
}

}  // namespace memfold::models::extractor
