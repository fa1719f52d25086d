// From the outcomes of streams to the figures that say how good they are. Pure functions.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "tools/eval/figures.h"
#include "tools/eval/stream_run.h"

namespace memfold::tools {

struct StreamFigures {
  Share decisions;                                           ///< right, about the memory meant
  std::array<ClassFigures, kStreamDecisions> by_decision{};  ///< by the value of a StreamDecision
  /// [expected][given], both the value of a StreamDecision.
  std::array<std::array<std::size_t, kStreamDecisions>, kStreamDecisions> confusion{};
  /// [expected][where it arose], by the values of StreamDecision and Miss.
  std::array<std::array<std::size_t, kMisses>, kStreamDecisions> misses{};
  Share texts;      ///< of right decisions that change a text: it reads as it should
  Share questions;  ///< answered by the first hit
  std::size_t reviews = 0;
  std::array<ConfidenceBand, kConfidenceBandCount> by_confidence{};
};

StreamFigures stream_figures(std::span<const Stream> streams,
                             std::span<const StreamOutcome> outcomes);
/// By what `key` gives of each stream.
std::map<std::string, StreamFigures> stream_figures_by(
    std::span<const Stream> streams, std::span<const StreamOutcome> outcomes,
    const std::function<std::string(const Stream&)>& key);

}  // namespace memfold::tools
