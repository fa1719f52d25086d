// Telling work that was stopped from work that failed.
#pragma once

#include "memfold/error.h"

namespace memfold {

/// Runs work(); false where it ended in Error(Stopped): nothing is wrong, and what was done before
/// is whole. Any other error passes.
template <typename Work>
bool unless_stopped(const Work& work) {
  try {
    work();
    return true;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Stopped) throw;
    return false;
  }
}

}  // namespace memfold
