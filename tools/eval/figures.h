// From answers about labelled pairs to the figures that say how good they are. Pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "memfold/kinds.h"

namespace memfold::tools {

inline constexpr std::size_t kVerdictCount = 5;

/// The classes in the order they are printed.
inline constexpr std::array<Verdict, kVerdictCount> kClasses = {
    Verdict::Update, Verdict::Link, Verdict::Duplicate, Verdict::Merge, Verdict::Unrelated};

/// A verdict as pairs are labelled with it: in upper case.
std::string label(Verdict verdict);

/// What one labelled pair should have given, and what it gave.
struct Outcome {
  std::string language;
  Verdict expected = Verdict::Unrelated, given = Verdict::Unrelated;
  double confidence = 0;  ///< 0..1, of the answer
  std::optional<EdgeType> expected_relationship, given_relationship;

  bool right() const { return expected == given; }
};

/// A part of a whole; nothing where the whole is empty.
struct Share {
  std::size_t part = 0, whole = 0;

  std::optional<double> value() const;
  bool operator==(const Share&) const = default;
};

struct ClassFigures {
  std::size_t expected = 0, given = 0, right = 0;

  std::optional<double> precision() const;  ///< right of those given
  std::optional<double> recall() const;     ///< right of those expected
  std::optional<double> f1() const;         ///< their harmonic mean: 2 right / (expected + given)
};

/// Pairs by [expected][given], both the value of a Verdict.
using Confusion = std::array<std::array<std::size_t, kVerdictCount>, kVerdictCount>;

struct Figures {
  Share accuracy;
  std::array<ClassFigures, kVerdictCount> by_class;  ///< by the value of a Verdict
  Confusion confusion{};
  /// Pairs where UPDATE and LINK were taken for each other, of all pairs that are either.
  Share update_link_confusion;

  const ClassFigures& of(Verdict verdict) const { return by_class[std::size_t(verdict)]; }
};

Figures figures_of(std::span<const Outcome> outcomes);
std::map<std::string, Figures> figures_by_language(std::span<const Outcome> outcomes);

/// LINKs found (expected and given) whose relationship is the labelled one, of those that have one.
Share relationships_right(std::span<const Outcome> outcomes);

/// Answers with a confidence in [from, to), the last band with its end.
struct ConfidenceBand {
  double from = 0, to = 1;
  Share right{};
};
inline constexpr std::size_t kConfidenceBandCount = 6;

/// Which band a confidence is in: below 0.5, then tenths.
std::size_t confidence_band(double confidence);
/// Every answer is in one of the bands.
std::array<ConfidenceBand, kConfidenceBandCount> calibration_of(std::span<const Outcome> outcomes);

/// What the similarity of two contents says by thresholds alone: the baseline.
Verdict verdict_by_threshold(double similarity);

/// One class when answers below a threshold of confidence do not count.
struct CurvePoint {
  double threshold = 0;
  ClassFigures figures;
};
struct Curve {
  std::string language;  ///< kEveryLanguage: all pairs together
  Verdict verdict = Verdict::Unrelated;
  std::vector<CurvePoint> points;  ///< thresholds 0, 0.01 ... 1
};
inline constexpr const char* kEveryLanguage = "all";

/// For DUPLICATE, UPDATE and LINK: together, then by language where there are several.
std::vector<Curve> curves_of(std::span<const Outcome> outcomes);

}  // namespace memfold::tools
