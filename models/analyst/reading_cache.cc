#include "models/analyst/reading_cache.h"

#include <iterator>
#include <optional>
#include <string>

#include "core/hash.h"

namespace memfold::models {
namespace {

/// Longer ones are read where they are needed: a reading is some fifty times its text.
constexpr std::size_t kLongestKept = 1024;

std::uint64_t key_of(const Statement& statement) {
  const std::uint64_t when =
      statement.occurred_at ? std::uint64_t(statement.occurred_at->micros) : 0;
  return hash64(statement.subject, hash64(statement.content, when));
}

}  // namespace

struct ReadingCache::OwnedReading {
  explicit OwnedReading(const Statement& read)
      : content(read.content),
        subject(read.subject),
        occurred_at(read.occurred_at),
        reading({content, subject, occurred_at}),
        bytes(sizeof *this + content.capacity() + subject.capacity() + reading.heap_bytes()) {}

  bool is_of(const Statement& other) const {
    return content == other.content && subject == other.subject && occurred_at == other.occurred_at;
  }

  const std::string content, subject;
  const std::optional<Time> occurred_at;
  const Reading reading;
  const std::size_t bytes;
};

ReadingCache::Owned ReadingCache::Shard::find(std::uint64_t key, const Statement& statement) {
  const std::lock_guard lock(mutex_);
  const auto found = places_.find(key);
  if (found == places_.end() || !found->second->reading->is_of(statement)) return nullptr;
  by_use_.splice(by_use_.begin(), by_use_, found->second);
  return found->second->reading;
}

void ReadingCache::Shard::keep(std::uint64_t key, const Owned& reading, std::size_t most_bytes) {
  const std::lock_guard lock(mutex_);
  if (const auto before = places_.find(key); before != places_.end()) drop(before->second);
  by_use_.push_front({key, reading});
  places_[key] = by_use_.begin();
  bytes_ += reading->bytes;
  while (bytes_ > most_bytes) drop(std::prev(by_use_.end()));
}

void ReadingCache::Shard::drop(std::list<Kept>::iterator kept) {
  bytes_ -= kept->reading->bytes;
  places_.erase(kept->key);
  by_use_.erase(kept);
}

ReadingCache::ReadingCache(std::size_t bytes) : shard_bytes_(bytes / kShards) {}

std::shared_ptr<const Reading> ReadingCache::read(const Statement& statement) const {
  const auto reading_of = [](const Owned& owned) {
    return std::shared_ptr<const Reading>(owned, &owned->reading);
  };
  if (statement.content.size() + statement.subject.size() > kLongestKept) {
    return reading_of(std::make_shared<const OwnedReading>(statement));
  }
  const std::uint64_t key = key_of(statement);
  Shard& shard = shards_[key % kShards];
  Owned owned = shard.find(key, statement);
  if (!owned) {
    owned = std::make_shared<const OwnedReading>(statement);
    shard.keep(key, owned, shard_bytes_);
  }
  return reading_of(owned);
}

}  // namespace memfold::models
