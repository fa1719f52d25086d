#include "core/pattern_set.h"

#include <algorithm>
#include <cstring>

namespace memfold {
namespace {

constexpr int kFilterBits = 20;

}  // namespace

PatternSet::PatternSet(std::span<const std::string> texts)
    : filter_((std::size_t{1} << kFilterBits) / 64) {
  for (const std::string& text : texts) {
    if (!text.empty()) texts_.push_back(text);
  }
  std::sort(texts_.begin(), texts_.end());
  texts_.erase(std::unique(texts_.begin(), texts_.end()), texts_.end());
  for (const std::string& text : texts_) {
    longest_ = std::max(longest_, text.size());
    width_ = std::min(width_, text.size());
  }
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    const std::uint64_t begin = beginning(texts_[i].data());
    by_beginning_[begin].push_back(i);
    filter_[bit_of(begin) / 64] |= std::uint64_t{1} << (bit_of(begin) % 64);
  }
}

std::uint64_t PatternSet::beginning(const char* at) const {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, width_);
  return bytes;
}

std::size_t PatternSet::bit_of(std::uint64_t beginning) {
  constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15;  // Fibonacci hashing (Knuth, TAOCP 6.4)
  return std::size_t((beginning * kGolden) >> (64 - kFilterBits));
}

bool PatternSet::in(std::string_view bytes) const {
  bool any = false;
  each_in(bytes, [&](std::size_t) {
    any = true;
    return false;
  });
  return any;
}

void PatternSet::each_in(std::string_view bytes,
                         const std::function<bool(std::size_t)>& found) const {
  if (texts_.empty() || bytes.size() < width_) return;
  for (std::size_t at = 0; at + width_ <= bytes.size(); ++at) {
    const std::uint64_t begin = beginning(bytes.data() + at);
    const std::size_t bit = bit_of(begin);
    if ((filter_[bit / 64] >> (bit % 64) & 1) == 0) continue;
    const auto known = by_beginning_.find(begin);
    if (known == by_beginning_.end()) continue;
    for (const std::size_t i : known->second) {
      if (bytes.substr(at).starts_with(texts_[i]) && !found(i)) return;
    }
  }
}

}  // namespace memfold
