#include "storage/key_codec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include "memfold/error.h"

namespace memfold::storage {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// User ids meant to break a careless encoding: prefixes of each other, separators, NULs, 0xff.
std::vector<std::string> hostile_users() {
  return {"a",
          "ab",
          "a/b",
          "a|b",
          std::string("a\0", 2),
          std::string("a\0b", 3),
          "\xff",
          "\xff\xff",
          "a\xff",
          "미나",
          "미",
          std::string(256, 'x'),
          "",
          " ",
          "../a",
          "checkpoint/a"};
}

UserKey filled(std::uint8_t value) {
  UserKey key;
  key.fill(value);
  return key;
}

Id id_of(std::uint8_t value) {
  Id id;
  id.bytes.fill(value);
  return id;
}

void expect_ascending(const std::vector<std::string>& keys) {
  for (std::size_t i = 1; i < keys.size(); ++i) EXPECT_LT(keys[i - 1], keys[i]) << "key " << i;
}

std::string text(const Key& key) {
  return std::string(key.view());
}

TEST(KeyCodec, UserKeyIsTheBeginningOfSha256) {
  // SHA-256("abc") = ba7816bf 8f01cfea 414140de 5dae2223 ...
  const UserKey expected = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea,
                            0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23};
  EXPECT_EQ(user_key("abc"), expected);
}

TEST(KeyCodec, NoUsersRangeHoldsAnothersKey) {
  const std::vector<std::string> users = hostile_users();
  std::set<UserKey> keys;
  for (const std::string& user : users) keys.insert(user_key(user));
  EXPECT_EQ(keys.size(), users.size());
  for (const std::string& a : users) {
    const std::string lower = text(Key(user_key(a))), upper = after_prefix(lower);
    for (const std::string& b : users) {
      for (const std::string& key :
           {text(node_key(user_key(b), id_of(0))), text(node_key(user_key(b), id_of(255))),
            text(log_index_key(user_key(b), AllEntries{}, {kMost}, ~std::uint64_t{0}))}) {
        EXPECT_EQ(key >= lower && key < upper, a == b);
      }
    }
  }
}

TEST(KeyCodec, OrderOfBytesIsOrderOfFields) {
  const UserKey u = filled(7);
  expect_ascending({text(slot_key(u, 0)), text(slot_key(u, 1)), text(slot_key(u, 255)),
                    text(slot_key(u, 256)), text(slot_key(u, 1ull << 32)), text(slot_key(u, ~0ull)),
                    text(slot_key(filled(8), 0))});
  expect_ascending({text(version_key(u, id_of(1), 1)), text(version_key(u, id_of(1), 2)),
                    text(version_key(u, id_of(1), 256)), text(version_key(u, id_of(1), ~0u)),
                    text(version_key(u, id_of(2), 0))});
  expect_ascending({text(timeline_key(u, {kLeast}, id_of(9))),
                    text(timeline_key(u, {-1}, id_of(9))), text(timeline_key(u, {0}, id_of(1))),
                    text(timeline_key(u, {0}, id_of(2))), text(timeline_key(u, {1}, id_of(0))),
                    text(timeline_key(u, {kMost}, id_of(0)))});
  expect_ascending(
      {text(log_index_key(u, AllEntries{}, {-5}, 9)), text(log_index_key(u, AllEntries{}, {5}, 1)),
       text(log_index_key(u, AllEntries{}, {5}, 2)),
       text(log_index_key(u, Operation::Add, {kMost}, 1)),
       text(log_index_key(u, Operation::Merge, {kLeast}, 1)),
       text(log_index_key(u, Operation::Merge, {0}, 1)),
       text(log_index_key(u, id_of(1), {kMost}, 1)), text(log_index_key(u, id_of(2), {kLeast}, 1)),
       text(log_index_key(u, SourceHash{1}, {kMost}, 1)),
       text(log_index_key(u, SourceHash{1ull << 40}, {kLeast}, 1))});
  expect_ascending({text(log_states_key(u, {-1}, 9)), text(log_states_key(u, {0}, 1)),
                    text(log_states_key(u, {0}, 2)), text(log_states_key(u, {kMost}, 0))});
  expect_ascending({text(review_key(u, false, 9)), text(review_key(u, true, 1))});
  expect_ascending({text(edge_key(u, Direction::Out, id_of(1), EdgeType::RelatedTo, id_of(9))),
                    text(edge_key(u, Direction::Out, id_of(1), EdgeType::MergedInto, id_of(0))),
                    text(edge_key(u, Direction::Out, id_of(2), EdgeType::RelatedTo, id_of(0))),
                    text(edge_key(u, Direction::In, id_of(1), EdgeType::RelatedTo, id_of(0)))});
}

TEST(KeyCodec, EveryKeyReadsBack) {
  const UserKey u = user_key("mina");
  EXPECT_EQ(read_users_key(users_key(u)), u);
  EXPECT_EQ(read_node_key(node_key(u, id_of(3))), id_of(3));
  EXPECT_EQ(read_fact_key(fact_key(u, id_of(4))), id_of(4));
  EXPECT_EQ(read_slot_key(slot_key(u, 1ull << 40)), 1ull << 40);
  const AnalysisKey pair{id_of(6), id_of(7), id_of(8)};
  EXPECT_EQ(read_analysis_key(analysis_key(u, pair)), pair);
  EXPECT_EQ(read_log_key(log_key(u, 77)), 77u);
  const VersionKey version = read_version_key(version_key(u, id_of(5), 258));
  EXPECT_EQ(version.chain_id, id_of(5));
  EXPECT_EQ(version.version, 258u);
  for (const std::int64_t micros : {kLeast, std::int64_t{-1}, std::int64_t{0}, kMost}) {
    const TimelineKey timeline = read_timeline_key(timeline_key(u, {micros}, id_of(6)));
    EXPECT_EQ(timeline.occurred_at.micros, micros);
    EXPECT_EQ(timeline.id, id_of(6));
    for (const LogRoute& route :
         std::vector<LogRoute>{AllEntries{}, Operation::Delete, id_of(7), SourceHash{1ull << 50}}) {
      const LogIndexKey index = read_log_index_key(log_index_key(u, route, {micros}, 8));
      EXPECT_EQ(index.route, route);
      EXPECT_EQ(index.at.micros, micros);
      EXPECT_EQ(index.sequence, 8u);
    }
    const LogStatesKey states = read_log_states_key(log_states_key(u, {micros}, 9));
    EXPECT_EQ(states.at.micros, micros);
    EXPECT_EQ(states.sequence, 9u);
  }
}

TEST(KeyCodec, AnEdgeReadsTheSameFromBothEnds) {
  const UserKey u = user_key("mina");
  const Id from = id_of(1), to = id_of(2);
  const EdgeKey out = read_edge_key(edge_key(u, Direction::Out, from, EdgeType::Causal, to));
  const EdgeKey in = read_edge_key(edge_key(u, Direction::In, to, EdgeType::Causal, from));
  EXPECT_EQ(out.from, from);
  EXPECT_EQ(out.to, to);
  EXPECT_EQ(in.from, from);
  EXPECT_EQ(in.to, to);
  EXPECT_EQ(in.type, EdgeType::Causal);
}

TEST(KeyCodec, AfterPrefixIsTheLeastKeyBehindIt) {
  EXPECT_EQ(after_prefix("a"), "b");
  EXPECT_EQ(after_prefix("a\xff"), "b");
  EXPECT_EQ(after_prefix("\xff\xff"), "");
  EXPECT_EQ(after_prefix(""), "");
  EXPECT_EQ(after_prefix(std::string("\0", 1)), "\x01");
}

TEST(KeyCodec, RefusesKeysThatAreNone) {
  const UserKey u = user_key("mina");
  const std::string node = text(node_key(u, id_of(1)));
  EXPECT_THROW(read_node_key(node + "x"), Error);
  EXPECT_THROW(read_node_key(node.substr(1)), Error);
  EXPECT_THROW(read_node_key(""), Error);
  EXPECT_THROW(read_users_key(node), Error);
  EXPECT_THROW(read_log_index_key(text(Key(u))), Error);
  std::string edge = text(edge_key(u, Direction::Out, id_of(1), EdgeType::Causal, id_of(2)));
  edge[16] = 2;
  EXPECT_THROW(read_edge_key(edge), Error);
  edge[16] = 0;
  for (const int none : {7, 9, int(EdgeType::CopiedTo) + 1}) {  // removed twice; past the last
    edge[33] = char(none);
    EXPECT_THROW(read_edge_key(edge), Error) << none;
  }
  std::string index = text(log_index_key(u, Operation::Noop, {1}, 1));
  index[17] = 6;  // one past the last operation
  EXPECT_THROW(read_log_index_key(index), Error);
  index = text(log_index_key(u, AllEntries{}, {1}, 1));
  index[16] = 2;
  EXPECT_THROW(read_log_index_key(index), Error) << "too short for a memory's id";
  index[16] = 4;
  EXPECT_THROW(read_log_index_key(index), Error) << "no such index";
}

}  // namespace
}  // namespace memfold::storage
