#include "memfold/own_process.h"

#include <unistd.h>

#include <string>

#include "memfold/error.h"

namespace memfold {

int own_process() noexcept {
  return static_cast<int>(getpid());
}

void require_own_process(int made_by) {
  if (own_process() == made_by) return;
  throw Error(ErrorCode::Locked, "this store was opened by process " + std::to_string(made_by) +
                                     ", of which this one is a fork: use it there alone");
}

}  // namespace memfold
