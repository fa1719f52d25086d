// Labelled pairs of statements as JSON lines: what two statements are to each other, told by a
// person.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ingest/byte_source.h"
#include "ingest/fact_reader.h"
#include "memfold/kinds.h"

namespace memfold::tools {

struct LabelledPair {
  std::string id, language;
  std::string existing, incoming;  ///< NFC
  Verdict expected = Verdict::Unrelated;
  std::optional<EdgeType> relationship;  ///< of a LINK, where it is labelled
};

/// Which lines are wanted; what is empty does not restrict.
struct PairSelection {
  std::string split, language;
};

/// A line that is no pair, and why. The reason never holds a statement.
struct RejectedLine {
  std::uint64_t line = 0;  ///< 1, 2, 3...
  std::string reason;
};

struct PairFile {
  std::vector<LabelledPair> pairs;  ///< as selected, in the file's order
  std::vector<RejectedLine> rejected;
  std::set<std::string> splits, languages;  ///< of all lines, selected or not
  std::map<std::string, ingest::UnknownKey, std::less<>> unknown_keys;
};

/// Reads one JSON object a line, with the keys id, lang, existing, new, expected (a verdict) and
/// optionally relationship (an edge type) and split. Empty lines are passed over. Of a line that is
/// not selected no more than split and language are looked at. Throws Error as `source` does, and
/// Error(Corruption) where it ends early.
PairFile read_pairs(std::unique_ptr<ingest::ByteSource> source, const PairSelection& selection);

}  // namespace memfold::tools
