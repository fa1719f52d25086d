// What stands about a user, on a page.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "memfold/memory.h"

#pragma GCC visibility push(default)
namespace memfold {

/// See Engine::profile.
struct ProfileQuery {
  std::string user{};    ///< required
  std::size_t each = 5;  ///< memories a part, 1..100
};

/// Current memories that are true now, each with its sources. A memory may stand in several parts.
struct Profile {
  std::vector<Memory> pinned;       ///< kept for ever, newest first
  std::vector<Memory> preferences;  ///< of a category of that name ("preference"), newest first
  std::vector<Memory> tasks;        ///< newest first; what is over is left out
  std::vector<Memory> coming;       ///< what happens from now on, soonest first
  std::vector<Memory> decisions;    ///< newest first
  std::vector<Memory> important;    ///< of the highest importance, 0.6 at least, newest first
  std::vector<Memory> newest;       ///< whatever they are of
  /// Whether there were more memories than a call looks at: the parts are of the newest 8,192.
  bool is_partial = false;
};

}  // namespace memfold
#pragma GCC visibility pop
