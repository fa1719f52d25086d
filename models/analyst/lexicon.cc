#include "models/analyst/lexicon.h"

#include <deque>
#include <string>

#include "models/analyst/stem.h"
#include "models/word_table.h"

namespace memfold::models {
namespace {

using std::string_view;

template <typename T>
using Map = WordTable<T>;

template <typename Take>
void each_word(string_view list, Take take) {
  while (!list.empty()) {
    const std::size_t bar = list.find('|');
    const string_view word = list.substr(0, bar);
    if (!word.empty()) take(word);
    if (bar == string_view::npos) return;
    list.remove_prefix(bar + 1);
  }
}

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

struct UnitRow {
  UnitKind kind;
  string_view canonical;
  std::int64_t factor;
  string_view words;
};
constexpr UnitRow kUnits[] = {
#include "models/analyst/lexicon/units.inc"
};

struct CalendarRow {
  CalendarKind kind;
  int value;
  string_view words;
};
constexpr CalendarRow kCalendar[] = {
#include "models/analyst/lexicon/calendar.inc"
};

struct FrequencyRow {
  string_view normal, words;
};
constexpr FrequencyRow kFrequencies[] = {
#include "models/analyst/lexicon/frequency.inc"
};

struct NumberRow {
  int value;
  string_view english, korean;
};
constexpr NumberRow kNumbers[] = {
#include "models/analyst/lexicon/numbers.inc"
};

struct SeriesRow {
  string_view canonical, before, after, ordinal;
};
constexpr SeriesRow kSeries[] = {
#include "models/analyst/lexicon/ordinals.inc"
};

struct PlaceRow {
  string_view canonical, before, after;
};
constexpr PlaceRow kPlaces[] = {
#include "models/analyst/lexicon/places.inc"
};

struct StatusRow {
  string_view normal, words;
};
constexpr StatusRow kStatuses[] = {
#include "models/analyst/lexicon/status.inc"
};

struct FlagRow {
  std::uint32_t flag;
  string_view words;
};
constexpr FlagRow kFlags[] = {
#include "models/analyst/lexicon/cues.inc"
#include "models/analyst/lexicon/stop.inc"
};

struct ConceptRow {
  string_view canonical, words;
};
constexpr ConceptRow kConcepts[] = {
#include "models/analyst/lexicon/synonyms.inc"
};

struct NameRow {
  NameKind kind;
  string_view words;
};
constexpr NameRow kNames[] = {
#include "models/analyst/lexicon/names.inc"
};

struct SuffixRow {
  string_view suffix;
  int remainder;
};
constexpr SuffixRow kSuffixes[] = {
#include "models/analyst/lexicon/korean.inc"
};

/// What scanners know by themselves.
constexpr string_view kOtherBeginnings =
    "q|h|fy|v|ver|rev|www|us|usd|krw|eur|jpy|gbp|cny|rmb|last|this|next|coming|"
    "half|quarter|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth";

constexpr string_view kProducts =
#include "models/analyst/lexicon/products.inc"
    ;
constexpr string_view kKept =
#include "models/analyst/lexicon/korean_kept.inc"
    ;

struct Tables {
  Map<Unit> units;
  Map<CalendarWord> calendar;
  Map<int> numbers;
  Map<string_view> series_before, series_after, place_before, place_after, concepts, frequencies;
  Map<WordEntry> words;
  Map<int> names, suffixes;
  Map<bool> products, kept, value_beginnings, phrase_beginnings;
  std::deque<std::string> stems;  ///< owns keys that are in no data file

  Tables() {
    for (const UnitRow& row : kUnits) {
      each_word(row.words, [&](string_view w) {
        units.emplace(w, Unit{row.kind, row.canonical, row.factor});
      });
    }
    for (const CalendarRow& row : kCalendar) {
      each_word(row.words, [&](string_view w) {
        calendar.emplace(w, CalendarWord{row.kind, row.value});
      });
    }
    for (const FrequencyRow& row : kFrequencies) {
      each_word(row.words, [&](string_view w) { frequencies.emplace(w, row.normal); });
    }
    for (const NumberRow& row : kNumbers) {
      each_word(row.english, [&](string_view w) { numbers.emplace(w, row.value); });
      each_word(row.korean, [&](string_view w) { numbers.emplace(w, row.value); });
    }
    for (const SeriesRow& row : kSeries) {
      each_word(row.before, [&](string_view w) { series_before.emplace(w, row.canonical); });
      each_word(row.after, [&](string_view w) { series_after.emplace(w, row.canonical); });
      each_word(row.ordinal, [&](string_view w) { series_before.emplace(w, row.canonical); });
    }
    for (const PlaceRow& row : kPlaces) {
      each_word(row.before, [&](string_view w) { place_before.emplace(w, row.canonical); });
      each_word(row.after, [&](string_view w) { place_after.emplace(w, row.canonical); });
    }
    for (const FlagRow& row : kFlags) {
      each_word(row.words, [&](string_view w) { words[w].flags |= row.flag; });
    }
    for (const StatusRow& row : kStatuses) {
      each_word(row.words, [&](string_view w) {
        words[w].flags |= kStatus;
        words[w].status = row.normal;
      });
    }
    for (const ConceptRow& row : kConcepts) {
      const auto add = [&](string_view w) {
        concepts.emplace(w, row.canonical);
        concepts.emplace(stems.emplace_back(english_stem(w)), row.canonical);
      };
      add(row.canonical);
      each_word(row.words, add);
    }
    for (const NameRow& row : kNames) {
      each_word(row.words, [&](string_view w) { names[w] |= static_cast<int>(row.kind); });
    }
    for (const SuffixRow& row : kSuffixes) suffixes.emplace(row.suffix, row.remainder);
    const auto note_phrase = [&](string_view w) {
      const string_view first = first_token(w);
      if (first.size() < w.size()) phrase_beginnings.emplace(first, true);
    };
    for (const FlagRow& row : kFlags) each_word(row.words, note_phrase);
    for (const StatusRow& row : kStatuses) each_word(row.words, note_phrase);
    for (const FrequencyRow& row : kFrequencies) each_word(row.words, note_phrase);
    for (const CalendarRow& row : kCalendar) each_word(row.words, note_phrase);
    const auto note_beginning = [&](string_view w) {
      value_beginnings.emplace(w.substr(0, w.find_first_of(" -")), true);
    };
    for (const CalendarRow& row : kCalendar) each_word(row.words, note_beginning);
    for (const FrequencyRow& row : kFrequencies) each_word(row.words, note_beginning);
    for (const NumberRow& row : kNumbers) each_word(row.english, note_beginning);
    for (const SeriesRow& row : kSeries) {
      each_word(row.before, note_beginning);
      each_word(row.ordinal, note_beginning);
    }
    for (const PlaceRow& row : kPlaces) each_word(row.before, note_beginning);
    each_word(kOtherBeginnings, note_beginning);
    each_word(kProducts, [&](string_view w) { products.emplace(w, true); });
    each_word(kKept, [&](string_view w) { kept.emplace(w, true); });
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
  const int* found = tables().suffixes.find(suffix);
  return found != nullptr ? *found : 0;
}

bool keeps_whole(string_view noun) {
  return tables().kept.contains(noun);
}

}  // namespace memfold::models
