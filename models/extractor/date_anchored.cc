// English expressions that count back: from the day named before ("by then", "two days before the
// visit"), or from today ("two weeks ago").
#include "models/extractor/date_pieces.h"
#include "models/extractor/date_words.h"

namespace memfold::models::extractor {
namespace {

constexpr int kDayMinutes = 24 * 60;
constexpr int kLongest = 366;  // days that are counted back

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

void count_back_days(DatePiece& piece, int days, bool working) {
  DayNumber day = working ? piece.first_day : piece.first_day - days;
  for (int left = working ? days : 0; left > 0;) {
    --day;
    if (weekday_of(day) < 5) --left;
  }
  place_day(piece, day, DateRank::Absolute);
  piece.minute.reset();
}

// "two weeks ago"
std::optional<DatePiece> ago_piece_at(const Atoms& atoms, std::size_t at,
                                      const DateOrigin& origin) {
  const auto unit = date_word(word(atoms, at + 1));
  if (!origin.today || word(atoms, at + 2) != "ago" || !unit || unit->word != DateWord::Unit) {
    return std::nullopt;
  }
  const auto count = count_at(atoms, at);
  if (!count || unit->value == kHourUnit || *count * unit->value > kLongest) return std::nullopt;
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
  if (is_anaphor(atoms.lower(at))) {
    return stands_alone(atoms, at) ? std::optional(piece) : std::nullopt;
  }
  std::size_t i = at + 1;
  const bool working = word(atoms, i) == "working" || word(atoms, i) == "business";
  if (working) ++i;
  const auto count = count_at(atoms, at);
  const auto unit = date_word(word(atoms, i));
  if (!count || !unit || unit->word != DateWord::Unit || word(atoms, i + 1) != "before") {
    return std::nullopt;
  }
  if (*count * unit->value > kLongest) return std::nullopt;
  if (unit->value == kHourUnit) {
    count_back_hours(piece, *count);
  } else {
    count_back_days(piece, *count * unit->value, working);
  }
  piece.role = DateRole::Deadline;
  piece.last = static_cast<std::uint32_t>(is_anaphor(word(atoms, i + 2)) ? i + 3 : i + 2);
  return piece;
}

}  // namespace memfold::models::extractor
