// Facts in as JSON lines, one outcome a line out.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ingest/fact_reader.h"
#include "memfold/engine.h"

namespace memfold::ingest {

/// What became of one line. Exactly one of the pointers is set; both are valid only during the
/// call.
struct LineOutcome {
  std::uint64_t line = 0, offset = 0;
  const Decision* decision = nullptr;  ///< Status::Error when the engine refused the fact
  const Rejected* rejected = nullptr;  ///< the line is no fact
};

struct JsonlFoldOptions {
  FactReadOptions read;
  std::size_t batch = 512;  ///< lines folded in one call
  FoldOptions fold;         ///< dry_run, trigger; checkpoints are not used
  /// Set to true to stop after the batch in hand.
  const std::atomic<bool>* stop = nullptr;
};

struct JsonlFoldSummary {
  std::uint64_t lines = 0;                 ///< the sum of all counts below
  std::array<std::uint64_t, 4> by_kind{};  ///< decided now, in the order of DecisionKind
  std::uint64_t already_folded = 0;
  std::uint64_t refused = 0;   ///< facts the engine refused
  std::uint64_t rejected = 0;  ///< lines that are no fact
  std::uint64_t reviews = 0;
  std::uint64_t analyses = 0;  ///< comparisons by the Analyst
  std::map<std::string, UnknownKey, std::less<>> unknown_keys;
  bool stopped = false;
};

/// Folds every line of `source` and reports each outcome in input order. Memory is bounded by a
/// batch. Throws Error when the engine or the source cannot go on; earlier batches stay folded.
JsonlFoldSummary fold_jsonl(Engine& engine, std::unique_ptr<ByteSource> source,
                            const std::string& name, const JsonlFoldOptions& options,
                            const std::function<void(const LineOutcome&)>& on_line);

}  // namespace memfold::ingest
