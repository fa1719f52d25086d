// WebVTT and SubRip.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ingest/turn_time.h"

namespace memfold::ingest {

struct Cue {
  TurnTime start, end;
  std::string speaker;  ///< of a voice tag, else empty
  std::string text;     ///< on one line, without tags
};

/// The cues in order; headers, notes, styles and numbers are passed over, a cue that repeats the
/// one before it word for word is left out. `text` is valid UTF-8. Linear.
std::vector<Cue> read_captions(std::string_view text);

/// "&lt;", "&gt;", "&amp;", "&nbsp;", "&quot;", "&#39;" decoded; other entities stay.
std::string decode_common_entities(std::string_view text);

}  // namespace memfold::ingest
