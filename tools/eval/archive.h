// Archives that questions are asked of, folded into stores that leave nothing behind.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/context.h"
#include "tools/eval/recall.h"

namespace memfold::tools {

/// Folds each archive once into a store of its own, under the settings of this call, and asks its
/// questions. Paths are relative to `folder`. In the order of `questions`. Throws as backfill and
/// recall do.
std::vector<QuestionOutcome> ask_archives(const Context& context, const std::string& folder,
                                          const std::vector<Question>& questions);

}  // namespace memfold::tools
