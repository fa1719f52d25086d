#include "index/key_postings.h"

#include <algorithm>

namespace memfold::index {
namespace {

/// Ordinals that fit in a slot itself: most keys have no more.
constexpr std::uint32_t kInline = 3;
constexpr std::size_t kLeastSlots = 16;

/// An entry of the hash table; empty when count is 0.
struct Slot {
  std::uint64_t key = 0;
  std::uint32_t count = 0;
  /// The ordinals, or in [0] the place of their list when there are more than kInline.
  Ordinal ordinals[kInline] = {};
};

}  // namespace

// Open addressing with linear probing; removal shifts back what follows, so there are no
// tombstones.
struct KeyPostings::Table {
  std::vector<Slot> slots;
  std::size_t used = 0;
  std::vector<std::vector<Ordinal>> lists;
  std::vector<Ordinal> free_lists;
  std::size_t list_bytes = 0;

  std::size_t home(std::uint64_t key) const {
    // Keys are hashes already; the multiplication guards against ones that are not.
    const std::uint64_t mixed = (key ^ key >> 32) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(mixed >> 32) & (slots.size() - 1);
  }
  std::size_t next(std::size_t i) const { return (i + 1) & (slots.size() - 1); }

  /// The slot of `key`, or the empty one where it would go. Needs slots.
  std::size_t probe(std::uint64_t key) const {
    std::size_t i = home(key);
    while (slots[i].count != 0 && slots[i].key != key) i = next(i);
    return i;
  }

  std::span<const Ordinal> ordinals(const Slot& slot) const {
    if (slot.count <= kInline) return {slot.ordinals, slot.count};
    return lists[slot.ordinals[0]];
  }

  void grow() {
    std::vector<Slot> old(slots.empty() ? kLeastSlots : slots.size() * 2);
    old.swap(slots);
    for (const Slot& slot : old) {
      if (slot.count != 0) slots[probe(slot.key)] = slot;
    }
  }

  void add(std::uint64_t key, Ordinal ordinal) {
    if (slots.empty() || (used + 1) * 4 > slots.size() * 3) grow();
    Slot& slot = slots[probe(key)];
    if (slot.count == 0) {
      slot.key = key;
      ++used;
    }
    const std::span<const Ordinal> held = ordinals(slot);
    const auto place = std::lower_bound(held.begin(), held.end(), ordinal) - held.begin();
    if (std::size_t(place) < held.size() && held[std::size_t(place)] == ordinal) return;
    if (slot.count == kInline) move_out(slot);
    if (slot.count < kInline) {
      std::copy_backward(slot.ordinals + place, slot.ordinals + slot.count,
                         slot.ordinals + slot.count + 1);
      slot.ordinals[place] = ordinal;
    } else {
      std::vector<Ordinal>& list = lists[slot.ordinals[0]];
      list_bytes -= list.capacity() * sizeof(Ordinal);
      list.insert(list.begin() + place, ordinal);
      list_bytes += list.capacity() * sizeof(Ordinal);
    }
    ++slot.count;
  }

  void remove(std::uint64_t key, Ordinal ordinal) {
    if (slots.empty()) return;
    const std::size_t i = probe(key);
    Slot& slot = slots[i];
    const std::span<const Ordinal> held = ordinals(slot);
    const auto place = std::lower_bound(held.begin(), held.end(), ordinal) - held.begin();
    if (std::size_t(place) == held.size() || held[std::size_t(place)] != ordinal) return;
    if (slot.count <= kInline) {
      std::copy(slot.ordinals + place + 1, slot.ordinals + slot.count, slot.ordinals + place);
    } else {
      std::vector<Ordinal>& list = lists[slot.ordinals[0]];
      list.erase(list.begin() + place);
      if (slot.count == kInline + 1) move_in(slot);
    }
    if (--slot.count == 0) close_gap(i);
  }

  /// Gives a full slot a list; its count follows with the next ordinal.
  void move_out(Slot& slot) {
    if (free_lists.empty()) {
      free_lists.push_back(static_cast<Ordinal>(lists.size()));
      lists.emplace_back();
    }
    const Ordinal place = free_lists.back();
    free_lists.pop_back();
    lists[place].assign(slot.ordinals, slot.ordinals + kInline);
    list_bytes += lists[place].capacity() * sizeof(Ordinal);
    slot.ordinals[0] = place;
  }

  /// Takes the last kInline ordinals of a list back into the slot.
  void move_in(Slot& slot) {
    const Ordinal place = slot.ordinals[0];
    std::copy(lists[place].begin(), lists[place].end(), slot.ordinals);
    list_bytes -= lists[place].capacity() * sizeof(Ordinal);
    lists[place] = {};
    free_lists.push_back(place);
  }

  /// Slot i has become empty: whatever was pushed past it moves back.
  void close_gap(std::size_t gap) {
    --used;
    for (std::size_t i = next(gap); slots[i].count != 0; i = next(i)) {
      const std::size_t mask = slots.size() - 1;
      const std::size_t displaced = (i - home(slots[i].key)) & mask;
      if (displaced < ((i - gap) & mask)) continue;
      slots[gap] = slots[i];
      slots[i].count = 0;
      gap = i;
    }
  }
};

KeyPostings::KeyPostings() : table_(std::make_unique<Table>()) {}
KeyPostings::~KeyPostings() = default;
KeyPostings::KeyPostings(KeyPostings&&) noexcept = default;
KeyPostings& KeyPostings::operator=(KeyPostings&&) noexcept = default;

void KeyPostings::add(Ordinal ordinal, std::span<const std::uint64_t> keys) {
  for (const std::uint64_t key : keys) table_->add(key, ordinal);
}

void KeyPostings::remove(Ordinal ordinal, std::span<const std::uint64_t> keys) {
  for (const std::uint64_t key : keys) table_->remove(key, ordinal);
}

std::span<const Ordinal> KeyPostings::find(std::uint64_t key) const {
  if (table_->slots.empty()) return {};
  return table_->ordinals(table_->slots[table_->probe(key)]);
}

std::size_t KeyPostings::memory_bytes() const {
  return sizeof(Table) + table_->slots.capacity() * sizeof(Slot) +
         table_->lists.capacity() * sizeof(table_->lists[0]) +
         table_->free_lists.capacity() * sizeof(Ordinal) + table_->list_bytes;
}

}  // namespace memfold::index
