#include "engine/recall/time_travel.h"

#include <algorithm>

#include "engine/recall/history.h"
#include "engine/records.h"
#include "memfold/error.h"

namespace memfold {
namespace {

constexpr Time kForever{INT64_MAX};

/// An end that a successor set is not known before the successor is.
void forget_later_ends(std::span<const Memory> members, Time known_until,
                       std::span<VersionSpan> spans) {
  for (std::size_t i = 0; i + 1 < members.size(); ++i) {
    const bool set_later = spans[i + 1].at > known_until && members[i].valid_until &&
                           members[i].valid_until == members[i + 1].valid_from;
    if (set_later) spans[i].valid_until.reset();
  }
}

/// Whether the chain was hidden at `moment` by a deletion that was taken back since: a node keeps
/// only the deletion in force, the log has them all.
bool was_hidden(const storage::Store& store, const storage::UserKey& user,
                std::span<const storage::VersionRecord> versions, const Id& answer, Time moment) {
  std::vector<Id> late;
  for (const storage::VersionRecord& version : versions) {
    if (version.backdated) late.push_back(version.memory_id);
  }
  ChainLogPaths paths = log_paths(versions);
  storage::LogRange range;
  range.known = std::move(paths.known);
  range.until = Time{moment.micros < INT64_MAX ? moment.micros + 1 : moment.micros};
  range.newest_first = true;
  bool hidden = false;
  store.scan_log_index(
      user, paths.routes, range,
      [&](const storage::LogPosition& position, const storage::LogSummary& summary) {
        if (summary.operation == Operation::Noop) return true;
        if (summary.operation != Operation::Delete) return false;  // it was there to be changed
        const auto deletion = store.decision(user, position.sequence);
        const bool of_another_late_one =
            deletion && deletion->memory_id != answer &&
            std::find(late.begin(), late.end(), deletion->memory_id) != late.end();
        hidden = deletion && !of_another_late_one;
        return of_another_late_one;
      });
  return hidden;
}

/// The memory as it looked then: what came later is not known yet.
Memory as_believed(Memory memory, const std::optional<Time>& system) {
  if (!system) return memory;
  if (memory.superseded_at && *memory.superseded_at > *system) {
    memory.superseded_at.reset();
    memory.superseded_by.reset();
  }
  if (memory.deleted_at && *memory.deleted_at > *system) {
    memory.deleted_at.reset();
    memory.delete_trigger.clear();
  }
  return memory;
}

}  // namespace

std::optional<std::size_t> version_at(std::span<const VersionSpan> versions, const AsOf& when) {
  const Time known_until = when.system.value_or(kForever);
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const VersionSpan& version = versions[i];
    if (version.at > known_until) continue;
    if (!when.valid) {
      if (!version.backdated) found = i;
      continue;
    }
    Time until = version.valid_until.value_or(kForever);
    for (std::size_t next = i + 1; next < versions.size(); ++next) {
      if (versions[next].at > known_until) continue;
      until = std::min(until, versions[next].valid_from);
      break;
    }
    if (version.valid_from <= *when.valid && *when.valid < until) found = i;
  }
  return found;
}

std::optional<Memory> version_as_of(const storage::Store& store, const storage::UserKey& user,
                                    std::vector<storage::VersionRecord> versions,
                                    const AsOf& when) {
  std::vector<Memory> members;
  std::vector<VersionSpan> spans;
  for (storage::VersionRecord& version : versions) {
    VersionSpan span{version.at, version.backdated, {}, {}};
    const Memory& memory = members.emplace_back(stated_by(store, user, std::move(version)));
    span.valid_from = memory.valid_from.value_or(memory.stated_at);
    span.valid_until = memory.valid_until;
    spans.push_back(span);
  }
  if (when.system) forget_later_ends(members, *when.system, spans);
  const auto found = version_at(spans, when);
  if (!found) return std::nullopt;
  Memory& answer = members[*found];
  if (answer.deleted_at && *answer.deleted_at <= when.system.value_or(kForever)) {
    return std::nullopt;
  }
  return as_believed(std::move(answer), when.system);
}

std::optional<Memory> read_as_of(const storage::Store& store, std::string_view user, const Id& id,
                                 const AsOf& when) {
  const storage::UserKey key = storage::user_key(user);
  const std::optional<Memory> member = store.memory(key, id);
  if (!member) {
    throw Error(ErrorCode::NotFound,
                "user " + std::string(user) + " has no memory " + to_string(id));
  }
  const std::vector<storage::VersionRecord> versions = store.versions(key, member->chain_id);
  std::optional<Memory> answer = version_as_of(store, key, versions, when);
  if (answer && when.system && was_hidden(store, key, versions, answer->id, *when.system)) {
    return std::nullopt;
  }
  return answer;
}

}  // namespace memfold
