#include "memfold/stop.h"

#include <string>

#include "memfold/error.h"

namespace memfold {

void StopWhen::check(const char* what) const {
  if (token.stop_requested()) {
    throw Error(ErrorCode::Stopped, std::string(what) + " was asked to stop");
  }
  if (is_asked()) throw Error(ErrorCode::Stopped, std::string(what) + " ran out of time");
}

}  // namespace memfold
