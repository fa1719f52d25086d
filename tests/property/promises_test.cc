// P3 to P6 and P8, P9, each through the whole engine.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/property/fact_stream.h"

namespace memfold::test {
namespace {

Fact said(std::string content, const char* when, const char* user = "mina") {
  Fact fact;
  fact.user = user;
  fact.content = std::move(content);
  fact.occurred_at = parse_time(when);
  return fact;
}

Decision fold_one(Engine& engine, const Fact& fact) {
  return engine.fold({&fact, 1}).at(0);
}

TEST(Promises, P3_TheSameFactsGiveTheSameDigestInAnotherStore) {
  const std::vector<Fact> facts = random_stream({.facts = 200, .users = 2, .seed = 11});
  std::string digests[2];
  for (std::string& digest : digests) {
    const StoreDirectory directory;
    Engine engine = Engine::open(directory.path(), fixed_options());
    engine.fold(facts);
    digest = engine.admin().digest();
  }
  EXPECT_EQ(digests[0], digests[1]);
}

TEST(Promises, P4_FoldingAgainChangesNothingAndAnswersFromTheLog) {
  const std::vector<Fact> facts = random_stream({.facts = 200, .users = 2, .seed = 12});
  const StoreDirectory directory;
  Engine engine = Engine::open(directory.path(), fixed_options());
  const std::vector<Decision> first = engine.fold(facts);
  const std::string digest = engine.admin().digest();
  const std::vector<Decision> second = engine.fold(facts);
  EXPECT_EQ(engine.admin().digest(), digest);
  for (std::size_t i = 0; i < facts.size(); ++i) {
    EXPECT_EQ(second[i].memory_id, first[i].memory_id);
    EXPECT_EQ(second[i].reason, first[i].reason);
    EXPECT_EQ(second[i].already_folded, !facts[i].user.empty());
  }
}

TEST(Promises, P5_EveryInputEndsInExactlyOneOutcome) {
  const std::vector<Fact> facts = random_stream({.facts = 400, .users = 3, .seed = 13});
  const StoreDirectory directory;
  Engine engine = Engine::open(directory.path(), fixed_options());
  const std::vector<Decision> decisions = engine.fold(facts);
  ASSERT_EQ(decisions.size(), facts.size());
  std::uint64_t decided = 0, again = 0, rejected = 0;
  for (const Decision& d : decisions) {
    const bool error = d.status == Status::Error;
    again += d.already_folded;
    rejected += error && !d.already_folded;
    decided += !error && !d.already_folded;
    EXPECT_EQ(error, !d.error.empty());
  }
  EXPECT_EQ(decided + again + rejected, facts.size());
  EXPECT_GT(rejected, 0u);
  EXPECT_GT(again, 0u);
  const Stats stats = engine.stats();
  EXPECT_EQ(stats.decisions, decided);
  EXPECT_EQ(stats.rejected, rejected);
  EXPECT_EQ(stats.by_kind[0] + stats.by_kind[1] + stats.by_kind[2] + stats.by_kind[3], decided);
}

/// A statement and one that differs in a single thing that matters.
struct GuardCase {
  const char* what;
  const char* first;
  const char* second;
};
class Guarded : public testing::TestWithParam<GuardCase> {};

TEST_P(Guarded, P6_NeverSkippedWhateverTheScore) {
  const auto& [what, first, second] = GetParam();
  for (const Mode mode : {Mode::Fast, Mode::Balanced, Mode::Accurate}) {
    const StoreDirectory directory;
    EngineOptions options = fixed_options();
    options.decide.mode = mode;
    // Everything counts as a duplicate by score: only the guard is left.
    options.decide.related_from = options.decide.update_from = options.decide.duplicate_from = 0.01;
    options.decide.balanced_from = options.decide.balanced_below = 0.01;
    options.decide.accurate_from = options.decide.accurate_below = 0.01;
    Engine engine = Engine::open(directory.path(), options);
    fold_one(engine, said(first, "2026-01-05"));
    const Decision d = fold_one(engine, said(second, "2026-01-06"));
    EXPECT_NE(d.kind, DecisionKind::Skip) << what << ", " << name(mode) << ": " << d.reason;
    // Old versions stay readable.
    const auto history = engine.history("mina", d.memory_id);
    bool readable = history.front().memory.content == first;
    if (d.kind == DecisionKind::Create) readable = engine.stats("mina").current_memories == 2;
    EXPECT_TRUE(readable) << what;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Table, Guarded,
    testing::Values(
        GuardCase{"number ko", "데이터팀 인원은 5명입니다", "데이터팀 인원은 6명입니다"},
        GuardCase{"number en", "The data team has 5 people", "The data team has 6 people"},
        GuardCase{"money ko", "캠페인 예산은 5000만원", "캠페인 예산은 6000만원"},
        GuardCase{"money en", "The campaign budget is $50,000", "The campaign budget is $60,000"},
        GuardCase{"date ko", "킥오프는 1월 22일입니다", "킥오프는 1월 23일입니다"},
        GuardCase{"date en", "The kickoff is on Jan 22", "The kickoff is on Jan 23"},
        GuardCase{"time ko", "회의는 오후 3시입니다", "회의는 오후 4시입니다"},
        GuardCase{"time en", "The meeting is at 3pm", "The meeting is at 4pm"},
        GuardCase{"id", "SR-2023-052 is assigned to the web team",
                  "SR-2023-053 is assigned to the web team"},
        GuardCase{"version ko", "v2.1 배포를 완료했습니다", "v2.2 배포를 완료했습니다"},
        GuardCase{"version en", "We shipped v2.1 to customers", "We shipped v2.2 to customers"},
        GuardCase{"negation ko", "금요일 배포를 진행합니다", "금요일 배포를 진행하지 않습니다"},
        GuardCase{"negation en", "We will deploy on Friday", "We will not deploy on Friday"},
        GuardCase{"name ko", "발표는 김민수 팀장이 합니다", "발표는 이지연 팀장이 합니다"},
        GuardCase{"name en", "The demo is given by Daniel Weber",
                  "The demo is given by Sara Lind"}));

struct SameCase {
  const char* korean_first;
  const char* korean_second;
  const char* english_first;
  const char* english_second;
  DecisionKind expected;
};
class Bilingual : public testing::TestWithParam<SameCase> {};

TEST_P(Bilingual, P8_KoreanAndEnglishEndInTheSameDecision) {
  const SameCase& c = GetParam();
  const std::pair<const char*, const char*> pairs[] = {{c.korean_first, c.korean_second},
                                                       {c.english_first, c.english_second}};
  for (const auto& [first, second] : pairs) {
    const StoreDirectory directory;
    Engine engine = Engine::open(directory.path(), fixed_options());
    fold_one(engine, said(first, "2026-01-05"));
    const Decision d = fold_one(engine, said(second, "2026-01-12"));
    EXPECT_EQ(d.kind, c.expected) << second << ": " << d.reason;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Table, Bilingual,
    testing::Values(
        SameCase{"Q1 마케팅 캠페인 예산은 5000만원", "Q1 마케팅 캠페인 예산이 6000만원으로 증액",
                 "The Q1 marketing campaign budget is $50,000",
                 "The Q1 marketing campaign budget is raised to $60,000", DecisionKind::Update},
        SameCase{"킥오프 회의는 오후 3시에 시작합니다", "킥오프 회의는 오후 3시에 시작합니다.",
                 "The kickoff meeting starts at 3pm", "The kickoff meeting starts at 3pm.",
                 DecisionKind::Skip},
        SameCase{"캠페인 예산은 5천만원입니다", "캠페인 예산은 50,000,000원입니다",
                 "The demo starts at 3pm", "The demo starts at 15:00", DecisionKind::Skip},
        SameCase{"점심은 김치찌개를 먹었습니다", "서버 이전 일정은 4월로 잡혔습니다",
                 "We had noodles for lunch", "The server migration is planned for April",
                 DecisionKind::Create}));

TEST(Promises, P9_HostileFactsAreRejectedOrFoldedNeverACrash) {
  const StoreDirectory directory;
  Engine engine = Engine::open(directory.path(), fixed_options());
  std::mt19937_64 random(5);
  std::vector<Fact> facts;
  for (int i = 0; i < 300; ++i) {
    Fact fact = said("", "2026-01-05");
    const std::size_t length = random() % 400;
    for (std::size_t j = 0; j < length; ++j) fact.content.push_back(char(random()));
    if (i % 3 == 0) fact.subject = fact.content;
    if (i % 5 == 0) fact.user = fact.content;
    if (i % 7 == 0) fact.content = std::string(std::size_t(1) << (i % 17), '9');
    if (i % 11 == 0) fact.embedding.assign(std::size_t(i % 400), 0.5f);
    if (i % 13 == 0) fact.importance = double(i) - 20;
    facts.push_back(std::move(fact));
  }
  const std::vector<Decision> decisions = engine.fold(facts);
  EXPECT_EQ(decisions.size(), facts.size());
  EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
}

}  // namespace
}  // namespace memfold::test
