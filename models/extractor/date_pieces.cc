#include "models/extractor/date_pieces.h"

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
    const auto distance = [&](DayNumber d) { return d < *today ? *today - d : d - *today; };
    if (!best || distance(*candidate) < distance(*best)) best = candidate;
  }
  return best;
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

DayNumber nth_weekday(DayNumber first, int nth, int weekday) {
  DayNumber day = first + (weekday - weekday_of(first) + 7) % 7 + 7 * (nth - 1);
  while (day > month_end(first)) day -= 7;
  return day;
}

namespace {

/// "6.30", as an hour and its minutes.
struct DottedTime {
  int hour, minutes;
};
std::optional<DottedTime> dotted_time(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos || text.size() != point + 3) return std::nullopt;
  const auto hour = small_number(text.substr(0, point), 2);
  const auto minutes = small_number(text.substr(point + 1), 2);
  if (!hour || !minutes || *hour > 23 || *minutes > 59) return std::nullopt;
  return DottedTime{*hour, *minutes};
}

// The zone written at `at`, in brackets or not; returns where to go on.
std::size_t take_zone(const Atoms& atoms, std::size_t at, DatePiece& piece) {
  const bool bracket = atoms.is_mark(at, "(") && atoms.is_mark(at + 2, ")");
  const std::size_t i = bracket ? at + 1 : at;
  const auto zone = i < atoms.size() ? date_word(atoms.lower(i)) : std::nullopt;
  if (!zone || (zone->word != DateWord::Zone && zone->word != DateWord::UsZone)) return at;
  piece.zone = zone->value;
  piece.us_zone = zone->word == DateWord::UsZone;
  return bracket ? at + 3 : at + 1;
}

}  // namespace

std::optional<DatePiece> clock_piece_at(const Atoms& atoms, std::size_t at) {
  const auto word = [&](std::size_t i) {
    return i < atoms.size() ? atoms.lower(i) : std::string_view();
  };
  DatePiece piece;
  piece.first = static_cast<std::uint32_t>(at);
  const auto finish = [&](std::size_t last, int minute) -> std::optional<DatePiece> {
    if (minute < 0 || minute >= 24 * 60) return std::nullopt;
    piece.minute = minute;
    piece.last = static_cast<std::uint32_t>(take_zone(atoms, last, piece));
    return piece;
  };
  if (const auto noon = date_word(word(at)); noon && noon->word == DateWord::Noon) {
    return finish(at + 1, noon->value);
  }
  if (const auto named = date_word(word(at));
      named && named->word == DateWord::Number && word(at + 1) == "o'clock") {
    return finish(at + 2, working_hour(named->value) * 60);
  }
  if (atoms.kind(at) != AtomKind::Number) return std::nullopt;
  const std::optional<DottedTime> dotted = dotted_time(atoms.view(at));
  const std::optional<int> hour =
      dotted ? std::optional(dotted->hour) : small_number(atoms.view(at), 2);
  if (!hour || *hour > 23) return std::nullopt;
  std::size_t next = at + 1;
  int minutes = dotted ? dotted->minutes : 0;
  const bool colon = atoms.is_mark(next, ":") && atoms.glued(next) && next + 1 < atoms.size() &&
                     atoms.kind(next + 1) == AtomKind::Number && atoms.glued(next + 1) &&
                     atoms.view(next + 1).size() == 2;
  if (colon) {
    minutes = small_number(atoms.view(next + 1)).value_or(60);
    if (minutes > 59) return std::nullopt;
    next += 2;
  }
  // "3-5pm", "2:00 - 3:30 pm": the first time, with the second one's half of the day
  std::size_t half_at = next;
  if (atoms.is_mark(next, "-") || atoms.is_mark(next, "–") || atoms.is_mark(next, "~") ||
      ((word(next) == "and" || word(next) == "to") && next + 1 < atoms.size() &&
       atoms.kind(next + 1) == AtomKind::Number)) {
    half_at = next + 1;
    while (half_at < atoms.size() && half_at < next + 4 &&
           (atoms.kind(half_at) == AtomKind::Number || atoms.is_mark(half_at, ":"))) {
      ++half_at;
    }
  }
  std::string half(word(half_at));
  std::size_t half_end = half_at + 1;
  if ((half == "a" || half == "p") && atoms.is_mark(half_at + 1, ".") && word(half_at + 2) == "m") {
    half += "m";
    half_end = half_at + (atoms.is_mark(half_at + 3, ".") ? 4 : 3);
  }
  if ((half == "am" || half == "pm") && *hour >= 1 && *hour <= 12) {
    return finish(half_end, (*hour % 12 + (half == "pm" ? 12 : 0)) * 60 + minutes);
  }
  if (colon) return finish(next, *hour * 60 + minutes);
  if (word(next) == "o'clock") return finish(next + 1, working_hour(*hour) * 60);
  const std::string_view before = at > 0 ? word(at - 1) : std::string_view();
  // "be there by 5.45": a price or version would go on.
  if (dotted) {
    const bool ends = next >= atoms.size() || atoms.kind(next) == AtomKind::Punctuation;
    const bool timely = before == "at" || before == "by" || before == "@";
    if (!timely || !ends || atoms.is_mark(next, "%")) return std::nullopt;
    return finish(next, working_hour(*hour) * 60 + minutes);
  }
  if ((before == "at" || before == "@") && *hour >= 1 && *hour <= 12 && !atoms.is_mark(next, "%") &&
      (next >= atoms.size() || !atoms.glued(next) ||
       (atoms.kind(next) == AtomKind::Punctuation && !atoms.is_mark(next, "/")))) {
    DatePiece loose = *finish(next, working_hour(*hour) * 60);
    loose.grain = DateGrain::Minute;  // marks a bare hour: it needs a day beside it
    return loose;
  }
  return std::nullopt;
}

std::optional<DatePiece> date_piece_at(const Atoms& atoms, std::size_t at,
                                       const DateContext& context) {
  switch (atoms.kind(at)) {
    case AtomKind::Number:
    case AtomKind::Hangul:
      break;
    case AtomKind::Word: {
      const std::string_view word = atoms.lower(at);
      if (word != "end" && word != "in" && word != "within" && word != "q" && word != "then" &&
          word != "that" && !date_word(word)) {
        return std::nullopt;
      }
      break;
    }
    default:
      return std::nullopt;
  }
  DateOrigin origin{std::nullopt, context.anchor};
  if (context.said_at) origin.today = local_day(*context.said_at, context.utc_offset_minutes);
  if (auto piece = korean_piece_at(atoms, at, origin)) return piece;
  if (auto piece = anchored_piece_at(atoms, at, origin)) return piece;
  if (auto piece = western_piece_at(atoms, at, origin)) return piece;
  return clock_piece_at(atoms, at);
}

}  // namespace memfold::models::extractor
