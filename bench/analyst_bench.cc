// How many statement pairs the built-in Analyst and Guard compare per second on one core, and how
// many statements are judged beside six others.
#include <benchmark/benchmark.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bench/fold_parts.h"
#include "memfold/judge.h"
#include "memfold/models.h"

namespace memfold {
namespace {

struct Pair {
  std::string existing, incoming;
};

constexpr const char* kBoundaryPairs = MEMFOLD_SOURCE_DIR "/tests/data/boundary_pairs.jsonl";

/// The labelled pairs of a file; what they say is not looked at here.
std::vector<Pair> pairs_of(const char* file) {
  std::ifstream lines(file);
  std::vector<Pair> pairs;
  for (std::string line; std::getline(lines, line);) {
    const auto pair = nlohmann::json::parse(line);
    pairs.push_back({pair.at("existing"), pair.at("new")});
  }
  if (pairs.empty()) throw std::runtime_error(std::string("no pairs in ") + file);
  return pairs;
}

/// What was read lately is not read again; spaces at the end make a text another one.
std::string made_new(std::string_view text, std::size_t round) {
  constexpr std::size_t kVariants = 64;
  return std::string(text) + std::string(round % kVariants, ' ');
}

/// Both statements are read anew each time.
void compare(benchmark::State& state, const char* file) {
  const auto analyst = builtin_analyst();
  const std::vector<Pair> pairs = pairs_of(file);
  std::size_t next = 0;
  for (auto _ : state) {
    const std::size_t round = next / pairs.size();
    const Pair& pair = pairs[next++ % pairs.size()];
    const std::string existing = made_new(pair.existing, round),
                      incoming = made_new(pair.incoming, round);
    const Analysis analysis =
        analyst->compare({existing, {}, std::nullopt}, {incoming, {}, std::nullopt});
    benchmark::DoNotOptimize(analysis.confidence);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(compare, boundary_set, kBoundaryPairs);
BENCHMARK_CAPTURE(compare, training_set, MEMFOLD_TRAINING_PAIRS);

void guard(benchmark::State& state, const char* file) {
  const auto guard = builtin_guard();
  const std::vector<Pair> pairs = pairs_of(file);
  std::size_t next = 0;
  for (auto _ : state) {
    const std::size_t round = next / pairs.size();
    const Pair& pair = pairs[next++ % pairs.size()];
    const std::string existing = made_new(pair.existing, round),
                      incoming = made_new(pair.incoming, round);
    const auto changes =
        guard->differences({existing, {}, std::nullopt}, {incoming, {}, std::nullopt});
    benchmark::DoNotOptimize(changes.data());
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(guard, boundary_set, kBoundaryPairs);

/// As folding does it: one short statement beside the six most like it, which were read long ago.
void judge(benchmark::State& state) {
  constexpr std::size_t kCandidates = 6, kKinds = 8, kThings = 5000;
  const auto analyst = builtin_analyst();
  const auto judge = builtin_judge();
  const std::vector<PairContext> contexts(kCandidates);
  std::size_t next = 0;
  for (auto _ : state) {
    const std::string fact = bench::short_statement(next, kThings);
    std::vector<Analysis> analyses;
    for (std::size_t i = 1; i <= kCandidates; ++i) {
      const std::string known = bench::short_statement(next + 1000 * i * kKinds, kThings);
      analyses.push_back(
          *analyst->compare_for_judge({known, {}, std::nullopt}, {fact, {}, std::nullopt}, 0));
    }
    benchmark::DoNotOptimize(judge->judge(fact, contexts, analyses).data());
    ++next;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(judge);

}  // namespace
}  // namespace memfold
