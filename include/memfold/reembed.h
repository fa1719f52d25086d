// Moving a store to another embedder.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "memfold/stop.h"

#pragma GCC visibility push(default)
namespace memfold {

/// Where a re-embedding is.
struct ReembedProgress {
  enum class Step : std::uint8_t { Embedding = 0, Switching, Deleting };
  Step step = Step::Embedding;
  std::uint64_t memories = 0;  ///< of all users, every version
  std::uint64_t done = 0;      ///< of these, looked at
  std::uint64_t embedded = 0;  ///< texts given to the embedder by this call
};

struct ReembedOptions {
  /// Memories without a vector get one; a store of another embedder is refused.
  bool missing_only = false;
  int batch = 512;  ///< texts embedded, and vectors committed, together
  /// A re-embedding to another embedder than the one given, begun earlier, is given up, and what
  /// it gathered deleted. Without it, it is an error that there is one.
  bool abandon_other = false;
  /// Asked after every commit and before each step. The call then returns what was done, with
  /// ReembedReport::finished false, and the next one goes on.
  StopWhen stop{};
  /// Called after every commit and before each step, one call at a time. May ask to stop. Must not
  /// use the store.
  std::function<void(const ReembedProgress&)> on_progress{};
};

struct ReembedReport {
  std::string from, to;  ///< name@version
  int from_dimension = 0, to_dimension = 0;
  std::uint64_t users = 0, memories = 0;
  std::uint64_t embedded = 0;  ///< texts given to the embedder by this call
  std::uint64_t kept = 0;      ///< memories with a vector of the new embedder from before
  std::uint64_t without = 0;   ///< memories in which the embedder found nothing to embed
  std::uint64_t dropped = 0;   ///< vectors deleted: replaced, or gathered for another embedder
  bool switched = false;       ///< the store now serves vectors of another embedder
  bool calibration_changed = false;  ///< the store has the calibration given, and had another
  bool finished = false;             ///< false: stopped by options.stop
};

}  // namespace memfold
#pragma GCC visibility pop
