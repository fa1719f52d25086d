// Dates as mailers write them for people, above what is quoted or forwarded.
#pragma once

#include <optional>
#include <string_view>

#include "ingest/mail_date.h"

namespace memfold::ingest {

/// Reads a day with its year and a clock, in numbers or with the month's name in any of some twenty
/// languages: "Wed, Oct 27, 2021 at 9:31 AM", "2026년 1월 5일 (월) 오전 9:05", "28. lokakuuta 2021
/// klo 12.06". Where no zone is said the clock is that of `utc_offset_minutes`. 1/2/2026 is a day
/// of January beside AM or PM, else of February. Empty when something is missing or does not exist.
/// Safe to call from any thread.
std::optional<MailDate> parse_written_date(std::string_view text, int utc_offset_minutes);

}  // namespace memfold::ingest
