// Facts are checked and normalised before they are compared.
#include "engine/fold/prepare.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/fields/fact.h"

namespace memfold {
namespace {

constexpr Time kNow{1'700'000'000'000'000};

PreparedFact prepare(const Fact& fact, Time now) {
  return memfold::prepare(fact, now, 4);
}

Fact fact(std::string content = "회의는 오후 3시") {
  Fact f;
  f.user = "mina";
  f.content = std::move(content);
  return f;
}

TEST(Prepare, P9_RejectsWhatCannotBeAFactAndSaysWhy) {
  const auto error_of = [](Fact f) { return prepare(f, kNow).error; };
  EXPECT_EQ(error_of(fact()), "");
  Fact f = fact();
  f.user.clear();
  EXPECT_NE(error_of(f), "");
  EXPECT_NE(error_of(fact("")), "");
  EXPECT_NE(error_of(fact(" \t\n\u3000")), "") << "blank in any script";
  EXPECT_NE(error_of(fact("\xFF\xFE")), "");
  EXPECT_NE(error_of(fact(std::string(kMaxContentBytes + 1, 'a'))), "");
  EXPECT_EQ(error_of(fact(std::string(kMaxContentBytes, 'a'))), "");
  // Composing (NFC) makes twelve bytes of each of these four: the limit holds for what is stored.
  const auto notes = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "\U0001D160";
    return text;
  };
  EXPECT_NE(error_of(fact(notes(kMaxContentBytes / 4))).find("composed"), std::string::npos);
  EXPECT_EQ(error_of(fact(notes(kMaxContentBytes / 12))), "");
  std::string long_korean;
  while (long_korean.size() + 3 <= kMaxContentBytes) long_korean += "글";
  EXPECT_EQ(error_of(fact(long_korean)), "") << "what is composed already stays as it is";
  f = fact();
  f.subject = notes(kMaxFieldBytes / 4);
  EXPECT_NE(error_of(f).find("subject"), std::string::npos);
  f = fact();
  f.user = std::string(kMaxUserBytes + 1, 'u');
  EXPECT_NE(error_of(f), "");
  f = fact();
  f.importance = 1.5;
  EXPECT_NE(error_of(f).find("importance"), std::string::npos);
  f = fact();
  f.importance = std::nan("");
  EXPECT_NE(error_of(f), "");
  f = fact();
  f.people.assign(kMaxListItems + 1, "a@x.kr");
  EXPECT_NE(error_of(f).find("people"), std::string::npos);
  f = fact();
  f.valid_from = Time{2};
  f.valid_until = Time{1};
  EXPECT_NE(error_of(f).find("valid_from"), std::string::npos);
}

TEST(Prepare, P3_IdsDeriveFromUserAndKeyAlone) {
  Fact a = fact("one"), b = fact("another");
  a.idempotency_key = b.idempotency_key = "mail-1#2";
  EXPECT_EQ(prepare(a, kNow).fact_id, prepare(b, Time{1}).fact_id);
  EXPECT_EQ(prepare(a, kNow).fact_id, derive_id("mina", "mail-1#2"));
  b.user = "mino";
  EXPECT_NE(prepare(a, kNow).fact_id, prepare(b, kNow).fact_id);
}

TEST(Prepare, ADerivedKeyDependsOnSourceTimeAndContent) {
  Fact a = fact(), b = fact();
  EXPECT_EQ(prepare(a, kNow).fact_id, prepare(b, Time{1}).fact_id) << "not on the clock";
  b.source_id = "mail-2";
  EXPECT_NE(prepare(a, kNow).fact_id, prepare(b, kNow).fact_id);
  b = fact();
  b.occurred_at = Time{5};
  EXPECT_NE(prepare(a, kNow).fact_id, prepare(b, kNow).fact_id);
}

TEST(Prepare, P8_DecomposedHangulIsTheSameStatement) {
  const Fact composed = fact("한글"), decomposed = fact("\u1112\u1161\u11AB\u1100\u1173\u11AF");
  ASSERT_NE(composed.content, decomposed.content);
  EXPECT_EQ(prepare(composed, kNow).memory.content, prepare(decomposed, kNow).memory.content);
  EXPECT_EQ(prepare(composed, kNow).fact_id, prepare(decomposed, kNow).fact_id);
}

TEST(Prepare, NormalisesPeopleSubjectAndKeys) {
  Fact f = fact();
  f.people = {"Kim <KIM@x.kr>", "kim@x.kr", "Lee  Min"};
  f.subject = "Re: [dev] 회신: FW: Q1 예산";
  f.entities = {"Q1", "q1", " 예산 "};
  const PreparedFact p = prepare(f, kNow);
  EXPECT_EQ(p.memory.people, (std::vector<std::string>{"kim@x.kr", "lee min"}));
  EXPECT_EQ(p.memory.subject, "Q1 예산");
  EXPECT_EQ(p.memory.entities, (std::vector<std::string>{"q1", "예산"}));
  EXPECT_EQ(p.keys.people.size(), 2u);
  EXPECT_EQ(p.keys.subject, "q1 예산");
  EXPECT_EQ(p.keys.thread, 0u);
}

// P9: bad input is an outcome with a reason; these were stored, and could not be told from damage.
TEST(Prepare, TimesAndWeightsNoStoreHolds) {
  Fact f = fact();
  for (std::optional<Time>* time : {&f.stated_at, &f.occurred_at, &f.valid_from, &f.valid_until}) {
    *time = Time{INT64_MAX};
    EXPECT_NE(prepare(f, kNow).error.find("no time of people"), std::string::npos);
    time->reset();
  }
  f.importance_factors = {{"마감", std::nan(""), "금요일까지"}};
  EXPECT_NE(prepare(f, kNow).error.find("importance_factors"), std::string::npos);
  f.importance_factors = {{"deadline", 0.2, "by Friday"}};
  EXPECT_EQ(prepare(f, kNow).error, "");
}

TEST(Prepare, TimesFallBackFromStatedToOccurredToNow) {
  Fact f = fact();
  EXPECT_EQ(prepare(f, kNow).memory.stated_at, kNow);
  EXPECT_EQ(prepare(f, kNow).memory.occurred_at, kNow);
  f.occurred_at = Time{5};
  EXPECT_EQ(prepare(f, kNow).memory.stated_at, Time{5});
  f.stated_at = Time{3};
  EXPECT_EQ(prepare(f, kNow).memory.stated_at, Time{3});
  EXPECT_EQ(prepare(f, kNow).memory.occurred_at, Time{5});
  f.occurred_at.reset();
  EXPECT_EQ(prepare(f, kNow).memory.occurred_at, Time{3});
}

// A row of core/fields/fact.h says whether a field is taken or made; what is made must be.
TEST(Prepare, NothingAFactSaysIsLost) {
  const Fact whole{.user = "mina",
                   .content = "예산은 5천만원",
                   .idempotency_key = "mail-1#1",
                   .source_id = "mail-1",
                   .source_type = SourceType::ToolOutput,
                   .thread_id = "t1",
                   .session_id = "call-1",
                   .agent_id = "planner",
                   .run_id = "run-1",
                   .people = {"kim@x.kr"},
                   .subject = "예산",
                   .entities = {"q1"},
                   .keywords = {"예산"},
                   .tags = {"money"},
                   .metadata = {{"project", "apollo"}},
                   .category = Category::named("recipe"),
                   .importance = 0.9,
                   .confidence = 0.7,
                   .importance_factors = {{"has_money", 0.2, "5천만원"}},
                   .stated_at = Time{1},
                   .occurred_at = Time{2},
                   .valid_from = Time{3},
                   .valid_until = Time{4},
                   .ttl_policy = TtlPolicy::KeepForever,
                   .embedding = {1, 0, 0, 0}};
  const PreparedFact prepared = prepare(whole, kNow);
  ASSERT_EQ(prepared.error, "");
  const Fact none;
  fields::for_each_field(whole, [&](auto row, const auto& value) {
    EXPECT_NE(value, none.*row.field.member) << row.name << " wants a value above";
  });
  fields::for_each_field_of_both(whole, prepared.memory,
                                 [](auto row, const auto& given, const auto& made) {
                                   EXPECT_EQ(std::optional(given), std::optional(made)) << row.name;
                                 });
}

TEST(Prepare, DefaultsAreThoseOfANewMemory) {
  const Memory m = prepare(fact(), kNow).memory;
  EXPECT_EQ(m.version, 1u);
  EXPECT_EQ(m.salience, 0.5);
  EXPECT_EQ(m.state, MemoryState::Candidate);
  EXPECT_EQ(m.decay_gradient, 1.0);
  EXPECT_EQ(m.ttl_policy, TtlPolicy::Decay);
  EXPECT_EQ(m.category, Category::Misc);
  EXPECT_EQ(m.chain_id, m.id);
}

}  // namespace
}  // namespace memfold
