// Which decisions were built on which.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "memfold/decision.h"
#include "storage/store.h"

namespace memfold {

/// The decision that a row of undos goes back to (an entry that is none: itself), as far as the log
/// reaches.
struct Origin {
  Decision decision;
  std::size_t undos = 0;  ///< from the entry to it
};

Origin origin_of(const storage::Store& store, const storage::UserKey& user, Decision entry);

/// The memory that a case's decision had stored, where `entry` settled the case or goes back to
/// that; the zero id otherwise.
Id fallback_of(const storage::Store& store, const storage::UserKey& user, const Origin& origin);

/// No memory says anything else because of it. A case settled as a link drew an edge at most.
bool changes_nothing(const Decision& entry);

/// The log of the chains that one decision is about.
class ChainLog {
 public:
  ChainLog(const storage::Store& store, const storage::UserKey& user, const Decision& entry);

  /// The undo that took a decision away; 0: it stands.
  std::uint64_t undone_by(std::uint64_t sequence) const;

  /// Decisions after `sequence` that stand and changed the chains, newest first. An undo and what
  /// it took away cancel out. None for a decision on which nothing can be built.
  std::vector<Decision> dependents(std::uint64_t sequence) const;

  /// The same, and what depends on those in turn, in these chains; oldest first. One pass. Valid as
  /// long as this log.
  std::vector<const Decision*> built_on(std::uint64_t sequence) const;

 private:
  /// A decision stands on the newest one before it, unless that came between a decision and what
  /// took it away: such a pair concerns nobody but who came between. The decision the pair begins
  /// with; 0: it is none.
  std::uint64_t taken_away(const Decision& entry) const;
  bool can_depend(const Decision& entry) const {
    return !idle_.contains(entry.sequence) && undone_by(entry.sequence) == 0;
  }

  void add_chain(const storage::Store& store, const storage::UserKey& user, const Id& member,
                 std::optional<std::uint64_t> settlement = {});
  void add_settlements(const storage::Store& store, const storage::UserKey& user);
  void cancel_restored();

  std::vector<Decision> entries_;
  std::set<std::uint64_t> idle_;  ///< entries of which changes_nothing() holds, and undos of such
  std::map<std::uint64_t, std::uint64_t> undone_;     ///< by which undo
  std::map<std::uint64_t, std::uint64_t> cancelled_;  ///< deletions, restorations: which deletion
};

/// Everything that was built on `entry`, directly or on what was built on it, newest first. The log
/// of each chain is read once, and passed through once for each decision it was entered by;
/// `chains_read`, when not null, says how many.
std::map<std::uint64_t, Decision, std::greater<>> all_dependents(
    const storage::Store& store, const storage::UserKey& user, const Decision& entry,
    std::size_t* chains_read = nullptr);

}  // namespace memfold
