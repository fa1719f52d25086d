#include "models/embedder_sketch.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "memfold/models.h"

namespace memfold::models {
namespace {

constexpr std::size_t kFirstSlots = 1024;

/// Every feature lands once in each of kHits blocks of the vector, each time with its own sign: a
/// fixed sparse signed projection in which no feature can cancel itself.
constexpr std::size_t kHits = 4;
static_assert(FeatureCounts::kDimension % kHits == 0);

/// 256 / sqrt(count), rounded: a feature seen `count` times weighs sqrt(count) times its mean.
constexpr std::size_t kRootTable = 64;
const std::array<std::int64_t, kRootTable> kInverseRoot = [] {
  std::array<std::int64_t, kRootTable> table{};
  for (std::size_t i = 1; i < kRootTable; ++i) {
    table[i] = static_cast<std::int64_t>(256 / std::sqrt(static_cast<double>(i)) + 0.5);
  }
  return table;
}();

std::int64_t damped(std::int64_t weight, std::uint32_t count) {
  if (count < kRootTable) return weight * kInverseRoot[count];
  return static_cast<std::int64_t>(double(weight) * 256 / std::sqrt(double(count)));
}

/// Adds to `sums`, whole numbers far below 2^53: doubles hold them and add them exactly, in any
/// order.
void scatter(std::uint64_t key, std::int64_t value, std::span<double> sums) {
  const double signs[2] = {static_cast<double>(value), static_cast<double>(-value)};
  const std::size_t block = sums.size() / kHits;
  for (std::size_t hit = 0; hit < kHits; ++hit) {
    const std::uint64_t bits = key >> (16 * hit);
    const std::size_t place = ((bits & 0x7FFF) * block) >> 15;
    sums[hit * block + place] += signs[(bits >> 15) & 1];
  }
}

}  // namespace

FeatureCounts::FeatureCounts() : slots_(kFirstSlots) {
  used_.reserve(kFirstSlots);
}

void FeatureCounts::clear() {
  for (const std::uint32_t slot : used_) slots_[slot].count = 0;
  used_.clear();
}

FeatureCounts::Slot& FeatureCounts::find(std::uint64_t key) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t place = key & mask;
  while (slots_[place].count != 0 && slots_[place].key != key) place = (place + 1) & mask;
  return slots_[place];
}

void FeatureCounts::add(std::uint64_t hash, std::int32_t weight) {
  if (weight == 0) return;
  const std::uint64_t key = mix(hash);
  Slot& slot = find(key);
  if (slot.count == 0) {
    slot = {key, 0, 0};
    used_.push_back(static_cast<std::uint32_t>(&slot - slots_.data()));
  }
  slot.weight += weight;
  ++slot.count;
  if (used_.size() * 2 > slots_.size()) grow();
}

void FeatureCounts::grow() {
  std::vector<Slot> before(slots_.size() * 2);
  before.swap(slots_);
  for (std::uint32_t& place : used_) {
    Slot& slot = find(before[place].key);
    slot = before[place];
    place = static_cast<std::uint32_t>(&slot - slots_.data());
  }
}

void FeatureCounts::sum(std::span<double> sums) const {
  std::fill(sums.begin(), sums.end(), 0);
  for (const std::uint32_t place : used_) {
    const Slot& slot = slots_[place];
    scatter(slot.key, damped(slot.weight, slot.count), sums);
  }
}

bool FeatureCounts::project(std::span<std::int16_t> out) const {
  std::array<double, kDimension> sums;
  sum(sums);
  return scale_sums(sums, kVectorScale, out);
}

double square_of(std::span<const double> sums) {
  double square[4] = {};
  for (std::size_t i = 0; i < sums.size(); i += 4) {
    for (std::size_t k = 0; k < 4; ++k) square[k] += sums[i + k] * sums[i + k];
  }
  return (square[0] + square[1]) + (square[2] + square[3]);
}

bool scale_sums(std::span<const double> sums, double length, std::span<std::int16_t> out) {
  const double square = square_of(sums);
  const double scale = square > 0 ? length / std::sqrt(square) : 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double value = sums[i] * scale;
    out[i] = static_cast<std::int16_t>(value + std::copysign(0.5, value));  // without a branch
  }
  return square > 0;
}

}  // namespace memfold::models
