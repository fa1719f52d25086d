// Inside of a CommitBatch: encoded changes in one buffer, so that a batch needs no open store.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/codec_common.h"
#include "storage/column_family.h"
#include "storage/key_codec.h"
#include "storage/store.h"

namespace memfold::storage {

/// What a commit does to a key. Vectors are placed, and so sealed, by the store: only it knows
/// which half of them serves.
enum class Change : std::uint8_t {
  Put,
  Remove,
  RemoveRange,
  PutVector,
  PutNextVector,
  RemoveVector
};

struct CommitBatch::Impl {
  explicit Impl(std::string_view user_name) : user(user_name), key(user_key(user_name)) {}

  void put(Family family, std::string_view put_key, std::string_view payload);
  /// Starts a change of that key; returns where. A value is appended to `changes` after it.
  std::size_t begin(Change change, Family family, std::string_view change_key);
  void put_vector(Change change, std::uint64_t slot, const Id& id,
                  std::span<const std::int16_t> row);
  /// An index entry: all it says is its key.
  void put_empty(Family family, std::string_view put_key);
  void remove(Family family, std::string_view removed_key);
  void remove_range(Family family, std::string_view lower, std::string_view upper);
  void move_due(const Id& id, Task task, std::optional<Time> from, std::optional<Time> to);
  void require_user(std::string_view other) const;
  /// An entry in every index that leads to the decision.
  void put_log_indexes(const Decision& decision);

  struct Step {
    Change change;
    Family family;
    std::string_view key, value;  ///< value: of a range its upper bound
  };
  /// The changes, of one key in the order they were made. By family and key, since RocksDB inserts
  /// neighbours twice as fast as what lies anywhere; with a range, as they were made.
  std::vector<Step> steps() const;

  std::string user;
  UserKey key;
  Builder builder{4096};
  std::string vector_bytes, entry_bytes, summary_bytes, states_bytes;
  std::string changes;
  std::size_t change_count = 0;
  bool drops_lane_file = false;
  std::optional<std::size_t> row_size, next_row_size;  ///< of the vectors; all must be alike

 private:
  /// Before each change: what, where, and how many bytes of key and value follow.
  struct Header {
    Change change;
    Family family;
    std::uint16_t key_bytes;
    std::uint32_t value_bytes;
  };
  void set_value_bytes(std::size_t begun, std::size_t value_at);
};

}  // namespace memfold::storage
