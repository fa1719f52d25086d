#include "engine/fold/room.h"

namespace memfold {

bool has_room(const Plan& plan, std::uint64_t current_memories, const UserLimits& limits) {
  return plan.operation != Operation::Add || limits.max_memories == 0 ||
         current_memories < std::uint64_t(limits.max_memories);
}

void refuse_over_limit(Decision& decision, const UserLimits& limits) {
  decision.over_limit = true;
  decision.status = Status::Error;
  decision.kind = DecisionKind::Skip;
  decision.operation = Operation::Noop;
  decision.review = false;
  decision.memory_id = {};
  decision.target_id.reset();
  decision.related_ids.clear();
  decision.relationship_type.reset();
  decision.error = "the user has as many memories as limits.max_memories allows (" +
                   std::to_string(limits.max_memories) +
                   "); fold it again once some are forgotten or more are allowed";
  decision.reason = "refused: " + decision.error;
}

}  // namespace memfold
