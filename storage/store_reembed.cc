// Vectors of another embedder: gathered beside those that serve, switched to, the old ones deleted.
#include "storage/codec_identity.h"
#include "storage/codec_vector.h"
#include "storage/commit_batch.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

constexpr int kDropsPerCommit = 20'000;

std::string half_bytes(VectorHalf half) {
  return std::string(1, static_cast<char>(half));
}

}  // namespace

void Store::Impl::put_meta(rocksdb::WriteBatch& write, std::string_view key,
                           std::string_view payload) const {
  std::string sealed;
  seal(Family::Meta, key, payload, sealed);
  check(write.Put(handle(Family::Meta), to_slice(key), to_slice(sealed)), path,
        "prepare its identity");
}

void Store::Impl::remove_meta(rocksdb::WriteBatch& write, std::string_view key) const {
  check(write.Delete(handle(Family::Meta), to_slice(key)), path, "prepare its identity");
}

void Store::Impl::put_identity(rocksdb::WriteBatch& write, const IdentityKeys& keys,
                               const StoreIdentity& whose) const {
  put_meta(write, keys.embedder, whose.embedder);
  put_meta(write, keys.dimension, encode_sequence(static_cast<std::uint64_t>(whose.dimension)));
  put_meta(write, keys.calibration, encode_calibration(whose.calibration));
}

std::optional<StoreIdentity> Store::Impl::stored_identity(const IdentityKeys& keys,
                                                          bool* calibrated) const {
  const auto embedder =
      read(Family::Meta, keys.embedder, [](std::string_view bytes) { return std::string(bytes); });
  if (!embedder) return std::nullopt;
  const auto dimension = read(Family::Meta, keys.dimension, decode_sequence);
  if (!dimension || *dimension < 1 || *dimension > std::uint64_t(kMaxDimension)) {
    throw_corrupt(path, Family::Meta, keys.dimension, "the dimension is missing or no such");
  }
  const auto calibration = read(Family::Meta, keys.calibration, decode_calibration);
  if (calibrated != nullptr) *calibrated = calibration.has_value();
  return StoreIdentity{*embedder, static_cast<int>(*dimension),
                       calibration.value_or(std::vector<Calibration::Point>())};
}

const std::optional<StoreIdentity>& Store::next_identity() const {
  return impl_->next;
}

bool Store::has_replaced_vectors() const {
  return impl_->other_half_in_use && !impl_->next;
}

void Store::begin_reembedding(const StoreIdentity& next) {
  const bool goes_on = impl_->next && impl_->next->embedder == next.embedder &&
                       impl_->next->dimension == next.dimension;
  if (impl_->other_half_in_use && !goes_on) {
    throw Error(ErrorCode::InvalidArgument,
                "store " + impl_->path + " still holds vectors of another re-embedding");
  }
  rocksdb::WriteBatch batch;
  impl_->put_identity(batch, kNextIdentityKeys, next);
  impl_->write_durably(batch, "begin to re-embed it");
  impl_->next = next;
  impl_->other_half_in_use = true;
}

void Store::switch_vectors(std::span<CommitBatch> changes) {
  const StoreIdentity next = impl_->next.value();
  rocksdb::WriteBatch batch;
  for (const CommitBatch& one : changes) {
    impl_->check_user_name(one.impl_->key, one.impl_->user);
    impl_->translate(*one.impl_, batch);
  }
  impl_->put_identity(batch, kIdentityKeys, next);
  impl_->put_meta(batch, kHalfKey, half_bytes(other(impl_->half)));
  impl_->put_meta(batch, kDroppingKey, {});
  for (const std::string_view key :
       {kNextIdentityKeys.embedder, kNextIdentityKeys.dimension, kNextIdentityKeys.calibration}) {
    impl_->remove_meta(batch, key);
  }
  std::vector<UserKey> users;
  {
    const std::lock_guard lock(impl_->lanes_mutex);
    for (const auto& [user, file] : impl_->lane_files) users.push_back(user);
  }
  for (const UserKey& user : users) impl_->remove_lane_record(batch, user);
  impl_->write_durably(batch, "switch to its new vectors");
  for (const UserKey& user : users) impl_->lane_file_gone(user);
  impl_->identity = next;
  impl_->half = other(impl_->half);
  impl_->next.reset();
}

void Store::scan_other_vectors(const UserKey& user,
                               const std::function<void(std::uint64_t, const Id&)>& visit) const {
  RangeScan scan(*impl_, Family::Vectors, RangeScan::vectors_of(user, other(impl_->half)));
  while (scan.next()) {
    const std::uint64_t slot = impl_->key_at(Family::Vectors, scan.key(), read_vector_key);
    visit(slot, impl_->decode_at(Family::Vectors, scan.key(), scan.value(), decode_vector_id));
  }
}

std::uint64_t Store::drop_other_vectors() {
  std::uint64_t dropped = 0;
  scan_users([&](const UserKey& user, const UserRecord&) {
    RangeScan scan(*impl_, Family::Vectors, RangeScan::vectors_of(user, other(impl_->half)));
    for (bool more = true; more;) {
      rocksdb::WriteBatch batch;
      while (batch.Count() < kDropsPerCommit && (more = scan.next())) {
        check(batch.Delete(impl_->handle(Family::Vectors), to_slice(scan.key())), impl_->path,
              "prepare a commit");
      }
      dropped += static_cast<std::uint64_t>(batch.Count());
      check(impl_->write(rocksdb::WriteOptions(), batch), impl_->path, "delete old vectors");
    }
  });
  rocksdb::WriteBatch batch;
  for (const std::string_view key : {kDroppingKey, kNextIdentityKeys.embedder,
                                     kNextIdentityKeys.dimension, kNextIdentityKeys.calibration}) {
    impl_->remove_meta(batch, key);
  }
  impl_->write_durably(batch, "finish deleting old vectors");
  impl_->next.reset();
  impl_->other_half_in_use = false;
  if (dropped > 0) {
    check(impl_->db->CompactRange(rocksdb::CompactRangeOptions(), impl_->handle(Family::Vectors),
                                  nullptr, nullptr),
          impl_->path, "give the space of old vectors back");
  }
  return dropped;
}

void Store::set_calibration(const std::vector<Calibration::Point>& points) {
  rocksdb::WriteBatch batch;
  impl_->put_meta(batch, kIdentityKeys.calibration, encode_calibration(points));
  impl_->write_durably(batch, "record its calibration");
  impl_->identity.calibration = points;
}

}  // namespace memfold::storage
