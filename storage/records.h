// What the store keeps beside the public value types.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memfold/decision.h"
#include "memfold/id.h"
#include "memfold/memory.h"

namespace memfold::storage {

/// The first 16 bytes of SHA-256 of the user's name: every key of the store starts with it, so that
/// no user id, whatever bytes it holds, is a prefix of another's range.
using UserKey = std::array<std::uint8_t, 16>;
UserKey user_key(std::string_view user);

/// What scoring needs to know of a current memory without reading its node.
struct FeatureRecord {
  std::uint64_t slot = 0;  ///< Memory::slot
  Id id = {};
  std::uint64_t thread_key = 0;                 ///< hash64 of the normalised thread; 0: none
  std::string subject = {};                     ///< normalised
  std::vector<std::uint64_t> people_keys = {};  ///< ascending
  std::vector<std::uint64_t> entity_keys = {};  ///< ascending
  Time occurred_at = {};
  Category category = Category::Misc;
  bool operator==(const FeatureRecord&) const = default;
};

/// One step of a chain.
struct VersionRecord {
  Id chain_id = {};
  std::uint32_t version = 1;
  Id memory_id = {};
  std::optional<Operation> operation = {};
  std::uint64_t log_sequence = 0;  ///< the decision that led here: what changed and why is there
  /// The memory as it was at this version, when the node has since been overwritten (MERGE keeps
  /// the id). Empty: the node itself is this version.
  std::optional<Memory> state = {};
  bool operator==(const VersionRecord&) const = default;
};

/// Counters of one user, written with every commit that changes them.
struct UserRecord {
  std::string user;
  std::uint64_t next_sequence = 1;  ///< of the log
  std::uint64_t next_slot = 0;
  std::uint64_t memories = 0, current_memories = 0, edges = 0;
  std::array<std::uint64_t, 4> by_kind{};
  std::array<std::uint64_t, 6> by_operation{};
  std::uint64_t reviews = 0, backdated = 0;
  bool operator==(const UserRecord&) const = default;
};

/// What a store was made for. Opening with another is refused.
struct StoreIdentity {
  std::string embedder;  ///< name@version
  int dimension = 0;
};

inline constexpr std::uint32_t kFormatVersion = 1;

}  // namespace memfold::storage
