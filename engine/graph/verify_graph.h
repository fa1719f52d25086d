// Cross-checks and repairs of one owner's graph.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "memfold/engine.h"
#include "storage/store.h"
#include "storage/sweep.h"

namespace memfold::graph {

using Ends = std::tuple<Id, EdgeType, Id>;
using NameOf = std::pair<NodeKind, Id>;

/// What a node is filed under.
std::vector<Id> digests_of(const Node& node);

/// Takes the graph's records of one owner in the order of a sweep, then tells complain() what does
/// not agree; counts in `report`.
class GraphVerifier {
 public:
  using Complain = std::function<void(const std::string&)>;
  using IsMemory = std::function<bool(const Id&)>;
  /// `complain` and what `is_memory` reads are borrowed.
  GraphVerifier(VerifyReport& report, const Complain& complain, IsMemory is_memory);

  void set_owner(const std::string& owner);
  void take(const Node& node);
  void take(const storage::SweptDue& entry);  ///< a node's
  void take(const storage::SweptName& name);
  void take(const storage::SweptEdge& edge);
  void take(const Source& source);
  void take(const storage::SweptRaw& raw);
  void take(const SourceJob& job);
  void finish();

 private:
  using Due = std::tuple<Id, Task, Time>;
  struct NodeSummary {
    NodeKind kind;
    std::uint32_t sources = 0, storylines = 0;
  };
  struct SourceSummary {
    SourceStatus status = SourceStatus::Raw;
    bool of_team = false, has_raw = false, has_job = false;
  };

  void expect(bool holds, const std::string& problem) const {
    if (!holds) complain_(problem);
  }
  void check_due();
  void check_counts();
  void check_sources();

  VerifyReport& report_;
  const Complain& complain_;
  const IsMemory is_memory_;
  std::string owner_;
  std::map<Id, NodeSummary> nodes_;
  std::set<Due> due_;
  std::vector<Due> listed_items_;
  std::uint64_t listed_ = 0, mirrored_ = 0;
  std::vector<std::pair<Id, Id>> references_;    ///< from a node to another it names
  std::vector<std::pair<Id, NameOf>> found_by_;  ///< what each node is to be found by
  std::set<NameOf> names_;
  std::set<Ends> edges_;
  std::map<Id, std::uint32_t> sources_of_, storylines_of_;
  std::vector<Id> source_nodes_;  ///< of the owner's own sources
  std::map<Id, SourceSummary> sources_;
};

/// Writes what follows from nodes and edges again: what nodes wait for (the store's entries must
/// have been dropped), names, the other end of each edge. Calls wrote() after each record.
void rebuild_graph(const storage::Store& store, const storage::UserKey& owner,
                   storage::CommitBatch& batch, const std::function<void()>& wrote);

}  // namespace memfold::graph
