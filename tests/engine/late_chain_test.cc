// Where late arrivals go in a chain, and what becomes of those around them.
#include "engine/fold/late_chain.h"

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

/// A chain of plain versions said on the given days.
struct Chain {
  std::vector<storage::VersionRecord> records;
  std::vector<Memory> nodes;
  explicit Chain(std::vector<int> days) {
    for (std::size_t i = 0; i < days.size(); ++i) {
      Memory m = memory(int(i) + 1, "v", days[i]);
      m.chain_id = id(1);
      m.version = std::uint32_t(i + 1);
      if (i > 0) m.previous_version_id = id(int(i));
      if (i + 1 < days.size()) {
        m.superseded_by = id(int(i) + 2);
        m.superseded_at = day(150);
      }
      nodes.push_back(m);
      storage::VersionRecord record;
      record.chain_id = id(1);
      record.version = m.version;
      record.memory_id = m.id;
      records.push_back(record);
    }
  }
};

LateChain after_inserting(const Chain& chain, Memory draft) {
  LateChain result(chain.records, chain.nodes);
  result.insert(std::move(draft), 42, day(300));
  result.renumber();
  return result;
}

std::vector<Id> order(const LateChain& chain) {
  std::vector<Id> ids;
  chain.each([&](const storage::VersionRecord& record, const Memory*) {
    ids.push_back(record.memory_id);
  });
  return ids;
}

TEST(LateArrival, TakesItsPlaceInTheMiddle) {
  const Chain chain({1, 5, 9});
  const LateChain result = after_inserting(chain, memory(7, "late", 3));
  EXPECT_EQ(order(result), (std::vector<Id>{id(1), id(7), id(2), id(3)}));
  const Memory& late = result.node(id(7));
  EXPECT_EQ(late.version, 2u);
  EXPECT_EQ(late.previous_version_id, id(1));
  EXPECT_EQ(late.superseded_by, id(2));
  EXPECT_EQ(late.superseded_at, day(300)) << "the store never believed it";
  EXPECT_EQ(late.created_at, day(300));
  EXPECT_EQ(result.node(id(1)).superseded_by, id(7));
  EXPECT_EQ(result.node(id(1)).superseded_at, day(150)) << "when it stopped being believed stays";
  EXPECT_EQ(result.node(id(2)).previous_version_id, id(7));
  EXPECT_EQ(result.node(id(3)).version, 4u);
  EXPECT_FALSE(result.node(id(3)).superseded_at) << "the current version stays current";
}

TEST(LateArrival, BeforeTheFirstMovesTheChainId) {
  const Chain chain({5, 9});
  const LateChain result = after_inserting(chain, memory(7, "late", 1));
  EXPECT_EQ(order(result), (std::vector<Id>{id(7), id(1), id(2)}));
  for (const Id& each : order(result)) EXPECT_EQ(result.node(each).chain_id, id(7));
  EXPECT_FALSE(result.node(id(7)).previous_version_id);
  EXPECT_EQ(result.node(id(1)).previous_version_id, id(7));
}

TEST(LateArrival, StaysBelowTheCurrentVersionEvenWhenNewerThanItLooks) {
  const Chain chain({9});
  const LateChain result = after_inserting(chain, memory(7, "late", 20));
  EXPECT_EQ(order(result), (std::vector<Id>{id(7), id(1)}));
}

TEST(LateArrival, DoesNotSplitTheVersionsOfAMergedMemory) {
  Chain chain({1, 5});
  // The second memory was merged into: two records of one node.
  storage::VersionRecord merged_record = chain.records[1];
  chain.records[1].state = chain.nodes[1];
  merged_record.version = 3;
  chain.records.push_back(merged_record);
  chain.nodes[1].version = 3;
  chain.nodes[1].stated_at = day(9);
  chain.nodes.push_back(chain.nodes[1]);
  const LateChain result = after_inserting(chain, memory(7, "late", 6));
  EXPECT_EQ(order(result), (std::vector<Id>{id(1), id(7), id(2), id(2)}));
  std::vector<storage::VersionRecord> records;
  result.each([&](const auto& record, const Memory*) { records.push_back(record); });
  EXPECT_EQ(records[2].state->version, 3u);
  EXPECT_EQ(result.node(id(2)).version, 4u);
}

TEST(LateArrival, ManyAreNumberedTogether) {
  const Chain chain({5, 9});
  LateChain one_by_one(chain.records, chain.nodes), together(chain.records, chain.nodes);
  for (const int said_on : {8, 1, 7, 2, 6, 3}) {
    one_by_one.insert(memory(10 + said_on, "late", said_on), 42, day(300));
    one_by_one.renumber();
    together.insert(memory(10 + said_on, "late", said_on), 42, day(300));
    EXPECT_EQ(together.node(id(10 + said_on)), one_by_one.node(id(10 + said_on)));
    EXPECT_EQ(together.node(together.newest()), one_by_one.node(one_by_one.newest()));
  }
  together.renumber();
  EXPECT_EQ(order(together),
            (std::vector<Id>{id(11), id(12), id(13), id(1), id(16), id(17), id(18), id(2)}));
  for (const Id& each : order(together)) EXPECT_EQ(together.node(each), one_by_one.node(each));
}

}  // namespace
}  // namespace memfold
