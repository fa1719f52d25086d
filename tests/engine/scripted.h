// What decide() asks for, answered from tables.
#pragma once

#include <map>

#include "engine/fold/decide.h"

namespace memfold::test {

inline constexpr Time kEarlier{1'000'000}, kNow{2'000'000}, kLater{3'000'000};

/// Answers from tables; counts what was asked.
class Scripted final : public Comparisons {
 public:
  std::vector<Judgement> judgements;  ///< empty: there is no Judge
  bool judged = true;
  std::vector<Judged> judge(std::size_t count) override {
    std::vector<Judged> all;
    for (std::size_t i = 0; judged && i < count && i < judgements.size(); ++i) {
      all.push_back({analyse(i), judgements[i], false});
    }
    return all;
  }
  std::map<std::size_t, Analysis> analyses;
  std::map<std::size_t, Analysis> inside;
  std::map<std::size_t, std::vector<PropertyChange>> differing;
  std::map<std::size_t, Provenance> provenances;
  std::map<std::size_t, std::size_t> too_long;  ///< bytes together with the fact
  int asked = 0, asked_inside = 0, guarded = 0;

  Provenance provenance(std::size_t i) override {
    const auto found = provenances.find(i);
    return found == provenances.end() ? Provenance{SourceType::Realtime, kEarlier} : found->second;
  }
  Analysis analyse(std::size_t i) override {
    ++asked;
    return analyses.at(i);
  }
  Analysis analyse_inside(std::size_t i) override {
    ++asked_inside;
    return inside.at(i);
  }
  std::vector<PropertyChange> differences(std::size_t i) override {
    ++guarded;
    return differing[i];
  }
  NextContent next_content(std::size_t i, Operation) override {
    return {.content = "next", .too_long = too_long[i]};
  }
};

inline Analysis verdict(Verdict v, double confidence = 0.95) {
  Analysis analysis;
  analysis.verdict = v;
  analysis.confidence = confidence;
  analysis.same_subject = v == Verdict::Update || v == Verdict::Merge || v == Verdict::Duplicate;
  if (v == Verdict::Update) {
    analysis.property_changes.push_back(
        {"money", "50000000 KRW", "60000000 KRW", ChangeKind::ValueChange, {}, {}});
  }
  return analysis;
}

inline std::vector<ScoredCandidate> scores(std::initializer_list<double> totals) {
  std::vector<ScoredCandidate> candidates;
  for (const double total : totals) {
    ScoredCandidate candidate;
    candidate.memory_id.bytes[0] = static_cast<std::uint8_t>(candidates.size() + 1);
    candidate.score.total = total;
    candidates.push_back(candidate);
  }
  return candidates;
}

inline Provenance said(Time at, SourceType type = SourceType::Realtime) {
  return {type, at};
}

}  // namespace memfold::test
