// A calendar part in words.
#pragma once

#include <string>

#include "memfold/message.h"

namespace memfold::models::extractor {

/// "<summary>: meeting 2026-01-22 14:00-15:00, <place>, with A, B", in Korean when the summary is;
/// a cancelled event says so. Times are in the author's zone. Empty for a mere answer to an invite
/// and for an event without a start and a summary.
std::string describe_event(const CalendarEvent& event, int utc_offset_minutes);

}  // namespace memfold::models::extractor
