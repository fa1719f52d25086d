// The comparisons of one process: each pair is answered once.
#pragma once

#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "memfold/analysis.h"
#include "memfold/models.h"
#include "remote/recent.h"

namespace memfold::remote {

/// Of contents, subjects and times.
ContentKey key_of(const StatementPair& pair);

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
  ContentKey key{};
  State state = State::Running;
  OwnedPair pair;         ///< of a queued one
  bool is_asked = false;  ///< compare() has asked for it
  Analysis analysis;
  std::exception_ptr error;
};

/// Bounded; the least recently used go, whether they were asked for or not. Thread-safe.
class Memo {
 public:
  explicit Memo(std::size_t entries) : recent_(entries) {}

  struct Claim {
    std::shared_ptr<Slot> slot;
    bool must_answer;  ///< by the caller, with finish() or fail()
    bool is_repeat;    ///< it was claimed before
  };
  /// For one who needs the answer: what is only queued becomes the caller's own to find, so that
  /// nobody waits behind guesses.
  Claim claim(const ContentKey& key);

  /// Queues a guess; null when the pair is known already, or too much text is queued.
  std::shared_ptr<Slot> queue(const StatementPair& pair);
  /// The pair of a guess that nobody has begun yet.
  std::optional<OwnedPair> start(Slot& slot);

  /// What is not to be kept answers those who wait and is forgotten.
  void finish(Slot& slot, Analysis analysis, bool is_kept);
  void fail(Slot& slot, std::exception_ptr error);

  /// Waits for the answer; rethrows what fail() was given.
  Analysis answer_of(const Slot& slot);

  std::size_t entries() const { return recent_.entries(); }

 private:
  std::shared_ptr<Slot> find(const ContentKey& key);  ///< makes it the most recent
  void insert(std::shared_ptr<Slot> slot);
  void forget(const Slot& slot);
  OwnedPair take_pair(Slot& slot);

  std::mutex mutex_;
  std::condition_variable finished_;
  Recent<std::shared_ptr<Slot>> recent_;
  std::size_t queued_bytes_ = 0;
};

}  // namespace memfold::remote
