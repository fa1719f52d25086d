// Words to values: filled once, then only looked up, mostly for words it does not hold.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace memfold::models {

/// A quick hash of short words. The file of weights has tables made with it (word_index.h), and
/// training/weights_file.py computes the same; nothing else is stored by it.
inline std::uint64_t word_hash(std::string_view word) {
  constexpr std::uint64_t kFirst = 0x9E3779B97F4A7C15, kSecond = 0xD6E8FEB86659FD93;
  const std::size_t size = word.size();
  const auto read = [&](std::size_t at, std::size_t bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, word.data() + at, bytes);
    return value;
  };
  std::uint64_t hash = size * kFirst;
  if (size >= 8) {
    for (std::size_t at = 0; at + 8 < size; at += 8) {
      hash = std::rotl((hash ^ read(at, 8)) * kSecond, 29);
    }
    hash ^= read(size - 8, 8);
  } else if (size >= 4) {
    hash ^= read(0, 4) << 32 | read(size - 4, 4);
  } else if (size > 0) {
    hash ^= read(0, 1) << 16 | read(size / 2, 1) << 8 | read(size - 1, 1);
  }
  hash *= kSecond;
  return hash ^ hash >> 32;
}

/// Open addressing, at most half full, a tag of the hash beside each place, so that a word that is
/// not there costs one look. Keys are views of what must outlive the table. Reading is safe from
/// any thread.
template <typename T>
class WordTable {
 public:
  void reserve(std::size_t words) {
    entries_.reserve(words);
    if (places_.size() < 2 * words) grow(std::bit_ceil(2 * words));
  }

  /// The value of `word`, which is a new one if there was none.
  T& operator[](std::string_view word) {
    if (T* known = const_cast<T*>(find(word))) return *known;
    entries_.push_back({word, T()});
    if (2 * entries_.size() > places_.size()) {
      grow(std::max<std::size_t>(16, 2 * places_.size()));
    } else {
      place(entries_.size() - 1);
    }
    return entries_.back().second;
  }

  /// The first value given to a word is kept.
  void emplace(std::string_view word, T value) {
    if (find(word) == nullptr) (*this)[word] = std::move(value);
  }

  const T* find(std::string_view word) const {
    if (places_.empty()) return nullptr;
    const std::uint64_t hash = word_hash(word);
    const auto tag = std::uint32_t(hash >> 32);
    for (std::size_t at = hash & mask(); places_[at].entry != 0; at = (at + 1) & mask()) {
      if (places_[at].tag != tag) continue;
      const auto& entry = entries_[places_[at].entry - 1];
      if (entry.first == word) return &entry.second;
    }
    return nullptr;
  }

  bool contains(std::string_view word) const { return find(word) != nullptr; }

 private:
  struct Place {
    std::uint32_t tag = 0, entry = 0;  ///< entry: 1 for the first; 0: free
  };

  std::size_t mask() const { return places_.size() - 1; }

  void place(std::size_t entry) {
    const std::uint64_t hash = word_hash(entries_[entry].first);
    std::size_t at = hash & mask();
    while (places_[at].entry != 0) at = (at + 1) & mask();
    places_[at] = {std::uint32_t(hash >> 32), std::uint32_t(entry + 1)};
  }

  void grow(std::size_t places) {
    places_.assign(places, {});
    for (std::size_t entry = 0; entry < entries_.size(); ++entry) place(entry);
  }

  std::vector<Place> places_;
  std::vector<std::pair<std::string_view, T>> entries_;
};

}  // namespace memfold::models
