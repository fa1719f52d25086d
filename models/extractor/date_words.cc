#include "models/extractor/date_words.h"

#include <algorithm>
#include <array>
#include <vector>

#include "models/extractor/syllables.h"
#include "models/language/word_file.h"
#include "models/language/words.h"
#include "models/word_table.h"

namespace memfold::models::extractor {
namespace {

// What a heading of calendar.words is in a text, where one word says all.
struct Meaning {
  std::string_view heading;
  DateWord word;
  int value = 0;
};

// Headings that say nothing more.
constexpr auto kPlain = std::to_array<Meaning>({{"coming", DateWord::Shift, 2},
                                                {"end_of_week", DateWord::Shift, 3},
                                                {"weekend", DateWord::Weekend},
                                                {"end_of_day", DateWord::EndOfDay},
                                                {"end_of_work", DateWord::WorkEnd},
                                                {"morning", DateWord::Am},
                                                {"afternoon", DateWord::Pm, 0},
                                                {"night", DateWord::Pm, 1},
                                                {"ordinal_end", DateWord::OrdinalEnd},
                                                {"last", DateWord::Ordinal, 5}});
// Headings with a number, to which `value` is added.
constexpr auto kNumbered =
    std::to_array<Meaning>({{"month", DateWord::Month},
                            {"month_short", DateWord::MonthShort},
                            {"weekday", DateWord::Weekday, -1},
                            {"weekday_short", DateWord::WeekdayShort, -1},
                            {"day", DateWord::RelativeDay},
                            {"that_day", DateWord::ThatDay},
                            {"shift", DateWord::Shift},
                            {"week", DateWord::Shift, kShiftOfWeeks},
                            {"month_from_now", DateWord::Shift, kShiftOfMonths},
                            {"year_from_now", DateWord::Shift, kShiftOfYears},
                            {"half_year", DateWord::HalfYear, -1},
                            {"part", DateWord::Part},
                            {"minute", DateWord::Noon},
                            {"zone", DateWord::Zone},
                            {"us_zone", DateWord::UsZone},
                            {"unit_days", DateWord::Unit},
                            {"span", DateWord::Span},
                            {"feast", DateWord::Feast},
                            {"opener", DateWord::Opener},
                            {"number", DateWord::Number}});
// Headings with a unit.
constexpr auto kOfUnits = std::to_array<Meaning>(
    {{"unit", DateWord::Unit}, {"end_of", DateWord::EndOfUnit}, {"within", DateWord::WithinUnit}});

const Meaning* find_meaning(const auto& table, std::string_view heading) {
  const auto row = std::find_if(table.begin(), table.end(),
                                [&](const Meaning& one) { return one.heading == heading; });
  return row == table.end() ? nullptr : &*row;
}

int unit_of(const WordHeading& heading) {
  const std::string_view unit = heading.field(1);
  if (unit == "hour") return kHourUnit;
  if (unit == "week") return kWeekUnit;
  if (unit == "month") return kMonthUnit;
  if (unit == "quarter") return kQuarterUnit;
  if (unit == "year") return kYearUnit;
  heading.refuse();
}

DateWordValue meaning_of(const WordHeading& heading) {
  if (const Meaning* plain = find_meaning(kPlain, heading.name())) {
    return {plain->word, plain->value};
  }
  if (const Meaning* of = find_meaning(kOfUnits, heading.name()))
    return {of->word, unit_of(heading)};
  const auto number = static_cast<int>(heading.number(1));
  if (heading.name() == "ordinal") {
    return {number <= kLastOrdinal ? DateWord::Ordinal : DateWord::DayOrdinal, number};
  }
  const Meaning* numbered = find_meaning(kNumbered, heading.name());
  if (numbered == nullptr) heading.refuse();
  return {numbered->word, number + numbered->value};
}

struct DateWords {
  struct Korean {
    std::string_view text;
    DateWordValue value;
  };

  WordTable<DateWordValue> latin;
  std::vector<Korean> korean, counts;  ///< longest first
  Syllables first_syllables;           ///< of `korean`

  DateWords() {
    for (const std::string_view file : {words::kCalendar, words::kNumbers}) {
      read_words(file, [this](const WordHeading& heading, std::string_view word) {
        if (!heading.has("analyst")) add(heading, word);
      });
    }
    for (std::vector<Korean>* list : {&korean, &counts}) {
      std::stable_sort(list->begin(), list->end(), [](const Korean& a, const Korean& b) {
        return a.text.size() > b.text.size();
      });
    }
  }

 private:
  void add(const WordHeading& heading, std::string_view word) {
    const DateWordValue value = meaning_of(heading);
    if (static_cast<unsigned char>(word[0]) < 0x80) {
      latin.emplace(word, value);
    } else if (value.word == DateWord::Number) {
      counts.push_back({word, value});
    } else {
      korean.push_back({word, value});
      first_syllables.add(word);
    }
  }
};

const DateWords& date_words() {
  static const DateWords kWords;
  return kWords;
}

std::optional<KoreanDateWord> longest_start(const std::vector<DateWords::Korean>& words,
                                            std::string_view atom) {
  for (const DateWords::Korean& word : words) {
    if (atom.starts_with(word.text)) {
      return KoreanDateWord{word.value.word, word.value.value, word.text.size()};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<DateWordValue> date_word(std::string_view lower) {
  if (lower.ends_with("'s")) lower.remove_suffix(2);  // Tuesday's, today's
  const DateWordValue* found = date_words().latin.find(lower);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

std::optional<KoreanDateWord> korean_date_word(std::string_view atom) {
  const DateWords& words = date_words();
  if (!words.first_syllables.has(atom)) return std::nullopt;
  return longest_start(words.korean, atom);
}

std::optional<KoreanDateWord> korean_count(std::string_view atom) {
  return longest_start(date_words().counts, atom);
}

std::optional<int> korean_zone(std::string_view place) {
  struct Zone {
    std::string_view place;
    int offset;
  };
  static constexpr auto kZones = std::to_array<Zone>({{"한국", 540},
                                                      {"서울", 540},
                                                      {"일본", 540},
                                                      {"도쿄", 540},
                                                      {"중국", 480},
                                                      {"베이징", 480},
                                                      {"대만", 480},
                                                      {"홍콩", 480},
                                                      {"싱가포르", 480},
                                                      {"베트남", 420},
                                                      {"태국", 420},
                                                      {"인도", 330}});
  for (const Zone& zone : kZones) {
    if (place == zone.place) return zone.offset;
  }
  return std::nullopt;
}

KoreanEnd korean_end(std::string_view rest) {
  struct End {
    std::string_view text;
    KoreanEnd end;
  };
  static constexpr auto kExact = std::to_array<End>({
      {"", KoreanEnd::Plain},         {"에", KoreanEnd::Plain},
      {"은", KoreanEnd::Plain},       {"는", KoreanEnd::Plain},
      {"이", KoreanEnd::Plain},       {"가", KoreanEnd::Plain},
      {"을", KoreanEnd::Plain},       {"를", KoreanEnd::Plain},
      {"로", KoreanEnd::To},          {"으로", KoreanEnd::To},
      {"로는", KoreanEnd::Plain},     {"중으로", KoreanEnd::Within},
      {"중까지", KoreanEnd::Within},  {"뒤인", KoreanEnd::After},
      {"후인", KoreanEnd::After},     {"쯤에", KoreanEnd::Plain},
      {"경에", KoreanEnd::Plain},     {"이에요", KoreanEnd::Plain},
      {"이네요", KoreanEnd::Plain},   {"이야", KoreanEnd::Plain},
      {"야", KoreanEnd::Plain},       {"이구요", KoreanEnd::Plain},
      {"이라서", KoreanEnd::Plain},   {"이나", KoreanEnd::Plain},
      {"에요", KoreanEnd::Plain},     {"만", KoreanEnd::Plain},
      {"만은", KoreanEnd::Plain},     {"엔", KoreanEnd::Plain},
      {"랑", KoreanEnd::Plain},       {"이랑", KoreanEnd::Plain},
      {"하고", KoreanEnd::Plain},     {"밤", KoreanEnd::Plain},
      {"안으로", KoreanEnd::Within},  {"의", KoreanEnd::Plain},
      {"도", KoreanEnd::Plain},       {"에는", KoreanEnd::Plain},
      {"자", KoreanEnd::Plain},       {"날", KoreanEnd::Plain},
      {"쯤", KoreanEnd::Plain},       {"경", KoreanEnd::Plain},
      {"정각", KoreanEnd::Plain},     {"이고", KoreanEnd::Plain},
      {"이며", KoreanEnd::Plain},     {"반", KoreanEnd::Plain},
      {"입니다", KoreanEnd::Plain},   {"예요", KoreanEnd::Plain},
      {"이라고", KoreanEnd::Plain},   {"부로", KoreanEnd::Plain},
      {"자로", KoreanEnd::Plain},     {"에도", KoreanEnd::Plain},
      {"에만", KoreanEnd::Plain},     {"이고요", KoreanEnd::Plain},
      {"인데", KoreanEnd::Plain},     {"이라", KoreanEnd::Plain},
      {"이니", KoreanEnd::Plain},     {"이었습니다", KoreanEnd::Plain},
      {"였습니다", KoreanEnd::Plain}, {"이예요", KoreanEnd::Plain},
      {"이전", KoreanEnd::Ago},       {"이전까지", KoreanEnd::Before},
      {"이전에", KoreanEnd::Ago},     {"전으로", KoreanEnd::Before},
      {"전엔", KoreanEnd::Ago},       {"임", KoreanEnd::Plain},
      {"와", KoreanEnd::Plain},       {"과", KoreanEnd::Plain},
      {"이다", KoreanEnd::Plain},     {"에서", KoreanEnd::From},
      {"뒤", KoreanEnd::After},       {"후", KoreanEnd::After},
      {"후에", KoreanEnd::After},     {"뒤에", KoreanEnd::After},
      {"후까지", KoreanEnd::Within},  {"말", KoreanEnd::EndOf},
      {"말에", KoreanEnd::EndOf},     {"말까지", KoreanEnd::Deadline},
      {"말로", KoreanEnd::EndOf},     {"말이", KoreanEnd::EndOf},
      {"전", KoreanEnd::Ago},         {"전에", KoreanEnd::Ago},
      {"전까지", KoreanEnd::Before},  {"안에", KoreanEnd::Within},
      {"내", KoreanEnd::Within},      {"내에", KoreanEnd::Within},
  });
  static constexpr auto kPrefixes = std::to_array<End>({
      {"까지", KoreanEnd::Deadline},
      {"부터", KoreanEnd::From},
      {"이내", KoreanEnd::Within},
      {"내로", KoreanEnd::Within},
      {"마감", KoreanEnd::Deadline},
      {"이후", KoreanEnd::From},
  });
  for (const End& end : kPrefixes) {
    if (rest.starts_with(end.text)) return end.end;
  }
  for (const End& end : kExact) {
    if (rest == end.text) return end.end;
  }
  return KoreanEnd::No;
}

}  // namespace memfold::models::extractor
