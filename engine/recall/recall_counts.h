// Recalls that were answered and are not written down yet, so that reading never waits for a write.
#pragma once

#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "memfold/options.h"
#include "storage/store.h"

namespace memfold {

/// A memory or node that was given as an answer.
struct Recalled {
  Id id;
  double score = 0;  ///< of the hit
  Time at;
};

/// Safe for use from any thread.
class RecallCounts {
 public:
  /// Notes what one recall gave; true when the user's are so many that they want writing.
  bool add(std::string_view user, std::span<const Recalled> given);
  /// What is noted of the user, in order; it is noted no longer.
  std::vector<Recalled> take(std::string_view user);
  bool has(std::string_view user) const;
  /// Of whom anything is noted.
  std::vector<std::string> users() const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::vector<Recalled>> pending_;
};

/// Writes what recalls did to the nodes, and to the memories that are still current, in one commit.
/// The user's lane must be held; what is loaded of it stays right.
void write_recalls(storage::Store& store, const EngineOptions& options, std::string_view user,
                   std::span<const Recalled> recalls);

}  // namespace memfold
