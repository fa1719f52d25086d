// How well a calibration puts pairs into the bands people put them in.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tools/cli/json.h"
#include "tools/cli/screen.h"
#include "tools/eval/calibration_fit.h"
#include "tools/eval/lines.h"

namespace memfold::tools {

/// Scored pairs of one file, or of one language of it, with their cosines.
struct CalibrationSet {
  std::string name;
  std::string language;  ///< empty: all of the file
  bool fitted = false;   ///< the map was fitted on it
  std::vector<ScoredCosine> pairs;
};

/// Where pairs land under a map.
struct BandErrors {
  std::array<std::array<std::uint64_t, kBandCount>, kBandCount> landed{};  ///< [by people][by map]
  std::uint64_t pairs = 0, wrong = 0;
  std::uint64_t far = 0;               ///< two bands or more away
  std::uint64_t false_duplicates = 0;  ///< put among the duplicates by the map alone

  /// The mean over the bands of the share of their pairs that land elsewhere: what a fit makes
  /// small, so that rare bands count as much as common ones.
  double missed() const;
};
BandErrors band_errors(const std::vector<ScoredCosine>& pairs, const Calibration& map,
                       const DecideOptions& decide);

/// Correlation of cosine and score; 0 where either never changes. By ranks, ties sharing theirs,
/// and by value.
double spearman(const std::vector<ScoredCosine>& pairs);
double pearson(const std::vector<ScoredCosine>& pairs);

struct CalibrationReport {
  std::string embedder;
  int dimension = 0;
  Calibration before, after;
  std::vector<CalibrationSet> sets;
  std::string written;                                         ///< the file; empty: none
  std::vector<std::pair<std::string, RejectedLine>> rejected;  ///< file and line
};

void print(std::ostream& out, const Screen& screen, const CalibrationReport& report,
           const DecideOptions& decide);
Json to_json(const CalibrationReport& report, const DecideOptions& decide);

}  // namespace memfold::tools
