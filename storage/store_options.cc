#include "storage/store_options.h"

#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>
#include <rocksdb/write_buffer_manager.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "core/tell.h"
#include "storage/key_codec.h"

namespace memfold::storage {
namespace {

constexpr std::size_t kMiB = 1 << 20;

/// How one column family is used.
struct FamilyTraits {
  std::size_t memtable_bytes;
  bool point_reads;  ///< looked up by whole key, often for keys that are not there
  bool compressible;
  /// Keys that share this many first bytes are written in ascending order: inserting one starts
  /// where the last one went. 0: in no order, or ranges are deleted (RocksDB 7.8 would look for the
  /// place of a range's tombstone, kept in a list of its own, among the keys).
  std::size_t ascending_after;
};

/// What the sizes below are for. With less, each family's memtable is as much smaller, so that none
/// takes all of it.
constexpr std::size_t kUsualMemtables = 96 * kMiB;

/// In the order of Family. Memtables follow the bytes a fact brings; the sum is capped by
/// StoreOptions::memtable_bytes anyway.
constexpr std::array<FamilyTraits, kFamilyCount> kTraits = {{
    {32 * kMiB, true, true, 0},     // nodes
    {16 * kMiB, false, true, 0},    // versions
    {32 * kMiB, false, false, 16},  // vectors: high-entropy int16
    {16 * kMiB, false, true, 16},   // features
    {16 * kMiB, false, true, 0},    // edges
    {32 * kMiB, false, true, 16},   // log
    {16 * kMiB, false, true, 18},   // log_index
    {16 * kMiB, true, true, 0},     // facts
    {8 * kMiB, false, true, 16},    // timeline
    {4 * kMiB, true, true, 0},      // users
    {32 * kMiB, false, true, 0},    // log_states: range deletions and hints do not go together
    {4 * kMiB, false, true, 16},    // reviews
    {4 * kMiB, true, true, 0},      // analyses
    {4 * kMiB, false, true, 0},     // due
    {16 * kMiB, true, true, 0},     // graph_nodes
    {16 * kMiB, false, true, 0},    // graph_edges
    {8 * kMiB, true, true, 0},      // graph_names
    {8 * kMiB, true, true, 0},      // sources
    {32 * kMiB, true, true, 0},     // raw_sources
    {4 * kMiB, true, true, 0},      // source_jobs
    {1 * kMiB, false, true, 0},     // meta
}};

/// Keeps nothing, and passes warnings and errors on to who listens. RocksDB's log file would tell
/// nothing more, would change when a store is only read, and on a full disk ends the process (7.8
/// as packaged, with assertions). What it says names files and keys, and keys hold no content.
class PassingLogger : public rocksdb::Logger {
 public:
  explicit PassingLogger(LogOptions log)
      : Logger(rocksdb::InfoLogLevel::WARN_LEVEL), log_(std::move(log)) {}
  void Logv(const char*, va_list) override {}
  void Logv(const rocksdb::InfoLogLevel level, const char* format, va_list arguments) override {
    const bool is_error = level == rocksdb::ERROR_LEVEL || level == rocksdb::FATAL_LEVEL;
    if (!is_error && level != rocksdb::WARN_LEVEL) return;
    const LogLevel told = is_error ? LogLevel::Error : LogLevel::Warning;
    if (!listens(log_, told)) return;
    std::array<char, 1024> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    tell(log_, told, "rocksdb", text.data());
  }

 private:
  const LogOptions log_;
};

rocksdb::CompressionType compression() {
  const auto supported = rocksdb::GetSupportedCompressions();
  const auto has = [&](rocksdb::CompressionType type) {
    return std::find(supported.begin(), supported.end(), type) != supported.end();
  };
  if (has(rocksdb::kLZ4Compression)) return rocksdb::kLZ4Compression;
  return has(rocksdb::kSnappyCompression) ? rocksdb::kSnappyCompression : rocksdb::kNoCompression;
}

std::size_t write_buffer_size(const FamilyTraits& traits, std::size_t all) {
  if (all >= kUsualMemtables) return traits.memtable_bytes;
  return std::max<std::size_t>(traits.memtable_bytes * all / kUsualMemtables, 64 * 1024);
}

/// Two, shared by the families: what each charges to the cache is rounded up to 256 KiB.
struct TableFactories {
  std::shared_ptr<rocksdb::TableFactory> by_prefix, by_whole_key;
};

std::shared_ptr<rocksdb::TableFactory> table_factory(const std::shared_ptr<rocksdb::Cache>& cache,
                                                     bool point_reads) {
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = cache;
  // Indexes and filters of open files: part of the same budget.
  table.cache_usage_options.options_overrides.insert(
      {rocksdb::CacheEntryRole::kBlockBasedTableReader,
       {rocksdb::CacheEntryRoleOptions::Decision::kEnabled}});
  table.block_size = 16 * 1024;
  table.format_version = 5;
  table.checksum = rocksdb::kXXH3;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  table.whole_key_filtering = point_reads;
  return std::shared_ptr<rocksdb::TableFactory>(rocksdb::NewBlockBasedTableFactory(table));
}

rocksdb::ColumnFamilyOptions family_options(Family family, std::size_t memtables,
                                            const TableFactories& tables) {
  const FamilyTraits& traits = kTraits[static_cast<std::size_t>(family)];
  rocksdb::ColumnFamilyOptions options;
  options.table_factory = traits.point_reads ? tables.by_whole_key : tables.by_prefix;
  // What an empty memtable takes (a block of its arena, a Bloom filter in proportion) counts
  // against the sum too, twenty-fold: more than the sum would make every write a flush.
  options.write_buffer_size = write_buffer_size(traits, memtables);
  options.arena_block_size = std::min<std::size_t>(options.write_buffer_size / 16, 64 * 1024);
  options.max_write_buffer_number = 3;
  options.compression = traits.compressible ? compression() : rocksdb::kNoCompression;
  if (traits.ascending_after > 0) {
    options.memtable_insert_with_hint_prefix_extractor.reset(
        rocksdb::NewFixedPrefixTransform(traits.ascending_after));
  }
  options.level_compaction_dynamic_level_bytes = true;
  options.max_bytes_for_level_base = 128 * kMiB;
  options.target_file_size_base = 32 * kMiB;
  // A backfill writes in bursts and reads little: let files wait before writers do.
  options.level0_slowdown_writes_trigger = 32;
  options.level0_stop_writes_trigger = 48;
  if (family != Family::Meta) {
    options.prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(kUserPrefixBytes));
    if (traits.point_reads) {
      options.memtable_prefix_bloom_size_ratio = 0.05;
      options.memtable_whole_key_filtering = true;
    }
  }
  return options;
}

}  // namespace

std::shared_ptr<rocksdb::Cache> make_cache(const StoreOptions& options) {
  return rocksdb::NewLRUCache(options.block_cache_bytes + options.memtable_bytes);
}

std::shared_ptr<rocksdb::WriteBufferManager> limit_memtables(
    const StoreOptions& options, const std::shared_ptr<rocksdb::Cache>& cache) {
  return std::make_shared<rocksdb::WriteBufferManager>(options.memtable_bytes, cache);
}

rocksdb::DBOptions database_options(const StoreOptions& options, rocksdb::Env* env) {
  rocksdb::DBOptions database;
  database.env = env;
  database.IncreaseParallelism(std::max(options.background_threads, 1));
  database.max_background_jobs = std::max(options.background_threads, 1);
  database.db_write_buffer_size = options.memtable_bytes;
  database.max_total_wal_size = 2 * options.memtable_bytes;
  database.max_open_files = options.read_only && !options.past_rot ? -1 : options.max_open_files;
  database.bytes_per_sync = kMiB;
  database.wal_bytes_per_sync = kMiB;
  // What is in sorted files is the store as it was at one moment, and logs hold what came after it:
  // so what the end of a log says of syncs holds for every column family.
  database.atomic_flush = true;
  // More threads start as files are opened, and where one cannot, RocksDB ends the process.
  database.max_file_opening_threads = 1;
  // After a crash of the machine the log may lose its end, never a commit before one it keeps;
  // storage/log_survey.h finds out whether it lost more.
  database.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  database.track_and_verify_wals_in_manifest = true;
  database.avoid_flush_during_recovery = true;
  database.paranoid_checks = !options.past_rot;
  database.info_log = std::make_shared<PassingLogger>(options.log);
  database.stats_dump_period_sec = 0;
  database.stats_persist_period_sec = 0;
  return database;
}

std::vector<rocksdb::ColumnFamilyDescriptor> family_descriptors(
    const StoreOptions& options, const std::shared_ptr<rocksdb::Cache>& cache) {
  const TableFactories tables{table_factory(cache, false), table_factory(cache, true)};
  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  descriptors.emplace_back(rocksdb::kDefaultColumnFamilyName,
                           family_options(Family::Meta, options.memtable_bytes, tables));
  for (std::size_t i = 0; i < kFamilyCount; ++i) {
    descriptors.emplace_back(
        std::string(kFamilyNames[i]),
        family_options(static_cast<Family>(i), options.memtable_bytes, tables));
  }
  return descriptors;
}

}  // namespace memfold::storage
