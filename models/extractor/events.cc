#include "models/extractor/events.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/text.h"
#include "models/extractor/calendar.h"
#include "models/extractor/characters.h"

namespace memfold::models::extractor {
namespace {

constexpr std::size_t kNamedAttendees = 8;
constexpr std::size_t kMaxPartBytes = 300;

struct Words {
  const char *meeting, *cancelled, *place, *with;
};
constexpr Words kEnglishWords = {"meeting", "cancelled", "at ", "with "};
constexpr Words kKoreanWords = {"회의", "취소됨", "장소 ", "참석 "};

bool holds_hangul(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = code_point_at(text, i);
    if (is_hangul(c.value)) return true;
    i += c.bytes;
  }
  return false;
}

std::string print_time(Time time, int offset, bool with_day) {
  const CivilDate date = civil_of(local_day(time, offset));
  const int minute = local_minute(time, offset);
  std::array<char, 64> text;
  if (with_day) {
    std::snprintf(text.data(), text.size(), "%04d-%02d-%02d %02d:%02d", date.year, date.month,
                  date.day, minute / 60, minute % 60);
  } else {
    std::snprintf(text.data(), text.size(), "%02d:%02d", minute / 60, minute % 60);
  }
  return text.data();
}

std::string print_when(const CalendarEvent& event, int offset) {
  if (!event.start) return {};
  std::string when = print_time(*event.start, offset, true);
  if (event.end && *event.end > *event.start) {
    const bool same_day = local_day(*event.end, offset) == local_day(*event.start, offset);
    when += (same_day ? "-" : " - ") + print_time(*event.end, offset, !same_day);
  }
  return when;
}

std::string part(std::string_view text) {
  return std::string(
      cut_at_word(collapse_spaces(cut_at_word(text, 4 * kMaxPartBytes)), kMaxPartBytes));
}

}  // namespace

std::string describe_event(const CalendarEvent& event, int utc_offset_minutes) {
  if (event.method == "REPLY" || event.method == "COUNTER" || event.method == "REFRESH") return {};
  const std::string summary = part(event.summary);
  if (summary.empty() && !event.start) return {};
  const Words& words = holds_hangul(summary) ? kKoreanWords : kEnglishWords;
  const bool cancelled = event.cancelled || event.method == "CANCEL";

  std::string text = summary.empty() ? std::string() : summary + ": ";
  text += cancelled ? std::string(words.meeting) + " " + words.cancelled : words.meeting;
  if (const std::string when = print_when(event, utc_offset_minutes); !when.empty()) {
    text += (cancelled ? ", " : " ") + when;
  }
  if (const std::string place = part(event.location); !place.empty()) {
    text.append(", ").append(words.place).append(place);
  }
  std::size_t named = 0;
  for (const Mailbox& person : event.attendees) {
    const std::string who = part(person.name.empty() ? person.address : person.name);
    if (who.empty()) continue;
    if (named == kNamedAttendees) {
      text += " + " + std::to_string(event.attendees.size() - named);
      break;
    }
    text.append(", ").append(named++ == 0 ? words.with : "").append(who);
  }
  return text;
}

}  // namespace memfold::models::extractor
