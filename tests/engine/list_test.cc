// Listing memories page by page, and finding what is current from any version.
#include <gtest/gtest.h>

#include <set>

#include "memfold/engine.h"
#include "tests/property/fact_stream.h"

namespace memfold {
namespace {

using test::fixed_options;
using test::StoreDirectory;

class Listing : public testing::Test {
 protected:
  Listing() : engine_(Engine::open(directory_.path(), fixed_options())) {}

  std::vector<Memory> all(ListQuery query) {
    std::vector<Memory> memories;
    for (int pages = 0; pages < 1'000; ++pages) {
      MemoryPage page = engine_.list(query);
      EXPECT_LE(page.memories.size(), query.limit);
      for (Memory& memory : page.memories) memories.push_back(std::move(memory));
      if (page.next_cursor.empty()) return memories;
      query.cursor = page.next_cursor;
    }
    ADD_FAILURE() << "the pages do not end";
    return memories;
  }

  static Fact said(std::string content, const char* when) {
    Fact fact;
    fact.user = "mina";
    fact.content = std::move(content);
    fact.occurred_at = parse_time(when);
    return fact;
  }

  StoreDirectory directory_;
  Engine engine_;
};

TEST_F(Listing, PagesGoOverAllThatIsCurrentOnceInEitherOrder) {
  engine_.fold(test::locker_statements(0, 57));
  const std::size_t current = engine_.stats("mina").current_memories;
  ASSERT_GT(current, 20u);
  for (const std::size_t limit : {1u, 7u, 57u, 1'000u}) {
    const auto newest = all({.user = "mina", .limit = limit});
    auto oldest = all({.user = "mina", .newest_first = false, .limit = limit});
    ASSERT_EQ(newest.size(), current) << limit;
    std::reverse(oldest.begin(), oldest.end());
    EXPECT_EQ(newest, oldest);
    std::set<std::string> ids;
    for (const Memory& memory : newest) {
      EXPECT_TRUE(memory.is_current());
      ids.insert(to_string(memory.id));
    }
    EXPECT_EQ(ids.size(), current);
  }
}

TEST_F(Listing, APageThatEndsWithTheLastMemorySaysSo) {
  engine_.fold(std::vector{said("The boiler was serviced", "2026-01-01"),
                           said("점심은 김밥을 먹었다", "2026-01-02")});
  EXPECT_TRUE(engine_.list({.user = "mina", .limit = 2}).next_cursor.empty());
  EXPECT_FALSE(engine_.list({.user = "mina", .limit = 1}).next_cursor.empty());
  EXPECT_TRUE(engine_.list({.user = "nobody"}).memories.empty());
}

TEST_F(Listing, FiltersHold) {
  Fact lunch = said("점심은 김밥을 먹었다", "2026-01-02");
  lunch.category = Category::named("meal");
  lunch.people = {"Minsu <minsu@hanbit.example>"};
  Fact over = said("The promotion runs until spring", "2025-01-03");
  over.valid_until = parse_time("2025-04-01");
  engine_.fold(std::vector{said("The boiler was serviced", "2026-01-01"), lunch, over});
  const auto only = [&](const MemoryFilter& where) {
    const auto memories = engine_.list({.user = "mina", .where = where}).memories;
    return memories.size() == 1 ? memories[0].content : std::to_string(memories.size());
  };
  EXPECT_EQ(only({.category = Category::named("meal")}), lunch.content);
  EXPECT_EQ(only({.person = "MINSU@hanbit.example"}), lunch.content);
  EXPECT_EQ(only({.occurred_until = parse_time("2026-01-02")}), "The boiler was serviced");
  EXPECT_EQ(only({}), "2") << "what is over is left out";
  EXPECT_EQ(only({.include_expired = true}), "3");
}

TEST_F(Listing, ScopeAndMetadataAreKeptFilteredAndInherited) {
  Fact first = said("The marketing budget is 500 USD.", "2026-01-01");
  first.agent_id = "planner";
  first.run_id = "run-1";
  first.metadata = {{"project", "apollo"}, {"by", "mina"}};
  Fact next = said("The marketing budget is 700 USD.", "2026-01-08");
  next.run_id = "run-2";
  next.metadata = {{"project", "gemini"}};
  const auto decisions =
      engine_.fold(std::vector{first, next, said("점심은 김밥을 먹었다", "2026-01-02")});
  ASSERT_EQ(decisions[1].kind, DecisionKind::Update) << decisions[1].reason;
  const Memory budget = engine_.current("mina", decisions[0].memory_id).value();
  EXPECT_EQ(budget.agent_id, "planner");
  EXPECT_EQ(budget.run_id, "run-2");
  EXPECT_EQ(budget.metadata, (std::vector<Metadatum>{{"by", "mina"}, {"project", "gemini"}}));
  EXPECT_EQ(engine_.get("mina", decisions[0].memory_id)->metadata.back().value, "apollo")
      << "what it was stays";

  const auto listed = [&](const MemoryFilter& where) {
    return engine_.list({.user = "mina", .where = where}).memories.size();
  };
  EXPECT_EQ(listed({.agent_id = "planner"}), 1u);
  EXPECT_EQ(listed({.run_id = "run-1"}), 0u);
  EXPECT_EQ(listed({.condition = "metadata.project = gemini"}), 1u);
  EXPECT_EQ(listed({.condition = "metadata.project != gemini"}), 1u);
  EXPECT_THROW(listed({.condition = "metadata.project ="}), Error);
  const auto hits = engine_.recall(
      {.user = "mina", .text = "예산 점심 budget", .where = {.condition = "metadata.by = mina"}});
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits[0].memory.id, budget.id);

  EXPECT_EQ(
      engine_.forget({.user = "mina", .condition = "metadata.project = gemini"}).chains.size(), 1u);
  EXPECT_EQ(listed({}), 1u);
  EXPECT_EQ(engine_.admin().verify().problems, std::vector<std::string>{});
}

TEST_F(Listing, OneKeyTooManyTakesNoMoreThanItsRoom) {
  Fact first = said("The marketing budget is 500 USD.", "2026-01-01");
  for (std::size_t i = 0; i < kMaxListItems; ++i) {
    first.metadata.push_back({"k" + std::to_string(i), "x"});
  }
  Fact next = said("The marketing budget is 700 USD.", "2026-01-08");
  next.metadata = {{"a new key", "y"}};
  const auto decisions = engine_.fold(std::vector{first, next});
  const Memory budget = engine_.current("mina", decisions[0].memory_id).value();
  EXPECT_EQ(budget.metadata.size(), kMaxListItems);
  EXPECT_NE(budget.find_metadata("a new key"), nullptr);
}

TEST_F(Listing, MetadataMustBeUsable) {
  const auto error_of = [&](std::vector<Metadatum> metadata) {
    Fact fact = said("The boiler was serviced", "2026-01-01");
    fact.metadata = std::move(metadata);
    return engine_.fold({&fact, 1}).at(0).error;
  };
  EXPECT_NE(error_of({{"", "x"}}), "");
  EXPECT_NE(error_of({{"a", "x"}, {"a", "y"}}), "");
  EXPECT_NE(error_of({{"a", "\xff"}}), "");
  EXPECT_NE(error_of({{"a", std::string(kMaxFieldBytes + 1, 'x')}}), "");
  EXPECT_NE(error_of(std::vector<Metadatum>(kMaxListItems + 1, {"a", "b"})), "");
  EXPECT_EQ(error_of({{"b", ""}, {"a", "x"}}), "");
}

TEST_F(Listing, CurrentIsFoundFromAnyVersion) {
  const auto decisions =
      engine_.fold(std::vector{said("The marketing budget is 500 USD.", "2026-01-01"),
                               said("The marketing budget is 700 USD.", "2026-01-08"),
                               said("The marketing budget is 900 USD.", "2026-01-15")});
  const Id first = decisions[0].memory_id, last = decisions[2].memory_id;
  ASSERT_NE(first, last) << decisions[2].reason;
  for (const Decision& decision : decisions) {
    EXPECT_EQ(engine_.current("mina", decision.memory_id).value().id, last);
  }
  EXPECT_EQ(engine_.list({.user = "mina"}).memories.size(), 1u);
  EXPECT_FALSE(engine_.current("mina", Id{}));
  EXPECT_FALSE(engine_.current("jun", first)) << "nothing crosses users";
  engine_.forget({.user = "mina", .ids = {last}});
  EXPECT_FALSE(engine_.current("mina", first));
  EXPECT_TRUE(engine_.list({.user = "mina"}).memories.empty());
}

TEST_F(Listing, RefusesWhatIsNoPage) {
  engine_.fold(test::locker_statements(0, 5));
  EXPECT_THROW(engine_.list({}), Error);
  EXPECT_THROW(engine_.list({.user = "mina", .limit = 0}), Error);
  const std::string cursor = engine_.list({.user = "mina", .limit = 1}).next_cursor;
  for (const std::string& bad : {std::string("x"), std::string("1.2"), cursor + ".7"}) {
    EXPECT_THROW(engine_.list({.user = "mina", .cursor = bad}), Error) << bad;
  }
  EXPECT_THROW(engine_.list({.user = "mina", .newest_first = false, .cursor = cursor}), Error);
  EXPECT_THROW(
      engine_.list({.user = "mina", .where = {.include_archived = true}, .cursor = cursor}), Error);
}

}  // namespace
}  // namespace memfold
