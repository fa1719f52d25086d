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
                               std::span<const Analysis> analyses, bool explain) const override {
    std::vector<Judgement> judgements;
    for (const std::vector<float>& row :
         models::judge_features(wording().log_likely(fact), contexts, analyses)) {
      Judgement& one = judgements.emplace_back();
      one.likely = trees().likely(row);
      one.words_shared = double(row[models::kWordsShared]);
      if (!explain) continue;
      const auto best = std::max_element(one.likely.begin(), one.likely.end());
      one.parts = parts_of(row, Outcome(best - one.likely.begin()));
    }
    return judgements;
  }
};

}  // namespace

std::shared_ptr<const Judge> builtin_judge() {
  return std::make_shared<TreeJudge>();
}

}  // namespace memfold
