// Every record of a store in one pass, also those that no question would ever reach: of owners who
// are not on record, under keys that are none, with bytes that are no value.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "memfold/node.h"
#include "memfold/review.h"
#include "memfold/source.h"
#include "storage/column_family.h"
#include "storage/past_rot.h"
#include "storage/store.h"

namespace memfold::storage {

// Records that are more than their public type. Borrowed bytes are valid during the call.
struct SweptVector {
  std::uint64_t slot;
  Id id;
  bool serves;                        ///< or lies in the other half
  std::span<const std::int16_t> row;  ///< of the half that serves
};
struct SweptEdge {
  Edge edge;
  bool of_graph, incoming;
};
struct SweptEntry {
  LogEntry entry;
  std::string_view decision;  ///< its bytes

  /// Whether the entry's chain digest is made of this one before it.
  bool follows(const Digest& previous) const;
};
struct SweptStates {
  LogPosition position;
  LogStates states;
  Digest digest;
};
struct SweptRoute {
  LogRoute route;
  LogPosition position;
  LogSummary summary;
};
struct SweptFact {
  Id fact;
  std::uint64_t sequence;
};
struct SweptTime {  ///< of the timeline
  Time at;
  Id id;
};
struct SweptDue {
  Task task;
  Time at;
  Id id;
};
struct SweptReview {
  Review review;
  bool settled;  ///< as its key says
};
struct SweptAnalysis {
  AnalysisKey pair;
  Analysis analysis;
};
struct SweptName {
  NodeKind kind;
  Id name, node;
};
struct SweptRaw {
  Id source;
  std::string_view bytes;
};
using SweptRecord =
    std::variant<UserRecord, SweptAnalysis, Memory, VersionRecord, FeatureRecord, SweptTime,
                 SweptDue, SweptVector, SweptEdge, SweptEntry, SweptStates, SweptRoute, SweptFact,
                 SweptReview, Node, SweptName, Source, SweptRaw, SourceJob>;

/// A record that cannot be read: what is stored under the key is not what was put there.
struct Unreadable {
  Family family;
  std::string key;
  std::string why;
};

/// Receives a sweep. Records come owner by owner; of one owner family by family: who it is,
/// analyses, nodes, versions, features, timeline, what is due, vectors, edges, the log, its states,
/// its indexes, facts, reviews, then the graph (nodes, names, edges), sources, raw contents, jobs.
class SweepReceiver {
 public:
  virtual ~SweepReceiver() = default;
  virtual void begin(const UserKey& owner) = 0;
  virtual void take(const SweptRecord& record) = 0;
  virtual void end() = 0;
  /// At any time; `key` is whole. Of `meta` too.
  virtual void unreadable(Unreadable record) = 0;
  /// At any time; what follows is what lies behind it.
  virtual void unread(const Unread& stretch) = 0;
};

/// Records of each family, readable or not, in the order of Family.
using FamilyCounts = std::array<std::uint64_t, kFamilyCount>;

/// Reads every entry of every column family that can be read, block checksums verified, over one
/// snapshot. Throws Error(Io) when it cannot begin.
FamilyCounts sweep(const Store& store, SweepReceiver& receiver);

}  // namespace memfold::storage
