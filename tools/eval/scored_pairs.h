// Pairs of texts scored by people, as tab-separated values: KorSTS, STS-B and the like.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ingest/byte_source.h"
#include "tools/eval/lines.h"

namespace memfold::tools {

struct ScoredPair {
  std::string first, second;  ///< NFC
  double score = 0;           ///< 0..5
  std::string language;       ///< empty where the file names none
};

/// Where the two texts and the score stand, counted from 1.
using PairColumns = std::array<int, 3>;

struct ScoredPairFile {
  std::vector<ScoredPair> pairs;
  std::vector<RejectedLine> rejected;
  PairColumns columns{};
  bool unit_scale = false;  ///< scores were 0..1
};

/// "3,4,1": the columns of the two texts and of the score. Throws UsageError.
PairColumns parse_columns(const std::string& text);

/// Reads a file. Without `columns`, a header names them (sentence1, text a, score, similarity and
/// the like), or else the score is the last column that holds nothing but numbers of 0..5 and the
/// texts are the two longest of the others. Scores are 0..1 where none is above 1, else 0..5. Lines
/// that begin with # are comments, or a header. Throws UsageError naming `name` when the columns
/// cannot be told, Error as the source does.
ScoredPairFile read_scored_pairs(std::unique_ptr<ingest::ByteSource> source,
                                 const std::string& name, std::optional<PairColumns> columns);

}  // namespace memfold::tools
