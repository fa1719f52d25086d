#include "engine/fold/answers.h"

namespace memfold {

Answers::Answer AnalystAnswers::about(const StatementPair& pair) {
  if (std::optional<Analysis> known = kept_.find(pair)) {
    return {.analysis = std::move(*known), .was_kept = true};
  }
  Answer answer{.analysis = analyst_.compare(pair.existing, pair.incoming)};
  if (answer.analysis.answered && analyst_.is_costly(answer.analysis)) {
    answer.place = kept_.key_of(pair);
    kept_.expect_some();
  }
  return answer;
}

Answers::Answer GuessedAnswers::about(const StatementPair& pair) {
  if (std::optional<Analysis> known = kept_.find(pair)) return {.analysis = std::move(*known)};
  models_.analyst->prefetch({&pair, 1});
  return {.analysis = models_.guard_analyst->compare(pair.existing, pair.incoming)};
}

}  // namespace memfold
