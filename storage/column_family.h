// The column families of a store.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace memfold::storage {

/// In the order they are created; Meta is last, so a store without it was never finished. The
/// numbers are part of every value's checksum: never change or reuse one.
enum class Family : std::uint8_t {
  Memories = 0,
  Versions,
  Vectors,
  Features,
  MemoryEdges,
  Log,
  LogIndex,
  Facts,
  Timeline,
  Users,
  LogStates,
  Reviews,
  Analyses,
  Due,
  GraphNodes,
  GraphEdges,
  GraphNames,
  Sources,
  RawSources,
  SourceJobs,
  Meta,
};

inline constexpr std::size_t kFamilyCount = 21;

/// As named in RocksDB, in the order of Family. Names in stores stay what they were at first:
/// "nodes" holds memories, "edges" what joins them, and the graph's are beside them.
inline constexpr std::array<std::string_view, kFamilyCount> kFamilyNames = {
    "nodes",       "versions",    "vectors",     "features",    "edges",       "log",
    "log_index",   "facts",       "timeline",    "users",       "log_states",  "reviews",
    "analyses",    "due",         "graph_nodes", "graph_edges", "graph_names", "sources",
    "raw_sources", "source_jobs", "meta"};

constexpr std::string_view family_name(Family family) {
  return kFamilyNames[static_cast<std::size_t>(family)];
}

std::optional<Family> parse_family(std::string_view name);

}  // namespace memfold::storage
