// Opening and closing: whose directory it is, which format, which embedder.
#include <rocksdb/env.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "storage/claim_process.h"
#include "storage/codec_identity.h"
#include "storage/codec_vector.h"
#include "storage/open_database.h"
#include "storage/store_directory.h"
#include "storage/store_impl.h"
#include "storage/store_options.h"

namespace memfold::storage {
namespace {

[[noreturn]] void throw_not_found(const std::string& path) {
  throw Error(ErrorCode::NotFound,
              "no memfold store at " + path + "; a backfill or a first fold creates one");
}

[[noreturn]] void throw_foreign(const std::string& path) {
  throw Error(ErrorCode::InvalidArgument,
              path +
                  " is no memfold store: it holds a RocksDB database of something else; name a "
                  "new or an empty directory");
}

void require_creatable(const std::string& path, const StoreIdentity& identity) {
  if (identity.embedder.empty()) {
    throw Error(ErrorCode::InvalidArgument,
                "creating the store " + path + " needs the name of an embedder");
  }
  if (identity.dimension < 1 || identity.dimension > kMaxDimension) {
    throw Error(ErrorCode::InvalidArgument,
                "creating the store " + path + " needs a dimension of 1.." +
                    std::to_string(kMaxDimension) + ", not " + std::to_string(identity.dimension));
  }
}

bool is_empty(rocksdb::DB& db, const std::vector<rocksdb::ColumnFamilyHandle*>& handles,
              const std::string& path) {
  rocksdb::ReadOptions options;
  options.total_order_seek = true;
  for (rocksdb::ColumnFamilyHandle* handle : handles) {
    const std::unique_ptr<rocksdb::Iterator> entry(db.NewIterator(options, handle));
    entry->SeekToFirst();
    check(entry->status(), path, "read it");
    if (entry->Valid()) return false;
  }
  return true;
}

/// Some column families of a database, opened to look.
class Glimpse {
 public:
  Glimpse(const std::string& path, const std::vector<std::string>& families,
          const StoreOptions& options, rocksdb::Env* env)
      : path_(path) {
    StoreOptions read_only = options;
    read_only.read_only = true;
    std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
    for (const std::string& family : families)
      descriptors.emplace_back(family, rocksdb::ColumnFamilyOptions());
    rocksdb::DB* opened = nullptr;
    const rocksdb::Options all(database_options(read_only, env), rocksdb::ColumnFamilyOptions());
    check(rocksdb::DB::OpenForReadOnly(all, path, descriptors, &handles_, &opened), path,
          "open it");
    db_.reset(opened);
  }
  ~Glimpse() {
    for (rocksdb::ColumnFamilyHandle* handle : handles_) db_->DestroyColumnFamilyHandle(handle);
  }
  Glimpse(const Glimpse&) = delete;
  Glimpse& operator=(const Glimpse&) = delete;

  bool empty() const { return is_empty(*db_, handles_, path_); }
  std::string last_family_value(std::string_view key) const {
    std::string value;
    const rocksdb::Status status =
        db_->Get(rocksdb::ReadOptions(), handles_.back(), to_slice(key), &value);
    if (!status.IsNotFound()) check(status, path_, "read its format version");
    return value;
  }

 private:
  const std::string& path_;
  std::unique_ptr<rocksdb::DB> db_;
  std::vector<rocksdb::ColumnFamilyHandle*> handles_;
};

void require_format(const std::string& path, const std::string& format) {
  if (format == std::to_string(kFormatVersion)) return;
  throw Error(ErrorCode::Mismatch, "store " + path + " has format version " + format +
                                       "; this memfold reads and writes version " +
                                       std::to_string(kFormatVersion) +
                                       ": use the memfold that wrote it, or a newer one");
}

/// Whether the database at `path` is a whole store (true) or one whose creation was cut short.
/// Throws when it is neither.
bool is_finished_store(const std::string& path, const StoreOptions& options, rocksdb::Env* env) {
  std::vector<std::string> families;
  check(rocksdb::DB::ListColumnFamilies(database_options(options, env), path, &families), path,
        "list its column families");
  const auto has = [&](std::string_view name) {
    return std::find(families.begin(), families.end(), name) != families.end();
  };
  const bool known = std::all_of(families.begin(), families.end(), [](const std::string& family) {
    return family == rocksdb::kDefaultColumnFamilyName || parse_family(family);
  });
  const bool all = std::all_of(kFamilyNames.begin(), kFamilyNames.end(), has);
  if (known && all) return true;
  const std::string meta(family_name(Family::Meta));
  if (has(meta)) {
    const Glimpse glimpse(path, {rocksdb::kDefaultColumnFamilyName, meta}, options, env);
    const std::string format = glimpse.last_family_value(kFormatKey);
    if (format.empty()) throw_foreign(path);
    require_format(path, format);
    throw Error(ErrorCode::Corruption,
                "store " + path + " has other column families than its format version says");
  }
  if (!known || !Glimpse(path, families, options, env).empty()) throw_foreign(path);
  return false;
}

void write_identity(Store::Impl& store, const StoreIdentity& identity) {
  rocksdb::WriteBatch batch;
  // Not sealed: code of any age must be able to read it.
  check(batch.Put(store.handle(Family::Meta), to_slice(kFormatKey), std::to_string(kFormatVersion)),
        store.path, "prepare its identity");
  store.put_identity(batch, kIdentityKeys, identity);
  store.write_durably(batch, "write its identity");
  // A store that lost its log is not taken for one that was never made.
  check(store.db->Flush(rocksdb::FlushOptions(), store.handles), store.path, "write its identity");
  store.identity = identity;
}

VectorHalf decode_half(std::string_view bytes) {
  if (bytes.size() == 1 && (bytes.front() == 0 || bytes.front() == 1)) {
    return static_cast<VectorHalf>(bytes.front());
  }
  throw Error(ErrorCode::Corruption, "the value names no half of the vectors");
}

/// A store made before calibrations were recorded takes over the one it is first opened with; its
/// decisions were made by that of an embedder of the same name.
void adopt_calibration(Store::Impl& store, const StoreIdentity& given) {
  if (given.embedder != store.identity.embedder || given.dimension != store.identity.dimension) {
    return;
  }
  store.identity.calibration = given.calibration;
  if (store.read_only) return;
  rocksdb::WriteBatch batch;
  store.put_meta(batch, kIdentityKeys.calibration, encode_calibration(given.calibration));
  store.write_durably(batch, "record its calibration");
}

/// Reads who the store was made for. False when it was never written, and nothing else either.
bool read_identity(Store::Impl& store, const StoreIdentity& given) {
  const auto format = store.get(Family::Meta, kFormatKey);
  if (!format) {
    if (is_empty(*store.db, store.handles, store.path)) return false;
    throw_corrupt(store.path, Family::Meta, kFormatKey, "the format version is missing");
  }
  require_format(store.path, format->ToString());
  bool calibrated = false;
  const auto identity = store.stored_identity(kIdentityKeys, &calibrated);
  if (!identity) {
    throw_corrupt(store.path, Family::Meta, kIdentityKeys.embedder, "the embedder is missing");
  }
  store.identity = *identity;
  store.next = store.stored_identity(kNextIdentityKeys);
  store.half = store.read(Family::Meta, kHalfKey, decode_half).value_or(VectorHalf::First);
  store.other_half_in_use =
      store.next.has_value() || store.get(Family::Meta, kDroppingKey).has_value();
  if (!calibrated) adopt_calibration(store, given);
  return true;
}

void require_same(const std::string& path, const StoreIdentity& stored,
                  const StoreIdentity& wanted) {
  if (wanted.embedder.empty()) return;
  const std::string mismatch = describe_mismatch(path, stored, wanted);
  if (!mismatch.empty()) throw Error(ErrorCode::Mismatch, mismatch);
}

/// Opens what is there, or makes it.
std::unique_ptr<Store::Impl> open_once(const std::string& path, const StoreOptions& options,
                                       rocksdb::Env* env) {
  const bool may_create = options.create_if_missing && !options.read_only;
  const DirectoryKind found = inspect_directory(path);
  const bool finished = found == DirectoryKind::Database && is_finished_store(path, options, env);
  if (!finished) {
    if (!may_create) throw_not_found(path);
    require_creatable(path, options.identity);
    if (found == DirectoryKind::Missing) create_directory(path);
  }
  auto store = std::make_unique<Store::Impl>();
  store->path = path;
  store->read_only = options.read_only;
  store->log = options.log;
  store->write_failures->tell_to(options.log);
  open_database(*store, options, env, !finished);
  if (!read_identity(*store, options.identity)) {
    if (!may_create) throw_not_found(path);
    require_creatable(path, options.identity);
    write_identity(*store, options.identity);
  }
  require_same(path, store->identity, options.identity);
  store->read_unfinished_imports();
  store->read_lane_files();
  return store;
}

/// A reader takes its view of the files while another process may change them: looks again until
/// nothing it needed went away meanwhile.
std::unique_ptr<Store::Impl> open_beside_writer(const std::string& path,
                                                const StoreOptions& options, rocksdb::Env* env) {
  constexpr int kAttempts = 200;
  for (int attempt = 1; attempt <= kAttempts; ++attempt) {
    const Sight before(path);
    try {
      auto store = open_once(path, options, env);
      if (!Sight(path).lost_since(before)) return store;
    } catch (const Error& error) {
      const bool may_pass = error.code() == ErrorCode::Corruption || error.code() == ErrorCode::Io;
      if (!may_pass || Sight(path) == before) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(std::min(attempt, 20)));
  }
  throw Error(ErrorCode::Io, "store " + path +
                                 ": its files change faster than they can be opened beside the "
                                 "process that writes; try again");
}

}  // namespace

std::unique_ptr<Store::Impl> Store::Impl::open(const std::string& path, const StoreOptions& options,
                                               rocksdb::Env* env) {
  claim_process();
  auto store =
      options.read_only ? open_beside_writer(path, options, env) : open_once(path, options, env);
  end_forked_children_at_exit();
  return store;
}

ShorterHistory Store::accept_shorter_history(const std::string& path) {
  StoreOptions options;
  options.create_if_missing = false;
  claim_process();
  const bool finished = inspect_directory(path) == DirectoryKind::Database &&
                        is_finished_store(path, options, rocksdb::Env::Default());
  if (!finished) throw_not_found(path);
  Impl store;
  store.path = path;
  const ShorterHistory result = open_shorter(store, options, rocksdb::Env::Default());
  if (!read_identity(store, {})) {
    throw_corrupt(path, Family::Meta, kFormatKey, "nothing is left of the store");
  }
  end_forked_children_at_exit();
  return result;
}

}  // namespace memfold::storage
