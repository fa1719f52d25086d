#include "engine/lanes.h"

#include "engine/parallel.h"

namespace memfold {

std::shared_ptr<LaneSlot> Lanes::find(std::string_view user) {
  std::lock_guard lock(mutex_);
  std::shared_ptr<LaneSlot>& slot = slots_[std::string(user)];
  if (!slot) slot = std::make_shared<LaneSlot>();
  slot->last_used = ++clock_;
  return slot;
}

void Lanes::load(LaneSlot& slot, std::string_view user) {
  if (!slot.lane) slot.lane = Lane::load(store_, user, parallel_for_raw);
}

void Lanes::unload(LaneSlot& slot) {
  slot.lane.reset();
  account(slot);
  for (std::unique_ptr<Lane>& stories : slot.stories) stories.reset();
  account_stories(slot);
}

void Lanes::discard_stories(std::string_view user) {
  const std::shared_ptr<LaneSlot> slot = find(user);
  for (std::unique_ptr<Lane>& stories : slot->stories) stories.reset();
  account_stories(*slot);
}

void Lanes::account(LaneSlot& slot) {
  const std::uint64_t bytes = slot.lane ? slot.lane->memory_bytes() : 0;
  std::lock_guard lock(mutex_);
  total_bytes_ += bytes - slot.counted_bytes;
  slot.counted_bytes = bytes;
}

void Lanes::account_stories(LaneSlot& slot) {
  std::uint64_t bytes = 0;
  for (const std::unique_ptr<Lane>& stories : slot.stories) {
    bytes += stories ? stories->memory_bytes() : 0;
  }
  std::lock_guard lock(mutex_);
  total_bytes_ += bytes - slot.counted_stories_bytes;
  slot.counted_stories_bytes = bytes;
}

void Lanes::trim() {
  std::lock_guard lock(mutex_);
  while (total_bytes_ > budget_) {
    auto oldest = slots_.end();
    for (auto i = slots_.begin(); i != slots_.end(); ++i) {
      // A slot somebody holds has more owners than the map.
      if (i->second.use_count() > 1 || i->second->bytes() == 0) continue;
      if (oldest == slots_.end() || i->second->last_used < oldest->second->last_used) oldest = i;
    }
    if (oldest == slots_.end()) return;
    total_bytes_ -= oldest->second->bytes();
    slots_.erase(oldest);
  }
}

std::uint64_t Lanes::resident_bytes() const {
  std::lock_guard lock(mutex_);
  return total_bytes_;
}

}  // namespace memfold
