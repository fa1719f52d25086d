// A pair of statements as numbers and words: what the learned part of the Analyst looks at.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "models/analyst/verdict.h"

namespace memfold::models {

inline constexpr std::size_t kFeatureCount = 106;
using PairFeatures = std::array<float, kFeatureCount>;

/// Pure. `by_rules` is what conclude_by_rules() says of the same evidence.
PairFeatures pair_features(const Evidence& evidence, const Conclusion& by_rules);

/// What each number is, in order.
std::span<const std::string_view> feature_names();

}  // namespace memfold::models
