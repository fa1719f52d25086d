// What readers feel while one user's facts are folded in bulk: recall alone, then beside a fold.
//
//   readers_bench [--memories N] [--batch N] [--seconds S] [--mode fast|balanced] [--json FILE]
//
// N short statements, half of them Korean, are folded with the built-in models; then one thread
// asks while nothing else goes on, and again while another folds more statements of the same user,
// `batch` of them a call and a commit. Alone or not, the same questions are asked.
#include <atomic>
#include <cstdio>
#include <thread>

#include "bench/figures.h"
#include "bench/fold_parts.h"
#include "bench/machine.h"
#include "memfold/engine.h"

namespace {

using namespace memfold;
using namespace memfold::bench;

struct Settings {
  std::size_t memories = 50'000, batch = 512;
  double seconds = 10;
  Mode mode = Mode::Balanced;
  std::string json;
};

constexpr const char* kUser = "mina";
constexpr std::size_t kThings = 20'000, kQuestions = 200;

std::vector<Fact> facts_of(std::size_t begin, std::size_t end) {
  std::vector<Fact> facts;
  for (std::size_t i = begin; i < end; ++i) {
    Fact& fact = facts.emplace_back();
    fact.user = kUser;
    fact.content = short_statement(i, kThings);
    fact.idempotency_key = std::to_string(i);
    fact.occurred_at = Time{std::int64_t(1'577'836'800 + i) * kMicrosPerSecond};
  }
  return facts;
}

/// Milliseconds of each recall, for as long as `go` says.
template <typename Go>
std::vector<double> ask(const Engine& engine, const Go& go) {
  std::vector<double> each;
  for (std::size_t i = 0; go(); ++i) {
    const std::string text = short_statement(i % kQuestions * 97, kThings);
    const auto start = SteadyClock::now();
    const std::vector<Hit> hits =
        engine.recall({.user = kUser, .text = text, .k = 5, .count_use = false});
    each.push_back(1e3 * seconds_since(start));
    if (hits.empty()) throw std::runtime_error("recall found nothing");
  }
  return each;
}

void print(const char* name, const std::vector<double>& each, Figures& figures) {
  const double p50 = at_share(each, 0.5), p99 = at_share(each, 0.99), most = at_share(each, 1);
  std::printf("%-18s %8zu recalls, p50 %8.2f ms, p99 %8.2f, at most %8.2f\n", name, each.size(),
              p50, p99, most);
  const std::string prefix = std::string(name) == "alone" ? "alone" : "beside";
  figures.add(prefix + "_p50_ms", p50);
  figures.add(prefix + "_p99_ms", p99);
  figures.add(prefix + "_most_ms", most);
}

Settings parse(int argc, char** argv) {
  Settings settings;
  each_flag(argc, argv, [&](const std::string& flag, const auto& value) {
    if (flag == "--memories") {
      settings.memories = std::stoul(value());
    } else if (flag == "--batch") {
      settings.batch = std::stoul(value());
    } else if (flag == "--seconds") {
      settings.seconds = std::stod(value());
    } else if (flag == "--mode") {
      settings.mode = value() == "fast" ? Mode::Fast : Mode::Balanced;
    } else if (flag == "--json") {
      settings.json = value();
    } else {
      throw std::runtime_error("unknown flag " + flag);
    }
  });
  return settings;
}

}  // namespace

int main(int argc, char** argv) try {
  const Settings settings = parse(argc, argv);
  std::printf("%s\n", machine_line().c_str());
  Figures figures;
  const Scratch store("readers-bench");
  EngineOptions options;
  options.decide.mode = settings.mode;
  Engine engine = Engine::open(store.path(), options);

  auto start = SteadyClock::now();
  engine.fold(facts_of(0, settings.memories), {.batch = int(settings.batch)});
  const double alone_rate = double(settings.memories) / seconds_since(start);
  std::printf("folded %zu facts of one user: %.0f facts/s\n", settings.memories, alone_rate);
  figures.add("fold_facts_per_second", alone_rate);
  engine.recall({.user = kUser, .text = "budget", .count_use = false});  // reads the words

  start = SteadyClock::now();
  print("alone", ask(engine, [&] { return seconds_since(start) < settings.seconds; }), figures);

  std::atomic<bool> stop{false};
  std::size_t folded = 0;
  double seconds = 0;
  std::thread writer([&] {
    const auto begin = SteadyClock::now();
    for (std::size_t at = settings.memories; !stop; at += settings.batch) {
      engine.fold(facts_of(at, at + settings.batch), {.batch = int(settings.batch)});
      folded += settings.batch;
    }
    seconds = seconds_since(begin);
  });
  start = SteadyClock::now();
  const auto beside = ask(engine, [&] { return seconds_since(start) < settings.seconds; });
  stop = true;
  writer.join();
  print("beside a bulk fold", beside, figures);
  std::printf("which went on at %.0f facts/s\n", double(folded) / seconds);
  figures.add("beside_fold_facts_per_second", double(folded) / seconds);
  figures.write(settings.json);
} catch (const std::exception& error) {
  std::fprintf(stderr, "readers_bench: %s\n", error.what());
  return 1;
}
