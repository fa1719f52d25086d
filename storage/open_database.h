// From a directory that holds a database to an open one that is whole.
#pragma once

#include <rocksdb/env.h>

#include <map>
#include <string>

#include "storage/store_impl.h"

namespace memfold::storage {

/// Opens the database at store.path, made before unless `create`, and sets env, db, handles and
/// what is known of its syncs. Looks before that whether everything that was synced is there and
/// nothing is missing in between. Throws Error: Corruption when not, naming what is; Locked; Io.
void open_database(Store::Impl& store, const StoreOptions& options, rocksdb::Env* env, bool create);

/// The same, going on with what there is up to the first thing missing. The logs are copied beside
/// the store before.
ShorterHistory open_shorter(Store::Impl& store, const StoreOptions& options, rocksdb::Env* env);

/// Opens it for reading where files cannot be read wholly. Nothing else may have it open for
/// writing. Throws Error: Corruption when commits are missing; Io.
void open_past_rot(Store::Impl& store, rocksdb::Env* env);

/// What the directory of an open reader must not lose while it is opened: a log may be gone into
/// sorted files that the reader's view of the database does not know.
class Sight {
 public:
  explicit Sight(const std::string& path);
  /// Whether a log is there no more that was there at `earlier`.
  bool lost_since(const Sight& earlier) const;
  /// The same for whoever reads files by name: any table, log or manifest.
  bool gone_since(const Sight& earlier) const;
  bool operator==(const Sight&) const = default;

 private:
  std::map<std::string, std::uint64_t> sizes_;  ///< by name; of logs, 0: they grow
};

}  // namespace memfold::storage
