#include "engine/fold/fold_state.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

namespace memfold {
namespace {

using enum FoldState;

TEST(FoldState, TheLegalStepsAreExactlyThoseOfTheMachine) {
  const std::set<std::pair<FoldState, FoldState>> legal = {
      {Pending, Searching}, {Pending, Skipped},  {Searching, NoMatch},  {Searching, Analysing},
      {NoMatch, Adding},    {Analysing, Adding}, {Analysing, Updating}, {Analysing, Merging},
      {Analysing, Skipped}, {Adding, Committed}, {Updating, Committed}, {Merging, Committed}};
  for (int from = 0; from <= int(Skipped); ++from) {
    for (int to = 0; to <= int(Skipped); ++to) {
      EXPECT_EQ(is_legal_step(FoldState(from), FoldState(to)),
                legal.contains({FoldState(from), FoldState(to)}))
          << name(FoldState(from)) << " -> " << name(FoldState(to));
    }
  }
}

TEST(FoldState, AnIllegalStepIsAProgrammingError) {
  FoldProgress progress;
  EXPECT_THROW(progress.advance(Committed), std::logic_error);
  progress.advance(Searching);
  progress.advance(NoMatch);
  EXPECT_THROW(progress.advance(Updating), std::logic_error);
  progress.advance(Adding);
  progress.advance(Committed);
  EXPECT_THROW(progress.advance(Searching), std::logic_error);
}

}  // namespace
}  // namespace memfold
