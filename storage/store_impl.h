// Inside of the Store: RocksDB's handles and the ways every read goes through.
#pragma once

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/own_process.h"
#include "storage/column_family.h"
#include "storage/key_codec.h"
#include "storage/status.h"
#include "storage/store.h"
#include "storage/sync_mark.h"
#include "storage/value_codec.h"
#include "storage/write_failures.h"

namespace memfold::storage {

/// Names in `meta`.
inline constexpr std::string_view kFormatKey = "format";
inline constexpr std::string_view kHalfKey = "vectors";
inline constexpr std::string_view kDroppingKey = "dropping";

/// The three names in `meta` that say whose vectors they are.
struct IdentityKeys {
  std::string_view embedder, dimension, calibration;
};
inline constexpr IdentityKeys kIdentityKeys = {"embedder", "dimension", "calibration"};
inline constexpr IdentityKeys kNextIdentityKeys = {"next_embedder", "next_dimension",
                                                   "next_calibration"};

inline rocksdb::Slice to_slice(std::string_view bytes) {
  return {bytes.data(), bytes.size()};
}
inline std::string_view to_view(const rocksdb::Slice& slice) {
  return {slice.data(), slice.size()};
}

struct Store::Impl {
  /// As Store::open, over another environment (fault injection). `env` is borrowed.
  static std::unique_ptr<Impl> open(const std::string& path, const StoreOptions& options,
                                    rocksdb::Env* env);
  ~Impl();

  rocksdb::ColumnFamilyHandle* handle(Family family) const {
    return handles[static_cast<std::size_t>(family) + 1];
  }

  /// The stored bytes; nothing when there is no such key.
  std::optional<rocksdb::PinnableSlice> get(Family family, std::string_view key) const;
  /// As get(), for many keys: calls found(index, stored bytes) for those that exist.
  template <typename Found>
  void multi_get(Family family, const std::vector<Key>& keys, const Found& found) const;

  /// decode(payload), with the place added to whatever corruption it finds.
  template <typename Decode>
  auto decode_at(Family family, std::string_view key, const rocksdb::Slice& stored,
                 const Decode& decode) const;
  /// get() and decode_at() in one.
  template <typename Decode>
  auto read(Family family, std::string_view key, const Decode& decode) const
      -> std::optional<decltype(decode(std::string_view()))>;
  /// read_key(key), with the place added to whatever corruption it finds.
  template <typename ReadKey>
  auto key_at(Family family, std::string_view key, const ReadKey& read_key) const;

  /// What every index of the log says of the entry there; nothing when it is no longer logged.
  std::optional<LogSummary> log_summary(const UserKey& user, const LogPosition& position) const;

  /// A node as it is read: the name of its model is that of the vectors that serve.
  Memory decode_node(std::string_view bytes) const;

  /// Appends the changes of a batch; vectors go where they belong.
  void translate(const CommitBatch::Impl& changes, rocksdb::WriteBatch& write) const;

  /// Sets a name in `meta`, sealed.
  void put_meta(rocksdb::WriteBatch& write, std::string_view key, std::string_view payload) const;
  void remove_meta(rocksdb::WriteBatch& write, std::string_view key) const;
  void put_identity(rocksdb::WriteBatch& write, const IdentityKeys& keys,
                    const StoreIdentity& whose) const;
  /// Nothing when there is no such embedder; `calibrated` says whether a calibration is on record.
  std::optional<StoreIdentity> stored_identity(const IdentityKeys& keys,
                                               bool* calibrated = nullptr) const;
  /// Throws Error(InvalidArgument) when it is open for reading alone.
  void require_writable() const;
  /// Writes and makes it durable; `doing` is for the error.
  void write_durably(rocksdb::WriteBatch& write, const std::string& doing);

  /// Every write of an open store. Refused once any write failed.
  rocksdb::Status write(const rocksdb::WriteOptions& options, rocksdb::WriteBatch& batch);

  /// Makes everything committed so far survive the machine, and notes that it does.
  rocksdb::Status sync_log();
  rocksdb::Status write_sync_mark();
  /// Syncs, and puts what lies in the log alone into sorted files.
  void close_cleanly();

  /// Throws Error(Corruption) when the key of `user` belongs to another name.
  void check_user_name(const UserKey& key, std::string_view user);

  /// Throws Error(Mismatch) when the user is being imported, and not by this process.
  void check_imported(std::string_view user);
  void read_unfinished_imports();
  /// Deletes every record of this user in these families.
  void drop_records(std::string_view user, std::span<const Family> families);

  /// Rewrites the files that hold keys of these families from `lower` up to `upper` (empty: all),
  /// and the write-ahead log.
  void rewrite(std::span<const Family> families, std::string_view lower, std::string_view upper);

  std::string path;
  StoreIdentity identity;
  std::optional<StoreIdentity> next;  ///< whose vectors are gathered in the other half
  VectorHalf half = VectorHalf::First;
  bool other_half_in_use = false;  ///< by vectors gathered, or by old ones not deleted yet
  bool read_only = false;
  LogOptions log{};
  const int process = own_process();  ///< that opened it
  std::unique_ptr<rocksdb::Env> env;  ///< the files, watched for failures
  std::unique_ptr<rocksdb::DB> db;
  std::vector<rocksdb::ColumnFamilyHandle*> handles;  ///< default, then in the order of Family
  std::shared_ptr<WriteFailures> write_failures = std::make_shared<WriteFailures>();

  std::unique_ptr<SyncMark> sync_mark;  ///< null when read-only
  std::uint64_t syncs = 0;              ///< the number of the last one
  std::atomic<bool> written{false};     ///< anything since it was opened

  /// Users whose import did not finish; true: this process is at it.
  std::map<std::string, bool, std::less<>> imports;
  mutable std::mutex imports_mutex;

  void read_lane_files();
  /// Changes in slots below this are to be noted; 0: the user has no lane file.
  std::uint64_t filed_slots(const UserKey& user) const;
  /// Drops what the store notes of the user's lane file; lane_file_gone() once that is written.
  void remove_lane_record(rocksdb::WriteBatch& write, const UserKey& user) const;
  void lane_file_gone(const UserKey& user);
  void drop_lane_file(const UserKey& user);  ///< both
  /// Deletes the user's lane files but that of this number.
  void delete_lane_files(const UserKey& user, std::uint64_t but) const;

  std::map<UserKey, LaneFile> lane_files;  ///< those that count
  mutable std::set<UserKey> distrusted;    ///< users whose file does not, after all
  mutable std::uint64_t distrusted_count = 0, failed_count = 0;
  mutable std::mutex lanes_mutex;  ///< guards these

 private:
  std::atomic<std::uint64_t> sync_requests_{0};
  std::mutex sync_mutex_;  ///< guards syncs and the next
  std::uint64_t synced_requests_ = 0;
  std::mutex checked_users_mutex_;
  std::set<UserKey> checked_users_;
};

/// Entries of one column family with lower <= key < upper, all of one user. An empty `upper` has no
/// bound but the user's. `whole_family` drops the limit to one user; no bounds, then: all of it.
class RangeScan {
 public:
  struct Range {
    std::string lower = {}, upper = {};
    bool newest_first = false;
    bool whole_family = false;
    bool cached = true;  ///< blocks read are worth keeping
  };
  /// Everything of one user; read once, so not worth caching.
  static Range all_of(const UserKey& user) {
    const Key prefix(user);
    return {.lower = std::string(prefix.view()), .upper = after_prefix(prefix), .cached = false};
  }
  /// One half of a user's vectors.
  static Range vectors_of(const UserKey& user, VectorHalf half, std::uint64_t from = 0) {
    const bool first = half == VectorHalf::First;
    return {.lower = std::string(vector_key(user, half, from).view()),
            .upper = first ? std::string(vector_key(user, other(half), 0).view())
                           : after_prefix(Key(user)),
            .cached = false};
  }
  RangeScan(const Store::Impl& store, Family family, Range range);
  RangeScan(const RangeScan&) = delete;
  RangeScan& operator=(const RangeScan&) = delete;

  /// Steps to the next entry, at first to the first. False at the end. Throws as Store does.
  bool next();
  std::string_view key() const { return to_view(iterator_->key()); }
  rocksdb::Slice value() const { return iterator_->value(); }

 private:
  const Store::Impl& store_;
  Family family_;
  Range range_;
  rocksdb::Slice lower_, upper_;
  std::unique_ptr<rocksdb::Iterator> iterator_;
  bool started_ = false;
};

/// The edge where the scan of its family stands.
Edge edge_at(const Store::Impl& store, Family family, const RangeScan& scan);

/// Calls visit(decoded value) for every entry of one user.
template <typename Decode, typename Visit>
void scan_values(const Store::Impl& store, Family family, const UserKey& user, const Decode& decode,
                 const Visit& visit) {
  RangeScan scan(store, family, RangeScan::all_of(user));
  while (scan.next()) visit(store.decode_at(family, scan.key(), scan.value(), decode));
}

template <typename Found>
void Store::Impl::multi_get(Family family, const std::vector<Key>& keys, const Found& found) const {
  constexpr std::size_t kChunk = 128;
  std::array<rocksdb::Slice, kChunk> slices;
  std::array<rocksdb::PinnableSlice, kChunk> values;
  std::array<rocksdb::Status, kChunk> statuses;
  for (std::size_t begin = 0; begin < keys.size(); begin += kChunk) {
    const std::size_t count = std::min(kChunk, keys.size() - begin);
    for (std::size_t i = 0; i < count; ++i) slices[i] = to_slice(keys[begin + i]);
    db->MultiGet(rocksdb::ReadOptions(), handle(family), count, slices.data(), values.data(),
                 statuses.data());
    for (std::size_t i = 0; i < count; ++i) {
      if (!statuses[i].IsNotFound()) {
        if (!statuses[i].ok()) check(statuses[i], path, "read " + place(family, keys[begin + i]));
        found(begin + i, values[i]);
      }
      values[i].Reset();
    }
  }
}

template <typename Decode>
auto Store::Impl::decode_at(Family family, std::string_view key, const rocksdb::Slice& stored,
                            const Decode& decode) const {
  try {
    std::string scratch;
    return decode(unseal(family, key, to_view(stored), scratch));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Corruption) throw;
    throw_corrupt(path, family, key, error.what());
  }
}

template <typename Decode>
auto Store::Impl::read(Family family, std::string_view key, const Decode& decode) const
    -> std::optional<decltype(decode(std::string_view()))> {
  const auto stored = get(family, key);
  if (!stored) return std::nullopt;
  return decode_at(family, key, *stored, decode);
}

template <typename ReadKey>
auto Store::Impl::key_at(Family family, std::string_view key, const ReadKey& read_key) const {
  try {
    return read_key(key);
  } catch (const Error& error) {
    throw_corrupt(path, family, key, error.what());
  }
}

/// Calls visit(rest of the key, payload) for the names in `meta` that begin so.
template <typename Visit>
void scan_meta(const Store::Impl& store, std::string_view prefix, const Visit& visit) {
  RangeScan scan(store, Family::Meta,
                 {.lower = std::string(prefix),
                  .upper = after_prefix(prefix),
                  .whole_family = true,
                  .cached = false});
  while (scan.next()) {
    const std::string value =
        store.decode_at(Family::Meta, scan.key(), scan.value(),
                        [](std::string_view bytes) { return std::string(bytes); });
    visit(scan.key().substr(prefix.size()), value);
  }
}

}  // namespace memfold::storage
