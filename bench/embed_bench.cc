// T7: short texts per second through the built-in Embedder, on one core.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "bench/machine.h"
#include "memfold/models.h"

namespace {

constexpr std::size_t kTexts = 4096;
constexpr std::size_t kSingles = 64;  // embedded one by one, to check the batch

constexpr std::string_view kKoreanSubjects[] = {
    "분기 보고서",      "신규 채용 면접", "결제 서버 이전 작업", "마케팅 캠페인 예산",
    "고객사 방문 일정", "품질 점검 결과", "사무실 임대 계약",    "모바일 앱 개편안"};
constexpr std::string_view kKoreanEnds[] = {
    "는 금요일까지 제출해야 합니다", "이 #월에서 다음 달로 연기되었습니다", "은 #만원으로 확정",
    "를 담당하는 사람은 김하늘 과장입니다", "에 참석자 #명이 추가되었다"};
constexpr std::string_view kEnglishSubjects[] = {"The quarterly report",
                                                 "The candidate interview",
                                                 "The payment server migration",
                                                 "The marketing campaign budget",
                                                 "The visit to the client",
                                                 "The quality review",
                                                 "The office lease",
                                                 "The redesign of the mobile app"};
constexpr std::string_view kEnglishEnds[] = {
    " is due on Friday", " was moved from week # to next month", " was fixed at $#,000",
    " is owned by Julia Novak from now on", " needs # more people"};

template <std::size_t kSubjects, std::size_t kEnds>
std::string sentence(const std::string_view (&subjects)[kSubjects],
                     const std::string_view (&ends)[kEnds], std::size_t number) {
  std::string text(subjects[number % kSubjects]);
  for (const char c : ends[number / kSubjects % kEnds]) {
    if (c == '#') {
      text += std::to_string(number * 37 % 9000 + 10);
    } else {
      text += c;
    }
  }
  return text;
}

/// Half Korean, half English, by turns.
std::vector<std::string> sentences(bool korean, bool english) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < kTexts; ++i) {
    const bool in_korean = korean && (!english || i % 2 == 0);
    texts.push_back(in_korean ? sentence(kKoreanSubjects, kKoreanEnds, i)
                              : sentence(kEnglishSubjects, kEnglishEnds, i));
  }
  return texts;
}

/// Rows must be units, and a batch must hold the rows of its texts.
bool answers_hold(const memfold::Embedder& embedder, const std::vector<std::string_view>& texts,
                  const std::vector<std::int16_t>& rows) {
  const auto dimension = static_cast<std::size_t>(embedder.dimension());
  std::vector<std::int16_t> single(dimension);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::int16_t* row = rows.data() + i * dimension;
    std::int64_t square = 0;
    for (std::size_t j = 0; j < dimension; ++j) square += std::int64_t{row[j]} * row[j];
    const double length = double(square) / memfold::kDotScale;
    if (length < 0.998 || length > 1.002) return false;
    if (i >= kSingles) continue;
    embedder.embed({&texts[i], 1}, single);
    if (!std::equal(single.begin(), single.end(), row)) return false;
  }
  return true;
}

void embed(benchmark::State& state, bool korean, bool english) {
  const auto embedder = memfold::builtin_embedder();
  const std::vector<std::string> owned = sentences(korean, english);
  const std::vector<std::string_view> texts(owned.begin(), owned.end());
  std::vector<std::int16_t> rows(texts.size() * static_cast<std::size_t>(embedder->dimension()));
  std::int64_t bytes = 0;
  for (const std::string_view text : texts) bytes += static_cast<std::int64_t>(text.size());

  embedder->embed(texts, rows);
  if (!answers_hold(*embedder, texts, rows)) {
    state.SkipWithError("the rows are wrong");
    return;
  }
  for (auto _ : state) {
    embedder->embed(texts, rows);
    benchmark::DoNotOptimize(rows.data());
    benchmark::ClobberMemory();
  }
  const auto rounds = static_cast<std::int64_t>(state.iterations());
  state.SetItemsProcessed(rounds * static_cast<std::int64_t>(kTexts));
  state.SetBytesProcessed(rounds * bytes);
  state.counters["bytes_per_text"] = double(bytes) / kTexts;
}

BENCHMARK_CAPTURE(embed, mixed, true, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(embed, korean, true, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(embed, english, false, true)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  std::printf("%s\n", memfold::bench::machine_line().c_str());
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
