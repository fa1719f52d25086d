#include "storage/key_codec.h"

#include <cstring>

#include "memfold/error.h"

namespace memfold::storage {
namespace {

constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
constexpr std::uint64_t kHalfBit = std::uint64_t{1} << 63;  ///< of a vector's slot
// The first byte of an index entry: its route.
constexpr std::uint8_t kAll = 0, kByOperation = 1, kByMemory = 2, kBySource = 3;

/// Bytes of the route after its first.
constexpr std::size_t kRouteBytes[] = {0, 1, 16, 8};

/// Takes fields off a key, after its user. Throws when it runs out or anything is left.
class KeyReader {
 public:
  KeyReader(std::string_view key, std::size_t length) : rest_(key) {
    if (key.size() != length) {
      throw Error(ErrorCode::Corruption, "the key has " + std::to_string(key.size()) +
                                             " bytes instead of " + std::to_string(length));
    }
    rest_.remove_prefix(kUserPrefixBytes);
  }

  std::uint64_t integer(int width) {
    std::uint64_t value = 0;
    for (int i = 0; i < width; ++i) value = value << 8 | static_cast<std::uint8_t>(rest_[i]);
    rest_.remove_prefix(width);
    return value;
  }
  Time time() { return {static_cast<std::int64_t>(integer(8) ^ kSignBit)}; }
  Id id() {
    Id id;
    std::memcpy(id.bytes.data(), rest_.data(), id.bytes.size());
    rest_.remove_prefix(id.bytes.size());
    return id;
  }
  template <typename E>
  E kind(const char* field) {
    const E value = static_cast<E>(integer(1));
    if (name(value) == "?") {
      throw Error(ErrorCode::Corruption, std::string("the key holds an unknown ") + field);
    }
    return value;
  }

 private:
  std::string_view rest_;
};

}  // namespace

Key::Key(const UserKey& user) : size_(kUserPrefixBytes) {
  std::memcpy(bytes_.data(), user.data(), user.size());
}

Key& Key::byte(std::uint8_t value) {
  bytes_[size_++] = value;
  return *this;
}

Key& Key::be32(std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) byte(static_cast<std::uint8_t>(value >> shift));
  return *this;
}

Key& Key::be64(std::uint64_t value) {
  for (int shift = 56; shift >= 0; shift -= 8) byte(static_cast<std::uint8_t>(value >> shift));
  return *this;
}

Key& Key::time(Time value) {
  return be64(static_cast<std::uint64_t>(value.micros) ^ kSignBit);
}

Key& Key::id(const Id& value) {
  std::memcpy(bytes_.data() + size_, value.bytes.data(), value.bytes.size());
  size_ += static_cast<std::uint8_t>(value.bytes.size());
  return *this;
}

Key node_key(const UserKey& user, const Id& id) {
  return Key(user).id(id);
}

Key version_key(const UserKey& user, const Id& chain_id, std::uint32_t version) {
  return chain_prefix(user, chain_id).be32(version);
}

Key slot_key(const UserKey& user, std::uint64_t slot) {
  return Key(user).be64(slot);
}

Key vector_key(const UserKey& user, VectorHalf half, std::uint64_t slot) {
  return Key(user).be64(slot | (half == VectorHalf::Second ? kHalfBit : 0));
}

Key edge_key(const UserKey& user, Direction direction, const Id& id, EdgeType type,
             const Id& other) {
  return edge_prefix(user, direction, id).byte(static_cast<std::uint8_t>(type)).id(other);
}

Key log_key(const UserKey& user, std::uint64_t sequence) {
  return Key(user).be64(sequence);
}

Key log_states_key(const UserKey& user, Time at, std::uint64_t sequence) {
  return Key(user).time(at).be64(sequence);
}

Key log_index_key(const UserKey& user, const LogRoute& route, Time at, std::uint64_t sequence) {
  return log_index_prefix(user, route).time(at).be64(sequence);
}

Key review_key(const UserKey& user, bool settled, std::uint64_t sequence) {
  return review_prefix(user, settled).be64(sequence);
}

Key analysis_key(const UserKey& user, const AnalysisKey& pair) {
  return Key(user).id(pair.incoming).id(pair.existing).id(pair.rest);
}

Key fact_key(const UserKey& user, const Id& fact) {
  return Key(user).id(fact);
}

Key timeline_key(const UserKey& user, Time occurred_at, const Id& id) {
  return Key(user).time(occurred_at).id(id);
}

Key due_key(const UserKey& user, Task task, Time at, const Id& id) {
  return Key(user).byte(static_cast<std::uint8_t>(task)).time(at).id(id);
}

Key name_key(const UserKey& user, NodeKind kind, const Id& name) {
  return name_prefix(user, kind).id(name);
}

Key users_key(const UserKey& user) {
  return Key(user);
}

std::string codebook_key(const UserKey& user) {
  return "cells/" + std::string(user.begin(), user.end());
}

std::string lane_key(const UserKey& user) {
  return "lane/" + std::string(user.begin(), user.end());
}

std::string touched_prefix(const UserKey& user) {
  return "touched/" + std::string(user.begin(), user.end());
}

std::string touched_key(const UserKey& user, std::uint64_t slot) {
  std::string key = touched_prefix(user);
  for (int shift = 56; shift >= 0; shift -= 8) key.push_back(static_cast<char>(slot >> shift));
  return key;
}

std::string checkpoint_key(std::string_view name) {
  return "checkpoint/" + std::string(name);
}

Key chain_prefix(const UserKey& user, const Id& chain_id) {
  return Key(user).id(chain_id);
}

Key edge_prefix(const UserKey& user, Direction direction) {
  return Key(user).byte(static_cast<std::uint8_t>(direction));
}

Key edge_prefix(const UserKey& user, Direction direction, const Id& id) {
  return edge_prefix(user, direction).id(id);
}

Key edge_prefix(const UserKey& user, Direction direction, const Id& id, EdgeType type) {
  return edge_prefix(user, direction, id).byte(static_cast<std::uint8_t>(type));
}

Key name_prefix(const UserKey& user, NodeKind kind) {
  return Key(user).byte(static_cast<std::uint8_t>(kind));
}

Key log_index_prefix(const UserKey& user, const LogRoute& route) {
  Key key(user);
  if (const auto* operation = std::get_if<Operation>(&route)) {
    return key.byte(kByOperation).byte(static_cast<std::uint8_t>(*operation));
  }
  if (const auto* memory = std::get_if<Id>(&route)) return key.byte(kByMemory).id(*memory);
  if (const auto* source = std::get_if<SourceHash>(&route)) {
    return key.byte(kBySource).be64(source->value);
  }
  return key.byte(kAll);
}

Key review_prefix(const UserKey& user, bool settled) {
  return Key(user).byte(settled ? 1 : 0);
}

std::string after_prefix(std::string_view prefix) {
  std::string next(prefix);
  while (!next.empty() && next.back() == '\xff') next.pop_back();
  if (!next.empty()) next.back() = static_cast<char>(static_cast<unsigned char>(next.back()) + 1);
  return next;
}

UserKey read_users_key(std::string_view key) {
  KeyReader(key, kUserPrefixBytes);
  UserKey user;
  std::memcpy(user.data(), key.data(), user.size());
  return user;
}

Id read_node_key(std::string_view key) {
  return KeyReader(key, kUserPrefixBytes + 16).id();
}

Id read_fact_key(std::string_view key) {
  return KeyReader(key, kUserPrefixBytes + 16).id();
}

std::uint64_t read_slot_key(std::string_view key) {
  return KeyReader(key, kUserPrefixBytes + 8).integer(8);
}

std::uint64_t read_vector_key(std::string_view key) {
  return read_slot_key(key) & ~kHalfBit;
}

std::uint64_t read_log_key(std::string_view key) {
  return KeyReader(key, kUserPrefixBytes + 8).integer(8);
}

VersionKey read_version_key(std::string_view key) {
  KeyReader reader(key, kUserPrefixBytes + 20);
  const Id chain_id = reader.id();
  return {chain_id, static_cast<std::uint32_t>(reader.integer(4))};
}

EdgeKey read_edge_key(std::string_view key) {
  KeyReader reader(key, kUserPrefixBytes + 34);
  const std::uint64_t direction = reader.integer(1);
  if (direction > 1) throw Error(ErrorCode::Corruption, "the key holds an unknown direction");
  const Id id = reader.id();
  const EdgeType type = reader.kind<EdgeType>("edge type");
  const Id other = reader.id();
  if (direction == 0) return {Direction::Out, id, other, type};
  return {Direction::In, other, id, type};
}

TimelineKey read_timeline_key(std::string_view key) {
  KeyReader reader(key, kUserPrefixBytes + 24);
  const Time at = reader.time();
  return {at, reader.id()};
}

DueKey read_due_key(std::string_view key) {
  KeyReader reader(key, kUserPrefixBytes + 25);
  const Task task = reader.kind<Task>("task");
  const Time at = reader.time();
  return {task, at, reader.id()};
}

NameKey read_name_key(std::string_view key) {
  KeyReader reader(key, kUserPrefixBytes + 17);
  const NodeKind kind = reader.kind<NodeKind>("node kind");
  return {kind, reader.id()};
}

AnalysisKey read_analysis_key(std::string_view key) {
  KeyReader reader(key, kUserPrefixBytes + 48);
  const Id incoming = reader.id(), existing = reader.id();
  return {incoming, existing, reader.id()};
}

LogIndexKey read_log_index_key(std::string_view key) {
  const std::size_t tag =
      key.size() > kUserPrefixBytes ? static_cast<std::uint8_t>(key[kUserPrefixBytes]) : 0;
  if (tag >= std::size(kRouteBytes)) {
    throw Error(ErrorCode::Corruption, "the key holds an unknown index");
  }
  KeyReader reader(key, kUserPrefixBytes + 17 + kRouteBytes[tag]);
  reader.integer(1);
  LogIndexKey index;
  if (tag == kByOperation) index.route = reader.kind<Operation>("operation");
  if (tag == kByMemory) index.route = reader.id();
  if (tag == kBySource) index.route = SourceHash{reader.integer(8)};
  index.at = reader.time();
  index.sequence = reader.integer(8);
  return index;
}

LogStatesKey read_log_states_key(std::string_view key) {
  KeyReader reader(key, kUserPrefixBytes + 16);
  const Time at = reader.time();
  return {at, reader.integer(8)};
}

}  // namespace memfold::storage
