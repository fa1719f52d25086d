#include "engine/recall/filter.h"

#include <algorithm>

#include "core/text.h"
#include "engine/fold/prepare.h"

namespace memfold {

bool is_wanted(MemoryState state, bool with_archived, std::span<const MemoryState> states) {
  if (states.empty()) return with_archived || state != MemoryState::Archived;
  return std::find(states.begin(), states.end(), state) != states.end();
}

Filter::Filter(const MemoryFilter& where)
    : where_(where), person_(normalise_person(where.person)), entity_(normalise_key(where.entity)) {
  if (!where.condition.empty()) condition_.emplace(where.condition);
}

bool Filter::passes(const Memory& memory) const {
  const auto holds = [](const std::vector<std::string>& sorted, const std::string& wanted) {
    return wanted.empty() || std::binary_search(sorted.begin(), sorted.end(), wanted);
  };
  return is_wanted(memory.state, where_.include_archived, where_.states) &&
         (!where_.category || memory.category == *where_.category) &&
         holds(memory.people, person_) && holds(memory.entities, entity_) &&
         (where_.thread_id.empty() || memory.thread_id == where_.thread_id) &&
         (where_.session_id.empty() || memory.session_id == where_.session_id) &&
         (where_.agent_id.empty() || memory.agent_id == where_.agent_id) &&
         (where_.run_id.empty() || memory.run_id == where_.run_id) &&
         (!where_.occurred_from || memory.occurred_at >= *where_.occurred_from) &&
         (!where_.occurred_until || memory.occurred_at < *where_.occurred_until) &&
         (!condition_ || condition_->holds(memory));
}

bool Filter::restricts() const {
  return where_.category || !where_.person.empty() || !where_.thread_id.empty() ||
         !where_.session_id.empty() || !where_.agent_id.empty() || !where_.run_id.empty() ||
         !where_.entity.empty() || where_.occurred_from || where_.occurred_until || condition_ ||
         !where_.states.empty();
}

bool is_over(const Memory& memory, Time now) {
  return memory.valid_until && *memory.valid_until <= now;
}

}  // namespace memfold
