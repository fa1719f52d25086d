#include "engine/fold/lanes.h"

#include "engine/parallel.h"

namespace memfold {
namespace {

bool has_some(const std::unique_ptr<Lane>& lane) {
  return lane && !lane->empty();
}

/// Of a lane beside what it says itself: its place here.
constexpr std::uint64_t kSlotBytes = sizeof(LaneSlot) + 128;

std::uint64_t bytes_of(const std::unique_ptr<Lane>& lane) {
  return lane ? lane->memory_bytes() + kSlotBytes : 0;
}

}  // namespace

LaneSlot& Lanes::hold(std::string_view user) {
  const std::lock_guard lock(mutex_);
  auto found = slots_.find(user);
  if (found == slots_.end()) found = slots_.try_emplace(std::string(user)).first;
  LaneSlot& slot = found->second;
  slot.user_ = &found->first;
  if (slot.holders_++ == 0 && slot.place_.empty()) {
    slot.place_.splice(slot.place_.end(), idle_, slot.where_);
  }
  return slot;
}

void Lanes::let_go(LaneSlot& slot) noexcept {
  Slots::node_type gone;  // freed once the lock is
  {
    const std::lock_guard lock(mutex_);
    if (--slot.holders_ > 0) return;
    if (has_some(slot.lane) || has_some(slot.stories[0]) || has_some(slot.stories[1])) {
      idle_.splice(idle_.end(), slot.place_);
    } else {
      gone = take_out(slot);
    }
  }
  trim();
}

void Lanes::trim() {
  while (true) {
    Slots::node_type gone;  // freed once the lock is
    const std::lock_guard lock(mutex_);
    if (total_bytes_ + mapped_bytes_ <= budget_ || idle_.size() < 2) return;
    ++looked_at_;
    LaneSlot& oldest = *idle_.front();
    idle_.pop_front();
    gone = take_out(oldest);
  }
}

Lanes::Slots::node_type Lanes::take_out(LaneSlot& slot) {
  total_bytes_ -= slot.lane_bytes_ + slot.stories_bytes_;
  mapped_bytes_ -= slot.mapped_bytes_;
  return slots_.extract(slots_.find(*slot.user_));
}

void Lanes::load(LaneSlot& slot, std::string_view user) {
  if (!slot.lane) slot.lane = Lane::load(store_, user, parallel_for_raw);
}

void Lanes::build_anew(LaneSlot& slot, std::string_view user) {
  store_.distrust_lane_file(storage::user_key(user));
  slot.lane = Lane::build(store_, user, parallel_for_raw);
}

void Lanes::unload(LaneSlot& slot) {
  slot.lane.reset();
  account(slot);
  for (std::unique_ptr<Lane>& stories : slot.stories) stories.reset();
  account_stories(slot);
}

void Lanes::discard_stories(std::string_view user) {
  const Held slot(*this, user);
  for (std::unique_ptr<Lane>& stories : slot->stories) stories.reset();
  account_stories(*slot);
}

void Lanes::account(LaneSlot& slot) {
  const std::uint64_t bytes = bytes_of(slot.lane);
  const std::uint64_t mapped = slot.lane ? slot.lane->mapped_bytes() : 0;
  const std::lock_guard lock(mutex_);
  mapped_bytes_ += mapped - slot.mapped_bytes_;
  slot.mapped_bytes_ = mapped;
  total_bytes_ += bytes - slot.lane_bytes_;
  slot.lane_bytes_ = bytes;
}

void Lanes::account_stories(LaneSlot& slot) {
  std::uint64_t bytes = 0;
  for (const std::unique_ptr<Lane>& stories : slot.stories) bytes += bytes_of(stories);
  const std::lock_guard lock(mutex_);
  total_bytes_ += bytes - slot.stories_bytes_;
  slot.stories_bytes_ = bytes;
}

std::uint64_t Lanes::resident_bytes() const {
  const std::lock_guard lock(mutex_);
  return total_bytes_;
}

std::uint64_t Lanes::mapped_bytes() const {
  const std::lock_guard lock(mutex_);
  return mapped_bytes_;
}

std::size_t Lanes::slots() const {
  const std::lock_guard lock(mutex_);
  return slots_.size();
}

std::vector<std::string> Lanes::loaded_users() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> users;
  for (const auto& [user, slot] : slots_) {
    if (slot.lane_bytes_ > 0) users.push_back(user);
  }
  return users;
}

std::uint64_t Lanes::looked_at() const {
  const std::lock_guard lock(mutex_);
  return looked_at_;
}

}  // namespace memfold
