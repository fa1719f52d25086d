#include "storage/records.h"

#include <algorithm>

#include "core/hash.h"
#include "storage/log_route.h"

namespace memfold::storage {

UserKey user_key(std::string_view user) {
  const Sha256::Digest digest = Sha256().raw(user).finish();
  UserKey key;
  std::copy_n(digest.begin(), key.size(), key.begin());
  return key;
}

std::vector<LogRoute> routes_of(const Decision& decision) {
  std::vector<LogRoute> routes = {AllEntries{}, decision.operation};
  if (decision.memory_id) routes.emplace_back(decision.memory_id);
  if (decision.target_id && *decision.target_id != decision.memory_id) {
    routes.emplace_back(*decision.target_id);
  }
  if (!decision.source_id.empty()) routes.emplace_back(source_hash(decision.source_id));
  return routes;
}

SourceHash source_hash(std::string_view source_id) {
  return {hash64(source_id)};
}

}  // namespace memfold::storage
