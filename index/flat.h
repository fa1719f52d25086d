// Arrays that can go on from where a mapped file ends.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace memfold::index {

/// Plain values that grow at the end. The first of them may lie in memory that somebody else keeps,
/// as those of a file do that is mapped privately: writing there changes nothing for others.
template <typename T>
class Flat {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Flat() = default;
  explicit Flat(std::vector<T> own) : own_(std::move(own)) {}
  explicit Flat(std::span<T> kept) : kept_(kept) {}

  std::size_t size() const { return kept_.size() + own_.size(); }
  bool empty() const { return size() == 0; }
  const T& operator[](std::size_t i) const {
    return i < kept_.size() ? kept_[i] : own_[i - kept_.size()];
  }
  T& operator[](std::size_t i) { return i < kept_.size() ? kept_[i] : own_[i - kept_.size()]; }

  void push_back(const T& value) { own_.push_back(value); }
  void append(std::span<const T> values) { own_.insert(own_.end(), values.begin(), values.end()); }
  /// Grows to `size` values.
  void grow(std::size_t size, const T& value = T()) {
    if (size > this->size()) own_.resize(size - kept_.size(), value);
  }

  /// Values that lie side by side: what was appended together does, and what is kept.
  std::span<const T> span(std::size_t begin, std::size_t count) const {
    if (count == 0) return {};
    return begin < kept_.size() ? std::span<const T>(kept_).subspan(begin, count)
                                : std::span(own_).subspan(begin - kept_.size(), count);
  }
  std::span<T> span(std::size_t begin, std::size_t count) {
    if (count == 0) return {};
    return begin < kept_.size() ? kept_.subspan(begin, count)
                                : std::span(own_).subspan(begin - kept_.size(), count);
  }
  /// All values, in two pieces.
  std::span<const T> kept() const { return kept_; }
  std::span<const T> own() const { return own_; }

  std::size_t memory_bytes() const { return kept_.size_bytes() + own_.capacity() * sizeof(T); }

 private:
  std::span<T> kept_;
  std::vector<T> own_;
};

}  // namespace memfold::index
