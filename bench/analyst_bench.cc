// How many statement pairs the built-in Analyst and Guard compare per second on one core.
#include <benchmark/benchmark.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace
}  // namespace memfold
