// Latency of recall among one user's 2,000 storylines: the first question, which loads them, and
// those after it; and what a question reads of the store.
#include <benchmark/benchmark.h>
#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "bench/machine.h"
#include "core/temporary_directory.h"
#include "memfold/engine.h"

namespace {

using namespace memfold;

constexpr const char* kUser = "bench";
constexpr int kStories = 2000, kSourcesEach = 5;
constexpr Time kNow{20'000 * kMicrosPerDay};

std::string project(int number) {
  return "PRJ-" + std::to_string(1000 + number);
}

ExtractedSource source_of(int number, int turn) {
  static const char* const kTold[] = {"의 납품 단가가 %d원으로 바뀌었습니다.",
                                      " moves to rack %d next week.", " 회의는 %d호에서 합니다.",
                                      " is delayed by %d days.", " costs %d USD a month."};
  char told[128];
  std::snprintf(told, sizeof told, kTold[turn], 100 + (number * 37 + turn * 11) % 9000);
  ExtractedSource source;
  source.source.user = kUser;
  source.source.source_id = project(number) + "/" + std::to_string(turn);
  source.source.id = source_id_of(kUser, {}, source.source.source_id);
  source.source.started_at = source.source.ended_at =
      Time{kNow.micros - (10 - turn) * kMicrosPerDay};
  source.source.received_at = kNow;
  source.source.summary = project(number) + told;
  Mention mention;
  mention.name = project(number);
  mention.type = "id";
  mention.support = 3;
  source.mentioned.mentions = {mention};
  return source;
}

struct Filled {
  TemporaryDirectory directory;

  Engine open() const {
    EngineOptions options;
    options.models = builtin_models();
    options.durability = Durability::Relaxed;
    options.clock = [] { return kNow; };
    options.graph.storylines_a_night = kStories;
    return Engine::open(directory.path(), std::move(options));
  }
  Filled() {
    Engine engine = open();
    for (int number = 0; number < kStories; number += 100) {
      std::vector<ExtractedSource> sources;
      for (int turn = 0; turn < kSourcesEach; ++turn) {
        for (int i = number; i < number + 100; ++i) sources.push_back(source_of(i, turn));
      }
      engine.graph().fold_sources(sources);
    }
    engine.maintain({{"promote_storylines"}});
  }
};

const Filled& filled() {
  static const Filled made;
  return made;
}

StoryQuery query_of(int number) {
  StoryQuery query;
  query.user = kUser;
  query.text = number % 2 == 0 ? "when does " + project(number) + " move to another rack?"
                               : project(number) + "의 납품 단가는 얼마인가요?";
  query.count_use = false;
  return query;
}

void first(benchmark::State& state) {
  std::size_t found = 0;
  for (auto _ : state) {
    state.PauseTiming();
    auto engine = std::make_unique<Engine>(filled().open());
    state.ResumeTiming();
    found += engine->graph().recall(query_of(1)).size();
    state.PauseTiming();
    engine.reset();
    state.ResumeTiming();
  }
  if (found == 0) state.SkipWithError("nothing was found");
}

void later(benchmark::State& state) {
  const Engine engine = filled().open();
  engine.graph().recall(query_of(0));
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
  rocksdb::PerfContext& perf = *rocksdb::get_perf_context();
  perf.Reset();
  std::size_t found = 0;
  int number = 0;
  for (auto _ : state) {
    found += engine.graph().recall(query_of(++number % kStories)).size();
  }
  if (found == 0) state.SkipWithError("nothing was found");
  const double questions = double(state.iterations());
  state.counters["hits"] = double(found) / questions;
  state.counters["bytes_read"] =
      double(perf.get_read_bytes + perf.multiget_read_bytes + perf.iter_read_bytes) / questions;
}

BENCHMARK(first)->Unit(benchmark::kMillisecond)->Iterations(5);
BENCHMARK(later)->Unit(benchmark::kMillisecond)->Iterations(500);

}  // namespace

int main(int argc, char** argv) {
  std::printf("%s\n", memfold::bench::machine_line().c_str());
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
