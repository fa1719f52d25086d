// Changing a memory by hand.
#pragma once

#include <string_view>

#include "engine/amend/amend_context.h"
#include "memfold/amend.h"
#include "memfold/decision.h"

namespace memfold {

/// Engine::edit. Hold what Amendment asks for.
Decision edit_memory(const AmendContext& context, std::string_view user, const Id& id,
                     const Edit& edit);

}  // namespace memfold
