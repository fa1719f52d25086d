// The comparisons of one process: each pair is answered once.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "memfold/analysis.h"
#include "memfold/models.h"

namespace memfold::remote {

/// SHA-256 of contents, subjects and times: what an answer depends on.
using PairKey = std::array<std::uint8_t, 32>;
PairKey key_of(const StatementPair& pair);

/// A pair that owns its texts.
class OwnedPair {
 public:
  OwnedPair() = default;
  explicit OwnedPair(const StatementPair& pair);
  StatementPair view() const;
  std::size_t bytes() const;

 private:
  struct Side {
    std::string content, subject;
    std::optional<Time> occurred_at;
  };
  Side existing_, incoming_;
};

/// One comparison, of the Memo's making and under its lock.
class Slot {
  friend class Memo;
  enum class State { Queued, Running, Done };
  PairKey key{};
  State state = State::Running;
  OwnedPair pair;         ///< of a queued one
  bool is_asked = false;  ///< compare() has asked for it
  Analysis analysis;
  std::exception_ptr error;
};

/// Bounded; the least recently used go, whether they were asked for or not. Thread-safe.
class Memo {
 public:
  explicit Memo(std::size_t entries) : entries_(entries) {}

  struct Claim {
    std::shared_ptr<Slot> slot;
    bool must_answer;  ///< by the caller, with finish() or fail()
    bool is_repeat;    ///< it was claimed before
  };
  /// For one who needs the answer: what is only queued becomes the caller's own to find, so that
  /// nobody waits behind guesses.
  Claim claim(const PairKey& key);

  /// Queues a guess; null when the pair is known already, or too much text is queued.
  std::shared_ptr<Slot> queue(const StatementPair& pair);
  /// The pair of a guess that nobody has begun yet.
  std::optional<OwnedPair> start(Slot& slot);

  /// What is not to be kept answers those who wait and is forgotten.
  void finish(Slot& slot, Analysis analysis, bool is_kept);
  void fail(Slot& slot, std::exception_ptr error);

  /// Waits for the answer; rethrows what fail() was given.
  Analysis answer_of(const Slot& slot);

  std::size_t entries() const { return entries_; }

 private:
  struct FirstBytes {
    std::size_t operator()(const PairKey& key) const {
      std::size_t value;
      std::memcpy(&value, key.data(), sizeof value);
      return value;
    }
  };
  using Recent = std::list<std::shared_ptr<Slot>>;

  std::shared_ptr<Slot> find(const PairKey& key);  ///< makes it the most recent
  void insert(std::shared_ptr<Slot> slot);
  void forget(const Slot& slot);
  OwnedPair take_pair(Slot& slot);

  const std::size_t entries_;
  std::mutex mutex_;
  std::condition_variable finished_;
  Recent recent_;  ///< most recent first
  std::unordered_map<PairKey, Recent::iterator, FirstBytes> places_;
  std::size_t queued_bytes_ = 0;
};

}  // namespace memfold::remote
