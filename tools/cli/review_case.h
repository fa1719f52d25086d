// A case of the review queue, shown so that a person can settle it.
#pragma once

#include <optional>
#include <vector>

#include "tools/cli/context.h"

namespace memfold::tools {

/// A case with what a person needs beside it.
struct ReviewCase {
  Review review;
  std::optional<Memory> target{};  ///< the memory it was compared with, as it is now
  std::string compared{};          ///< what that said when it was compared
  bool linked = false;             ///< the fact's memory has an edge to it
};

/// The case, the two statements with what differs marked, what was done meanwhile, what to do now.
void print_case(const Context& context, const ReviewCase& one);

/// On a terminal: two lines a case. Elsewhere: a table.
void print_cases(const Context& context, const std::vector<Review>& reviews);

}  // namespace memfold::tools
