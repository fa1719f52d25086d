// Latency of recall in one user's 100,000 memories, by vector, by words and by both; what an index
// of words takes to build and to keep.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "bench/machine.h"
#include "core/temporary_directory.h"
#include "memfold/engine.h"

namespace {

using namespace memfold;

constexpr const char* kUser = "bench";
constexpr std::size_t kMemories = 100'000, kVocabulary = 40'000, kQueries = 256;
constexpr std::size_t kWordsPerMemory = 11, kWordsPerQuery = 5;

std::string hangul(std::size_t number) {
  std::string word;
  for (std::size_t syllable = 0; syllable < 2 + number % 3; ++syllable) {
    const auto c = char32_t(0xAC00 + (number * 7919 + syllable * 104'729) % 11'172);
    word += {char(0xE0 | c >> 12), char(0x80 | (c >> 6 & 0x3F)), char(0x80 | (c & 0x3F))};
  }
  return word;
}

std::string latin(std::size_t number) {
  std::string word;
  for (std::size_t rest = number + 26; rest > 0; rest /= 26) {
    word += {char('a' + rest % 26), "aeiou"[rest % 5]};
  }
  return word;
}

/// Texts of words whose frequency falls with their rank, as Zipf has it; Korean and English by
/// turns.
class Texts {
 public:
  std::string next(std::size_t words) {
    std::string text;
    const bool korean = ++count_ % 2 == 0;
    for (std::size_t i = 0; i < words; ++i) {
      const double rank = std::exp(share_(random_) * std::log(double(kVocabulary)));
      const auto number = static_cast<std::size_t>(rank);
      text += (i == 0 ? "" : " ") + (korean ? hangul(number) : latin(number));
    }
    return text + " " + std::to_string(count_ * 37 % 9000);
  }

 private:
  std::mt19937_64 random_{7};
  std::uniform_real_distribution<double> share_{0, 1};
  std::size_t count_ = 0;
};

/// The store, and queries in words of its memories.
struct Filled {
  TemporaryDirectory directory;
  std::vector<std::string> queries;
  EngineOptions options{.models = builtin_models()};

  Filled() {
    // Every statement becomes a memory: no cosine lies above 1.
    options.decide.policy = Policy::Classify;
    options.decide.classify.cosine_above = 1;
    options.durability = Durability::Relaxed;
    Texts texts;
    std::vector<Fact> facts(kMemories);
    for (Fact& fact : facts) {
      fact.user = kUser;
      fact.content = texts.next(kWordsPerMemory);
    }
    for (std::size_t i = 0; i < kQueries; ++i) queries.push_back(texts.next(kWordsPerQuery));
    Engine engine = open();
    engine.fold(facts);
    if (engine.stats(kUser).current_memories != kMemories) {
      std::fprintf(stderr, "wrong answer: not every statement became a memory\n");
      std::exit(1);
    }
  }

  Engine open() const { return Engine::open(directory.path() + "/store", options); }
};

Filled& filled() {
  static Filled store;
  return store;
}

RecallQuery query_of(const std::string& text, RecallBy by) {
  RecallQuery query;
  query.user = kUser;
  query.text = text;
  query.by = by;
  query.count_use = false;
  return query;
}

double microseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
      .count();
}

void recall(benchmark::State& state, RecallBy by) {
  const Engine engine = filled().open();
  engine.recall(query_of("warm up", by));
  std::vector<double> times;
  std::size_t next = 0, found = 0;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    found += engine.recall(query_of(filled().queries[next++ % kQueries], by)).size();
    times.push_back(microseconds_since(start));
  }
  if (found == 0) return state.SkipWithError("nothing was found");
  std::sort(times.begin(), times.end());
  state.counters["p50_us"] = times[times.size() / 2];
  state.counters["p99_us"] = times[times.size() * 99 / 100];
}

/// The first recall by words after one by vector: the index is built then.
void build(benchmark::State& state) {
  double bytes = 0;
  for (auto _ : state) {
    state.PauseTiming();
    auto engine = std::make_unique<Engine>(filled().open());
    engine->recall(query_of("warm up", RecallBy::Vector));
    const auto before = engine->stats(kUser).resident_bytes;
    state.ResumeTiming();
    engine->recall(query_of("warm up", RecallBy::Words));
    state.PauseTiming();
    bytes = double(engine->stats(kUser).resident_bytes - before);
    state.counters["vectors_and_features_per_memory"] = double(before) / kMemories;
    engine.reset();
    state.ResumeTiming();
  }
  state.counters["bytes_per_memory"] = bytes / kMemories;
}

/// Recall of what was believed at another time reads everything.
void past(benchmark::State& state) {
  const Engine engine = filled().open();
  std::size_t found = 0;
  for (auto _ : state) {
    RecallQuery query = query_of(filled().queries[0], RecallBy::Both);
    query.as_of = system_clock()();
    found += engine.recall(query).size();
  }
  if (found == 0) state.SkipWithError("nothing was found");
}

BENCHMARK_CAPTURE(recall, vector, RecallBy::Vector)
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(1000);
BENCHMARK_CAPTURE(recall, words, RecallBy::Words)->Unit(benchmark::kMicrosecond)->Iterations(1000);
BENCHMARK_CAPTURE(recall, both, RecallBy::Both)->Unit(benchmark::kMicrosecond)->Iterations(1000);
BENCHMARK(build)->Unit(benchmark::kMillisecond)->Iterations(3);
BENCHMARK(past)->Unit(benchmark::kMillisecond)->Iterations(3);

}  // namespace

int main(int argc, char** argv) {
  std::printf("%s\n", memfold::bench::machine_line().c_str());
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
