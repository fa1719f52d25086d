#include "storage/open_database.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <algorithm>

#include <filesystem>
#include <new>
#include <span>
#include <system_error>

#include "storage/log_survey.h"
#include "storage/store_directory.h"
#include "storage/store_options.h"
#include "storage/sync_mark.h"

namespace memfold::storage {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWayOut =
    "; restore a backup, or go on with the shorter history: memfold recover "
    "--accept-shorter-history";

[[noreturn]] void throw_incomplete(const std::string& path, const std::string& why) {
  throw Error(ErrorCode::Corruption, "store " + path + ": " + why + kWayOut);
}

/// RocksDB ends the process where it cannot start a thread; so room for them is asked for first.
void require_address_space(const std::string& path, const StoreOptions& options) {
  constexpr std::size_t kBeside = 128 << 20;  // tables, logs and what opening allocates
  rlimit stack{};
  const bool known = getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY;
  const std::size_t stack_bytes = known ? std::size_t(stack.rlim_cur) : std::size_t(8) << 20;
  const std::size_t threads = std::size_t(std::max(options.background_threads, 1)) + 2;
  const std::size_t bytes =
      kBeside + threads * stack_bytes + options.memtable_bytes + options.block_cache_bytes;
  void* const room =
      mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room != MAP_FAILED) {
    munmap(room, bytes);
    return;
  }
  throw Error(ErrorCode::Io, "store " + path + ": opening it needs about " +
                                 std::to_string(bytes >> 20) +
                                 " MiB of address space, and there is less; raise the limit "
                                 "(ulimit -v) or lower memory_budget");
}

/// What is wrong with the logs or with what is missing of them; empty: nothing.
std::string find_loss(const LogSurvey& survey, std::optional<std::uint64_t> synced) {
  if (survey.state == LogSurvey::State::TwoWriters) {
    return "two processes wrote into its write-ahead log (" + survey.where +
           "): one was forked while the store was open, or the lock file was copied or removed";
  }
  if (survey.state == LogSurvey::State::Hole) {
    const std::string where = survey.where.empty() ? "" : " (" + survey.where + ")";
    return "its write-ahead log is damaged in the middle" + where + ": " +
           std::to_string(survey.behind) + " commits lie behind the damage";
  }
  if (!synced && survey.synced) {
    return "the file " + std::string(SyncMark::kFileName) +
           " is missing: nothing says any more whether the end of its write-ahead log is";
  }
  if (synced && *synced > survey.synced.value_or(0)) {
    return "commits that were synced are missing: the log ends after sync " +
           std::to_string(survey.synced.value_or(0)) + ", and there were " +
           std::to_string(*synced);
  }
  return {};
}

/// What was synced, as the store says itself; damage to that is a loss like others.
std::optional<std::uint64_t> read_mark(const std::string& path) try {
  return SyncMark::read(path);
} catch (const Error& error) {
  if (error.code() != ErrorCode::Corruption) throw;
  throw_incomplete(path, error.what());
}

/// The same where whatever it says is given up.
std::optional<std::uint64_t> read_mark_if_any(const std::string& path) try {
  return SyncMark::read(path);
} catch (const Error& error) {
  if (error.code() != ErrorCode::Corruption) throw;
  return std::nullopt;
}

/// How many of the families, which are made in order, there are: at least the default one, which
/// RocksDB makes itself.
std::size_t count_made(const std::string& path, const rocksdb::DBOptions& database,
                       std::span<const rocksdb::ColumnFamilyDescriptor> families) {
  std::vector<std::string> made;
  if (!rocksdb::DB::ListColumnFamilies(database, path, &made).ok()) return 1;
  const auto missing = std::find_if(families.begin(), families.end(), [&](const auto& family) {
    return std::find(made.begin(), made.end(), family.name) == made.end();
  });
  return std::max<std::size_t>(1, std::size_t(missing - families.begin()));
}

void open_rocksdb(Store::Impl& store, rocksdb::DBOptions database, const StoreOptions& options,
                  rocksdb::Env* env, bool create) {
  store.env = watch_writes(env, store.write_failures);
  database.env = store.env.get();
  database.listeners.push_back(store.write_failures);
  database.create_if_missing = create;
  const std::shared_ptr<rocksdb::Cache> cache = make_cache(options);
  database.write_buffer_manager = limit_memtables(options, cache);
  const auto families = family_descriptors(options, cache);
  const std::size_t made = create ? count_made(store.path, database, families) : families.size();
  const auto first_missing = families.begin() + std::ptrdiff_t(made);
  const std::vector there(families.begin(), first_missing);
  rocksdb::DB* opened = nullptr;
  rocksdb::Status status =
      options.read_only
          ? rocksdb::DB::OpenForReadOnly(database, store.path, there, &store.handles, &opened)
          : rocksdb::DB::Open(database, store.path, there, &store.handles, &opened);
  if (status.IsCorruption()) {
    throw Error(ErrorCode::Corruption,
                "store " + store.path + ": cannot open it: " + status.ToString() +
                    "; restore a backup, or keep what can be read: memfold verify --repair");
  }
  check(status, store.path, create ? "create it" : "open it");
  store.db.reset(opened);
  if (made == families.size()) return;
  // Together: made one by one, or at opening, each has the options of all written and read back.
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  status = opened->CreateColumnFamilies({first_missing, families.end()}, &handles);
  store.handles.insert(store.handles.end(), handles.begin(), handles.end());
  check(status, store.path, "create it");
}

/// Threads that cannot be started, and memory that is not there, as an error like others.
template <typename Open>
auto with_resources(const std::string& path, const StoreOptions& options, const Open& open) {
  require_address_space(path, options);
  try {
    return open();
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::Io, "store " + path + ": there is too little memory to open it");
  } catch (const std::system_error& error) {
    throw Error(ErrorCode::Io, "store " + path + ": cannot open it: " + error.what());
  }
}

/// Copies the logs to a directory beside the store; returns it, empty where there are none.
std::string keep_logs(const std::string& path) {
  std::error_code error;
  const fs::path store = fs::absolute(path).lexically_normal();
  const fs::path whole = store.has_filename() ? store : store.parent_path();
  fs::path kept;
  for (int i = 1; kept.empty() || fs::exists(kept); ++i) {
    kept = whole.string() + ".logs-" + std::to_string(i);
  }
  bool any = false;
  for (const auto& entry : fs::directory_iterator(whole)) {
    if (entry.path().extension() != ".log") continue;
    if (!any) create_directory(kept.string());
    any = true;
    if (!fs::copy_file(entry.path(), kept / entry.path().filename(), error) || error) {
      throw Error(ErrorCode::Io, "cannot copy " + entry.path().string() + " to " + kept.string() +
                                     ": " + error.message());
    }
  }
  return any ? kept.string() : "";
}

}  // namespace

void open_database(Store::Impl& store, const StoreOptions& options, rocksdb::Env* env,
                   bool create) {
  with_resources(store.path, options, [&] {
    std::optional<std::uint64_t> synced;
    if (!create) {
      // In this order: what is synced while the logs are read only makes them hold more.
      synced = read_mark(store.path);
      const LogSurvey survey = survey_logs(store.path, options, env, true);
      const std::string loss = find_loss(survey, synced);
      if (!loss.empty()) throw_incomplete(store.path, loss);
      synced = survey.synced;
    }
    // Made before anything can be synced that it would have to tell of.
    if (!options.read_only) {
      store.sync_mark = std::make_unique<SyncMark>(store.path, synced.value_or(0));
      store.syncs = synced.value_or(0);
    }
    open_rocksdb(store, database_options(options, env), options, env, create);
  });
}

ShorterHistory open_shorter(Store::Impl& store, const StoreOptions& options, rocksdb::Env* env) {
  return with_resources(store.path, options, [&] {
    const LogSurvey survey = survey_logs(store.path, options, env, false);
    ShorterHistory given_up{survey.behind, {}};
    const std::string loss = find_loss(survey, read_mark_if_any(store.path));
    if (!loss.empty()) given_up.logs = keep_logs(store.path);
    LogReader reader(LogReader::Mode::WholeAlone);
    rocksdb::DBOptions database = database_options(options, env);
    database.wal_filter = &reader;
    database.track_and_verify_wals_in_manifest = false;
    open_rocksdb(store, database, options, env, false);
    // What could be read goes into sorted files, and the damaged logs with what is behind it away.
    check(store.db->Flush(rocksdb::FlushOptions(), store.handles), store.path, "flush it");
    store.syncs = survey.synced.value_or(0);
    store.sync_mark = std::make_unique<SyncMark>(store.path, store.syncs, /*replace=*/true);
    return given_up;
  });
}

void open_past_rot(Store::Impl& store, rocksdb::Env* env) {
  StoreOptions options;
  options.read_only = true;
  store.read_only = true;
  with_resources(store.path, options, [&] {
    std::string loss;
    try {
      const LogSurvey survey = survey_logs(store.path, options, env, true);
      loss = find_loss(survey, read_mark(store.path));
    } catch (const Error& error) {
      // The logs cannot be read apart from files that are damaged themselves.
      if (error.code() != ErrorCode::Corruption) throw;
    }
    if (!loss.empty()) throw_incomplete(store.path, loss);
    options.past_rot = true;
    open_rocksdb(store, database_options(options, env), options, env, false);
  });
}

Sight::Sight(const std::string& path) {
  std::error_code error;
  for (fs::directory_iterator entry(path, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code vanished;
    const bool is_log = entry->path().extension() == ".log";
    const std::uint64_t size = is_log ? 0 : entry->file_size(vanished);
    if (name != SyncMark::kFileName && !vanished) sizes_.emplace(name, size);
  }
}

bool Sight::lost_since(const Sight& earlier) const {
  for (const auto& [name, size] : earlier.sizes_) {
    if (name.ends_with(".log") && !sizes_.contains(name)) return true;
  }
  return false;
}

bool Sight::gone_since(const Sight& earlier) const {
  return std::ranges::any_of(earlier.sizes_, [&](const auto& file) {
    return !file.first.starts_with("OPTIONS-") && !sizes_.contains(file.first);
  });
}

}  // namespace memfold::storage
