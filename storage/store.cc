#include "storage/store.h"

#include <rocksdb/env.h>
#include <rocksdb/write_batch.h>

#include <algorithm>

#include "storage/codec_analysis.h"
#include "storage/codec_codebook.h"
#include "storage/codec_decision.h"
#include "storage/codec_features.h"
#include "storage/codec_log.h"
#include "storage/codec_memory.h"
#include "storage/codec_review.h"
#include "storage/codec_states.h"
#include "storage/codec_user.h"
#include "storage/codec_vector.h"
#include "storage/commit_batch.h"
#include "storage/store_directory.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

/// Bytes RocksDB adds to each change of a write batch, at most.
constexpr std::size_t kChangeOverhead = 16;

}  // namespace

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::~Store() {
  if (impl_ && impl_->process != own_process()) static_cast<void>(impl_.release());
}

std::unique_ptr<Store> Store::open(const std::string& path, const StoreOptions& options) {
  return std::make_unique<Store>(Impl::open(path, options, rocksdb::Env::Default()));
}

const StoreIdentity& Store::identity() const {
  return impl_->identity;
}
const std::string& Store::path() const {
  return impl_->path;
}
std::uint64_t Store::disk_bytes() const {
  return directory_bytes(impl_->path);
}

std::optional<rocksdb::PinnableSlice> Store::Impl::get(Family family, std::string_view key) const {
  rocksdb::PinnableSlice value;
  const rocksdb::Status status =
      db->Get(rocksdb::ReadOptions(), handle(family), to_slice(key), &value);
  if (status.IsNotFound()) return std::nullopt;
  if (!status.ok()) check(status, path, "read " + place(family, key));
  return value;
}

void Store::Impl::check_user_name(const UserKey& key, std::string_view user) {
  constexpr std::size_t kMostRemembered = 1 << 16;
  const std::lock_guard lock(checked_users_mutex_);
  if (checked_users_.contains(key)) return;
  const Key stored_key = users_key(key);
  const auto record = read(Family::Users, stored_key, decode_user);
  if (record && record->user != user) {
    throw_corrupt(path, Family::Users, stored_key,
                  "the key of user " + std::string(user) + " belongs to another user");
  }
  if (checked_users_.size() >= kMostRemembered) checked_users_.clear();
  checked_users_.insert(key);
}

void Store::commit(CommitBatch&& batch) {
  const CommitBatch::Impl& changes = *batch.impl_;
  memfold::require_own_process(impl_->process);
  impl_->require_writable();
  const auto require_dimension = [&](const StoreIdentity& whose, std::size_t given) {
    if (given == static_cast<std::size_t>(whose.dimension)) return;
    throw Error(ErrorCode::InvalidArgument, "store " + impl_->path + " holds vectors of " +
                                                std::to_string(whose.dimension) +
                                                " dimensions, not " + std::to_string(given));
  };
  if (changes.row_size) require_dimension(impl_->identity, *changes.row_size);
  if (changes.next_row_size) require_dimension(impl_->next.value(), *changes.next_row_size);
  rocksdb::WriteBatch write(changes.changes.size() + kChangeOverhead * changes.change_count);
  impl_->check_user_name(changes.key, changes.user);
  impl_->check_imported(changes.user);
  impl_->translate(changes, write);
  if (changes.drops_lane_file) impl_->remove_lane_record(write, changes.key);
  check(impl_->write(rocksdb::WriteOptions(), write), impl_->path, "commit");
  if (changes.drops_lane_file) impl_->lane_file_gone(changes.key);
}

void Store::Impl::translate(const CommitBatch::Impl& changes, rocksdb::WriteBatch& write) const {
  const std::uint64_t filed = changes.drops_lane_file ? 0 : filed_slots(changes.key);
  std::string sealed;
  const auto put_vector = [&](VectorHalf place, std::uint64_t slot, std::string_view row) {
    const Key key = vector_key(changes.key, place, slot);
    sealed.clear();
    seal(Family::Vectors, key, row, sealed);
    return write.Put(handle(Family::Vectors), to_slice(key), to_slice(sealed));
  };
  const auto remove_vector = [&](VectorHalf place, std::uint64_t slot) {
    return write.Delete(handle(Family::Vectors), to_slice(vector_key(changes.key, place, slot)));
  };
  for (const auto& [change, family, key, value] : changes.steps()) {
    rocksdb::Status status;
    switch (change) {
      case Change::Put:
        status = write.Put(handle(family), to_slice(key), to_slice(value));
        break;
      case Change::Remove:
        status = write.Delete(handle(family), to_slice(key));
        break;
      case Change::RemoveRange:
        status = write.DeleteRange(handle(family), to_slice(key), to_slice(value));
        break;
      case Change::PutVector:
        status = put_vector(half, read_slot_key(key), value);
        break;
      case Change::PutNextVector:
        status = put_vector(other(half), read_slot_key(key), value);
        break;
      case Change::RemoveVector:
        status = remove_vector(half, read_slot_key(key));
        break;
    }
    check(status, path, "prepare a commit");
    const bool vector = change == Change::PutVector || change == Change::RemoveVector;
    if (vector || family == Family::Features) {
      const std::uint64_t slot = read_slot_key(key);
      if (slot < filed) put_meta(write, touched_key(changes.key, slot), {});
    }
    // What changes has no vector of the next embedder any more; it gets one in the end.
    if (!vector || !other_half_in_use) continue;
    check(remove_vector(other(half), read_slot_key(key)), path, "prepare a commit");
  }
}

rocksdb::Status Store::Impl::write(const rocksdb::WriteOptions& options,
                                   rocksdb::WriteBatch& batch) {
  if (write_failures->any()) return write_failures->refusal();
  written = true;
  const rocksdb::Status status = db->Write(options, &batch);
  if (!status.ok()) write_failures->note(status.ToString());
  // A sync that failed shows here alone.
  return status.ok() && options.sync && write_failures->any() ? write_failures->refusal() : status;
}

void Store::sync() {
  memfold::require_own_process(impl_->process);
  if (impl_->read_only) return;
  check(impl_->sync_log(), impl_->path, "sync the write-ahead log");
}

Memory Store::Impl::decode_node(std::string_view bytes) const {
  Memory memory = decode_memory(bytes);
  if (!memory.embedding_model.empty()) memory.embedding_model = identity.embedder;
  return memory;
}

std::optional<Memory> Store::memory(const UserKey& user, const Id& id) const {
  return impl_->read(Family::Memories, node_key(user, id),
                     [&](std::string_view bytes) { return impl_->decode_node(bytes); });
}

std::vector<std::optional<Memory>> Store::memories(const UserKey& user,
                                                   std::span<const Id> ids) const {
  std::vector<Key> keys;
  keys.reserve(ids.size());
  for (const Id& id : ids) keys.push_back(node_key(user, id));
  std::vector<std::optional<Memory>> result(ids.size());
  impl_->multi_get(Family::Memories, keys, [&](std::size_t i, const rocksdb::Slice& stored) {
    result[i] = impl_->decode_at(Family::Memories, keys[i], stored,
                                 [&](std::string_view bytes) { return impl_->decode_node(bytes); });
  });
  return result;
}

std::optional<UserRecord> Store::user(const UserKey& user) const {
  return impl_->read(Family::Users, users_key(user), [&](std::string_view bytes) {
    UserRecord record = decode_user(bytes);
    if (user_key(record.user) != user) {
      throw Error(ErrorCode::Corruption, "the record's name does not belong to its key");
    }
    return record;
  });
}

std::optional<Decision> Store::decision(const UserKey& user, std::uint64_t sequence) const {
  return impl_->read(Family::Log, log_key(user, sequence),
                     [](std::string_view bytes) { return decode_decision(decision_bytes(bytes)); });
}

std::optional<LogEntry> Store::log_entry(const UserKey& user, std::uint64_t sequence) const {
  return impl_->read(Family::Log, log_key(user, sequence), decode_log_entry);
}

std::optional<LogStates> Store::log_states(const UserKey& user, Time at,
                                           std::uint64_t sequence) const {
  auto states = impl_->read(Family::LogStates, log_states_key(user, at, sequence), decode_states);
  return states == LogStates{} ? std::nullopt : states;
}

bool Store::has_log_states(const UserKey& user, Time before) const {
  const Key prefix(user);
  return RangeScan(*impl_, Family::LogStates,
                   {.lower = std::string(prefix.view()),
                    .upper = std::string(Key(user).time(before).view())})
      .next();
}

std::optional<Review> Store::review(const UserKey& user, std::uint64_t sequence) const {
  for (const bool settled : {false, true}) {
    auto review = impl_->read(Family::Reviews, review_key(user, settled, sequence), decode_review);
    if (review) return review;
  }
  return std::nullopt;
}

std::optional<Analysis> Store::analysis(const UserKey& user, const AnalysisKey& pair) const {
  return impl_->read(Family::Analyses, analysis_key(user, pair), decode_analysis);
}

bool Store::has_analyses(const UserKey& user) const {
  return RangeScan(*impl_, Family::Analyses, RangeScan::all_of(user)).next();
}

std::vector<std::optional<std::uint64_t>> Store::find_facts(const UserKey& user,
                                                            std::span<const Id> facts) const {
  std::vector<Key> keys;
  keys.reserve(facts.size());
  for (const Id& fact : facts) keys.push_back(fact_key(user, fact));
  std::vector<std::optional<std::uint64_t>> result(facts.size());
  impl_->multi_get(Family::Facts, keys, [&](std::size_t i, const rocksdb::Slice& stored) {
    result[i] = impl_->decode_at(Family::Facts, keys[i], stored, decode_sequence);
  });
  return result;
}

std::optional<FeatureRecord> Store::features(const UserKey& user, std::uint64_t slot) const {
  return impl_->read(Family::Features, slot_key(user, slot), decode_features);
}

std::vector<std::int16_t> Store::vector(const UserKey& user, std::uint64_t slot) const {
  std::vector<std::int16_t> row(static_cast<std::size_t>(impl_->identity.dimension));
  const auto found = impl_->read(Family::Vectors, vector_key(user, impl_->half, slot),
                                 [&](std::string_view bytes) { return decode_vector(bytes, row); });
  if (!found) row.clear();
  return row;
}

std::optional<CodebookRecord> Store::codebook(const UserKey& user) const {
  try {
    auto found = impl_->read(Family::Meta, codebook_key(user), decode_codebook);
    const StoreIdentity& now = impl_->identity;
    if (!found || found->embedder != now.embedder || found->dimension != now.dimension) return {};
    return found;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::Corruption) return {};
    throw;
  }
}

std::optional<std::string> Store::checkpoint(std::string_view name) const {
  return impl_->read(Family::Meta, checkpoint_key(name),
                     [](std::string_view bytes) { return std::string(bytes); });
}

}  // namespace memfold::storage
