// Statements that were read lately. A fact is compared with many memories and a memory with many
// facts; reading them costs as much as comparing them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "models/analyst/reading.h"

namespace memfold::models {

/// Readings with copies of the texts they are of, so they outlive both. Of those that are too many
/// the least recently used go. Safe from any thread: threads rarely meet at one lock.
class ReadingCache {
 public:
  /// Keeps about so many bytes at most.
  explicit ReadingCache(std::size_t bytes);
  ReadingCache(const ReadingCache&) = delete;
  ReadingCache& operator=(const ReadingCache&) = delete;

  /// What Reading(statement) is, made anew only where it is not kept. Long statements never are.
  std::shared_ptr<const Reading> read(const Statement& statement) const;

 private:
  struct OwnedReading;
  using Owned = std::shared_ptr<const OwnedReading>;
  struct Kept {
    std::uint64_t key;
    Owned reading;
  };
  class Shard {
   public:
    Owned find(std::uint64_t key, const Statement& statement);
    void keep(std::uint64_t key, const Owned& reading, std::size_t most_bytes);

   private:
    void drop(std::list<Kept>::iterator kept);

    std::mutex mutex_;
    std::list<Kept> by_use_;  ///< the last used first
    std::unordered_map<std::uint64_t, std::list<Kept>::iterator> places_;
    std::size_t bytes_ = 0;
  };
  static constexpr std::size_t kShards = 16;

  const std::size_t shard_bytes_;
  mutable std::array<Shard, kShards> shards_;
};

}  // namespace memfold::models
