// Taking decisions back.
#pragma once

#include <string_view>
#include <vector>

#include "engine/amend/amendment.h"
#include "memfold/amend.h"

namespace memfold {

/// Engine::undo. The caller throws the lane away.
std::vector<Decision> undo_decision(const AmendContext& context, std::string_view user,
                                    std::uint64_t sequence, const UndoOptions& options);

}  // namespace memfold
