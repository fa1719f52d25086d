// A fact beside one of its candidates as the numbers that the trees of the Judge look at.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "memfold/judge.h"

namespace memfold::models {

/// Place of Judgement::words_shared in a row.
inline constexpr std::size_t kWordsShared = 0;

/// One row a candidate, all of one length: its evidence, its context, and how it stands among the
/// others. Pure.
/// `wording`: Wording::log_likely of the fact.
std::vector<std::vector<float>> judge_features(const OutcomeProbabilities& wording,
                                               std::span<const PairContext> contexts,
                                               std::span<const Analysis> analyses);

/// What each number of a row is, in order.
std::span<const std::string_view> judge_feature_names();

}  // namespace memfold::models
