#include "models/judge/judge_features.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/portable_math.h"
#include "memfold/error.h"
#include "models/analyst/pair_view.h"

namespace memfold::models {
namespace {

constexpr double kSecondsPerDay = 86400;
constexpr double kOneMoment = 1.0 / 1440;  ///< a minute, in days
constexpr double kMicrosPerSecond = 1e6;

constexpr std::array<std::string_view, 5> kFactorPresent = {"content compared", "people compared",
                                                            "threads compared", "subjects compared",
                                                            "entities compared"};
constexpr std::array<std::string_view, 5> kFactorValues = {
    "content alike", "people alike", "same thread", "subjects alike", "entities alike"};
constexpr std::array<std::string_view, kOutcomeCount> kWordingNames = {
    "worded like something new", "worded like a repetition", "worded like detail",
    "worded like a change"};
constexpr std::array<std::string_view, kOutcomeCount> kOutcomeNames = {
    "likely apart", "likely repeated", "likely detail", "likely changed"};
constexpr std::array<std::string_view, kVerdicts> kLikelyNames = {
    "likely unrelated", "likely linked", "likely to merge", "likely an update",
    "likely a duplicate"};

/// Network and regression together, read back from the evidence.
std::array<double, kVerdicts> likely_verdicts(const Analysis& analysis) {
  std::array<double, kVerdicts> log_odds{};
  for (std::size_t v = 0; v < kVerdicts; ++v) {
    const double network = double(analysis.evidence[kFeatureCount + v]);
    const double words = double(analysis.evidence[kFeatureCount + kVerdicts + v]);
    log_odds[v] = kNetworkShare * network + kWordsShare * words;
  }
  return likely_by(log_odds);
}

/// What the network alone makes of a pair.
OutcomeProbabilities likely_outcomes(const Analysis& analysis) {
  OutcomeProbabilities log_odds{};
  for (std::size_t o = 0; o < kOutcomeCount; ++o) {
    log_odds[o] = double(analysis.evidence[kFeatureCount + 2 * kVerdicts + o]);
  }
  return likely_by(log_odds);
}

/// What candidates are compared by.
struct Standing {
  double content, words, acted, repeated;  ///< acted: how likely it is one that a fact acts on
  Time stated;
};

double most_of_others(std::span<const Standing> all, std::size_t i, double Standing::*figure) {
  double most = -1;
  for (std::size_t j = 0; j < all.size(); ++j) {
    if (j != i) most = std::max(most, all[j].*figure);
  }
  return most;
}

/// What is told on one day, and not by mails, counts as told a day apart, as most is that was
/// learned from: a host passes facts as they come, and when that is says little.
double days_between(const PairContext& context) {
  const double seconds =
      double(context.fact_stated.micros - context.memory_stated.micros) / kMicrosPerSecond;
  const bool of_an_archive = context.fact_source == SourceType::Bootstrapped;
  const double days = seconds / kSecondsPerDay;
  return !of_an_archive && days > -kOneMoment && days < 1 ? 1 : days;
}

/// Log of days, with their sign: an hour and a year are both near or far.
double signed_log(double days) {
  const double size = portable_log(1 + (days < 0 ? -days : days));
  return days < 0 ? -size : size;
}

template <typename Add>
void add_pair(const PairContext& context, const Analysis& analysis, Add add) {
  const auto likely = likely_verdicts(analysis);
  for (std::size_t v = 0; v < kVerdicts; ++v) {
    add(kLikelyNames[v], portable_log(likely[v] + 1e-4));
  }
  const auto outcomes = likely_outcomes(analysis);
  for (std::size_t o = 0; o < kOutcomeCount; ++o) {
    add(kOutcomeNames[o], portable_log(outcomes[o] + 1e-4));
  }
  for (std::size_t f = 0; f < context.factors.size(); ++f) {
    add(kFactorValues[f], context.factors[f]);
    add(kFactorPresent[f], context.present[f]);
  }
  add("cosine", context.cosine);
  const double days = days_between(context);
  add("days between", signed_log(days));
  add("said before it", days < 0);
  add("less trusted", int(context.fact_source) > int(context.memory_source));
  add("more trusted", int(context.fact_source) < int(context.memory_source));
  add("who says it", int(context.fact_source));
  add("who said it", int(context.memory_source));
  add("version", std::min<std::uint32_t>(context.version, 9));
  add("merged", std::min<std::uint32_t>(context.merged, 3));
  add("said under a subject line", context.fact_subject);
  add("known under a subject line", context.memory_subject);
  add("one subject line for both", context.one_subject);
}

template <typename Add>
void add_wording(const OutcomeProbabilities& wording, Add add) {
  for (std::size_t o = 0; o < kOutcomeCount; ++o) add(kWordingNames[o], wording[o]);
}

template <typename Add>
void add_standing(std::span<const Standing> all, std::size_t i, Add add) {
  add("place", double(i));
  add("candidates", double(all.size()));
  add("content, before the others", all[i].content - most_of_others(all, i, &Standing::content));
  add("words, before the others", all[i].words - most_of_others(all, i, &Standing::words));
  add("acted on, before the others", all[i].acted - most_of_others(all, i, &Standing::acted));
  add("repeated, before the others", all[i].repeated - most_of_others(all, i, &Standing::repeated));
  add("newest of all", std::all_of(all.begin(), all.end(), [&](const Standing& other) {
        return other.stated.micros <= all[i].stated.micros;
      }));
}

std::vector<Standing> standings(std::span<const PairContext> contexts,
                                std::span<const Analysis> analyses) {
  std::vector<Standing> all;
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    if (contexts[i].set_aside) {
      all.push_back({contexts[i].factors[0], 0, 0, 0, contexts[i].memory_stated});
      continue;
    }
    const auto likely = likely_outcomes(analyses[i]);
    all.push_back({contexts[i].factors[0], double(analyses[i].evidence[kWordsShared]),
                   1 - likely[0], likely[1], contexts[i].memory_stated});
  }
  return all;
}

}  // namespace

std::vector<std::vector<float>> judge_features(const OutcomeProbabilities& wording,
                                               std::span<const PairContext> contexts,
                                               std::span<const Analysis> analyses) {
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    if (!contexts[i].set_aside && analyses[i].evidence.size() != kEvidenceCount) {
      throw Error(ErrorCode::InvalidArgument,
                  "the Judge takes the built-in Analyst's answers alone");
    }
  }
  const std::vector<Standing> all = standings(contexts, analyses);
  std::vector<std::vector<float>> rows;
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    std::vector<float>& row = rows.emplace_back(analyses[i].evidence);
    if (contexts[i].set_aside) continue;
    const auto add = [&](std::string_view, auto value) { row.push_back(float(value)); };
    add_pair(contexts[i], analyses[i], add);
    add_standing(all, i, add);
    add_wording(wording, add);
  }
  return rows;
}

std::span<const std::string_view> judge_feature_names() {
  static const auto names = [] {
    std::vector<std::string_view> list(evidence_names().begin(), evidence_names().end());
    const auto add = [&](std::string_view name, auto) { list.push_back(name); };
    Analysis nothing;
    nothing.evidence.resize(kEvidenceCount);
    const PairContext context;
    const Standing standing{};
    add_pair(context, nothing, add);
    add_standing({&standing, 1}, 0, add);
    add_wording({}, add);
    return list;
  }();
  return names;
}

}  // namespace memfold::models
