#include "ingest/calendar.h"

#include <unicode/timezone.h>
#include <unicode/unistr.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/text.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kMaxAttendees = 500;
constexpr std::size_t kMaxValue = 8 * 1024;

/// One content line: NAME;PARAM=x;PARAM="y":value, unfolded.
struct Property {
  std::string name, value, parameters;
};

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}

std::string to_upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = upper(c);
  return result;
}

std::string parameter(const Property& property, std::string_view name) {
  const std::string_view all = property.parameters;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t equals = all.find('=', at);
    if (equals == std::string_view::npos) break;
    const bool found = to_upper(all.substr(at, equals - at)) == name;
    std::size_t end = equals + 1;
    bool quoted = false;
    for (; end < all.size() && (quoted || all[end] != ';'); ++end) {
      if (all[end] == '"') quoted = !quoted;
    }
    if (found) {
      std::string value(all.substr(equals + 1, end - equals - 1));
      std::erase(value, '"');
      return value;
    }
    at = end + 1;
  }
  return {};
}

std::optional<Property> split_line(std::string_view line) {
  std::size_t colon = 0;
  bool quoted = false;
  for (; colon < line.size() && (quoted || line[colon] != ':'); ++colon) {
    if (line[colon] == '"') quoted = !quoted;
  }
  if (colon == line.size()) return std::nullopt;
  Property property;
  const std::string_view head = line.substr(0, colon);
  const std::size_t semicolon = std::min(head.find(';'), head.size());
  property.name = to_upper(head.substr(0, semicolon));
  if (semicolon < head.size()) property.parameters = head.substr(semicolon + 1);
  property.value = line.substr(colon + 1, kMaxValue);
  return property;
}

/// TEXT values: \n, \, \; and \\ undone.
std::string unescape(std::string_view value) {
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '\\' || i + 1 == value.size()) {
      text.push_back(value[i]);
      continue;
    }
    const char next = value[++i];
    text.push_back(next == 'n' || next == 'N' ? '\n' : next);
  }
  return to_valid_utf8(text);  // a value may have been cut inside a character
}

int digits_at(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    if (i >= text.size() || text[i] < '0' || text[i] > '9') return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

/// Minutes east of UTC of `zone` at a local time.
std::optional<int> zone_offset(const std::string& zone, std::int64_t local_micros) {
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString id = icu::UnicodeString::fromUTF8(zone);
  std::unique_ptr<icu::TimeZone> rules(icu::TimeZone::createTimeZone(id));
  if (*rules == icu::TimeZone::getUnknown()) {
    icu::UnicodeString olson;
    icu::TimeZone::getIDForWindowsID(id, nullptr, olson, status);
    if (U_FAILURE(status) || olson.isEmpty()) return std::nullopt;
    rules.reset(icu::TimeZone::createTimeZone(olson));
  }
  std::int32_t raw = 0, daylight = 0;
  rules->getOffset(static_cast<UDate>(local_micros / 1000), true, raw, daylight, status);
  if (U_FAILURE(status)) return std::nullopt;
  return (raw + daylight) / 60000;
}

std::optional<Time> read_time(const Property& property, int default_offset) {
  namespace chrono = std::chrono;
  const std::string_view value = property.value;
  const int year = digits_at(value, 0, 4), month = digits_at(value, 4, 2),
            day = digits_at(value, 6, 2);
  if (year < 1 || month < 1 || day < 1) return std::nullopt;
  const chrono::year_month_day date{chrono::year{year}, chrono::month(unsigned(month)),
                                    chrono::day(unsigned(day))};
  if (!date.ok()) return std::nullopt;
  std::int64_t micros = chrono::sys_days{date}.time_since_epoch().count() * kMicrosPerDay;
  if (value.size() > 8 && value[8] == 'T') {
    const int hour = digits_at(value, 9, 2), minute = digits_at(value, 11, 2);
    const int second = value.size() >= 15 ? digits_at(value, 13, 2) : 0;
    if (hour < 0 || hour > 24 || minute < 0 || minute > 59 || second < 0 || second > 60) {
      return std::nullopt;
    }
    micros += (hour * 3600 + minute * 60 + second) * kMicrosPerSecond;
    if (value.ends_with('Z')) return Time{micros};
  }
  const std::string zone = parameter(property, "TZID");
  const int offset =
      zone.empty() ? default_offset : zone_offset(zone, micros).value_or(default_offset);
  return Time{micros - std::int64_t{offset} * 60 * kMicrosPerSecond};
}

/// "PT1H30M", "P1D", "P2W" in micros.
std::optional<std::int64_t> read_duration(std::string_view value) {
  std::int64_t seconds = 0, number = 0;
  bool any = false;
  if (value.starts_with('+')) value.remove_prefix(1);
  if (!value.starts_with('P')) return std::nullopt;
  for (char c : value.substr(1, 32)) {
    if (c >= '0' && c <= '9') {
      number = number * 10 + (c - '0');
      if (number > 1'000'000'000) return std::nullopt;
      any = true;
      continue;
    }
    const int unit = c == 'W' ? 604800 : c == 'D' ? 86400 : c == 'H' ? 3600 : c == 'M' ? 60 : 1;
    if (c != 'T') seconds += number * unit;
    number = 0;
  }
  if (!any || seconds > 10'000'000'000) return std::nullopt;
  return seconds * kMicrosPerSecond;
}

Mailbox read_person(const Property& property) {
  Mailbox person;
  person.name = collapse_spaces(to_valid_utf8(parameter(property, "CN")));
  std::string address = collapse_spaces(to_valid_utf8(property.value));
  if (to_upper(std::string_view(address).substr(0, 7)) == "MAILTO:") address.erase(0, 7);
  if (address.find('@') != std::string::npos) person.address = fold_case(address);
  if (person.name == person.address) person.name.clear();
  return person;
}

class Reader {
 public:
  explicit Reader(int default_offset) : default_offset_(default_offset) {}

  void line(std::string_view text) {
    const auto property = split_line(text);
    if (!property) return;
    if (property->name == "BEGIN") return begin(to_upper(property->value));
    if (property->name == "END") return end(to_upper(property->value));
    if (property->name == "METHOD" && depth_ <= 1) method_ = to_upper(property->value);
    if (in_event_ && depth_ == event_depth_) event_property(*property);
  }

  std::vector<CalendarEvent> take() {
    for (CalendarEvent& event : events_) {
      event.method = to_valid_utf8(method_);
      event.cancelled = event.method == "CANCEL" || event.status == "CANCELLED";
    }
    return std::move(events_);
  }

 private:
  void begin(const std::string& component) {
    ++depth_;
    if (component != "VEVENT" || in_event_ || events_.size() == kMaxEvents) return;
    in_event_ = true;
    event_depth_ = depth_;
    event_ = {};
    duration_.reset();
  }
  void end(const std::string& component) {
    if (component == "VEVENT" && in_event_ && depth_ == event_depth_) {
      in_event_ = false;
      if (!event_.end && event_.start && duration_) {
        event_.end = Time{event_.start->micros + *duration_};
      }
      if (event_.start || !event_.summary.empty()) events_.push_back(std::move(event_));
    }
    if (depth_ > 0) --depth_;
  }
  void event_property(const Property& property);

  int default_offset_;
  int depth_ = 0, event_depth_ = 0;
  bool in_event_ = false;
  CalendarEvent event_;
  std::optional<std::int64_t> duration_;
  std::string method_;
  std::vector<CalendarEvent> events_;
};

void Reader::event_property(const Property& property) {
  struct TextField {
    std::string_view name;
    std::string CalendarEvent::*field;
  };
  static constexpr TextField kTextFields[] = {{"UID", &CalendarEvent::uid},
                                              {"SUMMARY", &CalendarEvent::summary},
                                              {"LOCATION", &CalendarEvent::location},
                                              {"STATUS", &CalendarEvent::status}};
  for (const TextField& field : kTextFields) {
    if (property.name == field.name)
      event_.*field.field = collapse_spaces(unescape(property.value));
  }
  if (property.name == "STATUS") event_.status = to_upper(event_.status);
  if (property.name == "DTSTART") event_.start = read_time(property, default_offset_);
  if (property.name == "DTEND") event_.end = read_time(property, default_offset_);
  if (property.name == "DURATION") duration_ = read_duration(property.value);
  if (property.name == "ORGANIZER") event_.organizer = read_person(property);
  if (property.name == "ATTENDEE" && event_.attendees.size() < kMaxAttendees) {
    event_.attendees.push_back(read_person(property));
  }
  if (property.name == "SEQUENCE") {
    const std::string& value = property.value;
    const int sequence = digits_at(value, 0, std::min<std::size_t>(value.size(), 9));
    if (sequence > 0) event_.sequence = static_cast<std::uint32_t>(sequence);
  }
}

}  // namespace

std::vector<CalendarEvent> parse_calendar(std::string_view text, int default_offset_minutes) {
  Reader reader(default_offset_minutes);
  std::string line;
  bool any = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view physical = text.substr(at, end - at);
    at = end + 1;
    if (physical.ends_with('\r')) physical.remove_suffix(1);
    const bool folded = any && (physical.starts_with(' ') || physical.starts_with('\t'));
    if (folded) {
      if (line.size() < 2 * kMaxValue) line.append(physical.substr(1));
      continue;
    }
    if (any) reader.line(line);
    line = physical;
    any = true;
  }
  if (any) reader.line(line);
  return reader.take();
}

}  // namespace memfold::ingest
