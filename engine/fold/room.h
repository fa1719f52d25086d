// Room for another memory: UserLimits.
#pragma once

#include <cstdint>

#include "engine/fold/decide.h"
#include "memfold/decision.h"
#include "memfold/options.h"

namespace memfold {

/// Whether a user with so many current memories may have what the plan would make. A function of
/// the state at the fact's turn alone, so that neither batches nor calls show in it (P1).
bool has_room(const Plan& plan, std::uint64_t current_memories, const UserLimits& limits);

/// Turns what would have been decided into the refusal of it. Nothing of it may be applied or
/// logged: what is logged is known.
void refuse_over_limit(Decision& decision, const UserLimits& limits);

}  // namespace memfold
