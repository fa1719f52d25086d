// What words mean, as the Analyst, the Summarizer and the Tokenizer look them up. The words are in
// *.words files, one subject a file, some with other readers as well; this turns them into tables
// once. All keys are lower case.
#pragma once

#include <cstdint>
#include <string_view>

namespace memfold::models {

enum class UnitKind : std::uint8_t {
  Money,
  Percent,
  Duration,
  Millisecond,
  Count,
  Measure,
};
struct Unit {
  UnitKind kind;
  std::string_view canonical;
  std::int64_t factor;
};

enum class CalendarKind : std::uint8_t {
  Month,
  Weekday,
  RelativeDay,
  RelativeWeek,
  RelativeMonth,
  RelativeYear,
  Recurring,
  Morning,
  Afternoon,
  ClockTime,
  Zone,
  HalfYear,
  PartOfMonth,
};
struct CalendarWord {
  CalendarKind kind;
  int value;
};

enum class NameKind : std::uint8_t { Title = 1, Organisation = 2, LatinTitle = 4 };

/// What a word or phrase does; several bits may be set.
enum WordFlag : std::uint32_t {
  kStop = 1u << 0,
  kWeak = 1u << 1,
  kStatus = 1u << 2,
  kNegation = 1u << 3,
  kReplace = 1u << 4,
  kSequence = 1u << 5,
  kCause = 1u << 6,
  kPrerequisite = 1u << 7,
  kElaboration = 1u << 8,
  kReference = 1u << 9,
  kAlternative = 1u << 10,
  kAlso = 1u << 11,
  kOwner = 1u << 12,
  kPlanned = 1u << 13,
  kVenue = 1u << 14,
};
struct WordEntry {
  std::uint32_t flags = 0;
  std::string_view status;  ///< normal form when kStatus is set
};

/// The unit a text begins with; `length` is the bytes taken. Hangul takes the longest prefix, other
/// scripts the whole text.
struct UnitMatch {
  const Unit* unit = nullptr;
  std::size_t length = 0;
};
UnitMatch match_unit(std::string_view text);

const CalendarWord* find_calendar(std::string_view text);
/// The normal form of a phrase that says how often ("weekly" for 매주), or empty.
std::string_view find_frequency(std::string_view text);
const WordEntry* find_word(std::string_view text);
/// Whether any of these knows something of several tokens that begins with this one.
bool begins_phrase(std::string_view word);

/// Whether a date, time, frequency, number, series, place or amount may begin with this Latin word.
bool begins_value(std::string_view word);

/// The concept a stem names, or the stem itself.
std::string_view concept_of(std::string_view stem);

/// 2 for "two" or "두"; 0 when it is no number word. Korean ones need a counter after them.
int number_word(std::string_view text);
/// 3 for "third"; 0 when it is none.
int ordinal_word(std::string_view text);

/// The series a word before or after a number belongs to ("week", "sprint", ...), or empty.
std::string_view series_before(std::string_view text);
UnitMatch match_series_after(std::string_view text, std::string_view& series);

/// The kind of place ("room", "floor"), or empty.
std::string_view place_before(std::string_view text);
UnitMatch match_place_after(std::string_view text, std::string_view& place);

bool is_product(std::string_view text);
bool is_name_word(NameKind kind, std::string_view text);

/// Fewest syllables that must remain when this Korean suffix is stripped; 0 when it is none.
int suffix_remainder(std::string_view suffix);
bool keeps_whole(std::string_view noun);

}  // namespace memfold::models
