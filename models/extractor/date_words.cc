#include "models/extractor/date_words.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "models/extractor/syllables.h"

namespace memfold::models::extractor {
namespace {

struct Row {
  std::string_view text;
  DateWord word;
  int value;
};

// Sorted by text: looked up by bisection.
constexpr auto kLatin = [] {
  using enum DateWord;
  auto rows = std::to_array<Row>({
      {"monday", Weekday, 0},
      {"tuesday", Weekday, 1},
      {"wednesday", Weekday, 2},
      {"thursday", Weekday, 3},
      {"friday", Weekday, 4},
      {"saturday", Weekday, 5},
      {"sunday", Weekday, 6},
      {"mon", WeekdayShort, 0},
      {"tue", WeekdayShort, 1},
      {"tues", WeekdayShort, 1},
      {"wed", WeekdayShort, 2},
      {"thu", WeekdayShort, 3},
      {"thur", WeekdayShort, 3},
      {"thurs", WeekdayShort, 3},
      {"fri", WeekdayShort, 4},
      {"sat", WeekdayShort, 5},
      {"sun", WeekdayShort, 6},
      {"january", Month, 1},
      {"february", Month, 2},
      {"march", Month, 3},
      {"april", Month, 4},
      {"june", Month, 6},
      {"july", Month, 7},
      {"august", Month, 8},
      {"september", Month, 9},
      {"october", Month, 10},
      {"november", Month, 11},
      {"december", Month, 12},
      {"jan", MonthShort, 1},
      {"feb", MonthShort, 2},
      {"mar", MonthShort, 3},
      {"apr", MonthShort, 4},
      {"may", MonthShort, 5},
      {"jun", MonthShort, 6},
      {"jul", MonthShort, 7},
      {"aug", MonthShort, 8},
      {"sep", MonthShort, 9},
      {"sept", MonthShort, 9},
      {"oct", MonthShort, 10},
      {"nov", MonthShort, 11},
      {"dec", MonthShort, 12},
      {"today", RelativeDay, 0},
      {"tonight", RelativeDay, 0},
      {"tomorrow", RelativeDay, 1},
      {"yesterday", RelativeDay, -1},
      {"tmrw", RelativeDay, 1},
      {"noon", Noon, 720},
      {"midday", Noon, 720},
      {"midnight", Noon, 0},
      {"am", Am, 0},
      {"pm", Pm, 0},
      {"next", Shift, 1},
      {"this", Shift, 0},
      {"last", Shift, -1},
      {"coming", Shift, 2},
      {"following", Shift, 1},
      {"day", Unit, 1},
      {"days", Unit, 1},
      {"week", Unit, 7},
      {"weeks", Unit, 7},
      {"month", Unit, kMonthUnit},
      {"months", Unit, kMonthUnit},
      {"year", Unit, kYearUnit},
      {"years", Unit, kYearUnit},
      {"quarter", Unit, kQuarterUnit},
      {"hour", Unit, kHourUnit},
      {"hours", Unit, kHourUnit},
      {"st", OrdinalEnd, 0},
      {"nd", OrdinalEnd, 0},
      {"rd", OrdinalEnd, 0},
      {"th", OrdinalEnd, 0},
      {"utc", Zone, 0},
      {"gmt", Zone, 0},
      {"ut", Zone, 0},
      {"kst", Zone, 540},
      {"jst", Zone, 540},
      {"pst", Zone, -480},
      {"pdt", Zone, -420},
      {"mst", Zone, -420},
      {"mdt", Zone, -360},
      {"cst", Zone, -360},
      {"cdt", Zone, -300},
      {"est", Zone, -300},
      {"edt", Zone, -240},
      {"cet", Zone, 60},
      {"cest", Zone, 120},
      {"one", Number, 1},
      {"two", Number, 2},
      {"three", Number, 3},
      {"four", Number, 4},
      {"five", Number, 5},
      {"six", Number, 6},
      {"seven", Number, 7},
      {"ten", Number, 10},
      {"et", UsZone, -300},
      {"ct", UsZone, -360},
      {"mt", UsZone, -420},
      {"pt", UsZone, -480},
      {"bst", Zone, 60},
      {"eet", Zone, 120},
      {"eest", Zone, 180},
      {"msk", Zone, 180},
      {"ist", Zone, 330},
      {"sgt", Zone, 480},
      {"hkt", Zone, 480},
      {"awst", Zone, 480},
      {"aest", Zone, 600},
      {"aedt", Zone, 660},
      {"nzst", Zone, 720},
      {"nzdt", Zone, 780},
      {"hst", Zone, -600},
      {"akst", Zone, -540},
      {"akdt", Zone, -480},
      {"ast", Zone, -240},
      {"adt", Zone, -180},
      {"nst", Zone, -210},
      {"brt", Zone, -180},
      {"sast", Zone, 120},
      {"wib", Zone, 420},
      {"ict", Zone, 420},
      {"pkt", Zone, 300},
      {"acst", Zone, 570},
      {"aoe", Zone, -720},
      {"weekend", Weekend, 0},
      {"first", Ordinal, 1},
      {"second", Ordinal, 2},
      {"third", Ordinal, 3},
      {"fourth", Ordinal, 4},
      {"eight", Number, 8},
      {"nine", Number, 9},
      {"eleven", Number, 11},
      {"twelve", Number, 12},
      {"twenty", Number, 20},
      {"thirty", Number, 30},
      {"fifteen", Number, 15},
      {"fourteen", Number, 14},
      {"fifth", DayOrdinal, 5},
      {"sixth", DayOrdinal, 6},
      {"seventh", DayOrdinal, 7},
      {"eighth", DayOrdinal, 8},
      {"ninth", DayOrdinal, 9},
      {"tenth", DayOrdinal, 10},
      {"eleventh", DayOrdinal, 11},
      {"twelfth", DayOrdinal, 12},
      {"thirteenth", DayOrdinal, 13},
      {"fourteenth", DayOrdinal, 14},
      {"fifteenth", DayOrdinal, 15},
      {"sixteenth", DayOrdinal, 16},
      {"seventeenth", DayOrdinal, 17},
      {"eighteenth", DayOrdinal, 18},
      {"nineteenth", DayOrdinal, 19},
      {"twentieth", DayOrdinal, 20},
      {"thirtieth", DayOrdinal, 30},
      {"christmas", Feast, 1225},
      {"xmas", Feast, 1225},
      {"halloween", Feast, 1031},
      {"new", Opener, 0},
      {"boxing", Opener, 0},
      {"evening", Opener, 1},
      {"night", Opener, 1},
      {"early", Part, 0},
      {"mid", Part, 1},
      {"late", Part, 2},
      {"later", Part, 2},
      {"fortnight", Unit, 14},
      {"fortnights", Unit, 14},
      {"couple", Number, 2},
      {"tomorow", RelativeDay, 1},
      {"tmr", RelativeDay, 1},
      {"quarters", Unit, kQuarterUnit},
      {"weds", WeekdayShort, 2},
      {"eom", EndOfUnit, kMonthUnit},
      {"eoy", EndOfUnit, kYearUnit},
      {"eoq", EndOfUnit, kQuarterUnit},
      {"eob", EndOfDay, 0},
      {"eop", EndOfDay, 0},
      {"eod", EndOfDay, 0},
      {"cob", EndOfDay, 0},
      {"eow", Shift, 3},
  });
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.text < b.text; });
  return rows;
}();

// For each first letter, a bit for every length that occurs: most words are none of these.
constexpr auto kLengths = [] {
  std::array<std::uint16_t, 26> lengths{};
  for (const Row& row : kLatin) {
    lengths[static_cast<std::size_t>(row.text[0] - 'a')] |=
        static_cast<std::uint16_t>(1u << row.text.size());
  }
  return lengths;
}();

// Longest first where one begins with another.
constexpr auto kKorean = [] {
  using enum DateWord;
  return std::to_array<Row>({
      {"월요일", Weekday, 0},
      {"화요일", Weekday, 1},
      {"수요일", Weekday, 2},
      {"목요일", Weekday, 3},
      {"금요일", Weekday, 4},
      {"토요일", Weekday, 5},
      {"일요일", Weekday, 6},
      {"오늘", RelativeDay, 0},
      {"금일", RelativeDay, 0},
      {"월욜", Weekday, 0},
      {"화욜", Weekday, 1},
      {"수욜", Weekday, 2},
      {"목욜", Weekday, 3},
      {"금욜", Weekday, 4},
      {"토욜", Weekday, 5},
      {"일욜", Weekday, 6},
      {"내일모레", RelativeDay, 2},
      {"낼모레", RelativeDay, 2},
      {"낼", RelativeDay, 1},
      {"작일", RelativeDay, -1},
      {"전일", ThatDay, -1},
      {"전날", ThatDay, -1},
      {"이튿날", ThatDay, 1},
      {"엊그제", RelativeDay, -2},
      {"오늘밤", RelativeDay, 0},
      {"그글피", RelativeDay, 4},
      {"내일", RelativeDay, 1},
      {"명일", RelativeDay, 1},
      {"익일", RelativeDay, 1},
      {"모레", RelativeDay, 2},
      {"글피", RelativeDay, 3},
      {"어제", RelativeDay, -1},
      {"그저께", RelativeDay, -2},
      {"그제", RelativeDay, -2},
      {"정오", Noon, 720},
      {"자정", Noon, 0},
      {"오전", Am, 0},
      {"아침", Am, 0},
      {"새벽", Am, 0},
      {"오후", Pm, 0},
      {"저녁", Pm, 0},
      {"낮", Pm, 0},
      {"밤", Pm, 1},
      {"다다음", Shift, 2},
      {"담주", Shift, 101},
      {"담달", Shift, 201},
      {"요번", Shift, 0},
      {"저번", Shift, -1},
      {"작년", Shift, 299},
      {"내후년", Shift, 302},
      {"전월", Shift, 199},
      {"다음", Shift, 1},
      {"이번", Shift, 0},
      {"지난", Shift, -1},
      {"차주", Shift, 101},
      {"내주", Shift, 101},
      {"금주", Shift, 100},
      {"익주", Shift, 101},
      {"금년", Shift, 300},
      {"이달", Shift, 200},
      {"당월", Shift, 200},
      {"내달", Shift, 201},
      {"익월", Shift, 201},
      {"내년", Shift, 301},
      {"올해", Shift, 300},
      {"월말", EndOfUnit, kMonthUnit},
      {"말일", EndOfUnit, kMonthUnit},
      {"연말", EndOfUnit, kYearUnit},
      {"분기말", EndOfUnit, kQuarterUnit},
      {"성탄절", Feast, 1225},
      {"크리스마스", Feast, 1225},
      {"어린이날", Feast, 505},
      {"광복절", Feast, 815},
      {"한글날", Feast, 1009},
      {"개천절", Feast, 1003},
      {"삼일절", Feast, 301},
      {"주말", Weekend, 0},
      {"그날", ThatDay, 0},
      {"당일", ThatDay, 0},
      {"연내", WithinUnit, kYearUnit},
      {"월내", WithinUnit, kMonthUnit},
      {"주내", WithinUnit, 7},
      {"상반기", HalfYear, 0},
      {"하반기", HalfYear, 1},
      {"퇴근", WorkEnd, 0},
      {"하루", Span, 1},
      {"이틀", Span, 2},
      {"사흘", Span, 3},
      {"나흘", Span, 4},
      {"닷새", Span, 5},
      {"일주일", Span, 7},
      {"열흘", Span, 10},
      {"보름", Span, 15},
      {"첫째", Ordinal, 1},
      {"둘째", Ordinal, 2},
      {"셋째", Ordinal, 3},
      {"넷째", Ordinal, 4},
      {"첫", Ordinal, 1},
      {"마지막", Ordinal, 5},
  });
}();

}  // namespace

std::optional<DateWordValue> date_word(std::string_view lower) {
  if (lower.ends_with("'s")) lower.remove_suffix(2);  // Tuesday's, today's
  if (lower.size() < 2 || lower.size() > 11 || lower[0] < 'a' || lower[0] > 'z') {
    return std::nullopt;
  }
  if ((kLengths[static_cast<std::size_t>(lower[0] - 'a')] >> lower.size() & 1) == 0) {
    return std::nullopt;
  }
  const auto row =
      std::lower_bound(kLatin.begin(), kLatin.end(), lower,
                       [](const Row& a, std::string_view text) { return a.text < text; });
  if (row == kLatin.end() || row->text != lower) return std::nullopt;
  return DateWordValue{row->word, row->value};
}

std::optional<KoreanDateWord> korean_date_word(std::string_view atom) {
  static const Syllables kFirst = [] {
    Syllables set;
    for (const Row& row : kKorean) set.add(row.text);
    return set;
  }();
  if (!kFirst.has(atom)) return std::nullopt;
  for (const Row& row : kKorean) {
    if (atom.starts_with(row.text)) return KoreanDateWord{row.word, row.value, row.text.size()};
  }
  return std::nullopt;
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
