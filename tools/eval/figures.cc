#include "tools/eval/figures.h"

#include <algorithm>

namespace memfold::tools {
namespace {

constexpr std::array<double, kConfidenceBandCount + 1> kBandEdges = {0, 0.5, 0.6, 0.7, 0.8, 0.9, 1};

/// The baseline, highest bound first.
struct Threshold {
  double from;
  Verdict verdict;
};
constexpr Threshold kBaseline[] = {
    {0.95, Verdict::Duplicate}, {0.80, Verdict::Update}, {0.50, Verdict::Link}};

constexpr Verdict kCurveClasses[] = {Verdict::Duplicate, Verdict::Update, Verdict::Link};
constexpr int kCurveSteps = 100;

std::size_t index(Verdict verdict) {
  return static_cast<std::size_t>(verdict);
}

std::optional<double> ratio(std::size_t part, std::size_t whole) {
  if (whole == 0) return std::nullopt;
  return double(part) / double(whole);
}

bool is_update_or_link(Verdict verdict) {
  return verdict == Verdict::Update || verdict == Verdict::Link;
}

void count(const Outcome& outcome, Figures& figures) {
  ++figures.accuracy.whole;
  figures.accuracy.part += outcome.right() ? 1 : 0;
  ++figures.confusion[index(outcome.expected)][index(outcome.given)];
  ++figures.by_class[index(outcome.expected)].expected;
  ++figures.by_class[index(outcome.given)].given;
  figures.by_class[index(outcome.given)].right += outcome.right() ? 1 : 0;
  if (!is_update_or_link(outcome.expected)) return;
  ++figures.update_link_confusion.whole;
  const bool swapped = !outcome.right() && is_update_or_link(outcome.given);
  figures.update_link_confusion.part += swapped ? 1 : 0;
}

std::map<std::string, std::vector<Outcome>> by_language(std::span<const Outcome> outcomes) {
  std::map<std::string, std::vector<Outcome>> groups;
  for (const Outcome& outcome : outcomes) groups[outcome.language].push_back(outcome);
  return groups;
}

ClassFigures figures_from(std::span<const Outcome> outcomes, Verdict verdict, double threshold) {
  ClassFigures figures;
  for (const Outcome& outcome : outcomes) {
    figures.expected += outcome.expected == verdict ? 1 : 0;
    if (outcome.given != verdict || outcome.confidence < threshold) continue;
    ++figures.given;
    figures.right += outcome.right() ? 1 : 0;
  }
  return figures;
}

void add_curves(const std::string& language, std::span<const Outcome> outcomes,
                std::vector<Curve>& curves) {
  for (const Verdict verdict : kCurveClasses) {
    Curve curve{language, verdict, {}};
    for (int step = 0; step <= kCurveSteps; ++step) {
      const double threshold = double(step) / kCurveSteps;
      curve.points.push_back({threshold, figures_from(outcomes, verdict, threshold)});
    }
    curves.push_back(std::move(curve));
  }
}

}  // namespace

std::size_t confidence_band(double confidence) {
  std::size_t band = 0;
  while (band + 1 < kConfidenceBandCount && confidence >= kBandEdges[band + 1]) ++band;
  return band;
}

std::string label(Verdict verdict) {
  std::string text(name(verdict));
  for (char& c : text) c = c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
  return text;
}

std::optional<double> Share::value() const {
  return ratio(part, whole);
}

std::optional<double> ClassFigures::precision() const {
  return ratio(right, given);
}

std::optional<double> ClassFigures::recall() const {
  return ratio(right, expected);
}

std::optional<double> ClassFigures::f1() const {
  return ratio(2 * right, expected + given);
}

Figures figures_of(std::span<const Outcome> outcomes) {
  Figures figures;
  for (const Outcome& outcome : outcomes) count(outcome, figures);
  return figures;
}

std::map<std::string, Figures> figures_by_language(std::span<const Outcome> outcomes) {
  std::map<std::string, Figures> figures;
  for (const Outcome& outcome : outcomes) count(outcome, figures[outcome.language]);
  return figures;
}

Share relationships_right(std::span<const Outcome> outcomes) {
  Share share;
  for (const Outcome& outcome : outcomes) {
    const bool found = outcome.right() && outcome.given == Verdict::Link;
    if (!found || !outcome.expected_relationship) continue;
    ++share.whole;
    share.part += outcome.given_relationship == outcome.expected_relationship ? 1 : 0;
  }
  return share;
}

std::array<ConfidenceBand, kConfidenceBandCount> calibration_of(std::span<const Outcome> outcomes) {
  std::array<ConfidenceBand, kConfidenceBandCount> bands;
  for (std::size_t i = 0; i < bands.size(); ++i) bands[i] = {kBandEdges[i], kBandEdges[i + 1]};
  for (const Outcome& outcome : outcomes) {
    Share& right = bands[confidence_band(outcome.confidence)].right;
    ++right.whole;
    right.part += outcome.right() ? 1 : 0;
  }
  return bands;
}

Verdict verdict_by_threshold(double similarity) {
  for (const Threshold& threshold : kBaseline) {
    if (similarity >= threshold.from) return threshold.verdict;
  }
  return Verdict::Unrelated;
}

std::vector<Curve> curves_of(std::span<const Outcome> outcomes) {
  std::vector<Curve> curves;
  add_curves(kEveryLanguage, outcomes, curves);
  const auto groups = by_language(outcomes);
  if (groups.size() < 2) return curves;
  for (const auto& [language, group] : groups) add_curves(language, group, curves);
  return curves;
}

}  // namespace memfold::tools
