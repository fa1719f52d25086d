#include "engine/fold/logged_facts.h"

namespace memfold {

std::optional<std::uint64_t> find_logged(const storage::Store& store, const Lane& lane,
                                         const Id& fact) {
  return store.find_facts(lane.key(), {&fact, 1}).front();
}

std::optional<Decision> logged_decision(const storage::Store& store, const Lane& lane,
                                        const Id& fact) {
  const auto sequence = find_logged(store, lane, fact);
  return sequence ? store.decision(lane.key(), *sequence) : std::nullopt;
}

}  // namespace memfold
