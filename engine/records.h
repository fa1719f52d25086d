// From memories and decisions to what is stored beside them.
#pragma once

#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "engine/fold/prepare.h"
#include "memfold/decision.h"
#include "storage/log_route.h"
#include "storage/store.h"

namespace memfold {

storage::FeatureRecord feature_record(const Memory& memory, const ExactKeys& keys);

/// Ids of a chain's memories, oldest first. A merged memory's versions lie together: it comes once.
std::vector<Id> members_of(std::span<const storage::VersionRecord> versions);

/// Whether something is stored under this name for a team (graph::owner_of_team): no user's name is
/// that long.
inline bool is_team(std::string_view owner) {
  return owner.size() > kMaxUserBytes;
}

/// Every user of whom anything is stored, ascending.
std::vector<std::string> user_names(const storage::Store& store);

/// The delete_trigger of what a repair put in the place of a memory, or of a version of one, whose
/// record was damaged: where it stood, without its content. It cannot be restored.
inline constexpr std::string_view kLostTrigger = "lost";
inline bool is_lost(const Memory& memory) {
  return memory.delete_trigger == kLostTrigger && memory.content.empty();
}

/// Adds an entry of the log to its user's counters.
void count_entry(const Decision& decision, storage::UserRecord& record);

/// The ways into the log that lead to whatever concerned a chain.
struct ChainLogPaths {
  std::vector<storage::LogRoute> routes;    ///< its members'
  std::vector<storage::LogPosition> known;  ///< decisions its versions name
};
ChainLogPaths log_paths(std::span<const storage::VersionRecord> versions);

/// Tells one edge from another.
using EdgeKey = std::tuple<Id, Id, EdgeType>;
inline EdgeKey key_of(const Edge& edge) {
  return {edge.from, edge.to, edge.type};
}

/// The step of a chain that `decision` led to.
storage::VersionRecord version_record(const Memory& memory, const Decision& decision);

}  // namespace memfold
