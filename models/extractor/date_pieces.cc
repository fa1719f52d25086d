#include "models/extractor/date_pieces.h"

#include <algorithm>
#include <array>

#include "models/extractor/characters.h"
#include "models/extractor/date_words.h"

namespace memfold::models::extractor {

std::optional<int> small_number(std::string_view text, std::size_t digits) {
  if (text.empty() || text.size() > digits) return std::nullopt;
  int value = 0;
  for (char c : text) {
    if (!is_ascii_digit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

std::optional<DayNumber> nearest_day(std::optional<int> year, int month, int day,
                                     std::optional<DayNumber> today) {
  if (year) return day_of(*year < 100 ? *year + 2000 : *year, month, day);
  if (!today) return std::nullopt;
  const int this_year = civil_of(*today).year;
  std::optional<DayNumber> best;
  for (int candidate_year = this_year - 1; candidate_year <= this_year + 1; ++candidate_year) {
    const std::optional<DayNumber> candidate = day_of(candidate_year, month, day);
    if (!candidate) continue;
    // What lies more than four months back is rather the next one: it would have its year.
    const auto distance = [&](DayNumber d) { return d < *today ? 2 * (*today - d) : d - *today; };
    if (!best || distance(*candidate) < distance(*best)) best = candidate;
  }
  return best;
}

std::optional<DayNumber> coming_day(int month, int day, std::optional<DayNumber> today) {
  constexpr DayNumber kJustPast = 20;
  const auto place = nearest_day(std::nullopt, month, day, today);
  if (!place || *place >= *today - kJustPast) return place;
  return day_of(civil_of(*place).year + 1, month, day);
}

int working_hour(int hour) {
  return hour >= 1 && hour <= 6 ? hour + 12 : hour;
}

void place_day(DatePiece& piece, DayNumber day, DateRank rank) {
  piece.grain = DateGrain::Day;
  piece.rank = rank;
  piece.first_day = piece.last_day = day;
}

void place_week(DatePiece& piece, DayNumber today, int shift) {
  piece.grain = DateGrain::Week;
  piece.rank = DateRank::Relative;
  piece.first_day = week_start(today) + 7 * shift;
  piece.last_day = piece.first_day + 6;
}

void place_month(DatePiece& piece, DayNumber today, int shift) {
  piece.grain = DateGrain::Month;
  piece.rank = DateRank::Relative;
  piece.first_day = month_start(today, shift);
  piece.last_day = month_end(piece.first_day);
}

void place_quarter(DatePiece& piece, int year, int quarter) {
  const std::optional<DayNumber> first = day_of(year, quarter * 3 - 2, 1);
  if (!first) return;
  piece.grain = DateGrain::Quarter;
  piece.rank = DateRank::Absolute;
  piece.first_day = *first;
  piece.last_day = month_start(*first, 3) - 1;
}

void place_year(DatePiece& piece, int year) {
  const std::optional<DayNumber> first = day_of(year, 1, 1), last = day_of(year, 12, 31);
  if (!first || !last) return;
  piece.grain = DateGrain::Year;
  piece.rank = DateRank::Absolute;
  piece.first_day = *first;
  piece.last_day = *last;
}

void place_weekend(DatePiece& piece, DayNumber today, int shift) {
  place_week(piece, today, shift);
  piece.first_day += 5;
}

void place_anchor(DatePiece& piece, const DateAnchor& anchor) {
  place_day(piece, anchor.day, DateRank::Absolute);
  piece.minute = anchor.minute;
}

DayNumber working_days_from(DayNumber day, int days) {
  const int step = days < 0 ? -1 : 1;
  for (int left = days * step; left > 0;) {
    day += step;
    if (weekday_of(day) < 5) --left;
  }
  return day;
}

DayNumber months_from(DayNumber day, int months) {
  const DayNumber first = month_start(day, months);
  return std::min(first + civil_of(day).day - 1, month_end(first));
}

void apply_korean_end(DatePiece& piece, KoreanEnd end) {
  switch (end) {
    case KoreanEnd::Before:
    case KoreanEnd::Ago:
      piece.before = true;
      [[fallthrough]];
    case KoreanEnd::Deadline:
    case KoreanEnd::Within:
      piece.role = DateRole::Deadline;
      break;
    case KoreanEnd::From:
      piece.role = DateRole::From;
      break;
    case KoreanEnd::To:
      piece.moved_to = true;
      break;
    default:
      break;
  }
}

DayNumber nth_weekday(DayNumber first, int nth, int weekday) {
  DayNumber day = first + (weekday - weekday_of(first) + 7) % 7 + 7 * (nth - 1);
  while (day > month_end(first)) day -= 7;
  return day;
}

namespace {

// Where most people write the day before the month: Europe, Africa, Australia, not America or Asia.
bool writes_day_first(const DateContext& context) {
  const int offset = context.utc_offset_minutes;
  return (offset >= 0 && offset < 6 * 60) || offset >= 10 * 60;
}

// Letters and short words that open an expression without being date words.
bool opens(const Atoms& atoms, std::size_t at, std::string_view word) {
  static constexpr std::array<std::string_view, 9> kOpeners = {
      "end", "in", "within", "q", "then", "that", "half", "over", "close"};
  if (std::find(kOpeners.begin(), kOpeners.end(), word) != kOpeners.end()) return true;
  if (at + 1 >= atoms.size()) return false;
  return word == "w" || ((word == "a" || word == "an") && date_word(atoms.lower(at + 1)));
}

}  // namespace

std::optional<DatePiece> date_piece_at(const Atoms& atoms, std::size_t at,
                                       const DateContext& context) {
  const AtomKind kind = atoms.kind(at);
  const bool korean = kind == AtomKind::Hangul || kind == AtomKind::Number;
  if (kind == AtomKind::Word) {
    const std::string_view word = atoms.lower(at);
    if (!date_word(word) && !opens(atoms, at, word)) return std::nullopt;
  } else if (!korean && !atoms.is_mark(at, "'")) {  // '24.3.15
    return std::nullopt;
  }
  DateOrigin origin{std::nullopt, context.anchor, writes_day_first(context)};
  if (context.said_at) origin.today = local_day(*context.said_at, context.utc_offset_minutes);
  if (korean) {
    if (auto piece = korean_span_at(atoms, at, origin)) return piece;
    if (auto piece = korean_piece_at(atoms, at, origin)) return piece;
  }
  if (kind == AtomKind::Hangul) return std::nullopt;
  if (auto piece = anchored_piece_at(atoms, at, origin)) return piece;
  if (auto piece = english_span_at(atoms, at, origin)) return piece;
  if (auto piece = western_piece_at(atoms, at, origin)) return piece;
  return clock_piece_at(atoms, at);
}

}  // namespace memfold::models::extractor
