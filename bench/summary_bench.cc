// How many short mails a second the built-in Summarizer works on one core: a summary of two
// sentences and eight keywords each; and one text of 100 kB.
#include <benchmark/benchmark.h>

#include <iterator>
#include <string>
#include <string_view>

#include "memfold/models.h"

namespace memfold {
namespace {

struct Mail {
  std::string_view text, must;  ///< a part of its summary
};

constexpr Mail kMails[] = {
    {"Hi Tom,\n\nThe launch of the new shop moved to 10 May because the hall is taken on the 3rd. "
     "The "
     "board approved the budget of $40,000. Could you book the venue?\n\nThanks,\nAnn",
     "10 May"},
    {"안녕하세요 지민 님,\n\n가을 워크숍 장소가 속초로 변경되었습니다. 버스는 오전 8시에 본사 "
     "앞에서 "
     "출발합니다. 참석 인원은 32명으로 확정되었습니다.\n\n감사합니다.\n서윤 드림",
     "속초"},
    {"On Mon, 2 Mar 2026, Karl wrote:\n> The old pump delivers 12 litres a minute.\n> We should "
     "keep "
     "it.\n\nThe old pump is broken since Sunday. I ordered a Grund 300 for $890, it\narrives on 9 "
     "March.\n\n-- \nIvo Brandt\nWaterworks\n",
     "Grund 300"},
    {"팀원 여러분,\n\n서버 이전 작업을 어제 밤에 완료했습니다. DB는 PostgreSQL 16으로 올렸고 응답 "
     "시간은 35ms로 개선되었습니다.\n다음 점검은 3월 2일 오전 2시에 진행할 예정입니다.\n\n문의 "
     "사항은 "
     "언제든 연락 주세요.",
     "3월 2일"},
};

/// What was read last is not read again; spaces inside make a text another one.
std::string made_new(std::string_view text, std::size_t round) {
  constexpr std::size_t kVariants = 64;
  std::string changed(text);
  changed.insert(changed.find('\n'), round % kVariants, ' ');
  return changed;
}

void summarise_short_mails(benchmark::State& state) {
  const auto summarizer = builtin_summarizer();
  std::size_t next = 0, bytes = 0;
  for (auto _ : state) {
    const Mail& mail = kMails[next % std::size(kMails)];
    const std::string text = made_new(mail.text, next++ / std::size(kMails));
    const std::string_view texts[] = {text};
    const std::string summary = summarizer->summarise(texts, 2);
    const auto keywords = summarizer->keywords(text, 8);
    if (summary.find(mail.must) == std::string::npos || keywords.empty()) {
      state.SkipWithError("wrong summary");
    }
    bytes += text.size();
  }
  state.SetItemsProcessed(state.iterations());
  state.SetBytesProcessed(std::int64_t(bytes));
}
BENCHMARK(summarise_short_mails);

void summarise_hundred_kilobytes(benchmark::State& state) {
  constexpr std::size_t kBytes = 100'000;
  const auto summarizer = builtin_summarizer();
  std::string text;
  for (std::size_t i = 0; text.size() < kBytes; ++i) {
    text += std::string(kMails[i % std::size(kMails)].text) + "\nItem " + std::to_string(i) +
            " is due on day " + std::to_string(i * 7) + ".\n\n";
    for (const std::string_view mark : {"-- \n", "> "}) {
      for (std::size_t at; (at = text.find(mark)) != std::string::npos;)
        text.erase(at, mark.size());
    }
  }
  const std::string_view texts[] = {text};
  for (auto _ : state) benchmark::DoNotOptimize(summarizer->summarise(texts, 5).data());
  state.SetBytesProcessed(std::int64_t(text.size()) * state.iterations());
}
BENCHMARK(summarise_hundred_kilobytes);

}  // namespace
}  // namespace memfold
