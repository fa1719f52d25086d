// The loaded lanes of all users, within a memory budget.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/lane.h"
#include "storage/store.h"

namespace memfold {

/// A lane that may or may not be loaded. Folding holds `mutex` exclusively, recalling shared.
/// Whoever changes the user's graph holds `graph` exclusively, taken after `mutex` where both are:
/// tying sources in holds it alone, so that the next facts can be folded meanwhile.
struct LaneSlot {
  std::shared_mutex mutex;
  std::unique_ptr<Lane> lane;  ///< null: not loaded; guarded by `mutex`
  std::shared_mutex graph;
  /// What is told of the user, to be recalled as memories are; null: not loaded; guarded by
  /// `graph`.
  std::array<std::unique_ptr<Lane>, 2> stories;
  std::uint64_t counted_bytes = 0;          ///< of the lane, within Lanes' total
  std::uint64_t counted_stories_bytes = 0;  ///< likewise
  std::uint64_t last_used = 0;

  std::uint64_t bytes() const { return counted_bytes + counted_stories_bytes; }
};

/// Loads on demand, evicts least recently used. Safe for use from any thread.
class Lanes {
 public:
  Lanes(const storage::Store& store, std::uint64_t budget) : store_(store), budget_(budget) {}

  /// Runs work(Lane&) with the user's lane loaded and locked exclusively. When `work` throws, or
  /// says the lane is spoilt by returning false, what is loaded is thrown away.
  template <typename Work>
  void with_exclusive(std::string_view user, Work work) {
    const std::shared_ptr<LaneSlot> slot = find(user);
    {
      std::unique_lock lock(slot->mutex);
      load(*slot, user);
      bool keep = false;
      try {
        keep = work(*slot->lane);
      } catch (...) {
        slot->lane.reset();
        account(*slot);
        throw;
      }
      if (!keep) slot->lane.reset();
      account(*slot);
    }
    trim();
  }

  /// Runs work(const Lane&) with the lane loaded; other readers may run beside it. Before that,
  /// prepare(Lane&) has it alone, to load what not everyone needs.
  template <typename Prepare, typename Work>
  void with_shared(std::string_view user, Prepare prepare, Work work) {
    const std::shared_ptr<LaneSlot> slot = find(user);
    {
      std::unique_lock lock(slot->mutex);
      load(*slot, user);
      prepare(*slot->lane);
      account(*slot);
    }
    {
      std::shared_lock lock(slot->mutex);
      if (slot->lane) return work(static_cast<const Lane&>(*slot->lane));
    }
    with_exclusive(user, [&](Lane& lane) {  // thrown away in between: rare
      prepare(lane);
      work(static_cast<const Lane&>(lane));
      return true;
    });
  }

  /// Runs work(const Lane&) with one of the user's lanes of stories, made by load() where it is not
  /// there; other readers may run beside it.
  template <typename Load, typename Work>
  void with_stories(std::string_view user, std::size_t level, Load load, Work work) {
    const std::shared_ptr<LaneSlot> slot = find(user);
    {
      std::shared_lock lock(slot->graph);
      if (const Lane* stories = slot->stories.at(level).get()) return work(*stories);
    }
    {
      std::unique_lock lock(slot->graph);
      std::unique_ptr<Lane>& stories = slot->stories[level];
      if (!stories) stories = load();
      account_stories(*slot);
      work(static_cast<const Lane&>(*stories));
    }
    trim();
  }

  /// What is told of the user has changed. Hold the graph.
  void discard_stories(std::string_view user);

  /// Runs work() while nobody folds or recalls for the user, or changes the graph, without loading
  /// anything: for changes to the store that what is loaded knows nothing of, but for
  /// discard_stories().
  template <typename Work>
  void with_locked(std::string_view user, Work work) {
    const std::shared_ptr<LaneSlot> slot = find(user);
    const std::unique_lock lock(slot->mutex);
    const std::lock_guard graph(slot->graph);
    work();
  }

  /// Runs work() while nobody else changes the user's graph: for changes to nothing but the graph,
  /// its sources and its checkpoints; see discard_stories().
  template <typename Work>
  void with_graph(std::string_view user, Work work) {
    const std::shared_ptr<LaneSlot> slot = find(user);
    const std::lock_guard graph(slot->graph);
    work();
  }

  /// Runs work() while nobody changes anything of the user, without loading it.
  template <typename Work>
  void with_held(std::string_view user, Work work) {
    const std::shared_ptr<LaneSlot> slot = find(user);
    const std::shared_lock lock(slot->mutex);
    work();
  }

  /// The same for changes that what is loaded must not outlive: it is thrown away when work()
  /// returns true or throws.
  template <typename Work>
  void with_unloaded(std::string_view user, Work work) {
    const std::shared_ptr<LaneSlot> slot = find(user);
    const std::unique_lock lock(slot->mutex);
    const std::lock_guard graph(slot->graph);
    bool changed = true;
    try {
      changed = work();
    } catch (...) {
      unload(*slot);
      throw;
    }
    if (changed) unload(*slot);
  }

  /// Throws away what is loaded of the user.
  void discard(std::string_view user) {
    const std::shared_ptr<LaneSlot> slot = find(user);
    const std::unique_lock lock(slot->mutex);
    const std::lock_guard graph(slot->graph);
    unload(*slot);
  }

  std::uint64_t resident_bytes() const;

 private:
  std::shared_ptr<LaneSlot> find(std::string_view user);
  void load(LaneSlot& slot, std::string_view user);
  void unload(LaneSlot& slot);  ///< hold both
  void account(LaneSlot& slot);
  void account_stories(LaneSlot& slot);
  void trim();

  const storage::Store& store_;
  const std::uint64_t budget_;
  mutable std::mutex mutex_;  ///< guards what follows
  std::unordered_map<std::string, std::shared_ptr<LaneSlot>> slots_;
  std::uint64_t total_bytes_ = 0, clock_ = 0;
};

}  // namespace memfold
