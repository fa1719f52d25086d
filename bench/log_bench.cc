// Asking a long log: queries by every filter and as_of on one user's store of a million decisions.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "bench/machine.h"
#include "memfold/engine.h"
#include "storage/store.h"

namespace {

using namespace memfold;
using namespace memfold::storage;

constexpr int kVersions = 5;  ///< of every chain; its last decision is followed by a SKIP
constexpr std::uint64_t kPerChain = kVersions + 1;
constexpr const char* kUser = "bench";
constexpr const char* kPath = "log_bench.db";

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "wrong answer: %s\n", what);
  std::exit(1);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Time minute(std::uint64_t n) {
  return {1'700'000'000'000'000 + static_cast<std::int64_t>(n) * 60 * kMicrosPerSecond};
}

Id version_id(std::uint64_t chain, int version) {
  return derive_id(kUser, std::to_string(chain) + "/" + std::to_string(version));
}

/// Chains of five versions and a repetition each, as folding would have left them; decisions of
/// many chains lie between two of one chain.
class Writer {
 public:
  Writer(Store& store, std::uint64_t chains) : store_(store), chains_(chains) {}

  std::uint64_t run() {
    for (int step = 0; step < static_cast<int>(kPerChain); ++step) {
      for (std::uint64_t first = 0; first < chains_; first += 512) write_group(step, first);
    }
    return sequence_;
  }

 private:
  void write_group(int step, std::uint64_t first) {
    CommitBatch batch(kUser);
    for (std::uint64_t chain = first; chain < std::min(first + 512, chains_); ++chain) {
      write(step, chain, batch);
    }
    UserRecord record{.user = kUser, .next_sequence = sequence_ + 1, .next_slot = sequence_};
    record.log_digest = chain_digest_;
    batch.put_user(record);
    store_.commit(std::move(batch));
  }

  void write(int step, std::uint64_t chain, CommitBatch& batch) {
    Decision decision;
    decision.user = kUser;
    decision.sequence = ++sequence_;
    decision.id = derive_id(kUser, "decision/" + std::to_string(sequence_));
    decision.at = minute(sequence_);
    decision.source_id = "mail-" + std::to_string(chain % 5000);
    decision.score.total = 0.5 + static_cast<double>(sequence_ % 500) / 1000;
    decision.processing_time_us = static_cast<std::int64_t>(sequence_ % 300);
    decision.reason = "update at score 0.900, confidence 0.950: money KRW 50000000 -> KRW 60000000";
    const int version = std::min(step, kVersions - 1) + 1;
    decision.memory_id = version_id(chain, version);
    if (step > 0) decision.target_id = version_id(chain, version - (step < kVersions));
    const bool repetition = step == kVersions;
    decision.kind = repetition  ? DecisionKind::Skip
                    : step == 0 ? DecisionKind::Create
                                : DecisionKind::Update;
    decision.operation = repetition  ? Operation::Noop
                         : step == 0 ? Operation::Add
                                     : Operation::Supersede;
    decision.verdict = step % 2 == 0 ? Verdict::Duplicate : Verdict::Update;
    // One in a hundred thousand: what a filter without an index has to look for.
    decision.status = sequence_ % 100'000 == 0 ? Status::Error : Status::Success;
    chain_digest_ = batch.put_decision(decision, {}, chain_digest_);
    if (!repetition) write_version(decision, chain, version, batch);
  }

  void write_version(const Decision& decision, std::uint64_t chain, int version,
                     CommitBatch& batch) {
    Memory memory;
    memory.user = kUser;
    memory.id = decision.memory_id;
    memory.chain_id = version_id(chain, 1);
    memory.version = static_cast<std::uint32_t>(version);
    memory.content = "budget of campaign " + std::to_string(chain) + " is " +
                     std::to_string(version) + " million";
    memory.slot = sequence_;
    memory.stated_at = memory.occurred_at = memory.created_at = decision.at;
    batch.put_memory(memory, nullptr);
    batch.put_version({.chain_id = memory.chain_id,
                       .version = memory.version,
                       .memory_id = memory.id,
                       .operation = decision.operation,
                       .log_sequence = decision.sequence,
                       .at = decision.at});
  }

  Store& store_;
  const std::uint64_t chains_;
  std::uint64_t sequence_ = 0;
  Digest chain_digest_{};
};

/// Runs `ask` with numbers at random and prints how long the calls took.
void measure(const char* what, int runs, const std::function<void(std::uint64_t)>& ask) {
  std::mt19937_64 random(7);
  for (int i = 0; i < runs / 4; ++i) ask(random());  // warm
  std::vector<double> times;
  for (int i = 0; i < runs; ++i) {
    const std::uint64_t number = random();
    const auto start = std::chrono::steady_clock::now();
    ask(number);
    times.push_back(seconds_since(start) * 1e3);
  }
  std::sort(times.begin(), times.end());
  std::printf("%-48s %8.3f %8.3f %8.3f ms\n", what, times[times.size() / 2],
              times[times.size() * 99 / 100], times.back());
}

void ask_log(const Engine& engine, std::uint64_t entries, std::uint64_t chains) {
  const auto page = [&](LogQuery query, std::size_t expected) {
    query.user = kUser;
    require(engine.log(query).entries.size() == expected, "a page of the log");
  };
  measure("log, newest 50", 400, [&](std::uint64_t) { page({}, 50); });
  measure("log, 50 of a day at random", 400, [&](std::uint64_t n) {
    const Time from = minute(1 + n % (entries - 2000));
    page({.from = from, .until = Time{from.micros + kMicrosPerDay}}, 50);
  });
  measure("log, 50 by decision from a time at random", 400, [&](std::uint64_t n) {
    page(
        {.kinds = {DecisionKind::Update}, .from = minute(n % (entries / 2)), .newest_first = false},
        50);
  });
  measure("log, one call by verdict and score, at random", 400, [&](std::uint64_t n) {
    LogQuery query{.user = kUser, .verdict = Verdict::Duplicate, .min_score = 0.9};
    query.from = minute(n % (entries / 2));
    query.newest_first = false;
    require(engine.log(query).entries.size() <= 50, "a call by verdict and score");
  });
  measure("log, one memory's", 400, [&](std::uint64_t n) {
    page({.memory = version_id(n % chains, 1 + static_cast<int>(n % kVersions))}, kPerChain);
  });
  measure("log, 50 of one source", 400, [&](std::uint64_t n) {
    page({.source_id = "mail-" + std::to_string(n % 5000)},
         std::min<std::size_t>(50, chains / 5000 * kPerChain));
  });
  measure("log, one call for a rare status", 200, [&](std::uint64_t n) {
    LogQuery query{.user = kUser, .status = Status::Error, .from = minute(n % (entries / 2))};
    require(engine.log(query).entries.size() <= 50, "a call for a rare status");
  });
}

void ask_past(const Engine& engine, std::uint64_t chains) {
  measure("as_of, system time", 400, [&](std::uint64_t n) {
    const std::uint64_t chain = n % chains;
    const int version = 1 + static_cast<int>(n / chains % kVersions);
    const Time at = minute(static_cast<std::uint64_t>(version - 1) * chains + chain + 1);
    const auto memory = engine.as_of(kUser, version_id(chain, 3), {.system = at});
    require(memory && memory->version == static_cast<std::uint32_t>(version), "as_of");
  });
  measure("as_of, valid time", 400, [&](std::uint64_t n) {
    require(
        engine.as_of(kUser, version_id(n % chains, 1), {.valid = minute(2 * chains)}).has_value(),
        "valid_at");
  });
  measure("history of a chain", 400, [&](std::uint64_t n) {
    require(engine.history(kUser, version_id(n % chains, 2)).size() == kVersions, "a history");
  });
}

}  // namespace

int main(int count, char** arguments) {
  const std::uint64_t entries = count > 1 ? std::stoull(arguments[1]) : 1'000'000;
  const std::uint64_t chains = std::max<std::uint64_t>(entries / kPerChain, 5000);
  std::printf("%s\n", bench::machine_line().c_str());
  std::filesystem::remove_all(kPath);
  EngineOptions options;
  options.models = builtin_models();
  std::uint64_t written = 0;
  {
    StoreOptions store_options;
    store_options.identity = {options.models.embedder->name(),
                              options.models.embedder->dimension()};
    const auto store = Store::open(kPath, store_options);
    const auto start = std::chrono::steady_clock::now();
    written = Writer(*store, chains).run();
    std::printf("%llu decisions of one user in %llu chains, written in %.1f s\n",
                static_cast<unsigned long long>(written), static_cast<unsigned long long>(chains),
                seconds_since(start));
  }
  const Engine engine = Engine::open(kPath, options);
  std::printf("%-48s %8s %8s %8s\n", "", "median", "p99", "worst");
  ask_log(engine, written, chains);
  ask_past(engine, chains);
  const auto start = std::chrono::steady_clock::now();
  require(engine.log_analytics({.user = kUser}).entries == written, "analytics");
  std::printf("analytics over all of them: %.2f s\n", seconds_since(start));
  std::filesystem::remove_all(kPath);
}
