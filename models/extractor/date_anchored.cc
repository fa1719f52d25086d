// English expressions that count back: from the day named before ("by then", "two days before the
// visit"), or from today ("two weeks ago").
#include <algorithm>

#include "models/extractor/date_pieces.h"
#include "models/extractor/date_words.h"

namespace memfold::models::extractor {
namespace {

constexpr int kLongestBack = 366;  // days that are counted back

std::string_view word(const Atoms& atoms, std::size_t i) {
  return i < atoms.size() ? atoms.lower(i) : std::string_view();
}

bool is_anaphor(std::string_view word) {
  return word == "then" || word == "that";
}

// "by then", "before that", not "by that logic"
bool stands_alone(const Atoms& atoms, std::size_t at) {
  if (at == 0) return false;
  const std::string_view before = atoms.lower(at - 1);
  const bool ends = at + 1 >= atoms.size() || atoms.kind(at + 1) == AtomKind::Punctuation;
  return ends && (before == "by" || before == "before");
}

std::optional<int> count_at(const Atoms& atoms, std::size_t at) {
  if (atoms.kind(at) == AtomKind::Number) return small_number(atoms.view(at), 3);
  if (atoms.lower(at) == "a" || atoms.lower(at) == "an") return 1;
  const auto named = date_word(atoms.lower(at));
  if (!named || named->word != DateWord::Number) return std::nullopt;
  return named->value;
}

void count_back_hours(DatePiece& piece, int hours) {
  const int minutes = piece.minute.value_or(0) - hours * 60;
  const int days = minutes < 0 ? (kDayMinutes - 1 - minutes) / kDayMinutes : 0;
  place_day(piece, piece.first_day - days, DateRank::Absolute);
  if (piece.minute) piece.minute = minutes + days * kDayMinutes;
}

void count_days(DatePiece& piece, int days, bool working) {
  place_day(piece, working ? working_days_from(piece.first_day, days) : piece.first_day + days,
            DateRank::Absolute);
  piece.minute.reset();
}

// Where what is counted stands of the day named before: before it (-1), behind it (1); `last`
// moves behind the words that say so.
int side_of_anchor(const Atoms& atoms, std::size_t i, std::size_t& last) {
  const std::string_view side = word(atoms, i), next = word(atoms, i + 1);
  last = i + 1;
  if (side == "before" || side == "beforehand") {
    if (side == "before" && is_anaphor(next)) ++last;
    return -1;
  }
  if (side == "prior" || side == "ahead") {
    if (next == "to" || next == "of") ++last;
    return -1;
  }
  const bool behind = side == "after" && (is_anaphor(next) || next == "it");
  if (behind || (side == "in" && next == "advance")) ++last;
  if (side == "in" && next == "advance") return -1;
  return behind || side == "afterwards" || side == "later" ? 1 : 0;
}

// "that day", "that weekend"
std::optional<DatePiece> that_span_at(const Atoms& atoms, std::size_t at,
                                      const DateAnchor& anchor) {
  const std::string_view unit = word(atoms, at + 1);
  DatePiece piece;
  piece.first = static_cast<std::uint32_t>(at);
  piece.last = piece.first + 2;
  if (unit == "day" || unit == "morning" || unit == "afternoon" || unit == "evening") {
    place_day(piece, anchor.day, DateRank::Relative);
  } else if (unit == "weekend") {
    place_weekend(piece, anchor.day, 0);
    piece.first_day = std::max(piece.first_day, std::min(anchor.day, piece.last_day));
  } else if (unit == "week") {
    place_week(piece, anchor.day, 0);
  } else {
    return std::nullopt;
  }
  return piece;
}

// "two weeks ago"
std::optional<DatePiece> ago_piece_at(const Atoms& atoms, std::size_t at,
                                      const DateOrigin& origin) {
  const auto unit = date_word(word(atoms, at + 1));
  if (!origin.today || word(atoms, at + 2) != "ago" || !unit || unit->word != DateWord::Unit) {
    return std::nullopt;
  }
  const auto count = count_at(atoms, at);
  if (!count || unit->value == kHourUnit || *count * unit->value > kLongestBack)
    return std::nullopt;
  DatePiece piece;
  piece.first = static_cast<std::uint32_t>(at);
  piece.last = piece.first + 3;
  place_day(piece, *origin.today - *count * unit->value, DateRank::Relative);
  return piece;
}

}  // namespace

std::optional<DatePiece> anchored_piece_at(const Atoms& atoms, std::size_t at,
                                           const DateOrigin& origin) {
  if (auto piece = ago_piece_at(atoms, at, origin)) return piece;
  if (!origin.anchor) return std::nullopt;
  DatePiece piece;
  place_anchor(piece, *origin.anchor);
  piece.first = static_cast<std::uint32_t>(at);
  piece.last = piece.first + 1;
  if (atoms.lower(at) == "that") {
    if (auto span = that_span_at(atoms, at, *origin.anchor)) return span;
  }
  if (is_anaphor(atoms.lower(at))) {
    return stands_alone(atoms, at) ? std::optional(piece) : std::nullopt;
  }
  std::size_t i = at + 1;
  const bool working = word(atoms, i) == "working" || word(atoms, i) == "business";
  if (working) ++i;
  const auto count = count_at(atoms, at);
  const auto unit = date_word(word(atoms, i));
  if (!count || !unit || unit->word != DateWord::Unit) return std::nullopt;
  std::size_t last = i + 2;
  const int side = side_of_anchor(atoms, i + 1, last);
  if (side == 0 || *count * unit->value > kLongestBack) return std::nullopt;
  // "two weeks before 4 March" counts from the day it names
  if (last < atoms.size() && western_piece_at(atoms, last, origin)) return std::nullopt;
  if (unit->value == kHourUnit) {
    count_back_hours(piece, -side * *count);
  } else {
    count_days(piece, side * *count * unit->value, working);
  }
  if (side < 0) piece.role = DateRole::Deadline;
  piece.last = static_cast<std::uint32_t>(last);
  return piece;
}

}  // namespace memfold::models::extractor
