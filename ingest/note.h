// Notes: plain text or Markdown.
#pragma once

#include <string>
#include <string_view>

#include "memfold/source_reader.h"

namespace memfold::ingest {

struct PlainNote {
  std::string title, body, quoted;
  std::string date;  ///< of a front matter, as written
};

/// Takes the front matter, the title (a heading, or a short first line with an empty one behind
/// it), quotations and code out of `text` (valid UTF-8, LF) and the marks of Markdown off the rest;
/// items become lines with "- ". Line by line and not by the grammar of Markdown: most notes are
/// not written by it. Linear.
PlainNote read_note(std::string_view text);

/// The same without looking for a title.
std::string plain_words(std::string_view text);

/// A note as one message. Rejects an empty one.
SourceReading note_reading(const Source& source, std::string_view text, const SourceLimits& limits);

}  // namespace memfold::ingest
