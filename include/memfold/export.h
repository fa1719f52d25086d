// Taking a store's content out, and into another store. The types; the calls are members of Engine.
// docs/export.md describes the files.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "memfold/stop.h"

#pragma GCC visibility push(default)
namespace memfold {

struct ExportOptions {
  std::string user{};  ///< of one user; empty: of all there are, teams and checkpoints too
  StopWhen stop{};     ///< asked between records; what was written then is no whole export
};

/// What was written, by type of record or name of file.
struct ExportReport {
  std::uint64_t users = 0;
  std::map<std::string, std::uint64_t> counts;
  std::uint64_t bytes = 0;
  /// Edges that were left out of a graph because one end is a memory no longer stored.
  std::uint64_t edges_without_end = 0;
  /// Softly forgotten memories that were left out of a graph, with their edges. The JSONL export,
  /// which loses nothing, has them.
  std::uint64_t hidden = 0;
};

struct ImportOptions {
  std::string user{};  ///< this one alone; empty: all the export holds
};

/// What was read.
struct ImportReport {
  std::uint64_t users = 0;
  std::map<std::string, std::uint64_t> counts;  ///< records of the export, by type
  std::uint64_t bytes = 0;
};

}  // namespace memfold
#pragma GCC visibility pop
