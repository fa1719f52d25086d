// Many users with a few memories each under a memory budget: loading them in calls that span many,
// and what the whole store then costs a process that just started.
//
//   users_bench [--users N] [--memories N] [--batch N] [--budget MIB] [--dimension D] [--texts]
//               [--mode fast|balanced] [--single N] [--unknown N] [--sync] [--threads N]
//               [--json FILE]
//
// Facts bring vectors and are folded in fast mode; with --texts they are short statements, half of
// them Korean, through the built-in models, balanced unless another mode is named. In stores of
// their own, of texts: --single folds one fact each of N users in a call each, --unknown recalls
// for N users nobody knows. --users 0 leaves out the rest.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/figures.h"
#include "bench/fold_parts.h"
#include "bench/machine.h"
#include "memfold/engine.h"
#include "memfold/models.h"

namespace {

using namespace memfold;
using namespace memfold::bench;

struct Settings {
  std::size_t users = 1'000'000, memories = 10, batch = 1024, budget_mib = 1024;
  std::size_t single = 0, unknown = 0;
  int dimension = 384, threads = 0;
  std::optional<Mode> mode;
  bool texts = false, sync = false;
  std::string json;
};

/// Everything happens then: no job falls due while the bench runs.
constexpr Time kNow{20'000 * kMicrosPerDay + kMicrosPerDay / 2};
constexpr std::size_t kRecalls = 200;

/// The facts of all users, from their numbers alone.
class Facts {
 public:
  explicit Facts(const Settings& settings) : settings_(settings) {
    if (settings.texts) return;
    std::mt19937_64 random(42);
    std::normal_distribution<float> normal;
    noise_.resize(kNoise * std::size_t(settings.dimension));
    for (float& value : noise_) value = normal(random);
  }

  static std::string user(std::size_t number) { return "user-" + std::to_string(number); }

  Fact fact(std::size_t user_number, std::size_t which) const {
    const std::size_t i = user_number * settings_.memories + which;
    Fact fact;
    fact.user = user(user_number);
    fact.content = settings_.texts ? short_statement(i, 5000)
                                   : "Statement number " + std::to_string(i) + " about topic " +
                                         std::to_string(i / 7);
    fact.idempotency_key = std::to_string(which);
    fact.source_id = "source-" + std::to_string(i / 3);
    fact.occurred_at = Time{kNow.micros - kMicrosPerDay + std::int64_t(which) * kMicrosPerSecond};
    if (!settings_.texts) fact.embedding = vector(user_number, which);
    return fact;
  }

 private:
  /// Rows that vectors are sums of: ten million times 384 numbers from a generator would take
  /// longer than to fold them.
  static constexpr std::size_t kNoise = 4096;

  /// Around a point of the user's own, no two alike: neighbours exist, duplicates do not.
  std::vector<float> vector(std::size_t user_number, std::size_t which) const {
    std::mt19937_64 random(user_number);
    const std::size_t centre = random() % kNoise;
    const std::size_t other = (centre + 1 + (random() + which) % (kNoise - 1)) % kNoise;
    const auto dimension = std::size_t(settings_.dimension);
    std::vector<float> row(dimension);
    float square = 0;
    for (std::size_t i = 0; i < dimension; ++i) {
      row[i] = noise_[centre * dimension + i] + 1.2f * noise_[other * dimension + i];
      square += row[i] * row[i];
    }
    const float scale = 1 / std::sqrt(square);
    for (float& value : row) value *= scale;
    return row;
  }

  const Settings& settings_;
  std::vector<float> noise_;
};

Mode mode_of(const Settings& settings, bool vectors) {
  return settings.mode.value_or(vectors ? Mode::Fast : Mode::Balanced);
}

EngineOptions options_of(const Settings& settings, bool vectors) {
  EngineOptions options;
  options.models = builtin_models();
  if (vectors) options.models.embedder = std::make_shared<HostEmbedder>(settings.dimension);
  options.decide.mode = mode_of(settings, vectors);
  options.threads = settings.threads;
  options.memory_budget = settings.budget_mib << 20;
  options.durability = settings.sync ? Durability::Sync : Durability::Relaxed;
  options.clock = fixed_clock(kNow);
  return options;
}

template <typename Work>
double seconds(const Work& work) {
  const auto start = SteadyClock::now();
  work();
  return seconds_since(start);
}

void print_memory(const char* when, const Engine& engine, Figures& figures,
                  const std::string& name) {
  const Resident now = resident();
  const double lanes = double(engine.stats().resident_bytes) / 1e6;
  std::printf(
      "  memory %s: process %.1f MB (%.1f its own, %.1f of files), at most %.1f; lanes %.1f\n",
      when, now.all, now.anon, now.file, now.peak, lanes);
  std::fflush(stdout);
  figures.add(name + "_process_mb", now.all);
  figures.add(name + "_anon_mb", now.anon);
  figures.add(name + "_peak_mb", now.peak);
  figures.add(name + "_lanes_mb", lanes);
}

void print_rate(const char* what, std::size_t count, double took, const std::string& name,
                Figures& figures) {
  std::printf("%s: %zu in %.2f s, %.0f /s\n", what, count, took, double(count) / took);
  std::fflush(stdout);
  figures.add(name + "_per_second", double(count) / took);
}

/// Of what happens once; a bench that compares takes the median over runs.
void print_seconds(const char* what, double took, const std::string& name, Figures& figures) {
  std::printf("  %-46s %12.6f s\n", what, took);
  std::fflush(stdout);
  figures.add(name + "_seconds", took);
}

struct Took {
  double seconds = 0, cpu_seconds = 0;
};

/// What the calls for facts [begin, end) of all take. Processor seconds are those of all threads
/// meanwhile: they say less about the machine's other work.
Took fold_range(Engine& engine, const Settings& settings, const Facts& facts, std::size_t begin,
                std::size_t end) {
  Took took;
  for (std::size_t at = begin; at < end; at += settings.batch) {
    std::vector<Fact> call;
    for (std::size_t i = at; i < std::min(end, at + settings.batch); ++i) {
      call.push_back(facts.fact(i / settings.memories, i % settings.memories));
    }
    std::vector<Decision> decisions;
    const std::clock_t cpu = std::clock();
    took.seconds += seconds([&] { decisions = engine.fold(call); });
    took.cpu_seconds += double(std::clock() - cpu) / CLOCKS_PER_SEC;
    for (const Decision& decision : decisions) {
      if (decision.status == Status::Error) throw std::runtime_error(decision.error);
    }
  }
  return took;
}

void load(const Settings& settings, const Facts& facts, const std::string& store,
          Figures& figures) {
  Engine engine = Engine::open(store, options_of(settings, !settings.texts));
  const std::size_t count = settings.users * settings.memories;
  const std::size_t tenth = count - count / 10;
  const Took first = fold_range(engine, settings, facts, 0, tenth);
  const Took last = fold_range(engine, settings, facts, tenth, count);
  print_rate("facts in calls that span users", count, first.seconds + last.seconds, "facts",
             figures);
  print_rate("  the last tenth", count - tenth, last.seconds, "last_tenth_facts", figures);
  print_seconds("processors, for all", first.cpu_seconds + last.cpu_seconds, "facts_cpu", figures);
  print_memory("when loaded", engine, figures, "loaded");
  const Stats stats = engine.stats();
  if (stats.users != settings.users || stats.decisions != count ||
      (!settings.texts && stats.memories != count)) {
    throw std::runtime_error("not every fact was decided about, or became a memory");
  }
  print_seconds("closing", seconds([&] { const Engine closed = std::move(engine); }), "close",
                figures);
}

/// Recalls of users spread over all, none of them loaded before.
void recall_strangers(const Engine& engine, const Settings& settings, const Facts& facts,
                      Figures& figures) {
  const std::size_t count = std::min(settings.users, kRecalls + 1);
  std::vector<double> each;
  for (std::size_t i = 0; i < count; ++i) {
    const Fact fact = facts.fact(i * (settings.users / count), 0);
    const RecallQuery query{.user = fact.user,
                            .text = fact.content,
                            .vector = fact.embedding,
                            .k = 5,
                            .count_use = false};
    std::vector<Hit> hits;
    each.push_back(seconds([&] { hits = engine.recall(query); }));
    if (hits.empty() || (!settings.texts && hits[0].memory.content != fact.content)) {
      throw std::runtime_error("recall does not find what " + fact.user + " said");
    }
  }
  print_seconds("the first recall, of a user never loaded", each[0], "first_recall", figures);
  if (each.size() > 1) each.erase(each.begin());
  print_seconds("recall of others never loaded, median", at_share(each, 0.5), "recall_p50",
                figures);
  print_seconds("  99th percentile", at_share(each, 0.99), "recall_p99", figures);
}

void reopen(const Settings& settings, const Facts& facts, const std::string& store,
            Figures& figures) {
  forget_memory();
  const auto start = SteadyClock::now();
  Engine engine = Engine::open(store, options_of(settings, !settings.texts));
  const double opening = seconds_since(start);
  std::printf("opened again, store %.1f MB\n", double(directory_bytes(store)) / 1e6);
  figures.add("store_mb", double(directory_bytes(store)) / 1e6);
  print_seconds("opening", opening, "open", figures);
  recall_strangers(engine, settings, facts, figures);
  print_seconds("stats() of everyone", seconds([&] { (void)engine.stats(); }), "stats", figures);
  print_seconds("stats() of one", seconds([&] { (void)engine.stats(Facts::user(0)); }),
                "stats_of_one", figures);
  std::size_t listed = 0;
  print_seconds("users()", seconds([&] { listed = engine.users().size(); }), "users", figures);
  if (listed != settings.users) throw std::runtime_error("users() does not list everyone");
  print_memory("when asked", engine, figures, "asked");
  const auto jobs_run = [&] {
    std::size_t count = 0;
    for (const JobReport& job : engine.maintain()) count += job.ran;
    return count;
  };
  std::size_t ran = 0;
  print_seconds("maintain(), every job for the first time", seconds([&] { ran = jobs_run(); }),
                "first_maintain", figures);
  if (ran == 0) throw std::runtime_error("a new store had no job to run");
  print_seconds("maintain() when nothing is due", seconds([&] { ran = jobs_run(); }),
                "idle_maintain", figures);
  if (ran != 0) throw std::runtime_error("a job ran twice at the same moment");
  print_memory("when maintained", engine, figures, "maintained");
}

void recall_unknown(const Settings& settings, Figures& figures) {
  const Scratch store("users-bench");
  const Engine engine = Engine::open(store.path(), options_of(settings, false));
  const double took = seconds([&] {
    for (std::size_t i = 0; i < settings.unknown; ++i) {
      engine.recall({.user = "nobody-" + std::to_string(i), .text = "topic"});
    }
  });
  print_rate("recalls of unknown users", settings.unknown, took, "unknown", figures);
  print_memory("after them", engine, figures, "unknown");
}

void fold_singly(const Settings& settings, Figures& figures) {
  const Scratch store("users-bench");
  Engine engine = Engine::open(store.path(), options_of(settings, false));
  const double took = seconds([&] {
    for (std::size_t i = 0; i < settings.single; ++i) {
      Fact fact;
      fact.user = Facts::user(i);
      fact.content =
          "Statement number " + std::to_string(i) + " about topic " + std::to_string(i / 7);
      fact.idempotency_key = "1";
      engine.fold({&fact, 1});
    }
  });
  print_rate("one fact each, a call each", settings.single, took, "single", figures);
  print_memory("after them", engine, figures, "single");
  if (engine.stats().memories != settings.single) {
    throw std::runtime_error("not every fact became a memory");
  }
}

Settings parse(int argc, char** argv) {
  Settings settings;
  bench::each_flag(argc, argv, [&](const std::string& flag, const auto& value) {
    if (flag == "--users")
      settings.users = std::stoul(value());
    else if (flag == "--memories")
      settings.memories = std::stoul(value());
    else if (flag == "--batch")
      settings.batch = std::stoul(value());
    else if (flag == "--budget")
      settings.budget_mib = std::stoul(value());
    else if (flag == "--dimension")
      settings.dimension = std::stoi(value());
    else if (flag == "--texts")
      settings.texts = true;
    else if (flag == "--mode")
      settings.mode = parse_name<Mode>(value()).value();
    else if (flag == "--single")
      settings.single = std::stoul(value());
    else if (flag == "--unknown")
      settings.unknown = std::stoul(value());
    else if (flag == "--sync")
      settings.sync = true;
    else if (flag == "--threads")
      settings.threads = std::stoi(value());
    else if (flag == "--json")
      settings.json = value();
    else
      throw std::runtime_error("unknown flag " + flag);
  });
  if (settings.batch == 0 || settings.memories == 0 || settings.memories > 4000) {
    throw std::runtime_error("--batch takes 1 and more, --memories 1 to 4000");
  }
  return settings;
}

}  // namespace

int main(int argc, char** argv) try {
  const Settings settings = parse(argc, argv);
  std::printf("%s\n", machine_line().c_str());
  std::printf("memory_budget %zu MiB, %s, process %.1f MB at first\n", settings.budget_mib,
              settings.sync ? "sync" : "relaxed", resident().all);
  Figures figures;
  if (settings.unknown > 0) recall_unknown(settings, figures);
  if (settings.single > 0) fold_singly(settings, figures);
  if (settings.users > 0) {
    const Scratch store("users-bench");
    const Facts facts(settings);
    std::printf("%zu users, %zu memories each, %s, mode %s, calls of %zu\n", settings.users,
                settings.memories,
                settings.texts ? "built-in models"
                               : ("given vectors of " + std::to_string(settings.dimension)).c_str(),
                std::string(name(mode_of(settings, !settings.texts))).c_str(), settings.batch);
    load(settings, facts, store.path(), figures);
    reopen(settings, facts, store.path(), figures);
  }
  figures.write(settings.json);
} catch (const std::exception& error) {
  std::fprintf(stderr, "users_bench: %s\n", error.what());
  return 1;
}
