// The ranges fields have.
#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/fields/field.h"
#include "memfold/fact.h"
#include "memfold/time.h"

namespace memfold::fields {

constexpr Range real(double least, double most) {
  return {.of = Range::Of::Real, .least = least, .most = most};
}
constexpr Range natural(std::uint64_t least, std::uint64_t most) {
  return {.of = Range::Of::Natural, .from = least, .up_to = most};
}
constexpr Range bytes(std::size_t most) {
  return {.of = Range::Of::Bytes, .bytes = most};
}

inline constexpr Range kAnything{.of = Range::Of::Anything};
inline constexpr Range kUnit = real(0, 1);
/// Sums of products may miss a bound by a rounding.
inline constexpr Range kScored = real(-1e-6, 1 + 1e-6);
inline constexpr Range kCosine = real(-1.001, 1.001);  ///< of vectors in fixed point
inline constexpr Range kGradient = real(0, 100);
inline constexpr Range kDays = real(0, 1e9);
inline constexpr Range kSequence = natural(0, std::uint64_t{1} << 62);
inline constexpr Range kVersionNumber = natural(1, std::uint64_t{1} << 31);
inline constexpr Range kAttempts = natural(0, std::uint64_t{1} << 30);
/// About 31,000 years each way: sums and differences of two such times cannot overflow.
inline constexpr std::int64_t kFarthest = 1'000'000'000'000'000'000;
inline constexpr Range kMoment{.of = Range::Of::Moment};
/// Normal forms may be up to three times as long as what was given.
inline constexpr Range kContent = bytes(4 * kMaxContentBytes);
inline constexpr Range kField = bytes(4 * kMaxFieldBytes);
inline constexpr Range kText = bytes(1 << 20);       ///< reasons, titles, descriptions
inline constexpr Range kDocument = bytes(64 << 20);  ///< a source's clean text

/// What a list or an optional holds.
template <typename T>
struct Single {
  using Type = T;
};
template <typename T>
struct Single<std::optional<T>> : Single<T> {};
template <typename T>
struct Single<std::vector<T>> : Single<T> {};
template <typename T, std::size_t kSize>
struct Single<std::array<T, kSize>> : Single<T> {};

/// Whether a range suits what is to be in it; texts, times and figures have one, or say otherwise.
template <typename T>
constexpr bool suits(Range::Of range) {
  using Of = Range::Of;
  if (range == Of::Anything) return true;
  if constexpr (std::same_as<T, std::string>) return range == Of::Bytes;
  if constexpr (std::same_as<T, Time>) return range == Of::Moment;
  if constexpr (std::same_as<T, double>) return range == Of::Real;
  if constexpr (std::integral<T>) return range == Of::Unsaid || range == Of::Natural;
  return range == Of::Unsaid;
}

/// Whether every row of a record has the range its type needs.
template <Described Record>
inline constexpr bool kHaveRanges = std::apply(
    [](const auto&... row) {
      return (suits<typename Single<typename std::remove_cvref_t<decltype(row)>::Value>::Type>(
                  row.traits.range.of) &&
              ...);
    },
    kFields<Record>);

}  // namespace memfold::fields
