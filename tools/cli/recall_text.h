// How what a recall found is shown: two or three lines a hit to a person, a table in a pipe.
#pragma once

#include <vector>

#include "memfold/engine.h"
#include "tools/cli/context.h"
#include "tools/cli/json.h"

namespace memfold::tools {

void print_hits(const Context& context, const std::vector<Hit>& hits);
void print_hits(const Context& context, const std::vector<SourceHit>& hits);
/// Storylines or macros.
void print_hits(const Context& context, const std::vector<StoryHit>& hits);

}  // namespace memfold::tools
