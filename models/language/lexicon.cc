#include "models/language/lexicon.h"

#include <deque>
#include <string>

#include "models/language/stem.h"
#include "models/language/word_file.h"
#include "models/language/words.h"
#include "models/word_table.h"

namespace memfold::models {
namespace {

using std::string_view;

template <typename T>
using Map = WordTable<T>;

/// About as the tokeniser would cut it, which asks these tables and so can't be asked by them.
string_view first_token(string_view phrase) {
  const auto kind_of = [](char c) {
    if (c >= '0' && c <= '9') return 0;
    if ((c >= 'a' && c <= 'z') || c == '\'') return 1;
    return static_cast<unsigned char>(c) >= 0x80 ? 2 : 3;
  };
  std::size_t end = 1;
  while (end < phrase.size() && kind_of(phrase[end]) == kind_of(phrase[0])) ++end;
  return phrase.substr(0, end);
}

/// What a heading stands for: names and values, looked up once a group.
template <typename T>
struct Named {
  string_view name;
  T value;
};
template <typename T, std::size_t N>
T named(const Named<T> (&rows)[N], string_view name, const WordHeading& heading) {
  for (const Named<T>& row : rows) {
    if (row.name == name) return row.value;
  }
  heading.refuse();
}

constexpr Named<UnitKind> kUnitKinds[] = {
    {"Money", UnitKind::Money},       {"Percent", UnitKind::Percent},
    {"Duration", UnitKind::Duration}, {"Millisecond", UnitKind::Millisecond},
    {"Count", UnitKind::Count},       {"Measure", UnitKind::Measure}};
constexpr Named<std::uint32_t> kCueFlags[] = {{"replace", kReplace},
                                              {"sequence", kSequence},
                                              {"cause", kCause},
                                              {"prerequisite", kPrerequisite},
                                              {"elaboration", kElaboration},
                                              {"reference", kReference},
                                              {"alternative", kAlternative},
                                              {"also", kAlso},
                                              {"owner", kOwner},
                                              {"planned", kPlanned},
                                              {"venue", kVenue}};
constexpr Named<CalendarKind> kCalendarKinds[] = {{"month", CalendarKind::Month},
                                                  {"month_short", CalendarKind::Month},
                                                  {"weekday", CalendarKind::Weekday},
                                                  {"weekday_short", CalendarKind::Weekday},
                                                  {"day", CalendarKind::RelativeDay},
                                                  {"week", CalendarKind::RelativeWeek},
                                                  {"month_from_now", CalendarKind::RelativeMonth},
                                                  {"year_from_now", CalendarKind::RelativeYear},
                                                  {"recurring", CalendarKind::Recurring},
                                                  {"morning", CalendarKind::Morning},
                                                  {"afternoon", CalendarKind::Afternoon},
                                                  {"night", CalendarKind::Afternoon},
                                                  {"minute", CalendarKind::ClockTime},
                                                  {"zone", CalendarKind::Zone},
                                                  {"half_year", CalendarKind::HalfYear},
                                                  {"part_of_month", CalendarKind::PartOfMonth}};

CalendarWord calendar_word(const WordHeading& heading) {
  const CalendarKind kind = named(kCalendarKinds, heading.name(), heading);
  const bool valued = kind != CalendarKind::Recurring && kind != CalendarKind::Morning &&
                      kind != CalendarKind::Afternoon && kind != CalendarKind::Zone;
  return {kind, valued ? int(heading.number(1)) : 0};
}

/// What scanners know by themselves.
constexpr string_view kOtherBeginnings[] = {
    "q",   "h",   "fy",  "v",   "ver",  "rev",  "www",  "us",     "usd",  "krw",    "eur",
    "jpy", "gbp", "cny", "rmb", "last", "this", "next", "coming", "half", "quarter"};

struct Tables {
  Map<Unit> units;
  Map<CalendarWord> calendar;
  Map<int> numbers, ordinals;
  Map<string_view> series_before, series_after, place_before, place_after, concepts, frequencies;
  Map<WordEntry> words;
  Map<int> names, endings;
  Map<bool> products, whole_nouns, value_beginnings, phrase_beginnings;
  std::deque<std::string> stems;  ///< owns keys that are in no file

  Tables() {
    read_values();
    read_series();
    read_flags();
    read_words(words::kSynonyms, [&](const WordHeading& heading, string_view word) {
      add_concept(heading.rest(1), heading.rest(1));
      add_concept(word, heading.rest(1));
    });
    read_words(words::kNames, [&](const WordHeading& heading, string_view word) {
      if (heading.name() == "address" || !heading.has("analyst")) return;
      names[word] |= static_cast<int>(named(kNameKinds, heading.name(), heading));
    });
    read_words(words::kEndings, [&](const WordHeading& heading, string_view word) {
      const std::int64_t least = heading.option("analyst", 0);
      if (least > 0) endings.emplace(word, int(least));
    });
    read_words(words::kWholeNouns, [&](const WordHeading& heading, string_view word) {
      if (heading.has("analyst")) whole_nouns.emplace(word, true);
    });
    for (const string_view word : kOtherBeginnings) note_beginning(word);
  }

 private:
  static constexpr Named<NameKind> kNameKinds[] = {{"honorific", NameKind::Title},
                                                   {"title", NameKind::Title},
                                                   {"latin_title", NameKind::LatinTitle},
                                                   {"organisation", NameKind::Organisation}};

  void note_phrase(string_view word) {
    const string_view first = first_token(word);
    if (first.size() < word.size()) phrase_beginnings.emplace(first, true);
  }
  void note_beginning(string_view word) {
    value_beginnings.emplace(word.substr(0, word.find_first_of(" -")), true);
  }
  void add_concept(string_view word, string_view name) {
    concepts.emplace(word, name);
    concepts.emplace(stems.emplace_back(english_stem(word)), name);
  }
  void add_flag(string_view word, std::uint32_t flag) {
    words[word].flags |= flag;
    note_phrase(word);
  }

  /// Units, dates, numbers.
  void read_values() {
    read_words(words::kUnits, [&](const WordHeading& heading, string_view word) {
      if (heading.has("extractor")) return;
      units.emplace(word, Unit{named(kUnitKinds, heading.field(1), heading), heading.field(2),
                               heading.number(3)});
    });
    read_words(words::kCalendar, [&](const WordHeading& heading, string_view word) {
      if (heading.has("extractor")) return;
      calendar.emplace(word, calendar_word(heading));
      note_phrase(word);
      note_beginning(word);
    });
    read_words(words::kFrequency, [&](const WordHeading& heading, string_view word) {
      frequencies.emplace(word, heading.rest(1));
      note_phrase(word);
      note_beginning(word);
    });
    read_words(words::kNumbers, [&](const WordHeading& heading, string_view word) {
      if (heading.has("extractor")) return;
      (heading.name() == "number" ? numbers : ordinals).emplace(word, int(heading.number(1)));
      if (static_cast<unsigned char>(word[0]) < 0x80) note_beginning(word);
    });
  }

  /// Series, places, products.
  void read_series() {
    read_words(words::kSeries, [&](const WordHeading& heading, string_view word) {
      const string_view kind = heading.name(), value = heading.rest(1);
      if (kind == "product") {
        products.emplace(word, true);
      } else if (kind == "series_after") {
        series_after.emplace(word, value);
      } else if (kind == "place_after") {
        place_after.emplace(word, value);
      } else if (kind == "series_before" || kind == "series_ordinal" || kind == "place_before") {
        (kind == "place_before" ? place_before : series_before).emplace(word, value);
        note_beginning(word);
      } else {
        heading.refuse();
      }
    });
  }

  /// What a word does in a statement.
  void read_flags() {
    read_words(words::kCues, [&](const WordHeading& heading, string_view word) {
      add_flag(word, named(kCueFlags, heading.name(), heading));
    });
    read_words(words::kNegations, [&](const WordHeading& heading, string_view word) {
      if (heading.has("analyst")) add_flag(word, kNegation);
    });
    read_words(words::kFunctionWords, [&](const WordHeading& heading, string_view word) {
      if (heading.has("analyst")) add_flag(word, heading.name() == "weak" ? kWeak : kStop);
    });
    read_words(words::kStatus, [&](const WordHeading& heading, string_view word) {
      add_flag(word, kStatus);
      words[word].status = heading.rest(1);
    });
  }
};

const Tables& tables() {
  static const Tables instance;
  return instance;
}

bool starts_with_hangul(string_view text) {
  return text.size() >= 3 && static_cast<unsigned char>(text[0]) >= 0xEA &&
         static_cast<unsigned char>(text[0]) <= 0xED;
}

constexpr std::size_t kLongestUnit = 6 * 3;  // bytes: six syllables

/// The whole text, or for Hangul the longest prefix that is a key.
template <typename T>
const T* longest(const Map<T>& map, string_view text, std::size_t& length) {
  length = text.size();
  if (!starts_with_hangul(text)) return map.find(text);
  for (length = text.size() < kLongestUnit ? text.size() : kLongestUnit; length >= 3; length -= 3) {
    if (const T* found = map.find(text.substr(0, length))) return found;
  }
  return nullptr;
}

}  // namespace

UnitMatch match_unit(string_view text) {
  UnitMatch match;
  match.unit = longest(tables().units, text, match.length);
  return match;
}

const CalendarWord* find_calendar(string_view text) {
  for (const string_view possessive : {string_view("'s"), string_view("\xE2\x80\x99s")}) {
    if (text.ends_with(possessive)) text.remove_suffix(possessive.size());
  }
  return tables().calendar.find(text);
}

bool begins_value(string_view word) {
  return tables().value_beginnings.contains(word);
}

bool begins_phrase(string_view word) {
  return tables().phrase_beginnings.contains(word);
}

string_view find_frequency(string_view text) {
  const string_view* found = tables().frequencies.find(text);
  return found != nullptr ? *found : string_view();
}

const WordEntry* find_word(string_view text) {
  return tables().words.find(text);
}

string_view concept_of(string_view stem) {
  const string_view* found = tables().concepts.find(stem);
  return found != nullptr ? *found : stem;
}

int number_word(string_view text) {
  const int* found = tables().numbers.find(text);
  return found != nullptr ? *found : 0;
}

int ordinal_word(string_view text) {
  const int* found = tables().ordinals.find(text);
  return found != nullptr ? *found : 0;
}

string_view series_before(string_view text) {
  const string_view* found = tables().series_before.find(text);
  return found != nullptr ? *found : string_view();
}

UnitMatch match_series_after(string_view text, string_view& series) {
  UnitMatch match;
  const string_view* found = longest(tables().series_after, text, match.length);
  if (found == nullptr) return {};
  series = *found;
  return match;
}

string_view place_before(string_view text) {
  const string_view* found = tables().place_before.find(text);
  return found != nullptr ? *found : string_view();
}

UnitMatch match_place_after(string_view text, string_view& place) {
  UnitMatch match;
  const string_view* found = longest(tables().place_after, text, match.length);
  if (found == nullptr) return {};
  place = *found;
  return match;
}

bool is_product(string_view text) {
  return tables().products.contains(text);
}

bool is_name_word(NameKind kind, string_view text) {
  const int* found = tables().names.find(text);
  return found != nullptr && (*found & static_cast<int>(kind)) != 0;
}

int suffix_remainder(string_view suffix) {
  const int* found = tables().endings.find(suffix);
  return found != nullptr ? *found : 0;
}

bool keeps_whole(string_view noun) {
  return tables().whole_nouns.contains(noun);
}

}  // namespace memfold::models
