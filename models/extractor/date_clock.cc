// Times of day in Western notation: 3pm, 15:00, 14h30, half past seven, 8 in the morning.
#include <array>
#include <string>

#include "models/extractor/characters.h"
#include "models/extractor/date_pieces.h"
#include "models/extractor/date_words.h"

namespace memfold::models::extractor {
namespace {

enum class Half : std::uint8_t { Unsaid, Morning, Afternoon };

struct NamedZone {
  std::string_view name;
  int offset;
  bool us;
};
// What "Pacific", "Eastern time", "London time" are short for; the second kind needs "time".
constexpr auto kUsZones = std::to_array<NamedZone>({{"pacific", -480, true},
                                                    {"mountain", -420, true},
                                                    {"central", -360, true},
                                                    {"eastern", -300, true}});
constexpr auto kPlaces = std::to_array<NamedZone>({{"seoul", 540, false},
                                                   {"korea", 540, false},
                                                   {"korean", 540, false},
                                                   {"tokyo", 540, false},
                                                   {"japan", 540, false},
                                                   {"singapore", 480, false},
                                                   {"beijing", 480, false},
                                                   {"india", 330, false}});

class ClockReader {
 public:
  ClockReader(const Atoms& atoms, std::size_t at) : atoms_(atoms), at_(at) {
    piece_.first = static_cast<std::uint32_t>(at);
  }

  std::optional<DatePiece> read() {
    const bool understood =
        atoms_.kind(at_) == AtomKind::Number ? past_hour(at_) || digits() : words();
    return understood ? std::optional(piece_) : std::nullopt;
  }

 private:
  std::string_view word(std::size_t i) const {
    return i < atoms_.size() ? atoms_.lower(i) : std::string_view();
  }
  std::string_view before() const { return at_ > 0 ? atoms_.lower(at_ - 1) : std::string_view(); }
  bool glued_number(std::size_t i) const {
    return i < atoms_.size() && atoms_.kind(i) == AtomKind::Number && atoms_.glued(i);
  }

  // A small number in digits or letters.
  std::optional<int> count(std::size_t i) const {
    if (i >= atoms_.size()) return std::nullopt;
    if (atoms_.kind(i) == AtomKind::Number) return small_number(atoms_.view(i), 2);
    const auto named = date_word(atoms_.lower(i));
    if (!named || named->word != DateWord::Number) return std::nullopt;
    return named->value;
  }

  // Zones in brackets or not, with "time" behind or not.
  std::size_t take_zone(std::size_t at) {
    const std::size_t i = atoms_.is_mark(at, "(") ? at + 1 : at;
    const auto zone = i < atoms_.size() ? date_word(atoms_.lower(i)) : std::nullopt;
    if (zone && (zone->word == DateWord::Zone || zone->word == DateWord::UsZone)) {
      std::size_t end = i + 1;
      const int shift = zone->value == 0 ? shift_of_utc(end) : 0;
      if (i != at && !atoms_.is_mark(end, ")")) return at;
      return set_zone(zone->value + shift, zone->word == DateWord::UsZone, i != at ? end + 1 : end);
    }
    if (word(at) == "z" && atoms_.glued(at)) return set_zone(0, false, at + 1);
    const bool timed = word(at + 1) == "time";
    for (const NamedZone& one : kUsZones) {
      if (word(at) == one.name) return set_zone(one.offset, true, timed ? at + 2 : at + 1);
    }
    for (const NamedZone& one : kPlaces) {
      if (timed && word(at) == one.name) return set_zone(one.offset, false, at + 2);
    }
    return at;
  }
  // "+9" and "-03:30" behind UTC; `i` moves behind it
  int shift_of_utc(std::size_t& i) const {
    const bool east = atoms_.is_mark(i, "+"), west = atoms_.is_mark(i, "-");
    if ((!east && !west) || !glued_number(i + 1)) return 0;
    const auto number = small_number(atoms_.view(i + 1));
    const bool minutes = atoms_.is_mark(i + 2, ":") && glued_number(i + 3);
    if (!number || (*number > 14 && *number < 100)) return 0;
    int shift = *number < 100 ? *number * 60 : *number / 100 * 60 + *number % 100;
    if (minutes) shift += small_number(atoms_.view(i + 3), 2).value_or(0);
    i += minutes ? 4 : 2;
    return east ? shift : -shift;
  }
  std::size_t set_zone(int offset, bool us, std::size_t last) {
    piece_.zone = offset;
    piece_.us_zone = us;
    return last;
  }

  bool finish(std::size_t last, int minute) {
    if (minute < 0 || minute > kDayMinutes) return false;
    piece_.minute = minute;
    piece_.last = static_cast<std::uint32_t>(take_zone(last));
    return true;
  }
  bool finish(std::size_t last, int hour, int minutes, Half half) {
    if (half == Half::Unsaid) hour = spelled_ && hour == 7 ? 19 : working_hour(hour);
    if (half != Half::Unsaid && hour <= 12) hour = hour % 12 + (half == Half::Afternoon ? 12 : 0);
    return finish(last, hour * 60 + minutes);
  }

  // "pm", "p.m.", "in the evening", "at night" at atom `i`, which moves behind it.
  Half half_of_day(std::size_t& i) const {
    std::string mark(word(i));
    std::size_t end = i + 1;
    if ((mark == "a" || mark == "p") && atoms_.is_mark(end, ".") && word(end + 1) == "m") {
      mark += "m";
      end += atoms_.is_mark(end + 2, ".") ? 3 : 2;
    } else if (mark == "in" && word(end) == "the") {
      mark = word(end + 1) == "morning"                                   ? "am"
             : word(end + 1) == "afternoon" || word(end + 1) == "evening" ? "pm"
                                                                          : "";
      end += 2;
    } else if (mark == "at" && word(end) == "night") {
      mark = "pm";
      end += 1;
    }
    if (mark != "am" && mark != "pm") return Half::Unsaid;
    i = end;
    return mark == "am" ? Half::Morning : Half::Afternoon;
  }

  // half past seven, a quarter to nine, ten past one: `i` is where the minutes stand
  bool past_hour(std::size_t i) {
    const bool half = word(i) == "half", quarter = word(i) == "quarter";
    const std::optional<int> minutes = half ? 30 : quarter ? 15 : count(i);
    std::size_t next = i + 1;
    if (!half && !quarter && (word(next) == "minutes" || word(next) == "mins")) ++next;
    const bool to = word(next) == "to" || word(next) == "before";
    const bool past = word(next) == "past" || (half && count(next));
    const std::size_t hour_at = word(next) == "past" || to ? next + 1 : next;
    const std::optional<int> hour = count(hour_at);
    if (!minutes || !(past || to) || !hour || *hour < 1 || *hour > 12) return false;
    // "ten to five" may be numbers: only what a clock shows, in letters or after "at"
    if (to && !quarter &&
        (atoms_.kind(i) == AtomKind::Number || *minutes % 5 != 0 ||
         (before() != "at" && before() != "by"))) {
      return false;
    }
    if (half && to) return false;
    std::size_t end = hour_at + 1;
    if (word(end) == "o'clock") ++end;
    const Half part = half_of_day(end);
    spelled_ = true;  // "at half past seven" is how people say when they meet after work
    finish(end, *hour, 0, part);
    *piece_.minute += to ? -*minutes : *minutes;
    return true;
  }

  bool words() {
    const auto found = date_word(word(at_));
    if (word(at_) == "half" || word(at_) == "quarter") return past_hour(at_);
    if (!found) return false;
    if (found->word == DateWord::Noon) return finish(at_ + 1, found->value);
    if (found->word != DateWord::Number || found->value > 12) return false;
    if (past_hour(at_)) return true;
    std::size_t next = at_ + 1;
    const bool clock = word(next) == "o'clock";
    if (clock) ++next;
    const Half half = half_of_day(next);
    if (clock || half != Half::Unsaid) return finish(next, found->value, 0, half);
    // "at two", "at seven sharp"; not "at one point"
    const bool ends = next >= atoms_.size() || atoms_.kind(next) == AtomKind::Punctuation ||
                      word(next) == "on" || word(next) == "sharp" || day_follows(next);
    return before() == "at" && ends && finish(next, found->value, 0, Half::Unsaid);
  }
  bool day_follows(std::size_t i) const {
    const auto found = date_word(word(i));
    return found && (found->word == DateWord::RelativeDay || found->word == DateWord::Weekday);
  }

  // The time the number at `at_` begins: its hour, minutes, and how they were written.
  struct Written {
    int hour = 0, minutes = 0;
    bool colon = false, dotted = false;
  };
  std::optional<Written> written(std::size_t& next) const {
    const std::string_view text = atoms_.view(at_);
    Written time;
    if (const std::size_t point = text.find('.'); point != std::string_view::npos) {
      const auto hour = small_number(text.substr(0, point), 2);
      const auto minutes = small_number(text.substr(point + 1), 2);
      if (!hour || !minutes || text.size() != point + 3) return std::nullopt;
      time = {*hour, *minutes, false, true};
    } else if (text.size() == 4 && (is_hour_mark(next) || military_range(next))) {
      const auto hour = small_number(text.substr(0, 2)), minutes = small_number(text.substr(2));
      if (!hour || !minutes) return std::nullopt;
      time = {*hour, *minutes, true, false};
      if (is_hour_mark(next)) {
        ++next;  // 1400 hrs
      } else if (zone_at(next + 2)) {
        next += 2;  // 0600 to 1800 AKST
      }
    } else {
      const auto hour = small_number(text, 2);
      if (!hour) return std::nullopt;
      time.hour = *hour;
      const bool separated = atoms_.is_mark(next, ":") || word(next) == "h";  // 14h30
      if (separated && atoms_.glued(next) && glued_number(next + 1) &&
          atoms_.view(next + 1).size() == 2) {
        time.colon = true;
        time.minutes = small_number(atoms_.view(next + 1)).value_or(60);
        next += 2;
        if (word(next) == "h" || word(next) == "hrs") ++next;
      }
    }
    if (time.hour > 24 || time.minutes > 59) return std::nullopt;
    return time;
  }
  // "from 0600 to 1800"
  bool military_range(std::size_t i) const {
    const bool joined =
        word(i) == "to" || word(i) == "until" || atoms_.is_mark(i, "-") || atoms_.is_mark(i, "–");
    return joined && i + 1 < atoms_.size() && atoms_.kind(i + 1) == AtomKind::Number &&
           atoms_.view(i + 1).size() == 4 && (before() == "from" || zone_at(i + 2));
  }
  bool is_hour_mark(std::size_t i) const {
    return word(i) == "hrs" || word(i) == "h" || word(i) == "hours";
  }

  // Behind "3" of "3-5pm" and "between 8 and 10 in the morning": the half both have. Before noon
  // for "11-1pm".
  Half shared_half(std::size_t next, int hour, std::size_t& end) const {
    const bool joined = atoms_.is_mark(next, "-") || atoms_.is_mark(next, "–") ||
                        atoms_.is_mark(next, "~") || word(next) == "and" || word(next) == "to";
    const std::optional<int> second = joined ? count(next + 1) : std::nullopt;
    if (!second) return Half::Unsaid;
    std::size_t i = next + 2;
    while (i < atoms_.size() && i < next + 4 &&
           (atoms_.kind(i) == AtomKind::Number || atoms_.is_mark(i, ":"))) {
      ++i;
    }
    const Half half = half_of_day(i);
    if (half == Half::Unsaid) return half;
    end = i;
    return half == Half::Afternoon && hour % 12 > *second % 12 ? Half::Morning : half;
  }

  bool digits() {
    std::size_t next = at_ + 1;
    const std::optional<Written> time = written(next);
    if (!time) return false;
    std::size_t end = next;
    Half half = half_of_day(end);
    if (half == Half::Unsaid) half = shared_half(next, time->hour, end);
    if (half != Half::Unsaid && time->hour >= 1 && time->hour <= 12) {
      return finish(end, time->hour, time->minutes, half);
    }
    if (time->colon) {
      // "at 3:30" is in the afternoon, 03:30 and 3:30 UTC are not
      const bool working = atoms_.view(at_).size() == 1 && !zone_at(next);
      return finish(next, (working ? working_hour(time->hour) : time->hour) * 60 + time->minutes);
    }
    if (word(next) == "o'clock") return finish(next + 1, time->hour, 0, half_behind(next));
    const bool timely = before() == "at" || before() == "by" || before() == "@";
    if (time->dotted) {  // "be there by 5.45": a price or version would go on
      const bool ends = next >= atoms_.size() || atoms_.kind(next) == AtomKind::Punctuation ||
                        word(next) == "this" || word(next) == "on" || day_follows(next);
      return timely && ends && !atoms_.is_mark(next, "%") &&
             finish(next, time->hour, time->minutes, Half::Unsaid);
    }
    const bool range = (before() == "from" || before() == "between") && second_hour(next);
    return (before() == "at" || before() == "@" || range) && bare_hour(time->hour, next);
  }
  // "from 9 until 12"
  bool second_hour(std::size_t i) const {
    const std::string_view link = word(i);
    const bool joined = link == "to" || link == "until" || link == "till" || link == "and" ||
                        atoms_.is_mark(i, "-") || atoms_.is_mark(i, "–");
    return joined && count(i + 1).value_or(13) <= 12;
  }
  bool zone_at(std::size_t i) const {
    const auto zone = date_word(word(i));
    return zone && (zone->word == DateWord::Zone || zone->word == DateWord::UsZone);
  }
  Half half_behind(std::size_t next) const {
    std::size_t end = next + 1;
    return half_of_day(end);
  }

  // "at 2": needs a day beside it
  bool bare_hour(int hour, std::size_t next) {
    const bool alone = next >= atoms_.size() || !atoms_.glued(next) ||
                       (atoms_.kind(next) == AtomKind::Punctuation && !atoms_.is_mark(next, "/"));
    if (hour < 1 || hour > 12 || atoms_.is_mark(next, "%") || !alone) return false;
    piece_.grain = DateGrain::Minute;
    return finish(next, hour, 0, Half::Unsaid);
  }

  const Atoms& atoms_;
  std::size_t at_;
  DatePiece piece_;
  bool spelled_ = false;
};

}  // namespace

std::optional<DatePiece> clock_piece_at(const Atoms& atoms, std::size_t at) {
  return ClockReader(atoms, at).read();
}

}  // namespace memfold::models::extractor
