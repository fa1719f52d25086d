// What a night costs, by what is due and by what is stored: counted reads and writes of RocksDB,
// and the time, of `archive` and then of everything else that is due.
//   maintain_bench [--due N] [--stored N ...] [--path DIR]
#include <rocksdb/db.h>
#include <rocksdb/iostats_context.h>
#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "bench/machine.h"
#include "engine/graph/due_items.h"
#include "engine/maintain/reembed.h"
#include "memfold/engine.h"
#include "storage/store.h"

namespace {

using namespace memfold;

constexpr const char* kUser = "bench";
constexpr Time kNow{20'000 * kMicrosPerDay + kMicrosPerDay / 2};
constexpr std::uint64_t kPerCommit = 1000;

struct Settings {
  std::uint64_t due = 1000;
  std::vector<std::uint64_t> stored;
  std::string path = "maintain_bench.db";
};

struct Cost {
  double seconds = 0;
  std::uint64_t archived = 0, seeks = 0, steps = 0, read_bytes = 0, blocks = 0, written = 0;
};

EngineOptions engine_options() {
  EngineOptions options;
  options.models = builtin_models();
  options.clock = fixed_clock(kNow);
  options.log_retention_days = 0;
  return options;
}

/// A candidate half believed fades in 97.8 days: those that are due are 98 to 108 days old, the
/// others younger. Every tenth is a thing of the graph.
Lifecycle life_of(std::uint64_t number, std::uint64_t stored, std::uint64_t due) {
  Lifecycle life;
  life.confidence = 0.5;
  const bool is_due = number % (stored / due) == 0;
  const double age = is_due ? 98 + double(number % 1000) / 100 : 1 + double(number % 9000) / 100;
  life.created_at = {kNow.micros - std::int64_t(age * double(kMicrosPerDay))};
  return life;
}

void put_memory(storage::CommitBatch& batch, std::uint64_t number, const Lifecycle& life) {
  Memory memory;
  static_cast<Lifecycle&>(memory) = life;
  memory.id = memory.chain_id = derive_id(kUser, "memory/" + std::to_string(number));
  memory.user = kUser;
  memory.content = "Statement " + std::to_string(number) + " about project " +
                   std::to_string(number % 977) + " and what it costs to bring it to an end";
  memory.slot = number;
  memory.stated_at = memory.occurred_at = memory.updated_at = life.created_at;
  memory.archive_at = archive_time(memory);
  batch.put_memory(memory, nullptr);
}

void put_node(storage::CommitBatch& batch, std::uint64_t number, const Lifecycle& life) {
  Node node;
  static_cast<Lifecycle&>(node) = life;
  node.id = derive_id(kUser, "entity/" + std::to_string(number));
  node.kind = NodeKind::Entity;
  node.user = kUser;
  node.name = node.title = "thing " + std::to_string(number);
  node.first_at = node.last_at = life.created_at;
  graph::settle(node, engine_options());
  batch.put_node(node, nullptr);
}

void fill(const Settings& settings, std::uint64_t stored) {
  storage::StoreOptions options;
  options.identity = identity_of(*builtin_embedder());
  const auto store = storage::Store::open(settings.path, options);
  for (std::uint64_t first = 0; first < stored; first += kPerCommit) {
    storage::CommitBatch batch(kUser);
    for (std::uint64_t n = first; n < std::min(stored, first + kPerCommit); ++n) {
      const Lifecycle life = life_of(n, stored, settings.due);
      n % 10 == 1 || (n / (stored / settings.due)) % 10 == 3 ? put_node(batch, n, life)
                                                             : put_memory(batch, n, life);
    }
    storage::UserRecord record;
    record.user = kUser;
    record.next_slot = std::min(stored, first + kPerCommit);
    batch.put_user(record);
    store->commit(std::move(batch));
  }
  store->sync();
}

/// Keys ever written, as RocksDB numbers them.
std::uint64_t keys_written(const std::string& path) {
  std::vector<std::string> families;
  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* opened = nullptr;
  rocksdb::Status status = rocksdb::DB::ListColumnFamilies({}, path, &families);
  for (const std::string& family : families) {
    descriptors.emplace_back(family, rocksdb::ColumnFamilyOptions());
  }
  if (status.ok()) {
    status = rocksdb::DB::OpenForReadOnly({}, path, descriptors, &handles, &opened);
  }
  const std::unique_ptr<rocksdb::DB> database(opened);
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.ToString().c_str());
    std::exit(1);
  }
  const std::uint64_t sequence = database->GetLatestSequenceNumber();
  for (rocksdb::ColumnFamilyHandle* handle : handles) {
    database->DestroyColumnFamilyHandle(handle);
  }
  return sequence;
}

Cost maintain(const Settings& settings, const std::vector<std::string>& jobs) {
  Cost cost;
  const std::uint64_t before = keys_written(settings.path);
  {
    Engine engine = Engine::open(settings.path, engine_options());
    rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
    rocksdb::PerfContext& perf = *rocksdb::get_perf_context();
    perf.Reset();
    const auto start = std::chrono::steady_clock::now();
    for (const JobReport& report : engine.maintain({jobs})) {
      for (const auto& [name, count] : report.counts) {
        if (name.ends_with("archived")) cost.archived += count;
      }
    }
    cost.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    cost.seeks = perf.seek_child_seek_count;
    cost.steps = perf.internal_key_skipped_count;
    cost.read_bytes = perf.get_read_bytes + perf.iter_read_bytes + perf.multiget_read_bytes;
    cost.blocks = perf.block_read_count;
    rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
  }
  cost.written = keys_written(settings.path) - before;
  return cost;
}

void print(std::uint64_t stored, const char* what, const Cost& cost) {
  std::printf(
      "%9llu %-12s %8llu %8llu %8llu %10llu %8llu %8llu %9.3f\n",
      static_cast<unsigned long long>(stored), what, static_cast<unsigned long long>(cost.archived),
      static_cast<unsigned long long>(cost.seeks), static_cast<unsigned long long>(cost.steps),
      static_cast<unsigned long long>(cost.read_bytes),
      static_cast<unsigned long long>(cost.blocks), static_cast<unsigned long long>(cost.written),
      cost.seconds);
}

Settings parse(int count, char** arguments) {
  Settings settings;
  for (int i = 1; i + 1 < count; ++i) {
    if (!std::strcmp(arguments[i], "--due")) settings.due = std::stoull(arguments[++i]);
    if (!std::strcmp(arguments[i], "--path")) settings.path = arguments[++i];
    if (!std::strcmp(arguments[i], "--stored")) {
      settings.stored.push_back(std::stoull(arguments[++i]));
    }
  }
  if (settings.stored.empty()) settings.stored = {10'000, 100'000, 1'000'000};
  return settings;
}

}  // namespace

int main(int count, char** arguments) {
  const Settings settings = parse(count, arguments);
  std::printf("%s\n", bench::machine_line().c_str());
  std::printf("%9s %-12s %8s %8s %8s %10s %8s %8s %9s\n", "stored", "job", "archived", "seeks",
              "steps", "bytes read", "blocks", "written", "seconds");
  for (const std::uint64_t stored : settings.stored) {
    std::filesystem::remove_all(settings.path);
    fill(settings, stored);
    const Cost archive = maintain(settings, {"archive"});
    print(stored, "archive", archive);
    if (archive.archived != settings.due) {
      std::fprintf(stderr, "wrong answer: %llu were due\n",
                   static_cast<unsigned long long>(settings.due));
      return 1;
    }
    print(stored, "again", maintain(settings, {"archive"}));
    print(stored, "all that is", maintain(settings, {}));
  }
  std::filesystem::remove_all(settings.path);
}
