// Labelled pairs of statements: what two statements are to each other, told by a person.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "memfold/kinds.h"
#include "tools/eval/lines.h"

namespace memfold::tools {

struct LabelledPair {
  std::string id, language;
  std::string existing, incoming;  ///< NFC
  Verdict expected = Verdict::Unrelated;
  std::optional<EdgeType> relationship;  ///< of a LINK, where it is labelled
  std::string subject{};  ///< NFC; the subject line both were said under, may be empty
};

struct PairFile : LabelledFile {
  std::vector<LabelledPair> pairs;  ///< as selected, in the file's order
};

/// Reads one JSON object a line, with the keys id, lang, existing, new, expected (a verdict) and
/// optionally relationship (an edge type), subject (the subject line of both) and split. Throws as
/// read_labelled_lines.
PairFile read_pairs(std::unique_ptr<ingest::ByteSource> source, const LineSelection& selection);

}  // namespace memfold::tools
