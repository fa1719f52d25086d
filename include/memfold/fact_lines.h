// Facts as JSON lines: read, and folded with one outcome a line. Of the library memfold::ingest.
//
//   const auto reader = memfold::open_facts("facts.jsonl", {.default_user = "mina"});
//   memfold::fold_jsonl(engine, *reader, {}, [](const memfold::LineOutcome& line) { ... });
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>

#include "memfold/archive.h"
#include "memfold/engine.h"

#pragma GCC visibility push(default)
namespace memfold {

/// A line that is no fact, and why.
struct RejectedLine {
  std::string source;
  std::uint64_t line = 0;    ///< 1, 2, 3...
  std::uint64_t offset = 0;  ///< of its first byte
  std::string reason;        ///< names the key or the place in the line; never holds content
};

/// A key no fact has. Its lines are read all the same.
struct UnknownKey {
  std::uint64_t count = 0;
  std::uint64_t first_line = 0;
  std::string nearest;  ///< the known key most like it; empty when none is
};

struct FactReadOptions {
  std::string default_user = {};                          ///< for lines without a user
  SourceType default_source_type = SourceType::Realtime;  ///< for lines without a source_type
  std::string default_session = {};                       ///< for lines without a session_id
  std::size_t max_line_bytes = std::size_t{1} << 20;      ///< a longer line is rejected
  StopWhen stop{};  ///< ends waiting for a pipe, with Error(Stopped)
};

/// Reads one JSON object a line, whose keys are the fields of Fact (docs/cli.md lists them). null
/// counts as absent; empty lines are passed over. A wrong type, a missing user or content, a time,
/// a name or a number out of range, invalid UTF-8 or a line over the limit reject the line and
/// nothing else. One thread at a time; memory is bounded by the longest line.
class FactReader {
 public:
  virtual ~FactReader() = default;

  /// The next line's outcome; false at the end. Throws Error: Io, Stopped.
  virtual bool next(std::variant<Fact, RejectedLine>& outcome) = 0;

  virtual std::uint64_t line() const = 0;    ///< of the last outcome
  virtual std::uint64_t offset() const = 0;  ///< of the last outcome
  virtual const std::map<std::string, UnknownKey, std::less<>>& unknown_keys() const = 0;
  virtual std::uint64_t bytes_read() const = 0;   ///< as stored, for showing progress
  virtual std::uint64_t bytes_total() const = 0;  ///< as stored; 0 when unknown
};

/// A reader of a file of facts, or of standard input for "-"; gzip is undone. Throws Error:
/// NotFound, Io, Stopped.
std::unique_ptr<FactReader> open_facts(const std::string& path,
                                       const FactReadOptions& options = {});

/// What became of one line. Exactly one of the pointers is set; both are valid only during the
/// call.
struct LineOutcome {
  std::uint64_t line = 0, offset = 0;
  const Decision* decision = nullptr;      ///< Status::Error when the engine refused the fact
  const RejectedLine* rejected = nullptr;  ///< the line is no fact
};

struct JsonlFoldOptions {
  std::size_t batch = 512;  ///< lines folded in one call
  /// dry_run, trigger; checkpoints are not used. `stop` is asked between batches: the one in hand
  /// is finished, so that every line that was folded has its outcome.
  FoldOptions fold{};
};

struct JsonlFoldSummary {
  std::uint64_t lines = 0;                 ///< the sum of all counts below
  std::array<std::uint64_t, 4> by_kind{};  ///< decided now, in the order of DecisionKind
  std::uint64_t already_folded = 0;
  std::uint64_t refused = 0;     ///< facts the engine refused
  std::uint64_t over_limit = 0;  ///< facts it had no room for (UserLimits)
  std::uint64_t rejected = 0;    ///< lines that are no fact
  std::uint64_t reviews = 0;
  std::uint64_t analyses = 0;  ///< comparisons by the Analyst
  std::map<std::string, UnknownKey, std::less<>> unknown_keys;
  bool stopped = false;  ///< by options.fold.stop, or the reader's
};

/// Folds every line that is left in `reader` and reports each outcome in input order, on the thread
/// that calls. Memory is bounded by a batch. Throws Error when the engine or the reader cannot go
/// on; earlier batches stay folded.
JsonlFoldSummary fold_jsonl(Engine& engine, FactReader& reader, const JsonlFoldOptions& options,
                            const std::function<void(const LineOutcome&)>& on_line = {});

}  // namespace memfold
#pragma GCC visibility pop
