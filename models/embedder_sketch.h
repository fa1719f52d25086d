// Counts hashed features and projects them to a unit vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace memfold::models {

/// One more code in a running hash. Cheap; finish with mix() before use.
constexpr std::uint64_t extend(std::uint64_t hash, std::uint64_t code) {
  return (hash ^ code) * 0x9FB21C651E98DF25ull;
}

/// Spreads every bit of a running hash over all 64 (Murmur-style finaliser, own constants).
constexpr std::uint64_t mix(std::uint64_t hash) {
  hash ^= hash >> 32;
  hash *= 0xD6E8FEB86659FD93ull;
  hash ^= hash >> 29;
  hash *= 0xA0761D6478BD642Full;
  hash ^= hash >> 32;
  return hash;
}

/// The sum of squares; the size is a multiple of 4. Four running sums hide the latency of addition;
/// their order is fixed here, not by the compiler.
double square_of(std::span<const double> sums);

/// Writes `sums` brought to `length` (at most kVectorScale) and rounded; zeros and false where they
/// are all zero. Both have the same size, a multiple of 4.
bool scale_sums(std::span<const double> sums, double length, std::span<std::int16_t> out);

/// The features of one text: for each, how often it came and with what weight. Reusable: clear()
/// keeps the memory. Not thread-safe; one per call. All arithmetic is in integers, so the result
/// does not depend on the order features are added in.
class FeatureCounts {
 public:
  static constexpr int kDimension = 384;  ///< of project()

  FeatureCounts();

  void clear();
  /// Counts the feature `hash` (unmixed) once, with `weight` (0 does nothing; at most 2^16).
  void add(std::uint64_t hash, std::int32_t weight);
  /// Writes the unit vector, fixed point (see quantise_unit), of kDimension values; all zeros and
  /// false when there is no feature or they cancel out.
  bool project(std::span<std::int16_t> out) const;
  /// The same before it is brought to unit length, for any dimension that is a multiple of 4, at
  /// most 2^17: replaces `sums` by whole numbers far below 2^53.
  void sum(std::span<double> sums) const;

 private:
  struct Slot {
    std::uint64_t key;
    std::int64_t weight;  ///< sum over the occurrences
    std::uint32_t count;  ///< 0: free
  };

  Slot& find(std::uint64_t key);
  void grow();

  std::vector<Slot> slots_;          ///< open addressing; the size is a power of two
  std::vector<std::uint32_t> used_;  ///< taken slots, in order of arrival
};

}  // namespace memfold::models
