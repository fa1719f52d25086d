// When something was said, as chats, transcripts and recorders write it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "memfold/time.h"

namespace memfold::ingest {

struct TurnTime {
  enum class Kind : std::uint8_t {
    None,
    Absolute,  ///< micros since 1970 in UTC
    Local,     ///< micros since 1970 on a clock whose zone was not said
    Relative,  ///< micros since the beginning
  };
  Kind kind = Kind::None;
  std::int64_t micros = 0;
  std::optional<int> utc_offset_minutes{};  ///< where one was said; "Z" says none
  /// "14:03" may also be 14 hours and 3 minutes on a wall clock.
  bool two_parts = false;
};

/// Reads RFC 3339; the same with a space for T, without seconds or without a zone; a day alone;
/// "[hh:]mm:ss[.fff]" since the beginning; seconds as for turn_time_of; and what parse_written_date
/// takes ("2026년 3월 2일 오전 10:05"). Years 1970 to 2199. Empty for anything else. Linear.
std::optional<TurnTime> parse_turn_time(std::string_view text);

/// Below 100 million: seconds since the beginning; to 100 thousand million: since 1970; beyond that
/// milliseconds since 1970. Empty when negative, not finite or after 2199.
std::optional<TurnTime> turn_time_of(double seconds);

/// Slack's "1700000000.000100", to the microsecond.
std::optional<Time> parse_epoch(std::string_view text);

/// "+09:00", "-0330", "Z": minutes east of UTC.
std::optional<int> parse_utc_offset(std::string_view text);

}  // namespace memfold::ingest
