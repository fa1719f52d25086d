// Everything that is stored comes back the same, to the last bit.
#include <gtest/gtest.h>

#include "memfold/error.h"
#include "random_values.h"
#include "storage/codec_analysis.h"
#include "storage/codec_decision.h"
#include "storage/codec_edge.h"
#include "storage/codec_features.h"
#include "storage/codec_log.h"
#include "storage/codec_memory.h"
#include "storage/codec_node.h"
#include "storage/codec_review.h"
#include "storage/codec_source.h"
#include "storage/codec_states.h"
#include "storage/codec_user.h"
#include "storage/codec_version.h"

namespace memfold::storage {
namespace {

constexpr int kRounds = 500;

template <typename Record, typename Decode>
void expect_round_trips(const Decode& decode, std::uint64_t seed) {
  RandomValues random(seed);
  Builder builder;  // reused on purpose: no value may leak into the next
  for (int i = 0; i < kRounds; ++i) {
    const Record record = random.make<Record>();
    const std::string bytes(encode(builder, record));
    ASSERT_TRUE(same(decode(bytes), record)) << "round " << i;
    ASSERT_EQ(std::string(encode(builder, decode(bytes))), bytes) << "round " << i;
  }
  ASSERT_TRUE(same(decode(std::string(encode(builder, Record{}))), Record{}));
}

TEST(CodecRoundTrip, Memory) {
  expect_round_trips<Memory>(decode_memory, 1);
}
TEST(CodecRoundTrip, Decision) {
  expect_round_trips<Decision>(decode_decision, 2);
}
TEST(CodecRoundTrip, Version) {
  expect_round_trips<VersionRecord>(decode_version, 3);
}
TEST(CodecRoundTrip, Features) {
  expect_round_trips<FeatureRecord>(decode_features, 4);
}
TEST(CodecRoundTrip, User) {
  expect_round_trips<UserRecord>(decode_user, 5);
}

TEST(CodecRoundTrip, Review) {
  expect_round_trips<Review>(decode_review, 7);
}

TEST(CodecRoundTrip, Analysis) {
  expect_round_trips<Analysis>(decode_analysis, 9);
}

TEST(CodecRoundTrip, Node) {
  expect_round_trips<Node>(decode_graph_node, 10);
}

TEST(CodecRoundTrip, Source) {
  expect_round_trips<Source>(decode_source, 11);
}

TEST(CodecRoundTrip, SourceJob) {
  RandomValues random(12);
  Builder builder;
  for (int i = 0; i < kRounds; ++i) {
    SourceJob job = random.make<SourceJob>();
    job.attempts = int(random.below(1 << 30));
    const std::string bytes(encode(builder, job));
    ASSERT_TRUE(same(decode_job(bytes), job)) << "round " << i;
    ASSERT_EQ(std::string(encode(builder, decode_job(bytes))), bytes) << "round " << i;
  }
}

TEST(CodecRoundTrip, States) {
  RandomValues random(8);
  Builder builder;
  const auto pointer = [](const std::optional<Memory>& memory) {
    return memory ? &*memory : nullptr;
  };
  for (int i = 0; i < kRounds; ++i) {
    const LogStates states = random.make<LogStates>();
    const LogStatesView view{pointer(states.fact), pointer(states.before), pointer(states.after)};
    ASSERT_TRUE(same(decode_states(std::string(encode(builder, view))), states)) << "round " << i;
  }
}

TEST(CodecRoundTrip, LogSummary) {
  RandomValues random(9);
  std::string bytes;
  for (int i = 0; i < kRounds; ++i) {
    const LogSummary summary = random.make<LogSummary>();
    encode(summary, bytes);
    ASSERT_EQ(bytes.size(), kLogSummaryBytes);
    ASSERT_TRUE(same(decode_log_summary(bytes), summary)) << "round " << i;
  }
}

TEST(CodecRoundTrip, LogEntryWithItsDigests) {
  RandomValues random(10);
  Builder builder;
  for (int i = 0; i < kRounds; ++i) {
    const Decision decision = random.make<Decision>();
    const std::string encoded(encode(builder, decision));
    const Digest states = digest_states("states");
    const Digest chain = chain_digest({}, states, encoded);
    std::string bytes;
    encode_log_entry(chain, states, encoded, bytes);
    const LogEntry entry = decode_log_entry(bytes);
    ASSERT_TRUE(same(entry.decision, decision));
    EXPECT_EQ(entry.chain, chain);
    EXPECT_EQ(entry.states, states);
    EXPECT_EQ(decision_bytes(bytes), encoded);
  }
}

TEST(CodecRoundTrip, EdgeWithoutWhatItsKeyHolds) {
  RandomValues random(6);
  Builder builder;
  for (int i = 0; i < kRounds; ++i) {
    const Edge edge = random.make<Edge>();
    Edge read = decode_edge(std::string(encode(builder, edge)));
    EXPECT_EQ(read.from, Id{});
    read.from = edge.from;
    read.to = edge.to;
    read.type = edge.type;
    ASSERT_TRUE(same(read, edge)) << "round " << i;
  }
}

TEST(CodecRoundTrip, TheComparisonItselfSeesEveryField) {
  // Two random memories differ in nearly every field; copying all but one leaves them different.
  RandomValues random(7);
  const Memory a = random.make<Memory>();
  Memory b = a;
  EXPECT_TRUE(same(a, b));
  b.decay_gradient = a.decay_gradient == 0.25 ? 0.5 : 0.25;
  EXPECT_FALSE(same(a, b));
  Decision c, d;
  d.score.total = -0.0;  // equal as numbers, not as bits
  EXPECT_FALSE(same(c, d));
}

TEST(CodecRoundTrip, LongestContentAndManyItems) {
  Builder builder;
  Memory memory;
  memory.content.assign(kMaxContentBytes, 'x');
  memory.sources.assign(5'000, std::string(100, 's'));
  memory.merge_source_ids.assign(5'000, derive_id("u", "k"));
  memory.importance_factors.assign(300, {"has_deadline", 0.2, "by Friday"});
  EXPECT_TRUE(same(decode_memory(std::string(encode(builder, memory))), memory));
}

TEST(CodecRoundTrip, RefusesToWriteWhatItWouldRefuseToRead) {
  Builder builder;
  Decision decision;
  decision.rivals.resize(kMaxTableList);
  EXPECT_EQ(decode_decision(std::string(encode(builder, decision))).rivals.size(), kMaxTableList);
  decision.rivals.resize(kMaxTableList + 1);
  EXPECT_THROW(encode(builder, decision), Error);
  Memory memory;
  memory.content.assign(kMaxValueBytes, 'x');
  EXPECT_THROW(encode(builder, memory), Error);
  memory.content = "after a refusal the builder still works";
  EXPECT_TRUE(same(decode_memory(std::string(encode(builder, memory))), memory));
}

}  // namespace
}  // namespace memfold::storage
