// What every part of the graph works with.
#pragma once

#include <string>
#include <string_view>

#include "engine/amend/amend_context.h"
#include "engine/fold/lanes.h"

namespace memfold::graph {

/// A value of the store that is set by whoever commits.
struct Stamp {
  std::string name = {}, value = {};
};

/// And who may write for whom.
struct Context : AmendContext {
  Lanes& lanes;
  Stamp stamp = {};  ///< goes into every commit of a GraphBatch, unless it has no name
};

/// The name under which a team's sources are stored: longer than any user's name may be, so that
/// the two never meet.
std::string owner_of_team(std::string_view team);

/// Whose store a source lies in.
std::string owner_of(std::string_view user, std::string_view team);

/// Puts the owner on record with the first thing that is stored of it. Hold its lane
/// (Lanes::with_locked).
void know_owner(const storage::Store& store, storage::CommitBatch& batch, const std::string& owner);

/// When a source took place, as far as is known.
inline Time time_of(const Source& source) {
  if (source.ended_at) return *source.ended_at;
  return source.started_at.value_or(source.received_at);
}

}  // namespace memfold::graph
