// Dates as mail writes them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "memfold/time.h"

namespace memfold::ingest {

struct MailDate {
  Time time;                   ///< UTC
  int utc_offset_minutes = 0;  ///< of the writer; 0 when not said
};

/// Reads the words of a date in any order of asctime or RFC 5322: day, month name, year, clock,
/// zone (+0900, a few names), weekdays ignored. `short_years` also takes 99 and 02. Empty when a
/// word is none of these, something is missing, or the day does not exist.
std::optional<MailDate> read_date_words(std::span<const std::string_view> words, bool short_years);

/// Minutes east of UTC of a zone's name (KST, CEST); empty where it is not known.
std::optional<int> named_zone(std::string_view word);

/// Reads a Date header (RFC 5322 and what is found in the wild). Comments are ignored.
std::optional<MailDate> parse_mail_date(std::string_view value);

}  // namespace memfold::ingest
