// How many statement pairs the built-in Analyst and Guard compare per second on one core.
#include <benchmark/benchmark.h>

#include <iterator>
#include <string>
#include <string_view>

#include "memfold/models.h"

namespace memfold {
namespace {

struct Pair {
  std::string_view existing, incoming;
  Verdict verdict;
};

constexpr Pair kPairs[] = {
    {"Q1 마케팅 캠페인 예산은 5000만원", "Q1 마케팅 캠페인 예산이 6000만원으로 증액",
     Verdict::Update},
    {"Q1 OKR: 사용자 20% 증가", "Q2 OKR: 사용자 15% 증가, Q1 성과 기반", Verdict::Link},
    {"주간 회의는 월요일 오전 10시에 진행합니다", "주간 회의는 월요일 10:00에 합니다",
     Verdict::Duplicate},
    {"마케팅 예산은 5천만원", "사무실 에어컨이 고장났다", Verdict::Unrelated},
    {"The design review is on Monday at 10am in Room 301",
     "The design review moved to Tuesday at 2pm", Verdict::Update},
    {"Service request SR-2023-052 was reviewed", "Service request SR-2023-053 was reviewed",
     Verdict::Link},
    {"The marketing budget is $1.2M", "The marketing budget is USD 1,200,000", Verdict::Duplicate},
    {"The company picnic is on April 18", "The company picnic takes place at Riverside Park",
     Verdict::Merge},
};

/// What was read lately is not read again; spaces at the end make a text another one.
std::string made_new(std::string_view text, std::size_t round) {
  constexpr std::size_t kVariants = 64;
  return std::string(text) + std::string(round % kVariants, ' ');
}

void compare_short_statements(benchmark::State& state) {
  const auto analyst = builtin_analyst();
  std::size_t next = 0;
  for (auto _ : state) {
    const std::size_t round = next / std::size(kPairs);
    const Pair& pair = kPairs[next++ % std::size(kPairs)];
    const std::string existing = made_new(pair.existing, round),
                      incoming = made_new(pair.incoming, round);
    const Analysis analysis =
        analyst->compare({existing, {}, std::nullopt}, {incoming, {}, std::nullopt});
    if (analysis.verdict != pair.verdict) state.SkipWithError("wrong verdict");
    benchmark::DoNotOptimize(analysis.confidence);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(compare_short_statements);

void guard_short_statements(benchmark::State& state) {
  const auto guard = builtin_guard();
  std::size_t next = 0;
  for (auto _ : state) {
    const std::size_t round = next / std::size(kPairs);
    const Pair& pair = kPairs[next++ % std::size(kPairs)];
    const std::string existing = made_new(pair.existing, round),
                      incoming = made_new(pair.incoming, round);
    const auto changes =
        guard->differences({existing, {}, std::nullopt}, {incoming, {}, std::nullopt});
    benchmark::DoNotOptimize(changes.data());
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(guard_short_statements);

}  // namespace
}  // namespace memfold
