// What each outcome does to a memory, field by field, and where late arrivals go.
#include "engine/fold/versions.h"

#include <gtest/gtest.h>

namespace memfold {
namespace {

constexpr Time day(int n) {
  return Time{n * kMicrosPerDay};
}

Id id(int n) {
  Id result;
  result.bytes[0] = static_cast<std::uint8_t>(n);
  return result;
}

Memory memory(int n, std::string content, int said_on) {
  Memory m;
  m.id = id(n);
  m.user = "mina";
  m.content = std::move(content);
  m.stated_at = m.occurred_at = day(said_on);
  m.created_at = m.updated_at = day(100);
  m.chain_id = m.id;
  return m;
}

/// The next version after a fact that names neither category nor policy.
Memory next_of(const Memory& target, const Memory& draft, const DecideOptions& options, Time now) {
  const NextContent content =
      next_content(target, draft, Operation::Supersede, options, builtin_models());
  return superseding(target, draft, content, {}, options, {}, now);
}

TEST(Supersede, MakesTheNextVersionAndClosesTheOld) {
  Memory old_memory = memory(1, "예산은 5000만원", 1);
  Memory draft = memory(2, "예산이 6000만원으로 증액", 2);
  draft.valid_from = day(2);
  const Memory next = next_of(old_memory, draft, {}, day(200));
  EXPECT_EQ(next.version, 2u);
  EXPECT_EQ(next.previous_version_id, id(1));
  EXPECT_EQ(next.chain_id, id(1));
  EXPECT_EQ(next.created_at, day(200));
  const Memory closed = superseded(old_memory, next, day(200));
  EXPECT_EQ(closed.superseded_at, day(200));
  EXPECT_EQ(closed.superseded_by, id(2));
  EXPECT_EQ(closed.valid_until, day(2)) << "the new one says when it became true";
  EXPECT_EQ(closed.content, old_memory.content);
}

TEST(Supersede, ADeadlineIsNotMovedBySupersession) {
  Memory old_memory = memory(1, "report due on the 25th", 1);
  old_memory.valid_until = day(25);
  const Memory next = next_of(old_memory, memory(2, "report due on the 28th", 2), {}, day(3));
  EXPECT_EQ(superseded(old_memory, next, day(3)).valid_until, day(25));
}

TEST(FieldStrategies, Content) {
  const Memory old_memory = memory(1, "a", 1), draft = memory(2, "b", 2);
  DecideOptions options;
  EXPECT_EQ(next_of(old_memory, draft, options, day(3)).content, "b");
  options.content = ContentStrategy::Append;
  EXPECT_EQ(next_of(old_memory, draft, options, day(3)).content, "a\nb");
  options.content = ContentStrategy::KeepExisting;
  EXPECT_EQ(next_of(old_memory, draft, options, day(3)).content, "a");
}

TEST(FieldStrategies, Keywords) {
  Memory old_memory = memory(1, "a", 1), draft = memory(2, "b", 2);
  old_memory.keywords = {"budget", "q1"};
  draft.keywords = {"budget", "증액"};
  DecideOptions options;
  EXPECT_EQ(next_of(old_memory, draft, options, day(3)).keywords,
            (std::vector<std::string>{"budget", "q1", "증액"}));
  options.keywords = KeywordStrategy::Replace;
  EXPECT_EQ(next_of(old_memory, draft, options, day(3)).keywords, draft.keywords);
  options.keywords = KeywordStrategy::KeepExisting;
  EXPECT_EQ(next_of(old_memory, draft, options, day(3)).keywords, old_memory.keywords);
}

TEST(FieldStrategies, ImportanceComesWithItsReasons) {
  Memory old_memory = memory(1, "a", 1), draft = memory(2, "b", 2);
  old_memory.importance = 0.9;
  old_memory.importance_factors = {{"contains_money", 0.3, "5000만원"}};
  draft.importance = 0.4;
  DecideOptions options;
  Memory next = next_of(old_memory, draft, options, day(3));
  EXPECT_EQ(next.importance, 0.9);
  EXPECT_EQ(next.importance_factors, old_memory.importance_factors);
  options.importance = ImportanceStrategy::Replace;
  next = next_of(old_memory, draft, options, day(3));
  EXPECT_EQ(next.importance, 0.4);
  EXPECT_TRUE(next.importance_factors.empty());
  draft.importance = 0.95;
  options.importance = ImportanceStrategy::KeepExisting;
  EXPECT_EQ(next_of(old_memory, draft, options, day(3)).importance, 0.9);
}

TEST(Merge, KeepsTheIdAndUnitesEverything) {
  Memory old_memory = memory(1, "킥오프는 3시", 1);
  old_memory.sources = {"mail-1"};
  old_memory.people = {"a@x.kr"};
  old_memory.entities = {"킥오프"};
  old_memory.tags = {"work"};
  old_memory.importance = 0.5;
  Memory draft = memory(2, "킥오프 장소는 회의실 B", 2);
  draft.sources = {"mail-2"};
  draft.people = {"b@x.kr"};
  draft.entities = {"회의실 b", "킥오프"};
  draft.tags = {"room"};
  draft.importance = 0.7;
  const Memory result = merged(old_memory, draft, "both", {}, day(200));
  EXPECT_EQ(result.id, id(1));
  EXPECT_EQ(result.version, 2u);
  EXPECT_EQ(result.content, "both");
  EXPECT_EQ(result.sources, (std::vector<std::string>{"mail-1", "mail-2"}));
  EXPECT_EQ(result.people, (std::vector<std::string>{"a@x.kr", "b@x.kr"}));
  EXPECT_EQ(result.entities, (std::vector<std::string>{"킥오프", "회의실 b"}));
  EXPECT_EQ(result.tags, (std::vector<std::string>{"room", "work"}));
  EXPECT_EQ(result.importance, 0.7);
  EXPECT_EQ(result.created_at, day(100));
  EXPECT_EQ(result.updated_at, day(200));
  EXPECT_EQ(result.access_count, 1u);
  EXPECT_EQ(result.merge_source_ids, (std::vector<Id>{id(2)}));
}

TEST(HeardAgain, AddsItsSourceOnce) {
  Memory old_memory = memory(1, "a", 1);
  old_memory.sources = {"mail-1"};
  Memory draft = memory(2, "a", 5);
  draft.sources = {"mail-2"};
  const auto once = heard_again(old_memory, draft, day(200));
  ASSERT_TRUE(once);
  EXPECT_EQ(once->sources, (std::vector<std::string>{"mail-1", "mail-2"}));
  EXPECT_EQ(once->stated_at, day(5));
  EXPECT_EQ(once->updated_at, day(200));
  EXPECT_FALSE(heard_again(*once, draft, day(201))) << "nothing new: nothing is written";
}

TEST(HeardAgain, AnOlderFactAddsItsSourceAndLeavesWhenItWasSaid) {
  Memory known = memory(1, "a", 5);
  known.sources = {"mail-2"};
  Memory draft = memory(2, "a", 1);
  draft.sources = {"mail-1"};
  const auto twice = heard_again(known, draft, day(200));
  ASSERT_TRUE(twice);
  EXPECT_EQ(twice->sources, (std::vector<std::string>{"mail-2", "mail-1"}));
  EXPECT_EQ(twice->stated_at, day(5));
  EXPECT_EQ(twice->updated_at, known.updated_at);
}

}  // namespace
}  // namespace memfold
