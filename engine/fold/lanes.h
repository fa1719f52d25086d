// The loaded lanes of all users, within a memory budget.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/fold/lane.h"
#include "engine/fold/lane_lock.h"
#include "index/verified_bytes.h"
#include "storage/store.h"

namespace memfold {

class Lanes;

/// A lane that may or may not be loaded. Whoever changes the user's memories holds `writer` all the
/// while and, before it, `mutex` exclusively whenever the lane says what the store does not;
/// recalling holds `mutex` shared. Whoever changes the user's graph holds `graph` exclusively. They
/// are taken in this order: tying sources in holds the last alone, so that the next facts can be
/// folded meanwhile.
struct LaneSlot {
  LaneSlot() : place_{this}, where_(place_.begin()) {}
  LaneSlot(const LaneSlot&) = delete;
  LaneSlot& operator=(const LaneSlot&) = delete;

  std::mutex writer;
  LaneLock mutex;
  std::unique_ptr<Lane> lane;  ///< null: not loaded; guarded by `mutex`
  std::shared_mutex graph;
  /// What is told of the user, to be recalled as memories are; null: not loaded; guarded by
  /// `graph`.
  std::array<std::unique_ptr<Lane>, 2> stories;

 private:
  friend class Lanes;
  // Guarded by the mutex of Lanes.
  std::uint64_t lane_bytes_ = 0, stories_bytes_ = 0;  ///< as counted in its total
  std::uint64_t mapped_bytes_ = 0;
  std::size_t holders_ = 0;            ///< who may look at what stands above
  const std::string* user_ = nullptr;  ///< its key in the map
  /// One node: here while somebody holds the slot, else among the idle ones.
  std::list<LaneSlot*> place_;
  std::list<LaneSlot*>::iterator where_;
};

/// Loads on demand. What nobody uses is let go, least recently used first, while everything loaded
/// is more than the budget; what was used last stays. A user of whom nothing is stored leaves
/// nothing behind. Safe for use from any thread.
class Lanes {
 public:
  Lanes(const storage::Store& store, std::uint64_t budget) : store_(store), budget_(budget) {}

  /// Runs work(Lane&) with the user's lane loaded and locked exclusively. When `work` throws, or
  /// says the lane is spoilt by returning false, what is loaded is thrown away. Where it comes upon
  /// a damaged lane file it runs once more, on a lane built of the store's records: this holds for
  /// all that follow.
  template <typename Work>
  void with_exclusive(std::string_view user, Work work) {
    with_access(user, [&](Lane& lane, LaneAccess&) { return work(lane); });
  }

  /// The same for a long change that lets readers in meanwhile: work(Lane&, LaneAccess&).
  template <typename Work>
  void with_access(std::string_view user, Work work) {
    const Held slot(*this, user);
    const std::lock_guard writer(slot->writer);
    const std::lock_guard lock(slot->mutex);
    LaneAccess access(slot->mutex);
    change(*slot, user, [&](Lane& lane) {
      try {
        const bool keep = work(lane, access);
        access.exclude();
        return keep;
      } catch (...) {
        access.exclude();
        throw;
      }
    });
  }

  /// Runs work(const Lane&) with the lane loaded and is_ready(const Lane&); other readers may run
  /// beside it, and a long change waits for it. Where it is not ready, prepare(Lane&) makes it so
  /// before; `settle(Lane&)` follows where nobody else changes the lane.
  template <typename IsReady, typename Prepare, typename Settle, typename Work>
  void with_shared(std::string_view user, IsReady is_ready, Prepare prepare, Settle settle,
                   Work work) {
    const Held slot(*this, user);
    const auto done = [&] {
      const std::shared_lock lock(slot->mutex);
      const Lane* const lane = slot->lane.get();
      if (lane == nullptr || !is_ready(*lane)) return false;
      work(*lane);
      return true;
    };
    const auto prepare_alone = [&](Lane& lane) {
      if (is_ready(lane)) return true;
      prepare(lane);
      settle(lane);
      return true;
    };
    try {
      if (done()) return;
      if (const std::unique_lock writer(slot->writer, std::try_to_lock); writer.owns_lock()) {
        const std::lock_guard lock(slot->mutex);
        change(*slot, user, prepare_alone);
      } else {
        const std::lock_guard lock(slot->mutex);
        if (slot->lane && !is_ready(*slot->lane)) prepare(*slot->lane);
        account(*slot);
      }
      if (done()) return;
    } catch (const index::DamagedFile&) {  // found again below, where the lane can be built anew
    }
    with_exclusive(user, [&](Lane& lane) {  // thrown away in between: rare
      prepare_alone(lane);
      work(static_cast<const Lane&>(lane));
      return true;
    });
  }

  /// Runs work(const Lane&) with one of the user's lanes of stories, made by load() where it is not
  /// there; other readers may run beside it.
  template <typename Load, typename Work>
  void with_stories(std::string_view user, std::size_t level, Load load, Work work) {
    const Held slot(*this, user);
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
  }

  /// What is told of the user has changed. Hold the graph.
  void discard_stories(std::string_view user);

  /// Runs work() while nobody folds or recalls for the user, or changes the graph, without loading
  /// anything: for changes to the store that what is loaded knows nothing of, but for
  /// discard_stories().
  template <typename Work>
  void with_locked(std::string_view user, Work work) {
    const Held slot(*this, user);
    const std::lock_guard writer(slot->writer);
    alone(*slot, work);
  }

  /// The same where nobody changes the user's memories now; else false, at once.
  template <typename Work>
  bool try_with_locked(std::string_view user, Work work) {
    const Held slot(*this, user);
    const std::unique_lock writer(slot->writer, std::try_to_lock);
    if (!writer.owns_lock()) return false;
    alone(*slot, work);
    return true;
  }

  /// Runs work() while nobody else changes the user's graph: for changes to nothing but the graph,
  /// its sources and its checkpoints; see discard_stories().
  template <typename Work>
  void with_graph(std::string_view user, Work work) {
    const Held slot(*this, user);
    const std::lock_guard graph(slot->graph);
    work();
  }

  /// Runs work() while the user's memories stay as they are, without loading them.
  template <typename Work>
  void with_held(std::string_view user, Work work) {
    const Held slot(*this, user);
    const std::shared_lock lock(slot->mutex);
    work();
  }

  /// The same for changes that what is loaded must not outlive: it is thrown away when work()
  /// returns true or throws.
  template <typename Work>
  void with_unloaded(std::string_view user, Work work) {
    const Held slot(*this, user);
    const std::lock_guard writer(slot->writer);
    const std::lock_guard lock(slot->mutex);
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

  /// Runs work(Lane&) with each lane that is loaded, alone, whatever it threw at the one before.
  template <typename Work>
  void each_loaded(const Work& work) {
    for (const std::string& user : loaded_users()) {
      const Held slot(*this, user);
      const std::lock_guard writer(slot->writer);
      const std::lock_guard lock(slot->mutex);
      if (!slot->lane) continue;
      try {
        work(*slot->lane);
      } catch (const Error&) {
        slot->lane.reset();
        account(*slot);
      }
    }
  }

  /// Throws away what is loaded of the user.
  void discard(std::string_view user) {
    const Held slot(*this, user);
    const std::lock_guard writer(slot->writer);
    const std::lock_guard lock(slot->mutex);
    const std::lock_guard graph(slot->graph);
    unload(*slot);
  }

  std::uint64_t resident_bytes() const;
  std::uint64_t mapped_bytes() const;  ///< beside those; both count for the budget
  /// Users of whom anything is kept here.
  std::size_t slots() const;
  /// Users looked at so far to find out whom to let go of: each of them went.
  std::uint64_t looked_at() const;

 private:
  /// A slot that stays while this does.
  class Held {
   public:
    Held(Lanes& lanes, std::string_view user) : lanes_(lanes), slot_(lanes.hold(user)) {}
    ~Held() { lanes_.let_go(slot_); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    LaneSlot* operator->() const { return &slot_; }
    LaneSlot& operator*() const { return slot_; }

   private:
    Lanes& lanes_;
    LaneSlot& slot_;
  };

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  using Slots = std::unordered_map<std::string, LaneSlot, Hash, std::equal_to<>>;

  /// work() while nobody reads the lane or the graph, or changes the graph. Hold `writer`.
  template <typename Work>
  static void alone(LaneSlot& slot, const Work& work) {
    const std::lock_guard lock(slot.mutex);
    const std::lock_guard graph(slot.graph);
    work();
  }

  /// work(Lane&) on the loaded lane, which is thrown away when it throws or returns false. Hold the
  /// slot's mutex.
  template <typename Work>
  void change(LaneSlot& slot, std::string_view user, const Work& work) {
    load(slot, user);
    bool keep = false;
    try {
      try {
        keep = work(*slot.lane);
      } catch (const index::DamagedFile&) {
        build_anew(slot, user);
        keep = work(*slot.lane);
      }
    } catch (...) {
      slot.lane.reset();
      account(slot);
      throw;
    }
    if (!keep) slot.lane.reset();
    account(slot);
  }

  std::vector<std::string> loaded_users() const;
  LaneSlot& hold(std::string_view user);
  void let_go(LaneSlot& slot) noexcept;
  void trim();
  void load(LaneSlot& slot, std::string_view user);
  void build_anew(LaneSlot& slot, std::string_view user);
  void unload(LaneSlot& slot);  ///< hold both
  void account(LaneSlot& slot);
  void account_stories(LaneSlot& slot);
  Slots::node_type take_out(LaneSlot& slot);  ///< hold mutex_

  const storage::Store& store_;
  const std::uint64_t budget_;
  mutable std::mutex mutex_;  ///< guards what follows
  Slots slots_;
  std::list<LaneSlot*> idle_;  ///< held by nobody, the one used last at the end
  std::uint64_t total_bytes_ = 0, mapped_bytes_ = 0, looked_at_ = 0;
};

}  // namespace memfold
