// An Analyst that is as slow, costly and self-willed as one over the network, and as deterministic
// as a test needs.
#pragma once

#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <string>

#include "memfold/models.h"

namespace memfold::test {

/// What it was asked, and when.
struct SlowCounters {
  int begun = 0;           ///< comparisons begun by prefetch()
  int used = 0;            ///< of these, asked for
  int anew = 0;            ///< asked for without having been begun
  int concurrent_for = 0;  ///< most under way at one moment
};

/// How it answers: as the built-in one would, or anything, by nothing but the pair, so that guesses
/// go wrong.
enum class Will { Agrees, IsItsOwn };

class SlowAnalyst final : public Analyst {
 public:
  SlowAnalyst(Will will, bool looks_ahead) : will_(will), looks_ahead_(looks_ahead) {}

  std::string name() const override { return "slow@1"; }
  bool is_costly(const Analysis&) const override { return true; }
  bool looks_ahead() const override { return looks_ahead_; }
  Analysis compare(const Statement& existing, const Statement& incoming) const override;
  void prefetch(std::span<const StatementPair> pairs) const override;

  SlowCounters counters() const;

 private:
  struct Begun {
    std::shared_future<Analysis> answer;
    bool is_used = false;
  };
  Analysis answer(const StatementPair& pair) const;
  void wait_for_another() const;

  const Will will_;
  const bool looks_ahead_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  mutable SlowCounters counters_;
  mutable int under_way_ = 0;
  mutable std::map<std::string, Begun> begun_;  ///< last: its threads use the others
};

}  // namespace memfold::test
