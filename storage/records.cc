#include "storage/records.h"

#include "core/hash.h"
#include "storage/log_route.h"

namespace memfold::storage {

UserKey user_key(std::string_view user) {
  return Sha256().raw(user).finish_short();
}

bool led_to_version(const Decision& decision) {
  const bool leads_to_one = decision.operation == Operation::Add ||
                            decision.operation == Operation::Supersede ||
                            decision.operation == Operation::Merge;
  return leads_to_one && !decision.redacted;
}

std::vector<LogRoute> routes_of(const Decision& decision) {
  std::vector<LogRoute> routes = {AllEntries{}, decision.operation};
  const bool named = led_to_version(decision);
  if (decision.memory_id && !named) routes.emplace_back(decision.memory_id);
  const bool in_same_chain = named && decision.operation != Operation::Add;
  if (decision.target_id && *decision.target_id != decision.memory_id && !in_same_chain) {
    routes.emplace_back(*decision.target_id);
  }
  if (!decision.source_id.empty()) routes.emplace_back(source_hash(decision.source_id));
  return routes;
}

SourceHash source_hash(std::string_view source_id) {
  return {hash64(source_id)};
}

}  // namespace memfold::storage
