#include "index/key_postings.h"

#include <algorithm>
#include <bit>

namespace memfold::index {
namespace {

constexpr std::size_t kLeastSlots = 16;

/// The power of two of the block that holds a list of this many.
std::size_t class_of(std::size_t count) {
  return std::size_t(std::bit_width(count - 1));
}

}  // namespace

/// The slot of `key`, or the empty one where it would go. Needs slots.
std::size_t KeyPostings::probe(std::uint64_t key) const {
  std::size_t i = home(key);
  while (slots_[i].count != 0 && slots_[i].key != key) i = next(i);
  return i;
}

std::span<const Ordinal> KeyPostings::ordinals(const Slot& slot) const {
  if (slot.count <= kInline) return {slot.ordinals, slot.count};
  return pool_.span(slot.ordinals[0], slot.count);
}

std::span<Ordinal> KeyPostings::ordinals(Slot& slot) {
  if (slot.count <= kInline) return {slot.ordinals, slot.count};
  return pool_.span(slot.ordinals[0], slot.count);
}

void KeyPostings::grow() {
  const Flat<Slot> old = std::move(slots_);
  slots_ = Flat(std::vector<Slot>(std::max(kLeastSlots, old.size() * 2)));
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (old[i].count != 0) slots_[probe(old[i].key)] = old[i];
  }
}

void KeyPostings::add(std::uint64_t key, Ordinal ordinal) {
  if ((used_ + 1) * 4 > slots_.size() * 3) grow();
  Slot& slot = slots_[probe(key)];
  if (slot.count == 0) {
    slot.key = key;
    ++used_;
  }
  const std::span<const Ordinal> held = std::as_const(*this).ordinals(slot);
  const auto place = std::lower_bound(held.begin(), held.end(), ordinal) - held.begin();
  if (std::size_t(place) < held.size() && held[std::size_t(place)] == ordinal) return;
  make_room(slot);
  const std::span<Ordinal> list = ordinals(slot);
  std::copy_backward(list.begin() + place, list.end() - 1, list.end());
  list[std::size_t(place)] = ordinal;
}

/// Counts one more, with its list where it has room.
void KeyPostings::make_room(Slot& slot) {
  const std::size_t count = slot.count;
  const bool full = count >= kInline && (count == kInline || std::has_single_bit(count));
  if (full) {
    const std::uint32_t block = take_block(class_of(count + 1));
    const std::span<const Ordinal> held = std::as_const(*this).ordinals(slot);
    std::copy(held.begin(), held.end(), pool_.span(block, count + 1).begin());
    if (count > kInline) free_blocks_[class_of(count)].push_back(slot.ordinals[0]);
    slot.ordinals[0] = block;
  }
  ++slot.count;
}

std::uint32_t KeyPostings::take_block(std::size_t size_class) {
  if (free_blocks_.size() <= size_class) free_blocks_.resize(size_class + 1);
  std::vector<std::uint32_t>& free = free_blocks_[size_class];
  if (free.empty()) {
    const auto block = static_cast<std::uint32_t>(pool_.size());
    pool_.grow(pool_.size() + (std::size_t{1} << size_class));
    return block;
  }
  const std::uint32_t block = free.back();
  free.pop_back();
  return block;
}

void KeyPostings::remove(std::uint64_t key, Ordinal ordinal) {
  if (slots_.empty()) return;
  const std::size_t i = probe(key);
  Slot& slot = slots_[i];
  const std::span<Ordinal> held = ordinals(slot);
  const auto place = std::lower_bound(held.begin(), held.end(), ordinal);
  if (place == held.end() || *place != ordinal) return;
  std::copy(place + 1, held.end(), place);
  take_in(slot);
  if (slot.count == 0) close_gap(i);
}

/// Counts one less, with its list in the slot or a smaller block where it fits.
void KeyPostings::take_in(Slot& slot) {
  const std::size_t before = slot.count, count = before - 1;
  const bool moves = before > kInline && (count == kInline || class_of(count) < class_of(before));
  if (moves) {
    const std::uint32_t old = slot.ordinals[0];
    const std::uint32_t block = count > kInline ? take_block(class_of(count)) : 0;
    const std::span<const Ordinal> held = std::as_const(pool_).span(old, count);
    std::copy(held.begin(), held.end(),
              count > kInline ? pool_.span(block, count).data() : slot.ordinals);
    if (count > kInline) slot.ordinals[0] = block;
    if (free_blocks_.size() <= class_of(before)) free_blocks_.resize(class_of(before) + 1);
    free_blocks_[class_of(before)].push_back(old);
  }
  --slot.count;
}

/// Slot i has become empty: whatever was pushed past it moves back.
void KeyPostings::close_gap(std::size_t gap) {
  --used_;
  for (std::size_t i = next(gap); slots_[i].count != 0; i = next(i)) {
    const std::size_t mask = slots_.size() - 1;
    const std::size_t displaced = (i - home(slots_[i].key)) & mask;
    if (displaced < ((i - gap) & mask)) continue;
    slots_[gap] = slots_[i];
    slots_[i].count = 0;
    gap = i;
  }
}

void KeyPostings::add(Ordinal ordinal, std::span<const std::uint64_t> keys) {
  for (const std::uint64_t key : keys) add(key, ordinal);
}

void KeyPostings::remove(Ordinal ordinal, std::span<const std::uint64_t> keys) {
  for (const std::uint64_t key : keys) remove(key, ordinal);
}

std::span<const Ordinal> KeyPostings::find(std::uint64_t key) const {
  if (slots_.empty()) return {};
  return ordinals(slots_[probe(key)]);
}

std::size_t KeyPostings::memory_bytes() const {
  std::size_t bytes = sizeof(*this) + slots_.memory_bytes() + pool_.memory_bytes() +
                      free_blocks_.capacity() * sizeof(free_blocks_[0]);
  for (const auto& blocks : free_blocks_) bytes += blocks.capacity() * sizeof(blocks[0]);
  return bytes;
}

}  // namespace memfold::index
