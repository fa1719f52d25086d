// Transcripts as text: captions, or lines that say who speaks.
#pragma once

#include <string_view>

#include "ingest/turns.h"
#include "memfold/source_reader.h"

namespace memfold::ingest {

/// Whether `text` is WebVTT or SubRip captions.
bool is_captions(std::string_view text);

/// Adds the turns of captions, or of lines like "김민지: ...", "[00:12:30] Kim: ...", "Kim (12:30):
/// ..." and "Kim 12:30" with the words below, and what is said of the meeting above them (제목,
/// 일시, 참석자, Title, Date, Attendees). A name counts as a speaker's where it is one of
/// talk.participants, has a time beside it, comes twice or looks like a person's. Text without
/// speakers is one turn of nobody's. `text` is valid UTF-8. Linear.
void read_transcript(std::string_view text, const SourceLimits& limits, Talk& talk);

}  // namespace memfold::ingest
