// Many users on a small memory budget: what folding one statement each costs, and what recalls of
// users nobody knows leave behind.
//
//   users_bench [--users N] [--unknown N] [--budget MIB] [--sync] [--threads N]
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "bench/fold_parts.h"
#include "bench/machine.h"
#include "memfold/engine.h"
#include "memfold/models.h"

namespace {

using namespace memfold;
using SteadyClock = std::chrono::steady_clock;

struct Settings {
  std::size_t users = 50'000, unknown = 200'000, budget_mib = 4096;
  int threads = 0;
  bool sync = false;
};

Settings read(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--sync") {
      settings.sync = true;
      continue;
    }
    if (i + 1 == argc) throw Error(ErrorCode::InvalidArgument, option + " needs a value");
    const auto value = std::size_t(std::strtoull(argv[++i], nullptr, 10));
    if (option == "--users")
      settings.users = value;
    else if (option == "--unknown")
      settings.unknown = value;
    else if (option == "--budget")
      settings.budget_mib = value;
    else if (option == "--threads")
      settings.threads = int(value);
    else
      throw Error(ErrorCode::InvalidArgument, "unknown option " + option);
  }
  return settings;
}

template <typename Work>
double seconds(const Work& work) {
  const auto start = SteadyClock::now();
  work();
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

void fold_one_each(Engine& engine, std::size_t users) {
  for (std::size_t i = 0; i < users; ++i) {
    Fact fact;
    fact.user = "user-" + std::to_string(i);
    fact.content =
        "Statement number " + std::to_string(i) + " about topic " + std::to_string(i / 7);
    fact.idempotency_key = "1";
    engine.fold({&fact, 1});
  }
}

void report(const char* what, std::size_t count, double took, const Engine& engine) {
  std::printf("%-34s %10zu in %7.2f s: %8.0f /s, loaded %7.2f MB, process %7.1f MB\n", what, count,
              took, double(count) / took, double(engine.stats().resident_bytes) / 1e6,
              bench::resident_mb());
}

void run(const Settings& settings) {
  const std::filesystem::path store =
      std::filesystem::temp_directory_path() / ("users-bench-" + std::to_string(getpid()));
  std::filesystem::remove_all(store);
  {
    EngineOptions options;
    options.models = builtin_models();
    options.threads = settings.threads;
    options.memory_budget = settings.budget_mib << 20;
    options.durability = settings.sync ? Durability::Sync : Durability::Relaxed;
    Engine engine = Engine::open(store, options);
    std::printf("memory_budget %zu MiB, %s, process %.1f MB when opened\n", settings.budget_mib,
                settings.sync ? "sync" : "relaxed", bench::resident_mb());
    const double recalls = seconds([&] {
      for (std::size_t i = 0; i < settings.unknown; ++i) {
        engine.recall({.user = "nobody-" + std::to_string(i), .text = "topic"});
      }
    });
    report("recalls of unknown users", settings.unknown, recalls, engine);
    report("one fact each, a call each", settings.users,
           seconds([&] { fold_one_each(engine, settings.users); }), engine);
    if (engine.stats().memories != settings.users) {
      throw Error(ErrorCode::Corruption, "not every fact became a memory");
    }
  }
  std::filesystem::remove_all(store);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::printf("%s\n", bench::machine_line().c_str());
    run(read(argc, argv));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "users_bench: %s\n", error.what());
    return 1;
  }
}
