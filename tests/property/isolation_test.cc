// No call reaches another user's data, however the ids look.
#include <gtest/gtest.h>

#include "tests/property/fact_stream.h"

namespace memfold::test {
namespace {

TEST(Isolation, HostileUserIdsStayApart) {
  const std::vector<std::string> users = {"a",
                                          "a/",
                                          "a\0b",
                                          std::string("a\0b", 3),
                                          "ab",
                                          "A",
                                          " a",
                                          std::string(256, 'a'),
                                          std::string(255, 'a'),
                                          "한글",
                                          "\u1112\u1161\u11AB글",
                                          "\xEF\xBF\xBF",
                                          "a|b",
                                          "0",
                                          "00"};
  const StoreDirectory directory;
  Engine engine = Engine::open(directory.path(), fixed_options());
  std::vector<Fact> facts;
  for (std::size_t i = 0; i < users.size(); ++i) {
    Fact fact;
    fact.user = users[i];
    fact.content = "The secret word of this user is number " + std::to_string(i);
    fact.idempotency_key = "the same key";
    facts.push_back(fact);
  }
  // "a\0b" written as a C string is "a", and letters taken apart are the same name: one user,
  // folded before.
  const auto first_of = [&](std::size_t i) -> std::size_t { return i == 2 ? 0 : i == 10 ? 9 : i; };
  const std::vector<Decision> decisions = engine.fold(facts);
  for (std::size_t i = 0; i < users.size(); ++i) {
    if (first_of(i) != i) {
      EXPECT_TRUE(decisions[i].already_folded);
      continue;
    }
    EXPECT_EQ(decisions[i].kind, DecisionKind::Create) << i;
    const auto hits = engine.recall({.user = users[i], .text = "secret word", .k = 50});
    ASSERT_EQ(hits.size(), 1u) << i;
    EXPECT_EQ(hits[0].memory.user, users[i]);
    EXPECT_EQ(hits[0].memory.content, facts[i].content);
    for (std::size_t j = 0; j < users.size(); ++j) {
      const bool same_user = first_of(j) == i;
      EXPECT_EQ(engine.get(users[j], decisions[i].memory_id).has_value(), same_user);
      EXPECT_EQ(engine.history(users[j], decisions[i].memory_id).empty(), !same_user);
    }
    EXPECT_EQ(engine.log({.user = users[i]}).entries.size(), 1u);
  }
}

}  // namespace
}  // namespace memfold::test
