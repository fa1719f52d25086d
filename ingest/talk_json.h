// Talks as JSON: turns a line, or a meeting in one object.
#pragma once

#include <simdjson.h>

#include <string_view>

#include "ingest/turns.h"
#include "memfold/source_reader.h"

namespace memfold::ingest {

/// One turn a line (or a list of turns); the first line may be about the talk instead. `json` is
/// valid UTF-8, `where` names the form in what is rejected.
Talk read_turns(std::string_view json, const SourceLimits& limits, std::string_view where);

/// {title, participants, started_at, transcript: turns or text}.
Talk read_meeting(std::string_view json, const SourceLimits& limits);

/// Whether the object is a turn: has words and who spoke them.
bool is_turn(const simdjson::dom::element& value);

}  // namespace memfold::ingest
