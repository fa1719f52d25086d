// The bytes of every key: a user's 16 bytes first, then fields of fixed width, most significant
// byte first, so that RocksDB's order of bytes is the order of the fields. docs/format.md has the
// table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "memfold/id.h"
#include "memfold/kinds.h"
#include "memfold/time.h"
#include "storage/log_route.h"
#include "storage/records.h"

namespace memfold::storage {

inline constexpr std::size_t kUserPrefixBytes = 16;

/// A key or the beginning of one, built field by field. No allocation.
class Key {
 public:
  Key() = default;
  explicit Key(const UserKey& user);

  Key& byte(std::uint8_t value);
  Key& be32(std::uint32_t value);
  Key& be64(std::uint64_t value);
  Key& time(Time value);  ///< sign flipped, so that times before 1970 come first
  Key& id(const Id& value);

  std::string_view view() const { return {reinterpret_cast<const char*>(bytes_.data()), size_}; }
  operator std::string_view() const { return view(); }

 private:
  std::array<std::uint8_t, 64> bytes_;
  std::uint8_t size_ = 0;
};

enum class Direction : std::uint8_t { Out = 0, In = 1 };

enum class VectorHalf : std::uint8_t { First = 0, Second = 1 };
constexpr VectorHalf other(VectorHalf half) {
  return half == VectorHalf::First ? VectorHalf::Second : VectorHalf::First;
}

// Whole keys.
Key node_key(const UserKey& user, const Id& id);
Key version_key(const UserKey& user, const Id& chain_id, std::uint32_t version);
Key slot_key(const UserKey& user, std::uint64_t slot);  ///< features
/// Two halves of a user's vectors: one serves, in the other those of another embedder are gathered.
Key vector_key(const UserKey& user, VectorHalf half, std::uint64_t slot);
Key edge_key(const UserKey& user, Direction direction, const Id& id, EdgeType type,
             const Id& other);
Key log_key(const UserKey& user, std::uint64_t sequence);
Key log_states_key(const UserKey& user, Time at, std::uint64_t sequence);
Key log_index_key(const UserKey& user, const LogRoute& route, Time at, std::uint64_t sequence);
Key review_key(const UserKey& user, bool settled, std::uint64_t sequence);
Key analysis_key(const UserKey& user, const AnalysisKey& pair);
Key fact_key(const UserKey& user, const Id& fact);
Key timeline_key(const UserKey& user, Time occurred_at, const Id& id);
Key due_key(const UserKey& user, Task task, Time at, const Id& id);
/// Under which a node of this kind is found by a name; `name` is a digest of it.
Key name_key(const UserKey& user, NodeKind kind, const Id& name);
Key users_key(const UserKey& user);
std::string checkpoint_key(std::string_view name);
std::string codebook_key(const UserKey& user);
std::string lane_key(const UserKey& user);
/// Slots whose features or vector changed since the user's lane file was written.
std::string touched_prefix(const UserKey& user);
std::string touched_key(const UserKey& user, std::uint64_t slot);

// Beginnings of keys, for ranges.
Key chain_prefix(const UserKey& user, const Id& chain_id);
Key edge_prefix(const UserKey& user, Direction direction);
Key edge_prefix(const UserKey& user, Direction direction, const Id& id);
Key edge_prefix(const UserKey& user, Direction direction, const Id& id, EdgeType type);
Key name_prefix(const UserKey& user, NodeKind kind);
/// One route into the log: entries follow by time, then sequence.
Key log_index_prefix(const UserKey& user, const LogRoute& route);
Key review_prefix(const UserKey& user, bool settled);

/// The least key greater than every key that starts with `prefix`; empty: there is none.
std::string after_prefix(std::string_view prefix);

// Reading keys back. Each throws Error(Corruption) when the key has not the one right length or
// holds a value out of range; location is added by the caller.
UserKey read_users_key(std::string_view key);
Id read_node_key(std::string_view key);
Id read_fact_key(std::string_view key);
std::uint64_t read_slot_key(std::string_view key);
std::uint64_t read_vector_key(std::string_view key);  ///< the slot
std::uint64_t read_log_key(std::string_view key);
struct VersionKey {
  Id chain_id;
  std::uint32_t version = 0;
};
VersionKey read_version_key(std::string_view key);
struct EdgeKey {
  Direction direction = Direction::Out;
  Id from, to;
  EdgeType type = EdgeType::RelatedTo;
};
EdgeKey read_edge_key(std::string_view key);
struct TimelineKey {
  Time occurred_at;
  Id id;
};
TimelineKey read_timeline_key(std::string_view key);
struct DueKey {
  Task task = Task::ArchiveMemory;
  Time at;
  Id id;
};
DueKey read_due_key(std::string_view key);
struct NameKey {
  NodeKind kind = NodeKind::Person;
  Id name;
};
NameKey read_name_key(std::string_view key);
AnalysisKey read_analysis_key(std::string_view key);
struct LogIndexKey {
  LogRoute route;
  Time at;
  std::uint64_t sequence = 0;
};
LogIndexKey read_log_index_key(std::string_view key);
struct LogStatesKey {
  Time at;
  std::uint64_t sequence = 0;
};
LogStatesKey read_log_states_key(std::string_view key);

}  // namespace memfold::storage
