// What the store itself takes: commits of realistic facts from one thread, then reading them back.
//   store_bench [--facts N] [--group N] [--path DIR] [--sync]
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "bench/machine.h"
#include "storage/store.h"

namespace {

using namespace memfold;
using namespace memfold::storage;

constexpr int kDimension = 384;

struct Settings {
  std::uint64_t facts = 300'000, group = 256;
  std::string path = "store_bench.db";
  bool sync = false;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// One fact of a mailbox as the engine would write it; text varies so that it compresses as text
/// does and not better.
class Facts {
 public:
  explicit Facts(std::string user) : user_(std::move(user)) {
    for (int i = 0; i < 4096; ++i) words_.push_back("word" + std::to_string(random_() % 100'000));
    row_.resize(kDimension);
  }

  void write(std::uint64_t n, CommitBatch& batch) {
    const Memory memory = make_memory(n);
    for (std::size_t i = 0; i < row_.size(); ++i) {
      const std::uint64_t draw = i % 4 == 0 ? random_() : draw_ >> 16;
      row_[i] = static_cast<std::int16_t>((draw_ = draw) % 2048) - 1024;
    }
    batch.put_memory(memory, nullptr);
    batch.put_vector(n, memory.id, row_);
    batch.put_features({.slot = n,
                        .id = memory.id,
                        .thread_key = random_(),
                        .subject = memory.subject,
                        .people_keys = {random_(), random_()},
                        .entity_keys = {random_(), random_(), random_()},
                        .occurred_at = memory.occurred_at});
    batch.put_version({.chain_id = memory.id,
                       .memory_id = memory.id,
                       .operation = Operation::Add,
                       .log_sequence = n + 1});
    chain_ = batch.put_decision(make_decision(memory, n), {.after = &memory}, chain_);
  }

  Id id(std::uint64_t n) const { return derive_id(user_, "mail-" + std::to_string(n)); }

 private:
  std::string text(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += words_[random_() % words_.size()] + " ";
    return text;
  }

  Memory make_memory(std::uint64_t n) {
    Memory memory;
    memory.user = user_;
    memory.id = memory.chain_id = id(n);
    memory.content = text(16);
    memory.subject = text(3);
    memory.source_id = "<" + std::to_string(random_()) + "@mail.example>";
    memory.sources = {memory.source_id};
    memory.thread_id = std::to_string(random_());
    memory.people = {"mina@example.com", "june@example.com"};
    memory.entities = {"q1", "budget"};
    memory.slot = n;
    memory.embedding_model = "bench@1";
    memory.occurred_at =
        memory.stated_at = {1'700'000'000'000'000 + static_cast<std::int64_t>(n) * 1'000'000};
    return memory;
  }

  Decision make_decision(const Memory& memory, std::uint64_t n) {
    Decision decision;
    decision.user = user_;
    decision.sequence = n + 1;
    decision.id = derive_id(user_, "decision/" + std::to_string(n));
    decision.fact_id = decision.memory_id = memory.id;
    decision.content_hash = decision.id;
    decision.at = memory.occurred_at;
    decision.reason = "no candidate above 0.50: the best of 8 scored 0.43";
    decision.rivals = {{decision.id, 0.43, "content 0.41, people 0.50"}};
    decision.source_id = memory.source_id;
    decision.idempotency_key = memory.source_id + "#0";
    return decision;
  }

  std::string user_;
  std::mt19937_64 random_{1};
  std::vector<std::string> words_;
  std::vector<std::int16_t> row_;
  std::uint64_t draw_ = 0;
  Digest chain_{};
};

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "wrong answer: %s\n", what);
  std::exit(1);
}

/// Processor time of this thread, which other work on the machine does not lengthen.
double processor_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

void write_all(Store& store, Facts& facts, const Settings& settings) {
  double encoding = 0, missing = 0;
  std::uint64_t bytes = 0;
  const UserKey key = user_key("bench");
  const auto start = std::chrono::steady_clock::now();
  const double processor_start = processor_seconds();
  for (std::uint64_t first = 0; first < settings.facts; first += settings.group) {
    const std::uint64_t last = std::min(first + settings.group, settings.facts);
    auto step = std::chrono::steady_clock::now();
    std::vector<Id> ids;
    for (std::uint64_t n = first; n < last; ++n) ids.push_back(facts.id(n));
    for (const auto& known : store.find_facts(key, ids)) require(!known, "a new fact is known");
    missing += seconds_since(step);
    step = std::chrono::steady_clock::now();
    CommitBatch batch("bench");
    for (std::uint64_t n = first; n < last; ++n) facts.write(n, batch);
    batch.put_user({.user = "bench", .next_sequence = last + 1, .next_slot = last});
    bytes += batch.bytes();
    encoding += seconds_since(step);
    store.commit(std::move(batch));
    if (settings.sync) store.sync();
  }
  const double total = seconds_since(start);
  const double count = static_cast<double>(settings.facts);
  std::printf("%-34s %9.0f facts/s\n", "look up, make, encode, commit", count / total);
  std::printf("%-34s %9.0f facts/s\n", "  per second of its processor time",
              count / (processor_seconds() - processor_start));
  std::printf("%-34s %9.0f facts/s\n", "  commit alone", count / (total - encoding - missing));
  std::printf("%-34s %9.0f facts/s\n", "  make and encode alone", count / encoding);
  std::printf("%-34s %9.0f facts/s\n", "  look up of unknown facts alone", count / missing);
  std::printf("%-34s %9.0f bytes\n", "  encoded per fact", static_cast<double>(bytes) / count);
}

void read_all(const Store& store, const Facts& facts, const Settings& settings) {
  const UserKey key = user_key("bench");
  const double count = static_cast<double>(settings.facts);
  auto start = std::chrono::steady_clock::now();
  std::uint64_t vectors = 0;
  store.scan_vectors(key, [&](std::uint64_t slot, const Id&, auto) { vectors += slot == vectors; });
  require(vectors == settings.facts, "vectors are missing");
  std::printf("%-34s %9.0f /s\n", "scan of vectors", count / seconds_since(start));

  start = std::chrono::steady_clock::now();
  std::uint64_t features = 0;
  store.scan_features(key, [&](const FeatureRecord& r) { features += r.slot == features; });
  require(features == settings.facts, "features are missing");
  std::printf("%-34s %9.0f /s\n", "scan of features", count / seconds_since(start));

  start = std::chrono::steady_clock::now();
  std::vector<Id> ids;
  for (std::uint64_t i = 0; i < 20'000; ++i) ids.push_back(facts.id(i * 7919 % settings.facts));
  for (const auto& memory : store.memories(key, ids))
    require(memory.has_value(), "a memory is missing");
  std::printf("%-34s %9.0f /s\n", "memories at random", 20'000 / seconds_since(start));
}

Settings parse(int count, char** arguments) {
  Settings settings;
  for (int i = 1; i < count; ++i) {
    const bool has_value = i + 1 < count;
    if (!std::strcmp(arguments[i], "--sync")) settings.sync = true;
    if (!std::strcmp(arguments[i], "--facts") && has_value)
      settings.facts = std::stoull(arguments[++i]);
    else if (!std::strcmp(arguments[i], "--group") && has_value)
      settings.group = std::stoull(arguments[++i]);
    else if (!std::strcmp(arguments[i], "--path") && has_value)
      settings.path = arguments[++i];
  }
  return settings;
}

}  // namespace

int main(int count, char** arguments) {
  const Settings settings = parse(count, arguments);
  std::printf("%s\n", bench::machine_line().c_str());
  std::filesystem::remove_all(settings.path);
  StoreOptions options;
  options.identity = {"bench@1", kDimension};
  Facts facts("bench");
  {
    const auto store = Store::open(settings.path, options);
    write_all(*store, facts, settings);
    const auto start = std::chrono::steady_clock::now();
    store->sync();
    std::printf("%-34s %9.3f s\n", "sync", seconds_since(start));
    read_all(*store, facts, settings);
    std::printf("%-34s %9.0f MB\n", "on disk", static_cast<double>(store->disk_bytes()) / 1e6);
  }
  {
    const auto start = std::chrono::steady_clock::now();
    const auto store = Store::open(settings.path, options);
    require(store->user(user_key("bench"))->next_slot == settings.facts, "the user's record");
    std::printf("%-34s %9.3f s\n", "open again", seconds_since(start));
  }
  std::filesystem::remove_all(settings.path);
}
