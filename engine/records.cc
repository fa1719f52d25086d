#include "engine/records.h"

#include <algorithm>

namespace memfold {

storage::FeatureRecord feature_record(const Memory& memory, const ExactKeys& keys) {
  return {.slot = memory.slot,
          .id = memory.id,
          .thread_key = keys.thread,
          .subject = keys.subject,
          .people_keys = keys.people,
          .entity_keys = keys.entities,
          .occurred_at = memory.occurred_at,
          .category = memory.category.kind()};
}

storage::VersionRecord version_record(const Memory& memory, const Decision& decision) {
  storage::VersionRecord record;
  record.chain_id = memory.chain_id;
  record.version = memory.version;
  record.memory_id = memory.id;
  record.operation = decision.operation;
  record.log_sequence = decision.sequence;
  record.at = decision.at;
  return record;
}

void count_entry(const Decision& decision, storage::UserRecord& record) {
  if (decision.status == Status::Error) {
    ++record.rejected;
    return;
  }
  ++record.by_kind[std::size_t(decision.kind)];
  ++record.by_operation[std::size_t(decision.operation)];
  record.reviews += decision.review;
  record.backdated += decision.backdated;
}

ChainLogPaths log_paths(std::span<const storage::VersionRecord> versions) {
  ChainLogPaths paths;
  for (const Id& member : members_of(versions)) paths.routes.emplace_back(member);
  for (const storage::VersionRecord& version : versions) {
    paths.known.push_back({version.at, version.log_sequence});
  }
  return paths;
}

std::vector<Id> members_of(std::span<const storage::VersionRecord> versions) {
  std::vector<Id> ids;
  for (const storage::VersionRecord& record : versions) {
    if (ids.empty() || ids.back() != record.memory_id) ids.push_back(record.memory_id);
  }
  return ids;
}

std::vector<std::string> user_names(const storage::Store& store) {
  std::vector<std::string> names;
  store.scan_users([&](const storage::UserKey&, const storage::UserRecord& record) {
    if (!is_team(record.user)) names.push_back(record.user);
  });
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace memfold
