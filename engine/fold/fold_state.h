// The steps one fact goes through. An illegal step is a mistake in the engine, never in the input.
#pragma once

#include "memfold/kinds.h"

namespace memfold {

/// pending -> searching -> (no_match | analysing) -> adding / updating / merging -> committed,
/// or skipped from where nothing was written yet.
bool is_legal_step(FoldState from, FoldState to);

/// Where one fact is. advance() throws std::logic_error on a step the machine does not have.
class FoldProgress {
 public:
  FoldState state() const { return state_; }
  void advance(FoldState to);

 private:
  FoldState state_ = FoldState::Pending;
};

}  // namespace memfold
