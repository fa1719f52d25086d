// Which version of a chain answers for a point in time.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "memfold/engine.h"
#include "storage/store.h"

namespace memfold {

/// One version as time travel sees it, in chain order.
struct VersionSpan {
  Time at;                 ///< decided then: the store knows it from then on
  bool backdated = false;  ///< a late arrival: known, but never the current one
  Time valid_from;         ///< true in the world from then on
  std::optional<Time> valid_until;
};

/// The index of the version that answers; nothing when there is none.
///
/// By system time alone: the last version that was current at that moment. By valid time: the last
/// of the versions known at the system time (now, when empty) whose stretch [valid_from,
/// valid_until) holds the moment; a stretch without an end lasts until the next known version's
/// begins.
std::optional<std::size_t> version_at(std::span<const VersionSpan> versions, const AsOf& when);

/// The version of a chain that answers, as it was believed then, from all its versions in order.
/// Nothing when there was none yet or it was deleted by then; a deletion that was taken back since
/// is not looked for: read_as_of does.
std::optional<Memory> version_as_of(const storage::Store& store, const storage::UserKey& user,
                                    std::vector<storage::VersionRecord> versions, const AsOf& when);

/// Engine::as_of.
std::optional<Memory> read_as_of(const storage::Store& store, std::string_view user, const Id& id,
                                 const AsOf& when);

}  // namespace memfold
