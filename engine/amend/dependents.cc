#include "engine/amend/dependents.h"

#include <algorithm>

#include "engine/records.h"

namespace memfold {

bool changes_nothing(const Decision& entry) {
  const bool settled_as_link =
      entry.trigger == Trigger::Review && entry.operation == Operation::Update;
  // Settled as a duplicate, it hid what the fallback had stored.
  const bool settled_as_duplicate =
      entry.trigger == Trigger::Review && entry.verdict == Verdict::Duplicate;
  return settled_as_link || (entry.operation == Operation::Noop && !settled_as_duplicate);
}

Origin origin_of(const storage::Store& store, const storage::UserKey& user, Decision entry) {
  Origin origin{std::move(entry)};
  while (origin.decision.trigger == Trigger::Undo && origin.decision.answers) {
    auto earlier = store.decision(user, *origin.decision.answers);
    if (!earlier) break;
    origin.decision = std::move(*earlier);
    ++origin.undos;
  }
  return origin;
}

Id fallback_of(const storage::Store& store, const storage::UserKey& user, const Origin& origin) {
  const Decision& entry = origin.decision;
  if (entry.trigger != Trigger::Review || !entry.answers) return {};
  const auto flagged = store.decision(user, *entry.answers);
  return flagged ? flagged->memory_id : Id{};
}

ChainLog::ChainLog(const storage::Store& store, const storage::UserKey& user,
                   const Decision& entry) {
  add_chain(store, user, entry.memory_id);
  const bool in_same_chain = entry.operation != Operation::Add;
  if (entry.target_id && in_same_chain) add_chain(store, user, *entry.target_id);
  // A settlement hid the memory its case had stored, and an undo of it brought that back.
  if (const Id id = fallback_of(store, user, origin_of(store, user, entry))) {
    add_chain(store, user, id);
  }
  add_settlements(store, user);
  std::sort(entries_.begin(), entries_.end(),
            [](const Decision& a, const Decision& b) { return a.sequence < b.sequence; });
  entries_.erase(
      std::unique(entries_.begin(), entries_.end(),
                  [](const Decision& a, const Decision& b) { return a.sequence == b.sequence; }),
      entries_.end());
  // From the newest: an undo that stands takes away what it answers, whatever that was.
  for (auto entry_at = entries_.rbegin(); entry_at != entries_.rend(); ++entry_at) {
    const bool stands = !undone_.contains(entry_at->sequence);
    if (stands && entry_at->trigger == Trigger::Undo && entry_at->answers) {
      undone_.emplace(*entry_at->answers, entry_at->sequence);
    }
  }
  cancel_restored();
}

// What concerned the chain of `member`; of what settled a case, that and its undos alone.
void ChainLog::add_chain(const storage::Store& store, const storage::UserKey& user,
                         const Id& member, std::optional<std::uint64_t> settlement) {
  ChainLogPaths paths;
  if (const auto memory = store.memory(user, member)) {
    paths = log_paths(store.versions(user, memory->chain_id));
  }
  paths.routes.emplace_back(member);
  storage::LogRange range;
  range.known = std::move(paths.known);
  store.scan_log_index(user, paths.routes, range,
                       [&](const storage::LogPosition& position, const storage::LogSummary&) {
                         auto found = store.decision(user, position.sequence);
                         if (!found) return true;
                         const Origin origin = origin_of(store, user, *found);
                         if (settlement && origin.decision.sequence != *settlement) return true;
                         if (changes_nothing(origin.decision)) idle_.insert(found->sequence);
                         entries_.push_back(std::move(*found));
                         return true;
                       });
}

// Settling a case hid the memory its decision had stored, wherever else it acted.
void ChainLog::add_settlements(const storage::Store& store, const storage::UserKey& user) {
  const std::size_t count = entries_.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (!entries_[i].review) continue;
    const auto review = store.review(user, entries_[i].sequence);
    if (!review || !review->resolution) continue;
    const auto settled = store.decision(user, *review->resolution);
    if (settled) add_chain(store, user, settled->memory_id, settled->sequence);
  }
}

// Forgetting and restoring cancel each other out, whatever lies between.
void ChainLog::cancel_restored() {
  const Decision* deletion = nullptr;
  for (const Decision& entry : entries_) {
    if (entry.trigger != Trigger::UserRequest || undone_by(entry.sequence) != 0) continue;
    if (entry.operation == Operation::Delete) deletion = &entry;
    if (entry.operation != Operation::Update || deletion == nullptr) continue;
    cancelled_[deletion->sequence] = cancelled_[entry.sequence] = deletion->sequence;
    deletion = nullptr;
  }
}

std::uint64_t ChainLog::undone_by(std::uint64_t sequence) const {
  const auto found = undone_.find(sequence);
  return found == undone_.end() ? 0 : found->second;
}

std::uint64_t ChainLog::taken_away(const Decision& entry) const {
  if (entry.trigger == Trigger::Undo && entry.answers) return *entry.answers;
  const auto restored = cancelled_.find(entry.sequence);
  return restored == cancelled_.end() ? 0 : restored->second;
}

std::vector<Decision> ChainLog::dependents(std::uint64_t sequence) const {
  std::vector<Decision> found;
  if (idle_.contains(sequence)) return found;
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
    if (entry->sequence <= sequence) break;
    if (can_depend(*entry) && taken_away(*entry) <= sequence) found.push_back(*entry);
  }
  return found;
}

std::vector<const Decision*> ChainLog::built_on(std::uint64_t sequence) const {
  std::vector<const Decision*> found;
  if (idle_.contains(sequence)) return found;
  std::uint64_t newest = sequence;
  for (const Decision& entry : entries_) {
    if (entry.sequence <= sequence || !can_depend(entry) || taken_away(entry) > newest) continue;
    found.push_back(&entry);
    newest = entry.sequence;
  }
  return found;
}

namespace {

/// Logs of chains, each read once.
class ChainLogs {
 public:
  struct Known {
    ChainLog log;
    std::set<std::uint64_t> entered;  ///< decisions whose dependents in it are known
  };

  ChainLogs(const storage::Store& store, const storage::UserKey& user)
      : store_(store), user_(user) {}

  Known& about(const Decision& entry) {
    std::vector<Id> chains = {chain_of(entry.memory_id)};
    if (entry.target_id && entry.operation != Operation::Add) {
      chains.push_back(chain_of(*entry.target_id));
    }
    if (const Id id = fallback_of(store_, user_, origin_of(store_, user_, entry))) {
      chains.push_back(chain_of(id));
    }
    std::sort(chains.begin(), chains.end());
    chains.erase(std::unique(chains.begin(), chains.end()), chains.end());
    const auto known = logs_.find(chains);
    if (known != logs_.end()) return known->second;
    return logs_.emplace(std::move(chains), Known{ChainLog(store_, user_, entry), {}})
        .first->second;
  }
  std::size_t read() const { return logs_.size(); }

 private:
  Id chain_of(const Id& member) const {
    const auto memory = store_.memory(user_, member);
    return memory ? memory->chain_id : member;
  }

  const storage::Store& store_;
  const storage::UserKey user_;
  std::map<std::vector<Id>, Known> logs_;
};

}  // namespace

std::map<std::uint64_t, Decision, std::greater<>> all_dependents(const storage::Store& store,
                                                                 const storage::UserKey& user,
                                                                 const Decision& entry,
                                                                 std::size_t* chains_read) {
  ChainLogs logs(store, user);
  std::map<std::uint64_t, Decision, std::greater<>> all;
  std::vector<Decision> open = {entry};
  while (!open.empty()) {
    const Decision next = std::move(open.back());
    open.pop_back();
    ChainLogs::Known& known = logs.about(next);
    if (known.entered.contains(next.sequence)) continue;
    known.entered.insert(next.sequence);
    for (const Decision* later : known.log.built_on(next.sequence)) {
      known.entered.insert(later->sequence);
      if (all.emplace(later->sequence, *later).second) open.push_back(*later);
    }
  }
  if (chains_read != nullptr) *chains_read = logs.read();
  return all;
}

}  // namespace memfold
