// The built-in Judge.
#include "memfold/judge.h"

#include <algorithm>

#include "models/judge/judge_features.h"
#include "models/judge/judge_trees.h"
#include "models/judge/wording.h"

namespace memfold {
namespace {

constexpr std::size_t kPartsTold = 3;

const models::JudgeTrees& trees() {
  static const models::JudgeTrees fitted(models::weights());
  return fitted;
}

const models::Wording& wording() {
  static const models::Wording fitted(models::weights());
  return fitted;
}

std::vector<OutcomePart> parts_of(std::span<const float> row, Outcome outcome) {
  std::vector<double> shares = trees().shares(row, outcome);
  const auto names = models::judge_feature_names();
  std::vector<OutcomePart> parts;
  while (parts.size() < kPartsTold) {
    const auto most = std::max_element(shares.begin(), shares.end());  // of equals the first
    if (*most <= 0) break;
    parts.push_back({names[std::size_t(most - shares.begin())], *most});
    *most = 0;
  }
  return parts;
}

class TreeJudge final : public Judge {
 public:
  std::string name() const override {
    return "memfold-outcomes@" + std::to_string(models::weights().model_version());
  }

  std::vector<Judgement> judge(std::string_view fact, std::span<const PairContext> contexts,
                               std::span<const Analysis> analyses) const override {
    std::vector<std::vector<float>> rows =
        models::judge_features(wording().log_likely(fact), contexts, analyses);
    std::vector<Judgement> judgements(rows.size());
    std::vector<std::span<const float>> judged;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (contexts[i].set_aside) {
        judgements[i].likely[std::size_t(Outcome::Apart)] = 1;
        judgements[i].words_shared = 0;
        continue;
      }
      judged.push_back(rows[i]);
      places.push_back(i);
    }
    const std::vector<OutcomeProbabilities> likely = trees().likely(judged);
    for (std::size_t i = 0; i < judged.size(); ++i) {
      Judgement& one = judgements[places[i]];
      one.likely = likely[i];
      one.words_shared = double(judged[i][models::kWordsShared]);
      const auto best = std::max_element(one.likely.begin(), one.likely.end());
      one.parts = [row = std::move(rows[places[i]]), outcome = Outcome(best - one.likely.begin())] {
        return parts_of(row, outcome);
      };
    }
    return judgements;
  }
};

}  // namespace

std::shared_ptr<const Judge> builtin_judge() {
  return std::make_shared<TreeJudge>();
}

}  // namespace memfold
