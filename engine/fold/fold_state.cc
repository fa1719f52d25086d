#include "engine/fold/fold_state.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace memfold {
namespace {

using enum FoldState;

constexpr std::pair<FoldState, FoldState> kSteps[] = {
    {Pending, Searching}, {Pending, Skipped},      // a fact seen before needs no search
    {Searching, NoMatch}, {Searching, Analysing},  //
    {NoMatch, Adding},                             //
    {Analysing, Adding},  {Analysing, Updating},  {Analysing, Merging}, {Analysing, Skipped},  //
    {Adding, Committed},  {Updating, Committed},  {Merging, Committed},
};

}  // namespace

bool is_legal_step(FoldState from, FoldState to) {
  return std::find(std::begin(kSteps), std::end(kSteps), std::pair{from, to}) != std::end(kSteps);
}

void FoldProgress::advance(FoldState to) {
  if (!is_legal_step(state_, to)) {
    throw std::logic_error("illegal fold step from " + std::string(name(state_)) + " to " +
                           std::string(name(to)));
  }
  state_ = to;
}

}  // namespace memfold
