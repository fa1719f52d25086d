// Calendar parts (iCalendar, RFC 5545): an invite is a meeting.
#pragma once

#include <string_view>
#include <vector>

#include "memfold/message.h"

namespace memfold::ingest {

inline constexpr std::size_t kMaxEvents = 100;

/// The VEVENTs of a calendar (valid UTF-8), at most kMaxEvents, each with the calendar's METHOD.
/// Local times are turned to UTC by TZID (Olson or Windows names) or else by
/// `default_offset_minutes`; a date alone is midnight there. Properties that make no sense are left
/// out. Linear.
std::vector<CalendarEvent> parse_calendar(std::string_view text, int default_offset_minutes);

}  // namespace memfold::ingest
