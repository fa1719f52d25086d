// Labelled streams: what arrives for one user, statement by statement, and what a careful person
// who keeps the memory would do with each.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "memfold/fact.h"
#include "tools/eval/lines.h"

namespace memfold::tools {

/// What is to be done with a statement, in the words of docs/streams.md.
enum class StreamDecision { Create, Update, Skip, Merge, Backdate, Keep };
inline constexpr std::size_t kStreamDecisions = 6;

std::string label(StreamDecision decision);  ///< in upper case, as streams are labelled
/// What an Analyst should say of the statement and the memory meant.
Verdict verdict_for(StreamDecision expected);

/// Each inner list holds spellings of one thing, one of which must be readable: as normalise_key()
/// gives them.
using Spellings = std::vector<std::vector<std::string>>;

struct StreamItem {
  Fact fact;  ///< without a user
  StreamDecision expected = StreamDecision::Create;
  std::optional<std::size_t>
      target;                        ///< place of an earlier item of the memory meant; none: Create
  std::vector<std::size_t> retires;  ///< places of items no memory may say as current any more
  Spellings now;                     ///< readable in the memory that then holds the statement
  std::vector<std::string> gone;     ///< not readable in it
};

/// What a user asks at a stream's end.
struct StreamQuestion {
  std::string text;
  Spellings says;
  std::vector<std::string> not_said;
};

struct Stream {
  std::string id, language, domain;
  std::vector<StreamItem> items;
  std::vector<StreamQuestion> questions;
};

struct StreamFile : LabelledFile {
  std::vector<Stream> streams;  ///< as selected, in the file's order
};

/// Reads one JSON object a line, a stream each: docs/streams.md has the keys. Throws as
/// read_labelled_lines.
StreamFile read_streams(std::unique_ptr<ingest::ByteSource> source, const LineSelection& selection);

/// Whether a text says everything `spellings` asks for, in one spelling or another.
bool says_all(const std::string& text, const Spellings& spellings);
/// Whether a text says any of these.
bool says_any(const std::string& text, const std::vector<std::string>& spellings);

}  // namespace memfold::tools
