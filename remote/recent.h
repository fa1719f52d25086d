// What was used last, up to a number: the memory of everything that asks over the network.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <list>
#include <optional>
#include <unordered_map>
#include <utility>

namespace memfold::remote {

/// SHA-256 of what an answer depends on.
using ContentKey = std::array<std::uint8_t, 32>;

/// Values by key; the least recently used go. Not thread-safe.
template <typename Value>
class Recent {
 public:
  explicit Recent(std::size_t entries) : entries_(entries) {}

  /// Makes it the most recent. Null when it is not there; valid until the next insert().
  Value* find(const ContentKey& key) {
    const auto place = places_.find(key);
    if (place == places_.end()) return nullptr;
    values_.splice(values_.begin(), values_, place->second);
    return &place->second->second;
  }

  /// `key` must not be there. Returns what had to go for it.
  std::optional<Value> insert(const ContentKey& key, Value value) {
    values_.emplace_front(key, std::move(value));
    places_.emplace(key, values_.begin());
    if (values_.size() <= entries_) return std::nullopt;
    std::optional<Value> dropped(std::move(values_.back().second));
    places_.erase(values_.back().first);
    values_.pop_back();
    return dropped;
  }

  /// Takes the value out if it is there and `condition` holds for it.
  template <typename Condition>
  void erase_if(const ContentKey& key, Condition condition) {
    const auto place = places_.find(key);
    if (place == places_.end() || !condition(place->second->second)) return;
    values_.erase(place->second);
    places_.erase(place);
  }

  std::size_t entries() const { return entries_; }

 private:
  struct FirstBytes {
    std::size_t operator()(const ContentKey& key) const {
      std::size_t value;
      std::memcpy(&value, key.data(), sizeof value);
      return value;
    }
  };
  using Values = std::list<std::pair<ContentKey, Value>>;  ///< most recent first

  const std::size_t entries_;
  Values values_;
  std::unordered_map<ContentKey, typename Values::iterator, FirstBytes> places_;
};

}  // namespace memfold::remote
