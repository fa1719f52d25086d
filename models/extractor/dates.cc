#include "models/extractor/dates.h"

#include <algorithm>
#include <array>
#include <span>

#include "models/extractor/date_pieces.h"
#include "models/extractor/date_words.h"

namespace memfold::models::extractor {
namespace {

constexpr std::size_t kNearAtoms = 3;      // how far before a date "by" and "due" reach
constexpr std::size_t kDeadlineAtoms = 8;  // how far before a date "deadline" reaches

// Marks and small words that may stand between the parts of one expression.
bool is_connector(const Atoms& atoms, std::size_t i) {
  if (atoms.kind(i) == AtomKind::Punctuation) {
    const std::string_view mark = atoms.view(i);
    return mark == "," || mark == "(" || mark == ")" || mark == "@" || mark == "-" || mark == ".";
  }
  const std::string_view word = atoms.lower(i);
  return word == "a" || word == "every" || word == "by" || word == "@" || word == "at" ||
         word == "on" || word == "the" || word == "of" || word == "from" || word == "say" ||
         word == "between" || word == "around" || word == "starting" || word == "morning" ||
         word == "afternoon" || word == "evening" || word == "night";
}

bool joined_by_connectors(const Atoms& atoms, std::size_t from, std::size_t to) {
  if (to - from > 3) return false;
  for (std::size_t i = from; i < to; ++i) {
    if (!is_connector(atoms, i)) return false;
  }
  return true;
}

// Whether `next` says another part of what `piece` says.
bool completes(const DatePiece& piece, const DatePiece& next) {
  if (piece.has_day() && next.has_day() && (piece.implied || next.implied)) {
    return piece.implied != next.implied;  // "EOD Friday", "Friday COB"
  }
  const bool weekday_first = piece.closing && piece.rank == DateRank::Weekday;
  if (piece.role != DateRole::Point && next.has_day() && !weekday_first) return false;
  if (!piece.minute && next.minute && !next.has_day()) return true;
  if (!piece.has_day() && next.has_day()) return true;
  if (!piece.has_day() || !next.has_day()) return false;
  if (piece.rank == next.rank) return false;
  return piece.rank == DateRank::Weekday || next.rank == DateRank::Weekday;
}

void merge(DatePiece& piece, const DatePiece& next) {
  const bool implied = piece.implied && next.has_day();
  piece.no_year |= next.no_year;
  piece.dated |= next.dated;
  piece.moved_to |= next.moved_to;
  piece.closing |= next.closing;
  piece.bare_day |= next.bare_day;
  if (implied) piece.implied = piece.bare_weekday = false;
  if (next.has_day() && !next.implied && (implied || next.rank > piece.rank)) {
    piece.rank = next.rank;
    piece.bare_weekday = next.bare_weekday && !implied;
    piece.grain = next.grain;
    piece.first_day = next.first_day;
    piece.last_day = next.last_day;
  }
  if (next.minute) piece.minute = next.minute;
  if (next.zone) {
    piece.zone = next.zone;
    piece.us_zone = next.us_zone;
  }
  if (next.role != DateRole::Point) piece.role = next.role;
  piece.before |= next.before;
  piece.last = next.last;
}

// "(월)" and "(Mon)" behind a date, and a closing mark that the expression opened
std::size_t skip_weekday_note(const Atoms& atoms, std::size_t i) {
  static constexpr std::string_view kDays = "월화수목금토일";
  if (!atoms.is_mark(i, "(") || !atoms.is_mark(i + 2, ")")) return i;
  const std::string_view note = atoms.view(i + 1);
  const bool korean = atoms.kind(i + 1) == AtomKind::Hangul && note.size() == 3 &&
                      kDays.find(note) != std::string_view::npos;
  const auto word = date_word(atoms.lower(i + 1));
  const bool western =
      word && (word->word == DateWord::Weekday || word->word == DateWord::WeekdayShort);
  return korean || western ? i + 3 : i;
}

// The mark at `i` stands behind a beginning: "14:00~15:30", not "(~9/6)".
bool ends_range(const Atoms& atoms, std::size_t i) {
  if (i == 0) return false;
  if (atoms.kind(i - 1) == AtomKind::Hangul) return atoms.glued(i);
  return atoms.kind(i - 1) == AtomKind::Number || atoms.is_mark(i - 1, ".") ||
         atoms.is_mark(i - 1, ")");
}

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool holds_one_of(std::string_view word, std::span<const std::string_view> parts) {
  if (word.empty() || static_cast<unsigned char>(word[0]) < 0x80) return false;
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return word.find(part) != word.npos; });
}

// What words say that a date is the last one: a deadline (closing date, 납부기한), or the end of
// something that nobody has to do anything about (expires, 만료일).
std::optional<DateRole> named_limit(const Atoms& atoms, std::size_t i) {
  static constexpr std::array<std::string_view, 3> kDue = {"deadline", "deadlines", "cutoff"};
  static constexpr std::array<std::string_view, 6> kKoreanDue = {"마감", "기한", "납기",
                                                                 "시한", "반납", "납부"};
  static constexpr std::array<std::string_view, 5> kEnd = {"expires", "expire", "expiry", "lapses",
                                                           "closes"};
  static constexpr std::array<std::string_view, 2> kKoreanEnd = {"만료", "만기"};
  const std::string_view word = atoms.lower(i),
                         next = i + 1 < atoms.size() ? atoms.lower(i + 1) : "";
  if (is_one_of(word, kDue) || holds_one_of(word, kKoreanDue) ||
      (word == "closing" && next == "date") || (word == "last" && next == "day") ||
      (word == "cut" && next == "-") || (word == "ends" && next == ":")) {
    return DateRole::Deadline;
  }
  if (is_one_of(word, kEnd) || holds_one_of(word, kKoreanEnd) ||
      ((word == "runs" || word == "run") && next == "out") || (word == "ends" && next == "on")) {
    return DateRole::Until;
  }
  return std::nullopt;
}

void take_word_before(const Atoms& atoms, DatePiece& piece) {
  const std::size_t start = piece.first;
  if (start > 0 && atoms.is_mark(start - 1, "~")) {
    piece.role = ends_range(atoms, start - 1) ? DateRole::Until : DateRole::Deadline;
    return;
  }
  for (std::size_t back = 1; back <= std::min(start, kDeadlineAtoms); ++back) {
    const std::size_t i = start - back;
    const std::string_view word = atoms.lower(i);
    if (atoms.kind(i) == AtomKind::Punctuation && word != ":" && word != "-" && word != "(") return;
    if (back <= kNearAtoms) {
      if (word == "by" || word == "before" || word == "due" || word == "within") {
        if (word == "before" && (i == 0 || atoms.lower(i - 1) != "or")) piece.before = true;
        piece.role = DateRole::Deadline;
        return;
      }
      const std::string_view next = atoms.lower(i + 1);
      if ((word == "prior" && next == "to") || (word == "ahead" && next == "of")) {
        piece.before = true;
        piece.role = DateRole::Deadline;
        return;
      }
      if (word == "to" && back == 1 && piece.has_day()) piece.moved_to = true;
      const bool hours = !piece.has_day() && start > 2 && atoms.lower(start - 2) == "from";
      if (hours && (word == "until" || word == "till")) return;
      if (word == "until" || word == "till" || word == "through") {
        piece.role = DateRole::Until;
        return;
      }
      if ((word == "from" || word == "since" || word == "starting") && back == 1) {
        piece.role = DateRole::From;
        if (word == "since" && piece.bare_weekday) {
          piece.first_day -= 7;
          piece.last_day -= 7;
        }
        return;
      }
    }
    if (const auto limit = named_limit(atoms, i)) {
      piece.role = *limit;
      piece.expires = piece.role == DateRole::Until;
      return;
    }
    if ((word == "than" && back <= kNearAtoms) || (word == "latest" && back == 1)) {
      piece.role = DateRole::Deadline;
      return;
    }
  }
}

// What 전 means all of: "17:00 전 세대"
bool is_counted_whole(std::string_view noun) {
  static constexpr std::array<std::string_view, 14> kNouns = {
      "세대", "직원", "사원", "임직원", "매장", "지점", "품목",
      "제품", "구간", "노선", "회원",   "부서", "학년", "객실"};
  return std::any_of(kNouns.begin(), kNouns.end(),
                     [&](std::string_view one) { return noun.starts_with(one); });
}

void take_word_after(const Atoms& atoms, DatePiece& piece) {
  std::size_t i = piece.last;
  if (atoms.is_mark(i, ")")) ++i;
  if (i >= atoms.size()) return;
  if (atoms.lower(i) == "deadline" ||
      (atoms.lower(i) == "at" && i + 2 < atoms.size() && atoms.lower(i + 2) == "latest")) {
    piece.role = DateRole::Deadline;
    return;
  }
  if (atoms.kind(i) != AtomKind::Hangul) return;
  // "금일 중", "이번 주 중으로"; "8월 중" is no limit
  std::string_view word = atoms.view(i);
  if (const auto half = korean_date_word(word);  // "20일(화) 오전까지"
      half && !piece.minute && (half->word == DateWord::Am || half->word == DateWord::Pm)) {
    word.remove_prefix(half->bytes);
    if (word.empty()) return;
  }
  if ((word == "중" || word == "중에" || word == "중으로") && piece.grain <= DateGrain::Week) {
    piece.role = DateRole::Deadline;
    piece.last = static_cast<std::uint32_t>(i + 1);
    return;
  }
  if (const auto limit = named_limit(atoms, i)) {  // "3월 21일에 만기됩니다"
    piece.role = *limit;
    piece.expires = piece.role == DateRole::Until;
    return;
  }
  const bool ends = i + 1 >= atoms.size() || atoms.kind(i + 1) == AtomKind::Punctuation;
  if (word == "한" && ends) {  // "12/22(월) 한"
    piece.role = DateRole::Deadline;
    piece.last = static_cast<std::uint32_t>(i + 1);
    return;
  }
  if (word == "전" && i + 1 < atoms.size() && is_counted_whole(atoms.view(i + 1))) return;
  switch (korean_end(word)) {
    case KoreanEnd::To:
      piece.moved_to = true;
      break;
    case KoreanEnd::Ago:
    case KoreanEnd::Before:
      piece.before = true;
      [[fallthrough]];
    case KoreanEnd::Deadline:
    case KoreanEnd::Within:
      piece.role = DateRole::Deadline;
      break;
    case KoreanEnd::From:
      if (!word.starts_with("에")) piece.role = DateRole::From;
      break;
    default:
      return;
  }
  piece.last = static_cast<std::uint32_t>(i + 1);
}

// "한국 시간 7월 16일": the zone of a place named before
void take_zone_before(const Atoms& atoms, DatePiece& piece) {
  const std::size_t start = piece.first;
  if (piece.zone || start < 1) return;
  const std::string_view word = atoms.view(start - 1);
  if (start >= 2 && word.starts_with("시간")) {
    piece.zone = korean_zone(atoms.view(start - 2));
  } else if (const std::size_t time = word.find("시간"); time != std::string_view::npos) {
    piece.zone = korean_zone(word.substr(0, time));  // 한국시간으로
  }
}

// "tonight at 7:30", "dinner on Friday at 8:00": without am or pm, after noon; "this morning at
// 4:52" before.
void take_part_of_day(const Atoms& atoms, DatePiece& piece) {
  static constexpr std::array<std::string_view, 3> kEvening = {"tonight", "evening", "afternoon"};
  static constexpr std::array<std::string_view, 8> kEvenings = {
      "dinner", "supper", "drinks", "concert", "gig", "pub", "theatre", "party"};
  static constexpr std::array<std::string_view, 6> kKoreanEvenings = {"회식",   "한잔",   "뒤풀이",
                                                                      "송년회", "콘서트", "저녁"};
  constexpr int kNoon = 12 * 60, kSeven = 7 * 60, kSix = 6 * 60;
  if (!piece.minute) return;
  bool morning = false, evening = false, night = false;
  for (std::size_t i = piece.first; i < piece.last; ++i) {
    const std::string_view word = atoms.lower(i);
    if (word == "am" || word == "a" || word == "pm" || word == "p") return;
    const auto half = korean_date_word(word);
    if (half && (half->word == DateWord::Am || half->word == DateWord::Pm)) return;
    morning |= word == "morning";
    evening |= is_one_of(word, kEvening);
    night |= word == "tonight" || word == "night";
  }
  evening |= night && *piece.minute >= kSix;
  if (night && *piece.minute == 0) piece.minute = 2 * kNoon;  // midnight
  if (*piece.minute < 60) return;
  if (morning && *piece.minute > kNoon + 59 && *piece.minute < kNoon + kSeven) {
    piece.minute = *piece.minute - kNoon;
  }
  for (std::size_t i = 0; !evening && !morning && *piece.minute >= kSeven && i < atoms.size();
       ++i) {
    evening = is_one_of(atoms.lower(i), kEvenings) || holds_one_of(atoms.view(i), kKoreanEvenings);
  }
  if (evening && *piece.minute < kNoon) piece.minute = *piece.minute + kNoon;
}

// A limit lies ahead: without a year it is the next such day, of a week its last working day.
void look_ahead(const DatePiece& piece, DayNumber today, DateMention& mention) {
  constexpr DayNumber kLate = 90;  // days a deadline may be over
  if (piece.role != DateRole::Deadline) return;
  if (piece.no_year && mention.last_day < today - kLate) {
    mention.first_day = months_from(mention.first_day, 12);
    mention.last_day = months_from(mention.last_day, 12);
  }
  const bool week = piece.grain == DateGrain::Week && mention.last_day - mention.first_day == 6;
  if (week && !piece.before && mention.last_day - 2 >= today) mention.last_day -= 2;
}

DateMention finish(const DatePiece& piece, const DateContext& context) {
  DateMention mention;
  mention.first = piece.first;
  mention.last = piece.last;
  mention.role = piece.role;
  mention.has_day = piece.has_day();
  mention.bare_weekday = piece.bare_weekday && piece.role == DateRole::Point;
  mention.has_time = piece.minute.has_value();
  mention.grain = mention.has_time ? DateGrain::Minute : piece.grain;
  int offset = piece.zone.value_or(context.utc_offset_minutes);
  mention.first_day = piece.first_day;
  mention.last_day = piece.last_day;
  mention.expires = piece.expires;
  mention.dated = piece.dated;
  mention.moved_to = piece.moved_to;
  if (context.said_at) look_ahead(piece, local_day(*context.said_at, offset), mention);
  if (!piece.has_day() && context.said_at) {
    mention.first_day = mention.last_day =
        context.anchor ? context.anchor->day : local_day(*context.said_at, offset);
  }
  if (!piece.zone && piece.minute && piece.has_day() && context.said_at) {
    offset = offset_on(mention.first_day, local_day(*context.said_at, offset), offset);
  }
  if (piece.us_zone && is_us_daylight(mention.first_day)) offset += 60;
  constexpr int kNoon = 12 * 60;
  mention.begin = to_time(mention.first_day, piece.minute.value_or(kNoon), 0, offset);
  mention.end = piece.minute ? mention.begin
                             : to_time(mention.last_day, kDayMinutes, -1,
                                       context.limit_zone.value_or(offset));
  // Midnight as a limit is the end of the day it is said of.
  const bool limit = piece.role == DateRole::Deadline || piece.role == DateRole::Until;
  if (limit && (piece.minute == 0 || piece.minute == kDayMinutes)) {
    mention.end = to_time(mention.first_day, kDayMinutes, -1, offset);
  }
  if (piece.before && !piece.minute) {
    // What is due before a day is due as it begins; before a week, with the week that ends.
    const bool day = mention.first_day == mention.last_day;
    mention.end = to_time(mention.first_day, 0, day ? 0 : -1, offset);
  }
  return mention;
}

}  // namespace

std::optional<DateAnchor> anchor_of(const std::vector<DateMention>& mentions,
                                    const DateContext& context) {
  if (!context.said_at) return std::nullopt;
  const DayNumber today = local_day(*context.said_at, context.utc_offset_minutes);
  const DateMention* best = nullptr;  // of several the first with a time
  for (const DateMention& mention : mentions) {
    const bool event = mention.role == DateRole::Point || mention.role == DateRole::From;
    if (!event || !mention.has_day || mention.first_day < today ||
        mention.first_day != mention.last_day) {
      continue;
    }
    if (!best || (mention.has_time && !best->has_time)) best = &mention;
  }
  if (!best) return std::nullopt;
  if (!best->has_time) return DateAnchor{best->first_day, std::nullopt};
  // The writer's day: the mention may be in another zone.
  return DateAnchor{local_day(best->begin, context.utc_offset_minutes),
                    local_minute(best->begin, context.utc_offset_minutes)};
}

std::optional<DayNumber> past_day_of(const std::vector<DateMention>& mentions,
                                     const DateContext& context) {
  constexpr DayNumber kRecent = 30;
  if (!context.said_at) return std::nullopt;
  const DayNumber today = local_day(*context.said_at, context.utc_offset_minutes);
  std::optional<DayNumber> latest;
  for (const DateMention& mention : mentions) {
    const bool day = mention.has_day && mention.first_day == mention.last_day;
    if (day && mention.first_day <= today && mention.first_day + kRecent >= today) {
      latest = mention.first_day;
    }
  }
  return latest;
}

void move_days(DateMention& mention, int days) {
  mention.first_day += days;
  mention.last_day += days;
  mention.begin.micros += days * kMicrosPerDay;
  mention.end.micros += days * kMicrosPerDay;
}

namespace {

// "22일부터 23일까지": a day without a month follows the one named before it.
void follow(const DateMention& before, DatePiece& piece) {
  if (!piece.bare_day || !before.has_day || before.grain > DateGrain::Day) return;
  const CivilDate month = civil_of(before.first_day);
  const int number = civil_of(piece.first_day).day;
  const auto day = day_of(month.year, month.month, number);
  if (day && *day > before.first_day) piece.first_day = piece.last_day = *day;
}

}  // namespace

std::vector<DateMention> find_dates(const Atoms& atoms, const DateContext& mail) {
  std::vector<DateMention> mentions;
  DateContext context = mail;        // with what this text names
  std::optional<DatePiece> opening;  // the mention before, when it is a time of day alone
  bool opening_said = true;          // and stands among the mentions
  for (std::size_t i = 0; i < atoms.size();) {
    std::optional<DatePiece> piece = date_piece_at(atoms, i, context);
    if (!piece) {
      ++i;
      continue;
    }
    piece->last = static_cast<std::uint32_t>(skip_weekday_note(atoms, piece->last));
    bool loose = !piece->has_day() && piece->grain == DateGrain::Minute;
    for (std::size_t next = piece->last; next < atoms.size() && next <= piece->last + 3; ++next) {
      const std::optional<DatePiece> other = date_piece_at(atoms, next, context);
      if (!other) continue;
      if (!joined_by_connectors(atoms, piece->last, next) || !completes(*piece, *other)) break;
      merge(*piece, *other);
      loose = false;
      piece->last = static_cast<std::uint32_t>(skip_weekday_note(atoms, piece->last));
      next = piece->last - 1;
    }
    i = std::max<std::size_t>(piece->last, i + 1);
    if (loose) {  // "at 2" without a day; "from 9 until 12 on 4 March" names it behind
      opening = piece;
      opening_said = false;
      continue;
    }
    if (!piece->has_day() && !context.said_at) continue;
    take_zone_before(atoms, *piece);
    if (piece->role == DateRole::Point) take_word_after(atoms, *piece);
    if (piece->role == DateRole::Point) take_word_before(atoms, *piece);
    i = std::max<std::size_t>(piece->last, i);
    // "on 13 June from 9:00 to 13:00": a time of day belongs to the day named before it
    if (!piece->has_day() && !mentions.empty() && mentions.back().has_day) {
      place_day(*piece, mentions.back().first_day, DateRank::Relative);
    }
    take_part_of_day(atoms, *piece);
    if (!mentions.empty()) follow(mentions.back(), *piece);
    mentions.push_back(finish(*piece, context));
    if (piece->role == DateRole::Point) {
      if (const auto anchor = anchor_of({mentions.back()}, mail)) context.anchor = anchor;
    }
    // "from 9am to 5pm on 24 February"
    const bool range =
        opening && piece->has_day() && piece->minute && piece->first - opening->last <= 1;
    if (range) {
      place_day(*opening, piece->first_day, DateRank::Relative);
      if (!opening_said) mentions.insert(mentions.end() - 1, DateMention{});
      mentions[mentions.size() - 2] = finish(*opening, context);
    }
    opening_said = true;
    opening = piece->has_day() ? std::nullopt : piece;
  }
  return mentions;
}

}  // namespace memfold::models::extractor
