#include "storage/codec_user.h"

#include <algorithm>

#include "memfold/error.h"
#include "storage/ranges.h"
#include "storage/schema/user_generated.h"

namespace memfold::storage {
namespace {

/// Counters a later version added are refused: counts would no longer add up.
template <std::size_t kSize>
void read_counters(const std::vector<std::uint64_t>& stored,
                   std::array<std::uint64_t, kSize>& counters) {
  if (stored.size() != kSize) {
    throw Error(ErrorCode::Corruption, "the value holds another number of counters");
  }
  std::copy(stored.begin(), stored.end(), counters.begin());
}

Digest read_digest(const schema::Digest* stored) {
  if (stored == nullptr) throw Error(ErrorCode::Corruption, "the value lacks a digest");
  return std::bit_cast<Digest>(*stored);
}

}  // namespace

std::string_view encode(Builder& builder, const UserRecord& user) {
  require_in_range(user, ErrorCode::InvalidArgument);
  builder.Clear();
  const Text user_name = builder.CreateString(user.user);
  const auto by_kind = builder.CreateVector(user.by_kind.data(), user.by_kind.size());
  const auto by_operation =
      builder.CreateVector(user.by_operation.data(), user.by_operation.size());

  const auto log_digest = std::bit_cast<schema::Digest>(user.log_digest);
  const auto base_digest = std::bit_cast<schema::Digest>(user.base_digest);

  schema::UserRecordBuilder table(builder);
  table.add_next_sequence(user.next_sequence);
  table.add_next_slot(user.next_slot);
  table.add_memories(user.memories);
  table.add_current_memories(user.current_memories);
  table.add_edges(user.edges);
  table.add_reviews(user.reviews);
  table.add_backdated(user.backdated);
  table.add_deleted(user.deleted);
  table.add_pending_reviews(user.pending_reviews);
  table.add_first_sequence(user.first_sequence);
  table.add_rejected(user.rejected);
  table.add_log_digest(&log_digest);
  table.add_base_digest(&base_digest);
  table.add_user(user_name);
  table.add_by_kind(by_kind);
  table.add_by_operation(by_operation);
  builder.Finish(table.Finish(), schema::UserRecordIdentifier());
  return finished(builder);
}

UserRecord decode_user(std::string_view bytes) {
  const auto& stored = verified_root<schema::UserRecord>(bytes, schema::UserRecordIdentifier());
  ValueReader reader(bytes);
  UserRecord user;
  user.user = reader.text(stored.user());
  user.next_sequence = stored.next_sequence();
  user.next_slot = stored.next_slot();
  user.memories = stored.memories();
  user.current_memories = stored.current_memories();
  user.edges = stored.edges();
  read_counters(reader.integers(stored.by_kind()), user.by_kind);
  read_counters(reader.integers(stored.by_operation()), user.by_operation);
  user.reviews = stored.reviews();
  user.backdated = stored.backdated();
  user.deleted = stored.deleted();
  user.pending_reviews = stored.pending_reviews();
  user.first_sequence = stored.first_sequence();
  user.rejected = stored.rejected();
  user.log_digest = read_digest(stored.log_digest());
  user.base_digest = read_digest(stored.base_digest());
  require_in_range(user, ErrorCode::Corruption);
  return user;
}

}  // namespace memfold::storage
