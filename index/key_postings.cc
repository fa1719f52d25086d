#include "index/key_postings.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

namespace memfold::index {
namespace {

/// Ascending ordinals: up to two in place, more on the heap. Most keys are carried by one or two
/// memories, so most lists cost sixteen bytes.
class OrdinalList {
 public:
  OrdinalList() : inline_{} {}
  ~OrdinalList() {
    if (on_heap()) delete[] heap_;
  }
  OrdinalList(const OrdinalList&) = delete;
  OrdinalList& operator=(const OrdinalList&) = delete;

  std::span<const Ordinal> view() const { return {data(), size_}; }
  std::size_t heap_bytes() const { return on_heap() ? capacity_ * sizeof(Ordinal) : 0; }

  /// Returns whether it was not there yet.
  bool insert(Ordinal ordinal) {
    Ordinal* const at = std::lower_bound(data(), data() + size_, ordinal);
    const std::size_t place = std::size_t(at - data());
    if (place < size_ && *at == ordinal) return false;
    if (size_ == capacity_) grow();
    std::copy_backward(data() + place, data() + size_, data() + size_ + 1);
    data()[place] = ordinal;
    ++size_;
    return true;
  }

  void erase(Ordinal ordinal) {
    Ordinal* const end = data() + size_;
    Ordinal* const at = std::lower_bound(data(), end, ordinal);
    if (at == end || *at != ordinal) return;
    std::copy(at + 1, end, at);
    --size_;
  }

 private:
  static constexpr std::uint32_t kInline = 2;
  bool on_heap() const { return capacity_ > kInline; }
  Ordinal* data() { return on_heap() ? heap_ : inline_; }
  const Ordinal* data() const { return on_heap() ? heap_ : inline_; }

  void grow() {
    const std::uint32_t capacity = capacity_ * 2;
    auto* const larger = new Ordinal[capacity];
    std::copy_n(data(), size_, larger);
    if (on_heap()) delete[] heap_;
    heap_ = larger;
    capacity_ = capacity;
  }

  std::uint32_t size_ = 0, capacity_ = kInline;
  union {
    Ordinal inline_[kInline];
    Ordinal* heap_;
  };
};

/// A node, its share of the bucket array and the allocator's own words.
constexpr std::size_t kBytesPerKey = sizeof(std::pair<const std::uint64_t, OrdinalList>) + 32;

}  // namespace

struct KeyPostings::Table {
  std::unordered_map<std::uint64_t, OrdinalList> lists;  // looked up, never walked
  std::size_t heap_bytes = 0;
};

KeyPostings::KeyPostings() : table_(std::make_unique<Table>()) {}
KeyPostings::~KeyPostings() = default;
KeyPostings::KeyPostings(KeyPostings&&) noexcept = default;
KeyPostings& KeyPostings::operator=(KeyPostings&&) noexcept = default;

void KeyPostings::add(Ordinal ordinal, std::span<const std::uint64_t> keys) {
  for (const std::uint64_t key : keys) {
    OrdinalList& list = table_->lists[key];
    const std::size_t before = list.heap_bytes();
    list.insert(ordinal);
    table_->heap_bytes += list.heap_bytes() - before;
  }
}

void KeyPostings::remove(Ordinal ordinal, std::span<const std::uint64_t> keys) {
  for (const std::uint64_t key : keys) {
    const auto found = table_->lists.find(key);
    if (found == table_->lists.end()) continue;
    found->second.erase(ordinal);
    if (!found->second.view().empty()) continue;
    table_->heap_bytes -= found->second.heap_bytes();
    table_->lists.erase(found);
  }
}

std::span<const Ordinal> KeyPostings::find(std::uint64_t key) const {
  const auto found = table_->lists.find(key);
  return found == table_->lists.end() ? std::span<const Ordinal>() : found->second.view();
}

std::size_t KeyPostings::memory_bytes() const {
  return table_->lists.size() * kBytesPerKey + table_->heap_bytes;
}

}  // namespace memfold::index
