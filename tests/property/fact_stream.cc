#include "tests/property/fact_stream.h"

#include <array>

namespace memfold::test {
namespace {

/// A statement with one property that changes; {} is replaced by its value.
struct Topic {
  const char* subject;
  const char* pattern;
  const char* person;
  bool money;
};

constexpr std::array<Topic, 12> kTopics = {{
    {"Q1 마케팅 캠페인", "Q1 마케팅 캠페인 예산은 {}만원입니다", "jiyeon@hanbit.example", true},
    {"Q2 마케팅 캠페인", "Q2 마케팅 캠페인 예산은 {}만원입니다", "jiyeon@hanbit.example", true},
    {"킥오프 회의", "킥오프 회의는 1월 {}일 오후 3시 회의실 A에서 합니다", "minsu@hanbit.example",
     false},
    {"계약 검토", "한빛 계약서 초안 검토는 {}일까지 끝내 주세요", "legal@hanbit.example", false},
    {"배포 일정", "모바일 앱 배포는 2월 {}일로 확정했습니다", "dev@hanbit.example", false},
    {"Pilot budget", "The pilot budget for Northwind is ${},000", "sara@northwind.example", true},
    {"Weekly sync", "The weekly sync moves to {} pm in room 301", "sara@northwind.example", false},
    {"SR tickets", "Ticket SR-2026-0{} is assigned to Daniel", "ops@northwind.example", false},
    {"Release v2", "Release v2.{} ships to all customers this month", "dev@northwind.example",
     false},
    {"Office move", "The office moves to Pangyo on May {}", "hr@hanbit.example", false},
    {"Headcount", "The data team grows to {} people this year", "hr@hanbit.example", false},
    {"점심", "다음 주 점심 모임은 {}시에 판교역 앞에서 봅니다", "minsu@hanbit.example", false},
}};

std::string filled(const char* pattern, int value) {
  std::string text = pattern;
  const std::size_t at = text.find("{}");
  if (at != std::string::npos) text.replace(at, 2, std::to_string(value));
  return text;
}

}  // namespace

std::vector<Fact> random_stream(const StreamOptions& options) {
  std::mt19937_64 random(options.seed);
  const auto pick = [&](int n) { return int(random() % std::uint64_t(n)); };
  const std::int64_t start = parse_time("2026-01-05T00:00:00Z")->micros;
  std::vector<Fact> facts;
  for (int i = 0; i < options.facts; ++i) {
    const Topic& topic = kTopics[std::size_t(pick(int(kTopics.size())))];
    Fact fact;
    fact.user = "user-" + std::to_string(pick(options.users));
    fact.content = filled(topic.pattern, 1 + pick(6));
    if (pick(5) == 0) fact.content += pick(2) != 0 ? " 참고 부탁드립니다." : " Please note.";
    fact.subject = (pick(2) != 0 ? "Re: " : "") + std::string(topic.subject);
    if (pick(4) != 0) fact.thread_id = std::string("thread-") + topic.subject;
    fact.people = {topic.person, "minji.park@hanbit.example"};
    if (pick(2) != 0) fact.entities = {topic.subject, pick(2) != 0 ? "hanbit" : "northwind"};
    fact.source_id = "mail-" + std::to_string(i);
    // Mostly in order; every eighth arrives late.
    const int day = pick(8) == 0 ? pick(i + 1) : i;
    fact.occurred_at = Time{start + day * kMicrosPerDay / 4 + pick(1000) * kMicrosPerSecond};
    fact.source_type = pick(10) == 0 ? SourceType::UserInput : SourceType::Realtime;
    if (pick(20) == 0) fact.importance = 1.5;                                 // rejected, logged
    if (pick(15) == 0) fact.user.clear();                                     // rejected
    if (pick(12) == 0 && !facts.empty()) fact = facts[std::size_t(pick(i))];  // seen before
    facts.push_back(std::move(fact));
  }
  return facts;
}

std::vector<Fact> locker_statements(std::size_t first, std::size_t count) {
  std::vector<Fact> facts(count);
  for (std::size_t i = 0; i < count; ++i) {
    facts[i].user = "mina";
    const std::string n = std::to_string(first + i);
    facts[i].content = i % 2 == 0 ? "Locker " + n + " holds the tools of team " + n + "."
                                  : n + "번 사물함 열쇠는 " + n + "호실에 있습니다.";
    facts[i].occurred_at = Time{std::int64_t(1'700'000'000 + first + i) * kMicrosPerSecond};
  }
  return facts;
}

EngineOptions fixed_options(int threads) {
  EngineOptions options;
  options.mapped.from = 16;  // few memories, and still what many go through
  options.models = builtin_models();
  options.clock = fixed_clock(*parse_time("2026-12-01T00:00:00Z"));
  options.threads = threads;
  options.durability = Durability::Relaxed;
  return options;
}

}  // namespace memfold::test
