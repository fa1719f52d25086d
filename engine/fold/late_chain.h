// A chain that late arrivals take their places in, and is renumbered once for all of them.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "memfold/memory.h"
#include "storage/records.h"

namespace memfold {

class LateChain {
 public:
  /// `records` is the chain, oldest first, and `nodes` the node of each record (several records of
  /// a merged memory share one).
  LateChain(std::span<const storage::VersionRecord> records, std::span<const Memory> nodes);
  LateChain(LateChain&&) = default;  // no copy: steps point to nodes
  LateChain& operator=(LateChain&&) = default;

  /// Edges `supersedes`, from the newer to the older, that an insertion makes and ends.
  struct Links {
    std::vector<std::pair<Id, Id>> made, ended;
  };
  /// Puts `draft` below the current version, after every earlier version that was said no later. It
  /// was never believed by the store: its system time is empty. Takes time in proportion to the
  /// versions said before it; numbers and chains of all but it and the newest are left to
  /// renumber().
  Links insert(Memory draft, std::uint64_t log_sequence, Time now);

  /// As it is after the insertions. The id must be one of the chain's.
  const Memory& node(const Id& id) const { return nodes_.at(id); }
  bool holds(const Id& id) const { return nodes_.contains(id); }
  const Id& newest() const { return steps_.back().record.memory_id; }
  std::size_t size() const { return steps_.size(); }

  /// Gives every version its number, and all of them the chain's id: that of the first.
  void renumber();
  /// Calls visit(record, node; null unless the record is the last of its memory), oldest first.
  template <typename Visit>
  void each(const Visit& visit) const;

 private:
  struct Step {
    storage::VersionRecord record;
    Memory* node;
  };
  std::size_t place_of(const Memory& draft) const;

  std::deque<Step> steps_;
  std::unordered_map<Id, Memory, IdHash> nodes_;
  Id chain_id_;
};

template <typename Visit>
void LateChain::each(const Visit& visit) const {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const bool last = i + 1 == steps_.size() || steps_[i + 1].node != steps_[i].node;
    visit(steps_[i].record, last ? steps_[i].node : nullptr);
  }
}

}  // namespace memfold
