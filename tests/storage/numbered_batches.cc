#include "numbered_batches.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <mutex>

namespace memfold::storage {
namespace {

constexpr std::uint64_t kUsers = 3;
constexpr Time kFirst{std::numeric_limits<std::int64_t>::min()};
constexpr Time kLast{std::numeric_limits<std::int64_t>::max()};
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

std::string user_name(std::uint64_t index) {
  return "user-" + std::to_string(index);
}

/// The nth fact of a user, counted from 0.
Memory numbered_memory(const std::string& user, std::uint64_t n) {
  Memory memory;
  memory.user = user;
  memory.id = memory.chain_id = derive_id(user, std::to_string(n));
  memory.content = std::string(100 + n % 900, static_cast<char>('a' + n % 26));
  memory.slot = n;
  memory.occurred_at = {static_cast<std::int64_t>(n) * kMicrosPerSecond};
  return memory;
}

std::vector<std::int16_t> numbered_row(std::uint64_t n) {
  std::vector<std::int16_t> row(kBatchDimension);
  for (int i = 0; i < kBatchDimension; ++i) row[i] = static_cast<std::int16_t>(n * 31 + i);
  return row;
}

Decision numbered_decision(const Memory& memory) {
  Decision decision;
  decision.user = memory.user;
  decision.sequence = memory.slot + 1;
  decision.id = derive_id(memory.user, "decision" + std::to_string(memory.slot));
  decision.fact_id = decision.memory_id = memory.id;
  decision.at = {static_cast<std::int64_t>(memory.slot / kFactsPerBatch)};
  decision.kind = memory.slot % 2 ? DecisionKind::Skip : DecisionKind::Create;
  decision.operation = memory.slot % 2 ? Operation::Noop : Operation::Add;
  return decision;
}

/// The chain digest of the decision before the nth of a user, whichever batches this process wrote.
Digest chain_before(const std::string& user, std::uint64_t n) {
  static std::mutex mutex;
  static std::map<std::string, std::vector<Digest>> chains;
  const std::lock_guard lock(mutex);
  std::vector<Digest>& chain = chains[user];
  if (chain.empty()) chain.emplace_back();
  for (std::uint64_t i = chain.size() - 1; i < n; ++i) {
    const Memory memory = numbered_memory(user, i);
    CommitBatch batch(user);
    chain.push_back(
        batch.put_decision(numbered_decision(memory), {.after = &memory}, chain.back()));
  }
  return chain[n];
}

AnalysisKey numbered_pair(const std::string& user, std::uint64_t n) {
  return {derive_id(user, std::to_string(n)), derive_id(user, "other"), Id{}};
}

Analysis numbered_analysis(std::uint64_t n) {
  Analysis analysis;
  analysis.reasoning = std::to_string(n);
  return analysis;
}

Edge numbered_edge(const Memory& memory) {
  return {memory.id, derive_id(memory.user, "other"), EdgeType::Similar, 0.5, {1}, "test"};
}

void check_user(const Store& store, const std::string& user, std::uint64_t facts) {
  const UserKey key = user_key(user);
  const auto record = store.user(key);
  EXPECT_EQ(record.has_value(), facts > 0);
  if (record) {
    EXPECT_EQ(record->next_sequence, facts + 1);
  }

  std::uint64_t memories = 0, features = 0, vectors = 0, versions = 0, decisions = 0, edges = 0;
  std::uint64_t backward = 0, fact_keys = 0, analyses = 0;
  store.scan_memories(key, [&](const Memory& read) {
    EXPECT_EQ(read, numbered_memory(user, read.slot));
    ++memories;
  });
  store.scan_features(key, [&](const FeatureRecord& read) { EXPECT_EQ(read.slot, features++); });
  store.scan_vectors(
      key, [&](std::uint64_t slot, const Id& id, std::span<const std::int16_t> read) {
        EXPECT_EQ(slot, vectors++);
        EXPECT_EQ(id, numbered_memory(user, slot).id);
        EXPECT_EQ(std::vector<std::int16_t>(read.begin(), read.end()), numbered_row(slot));
      });
  store.scan_versions(key, [&](const VersionRecord&) { ++versions; });
  store.scan_decisions(key, [&](const Decision& read) { EXPECT_EQ(read.sequence, ++decisions); });
  store.scan_edges(key, false, [&](const Edge&) { ++edges; });
  store.scan_edges(key, true, [&](const Edge&) { ++backward; });
  store.scan_facts(key, [&](const Id&, std::uint64_t) { ++fact_keys; });
  store.scan_analyses(key, [&](const AnalysisKey& pair, const Analysis& read) {
    EXPECT_EQ(pair, numbered_pair(user, std::stoull(read.reasoning)));
    ++analyses;
  });
  const auto indexed = [&](const LogRoute& route) {
    std::uint64_t count = 0;
    store.scan_log_index(key, {&route, 1}, {}, [&](const LogPosition&, const LogSummary&) {
      ++count;
      return true;
    });
    return count;
  };
  std::uint64_t chained = 0, states = 0;
  store.scan_log(key, {}, [&](const LogEntry&, bool holds) { chained += holds; });
  store.scan_log_states(key, [&](const LogPosition&, const LogStates& read, const Digest&) {
    EXPECT_TRUE(read.after && !read.before);
    ++states;
  });
  for (const std::uint64_t count :
       {memories, features, vectors, versions, decisions, edges, backward, fact_keys, chained,
        states, analyses, indexed(AllEntries{})}) {
    EXPECT_EQ(count, facts) << user;
  }
  EXPECT_EQ(indexed(Operation::Add) + indexed(Operation::Noop), facts);
  EXPECT_EQ(store.timeline(key, kFirst, kLast, kAll).size(), facts);
}

}  // namespace

StoreOptions numbered_options() {
  StoreOptions options;
  options.identity = {"test@1", kBatchDimension};
  return options;
}

StoreOptions read_only_options() {
  StoreOptions options;
  options.read_only = true;
  return options;
}

CommitBatch numbered_batch(std::uint64_t number) {
  const std::string user = user_name(number % kUsers);
  const std::uint64_t first = number / kUsers * kFactsPerBatch;
  CommitBatch batch(user);
  for (std::uint64_t n = first; n < first + kFactsPerBatch; ++n) {
    const Memory memory = numbered_memory(user, n);
    batch.put_memory(memory, nullptr);
    batch.put_features({.slot = n, .id = memory.id, .occurred_at = memory.occurred_at});
    batch.put_vector(n, memory.id, numbered_row(n));
    batch.put_version({.chain_id = memory.id, .memory_id = memory.id});
    batch.put_edge(numbered_edge(memory));
    batch.put_analysis(numbered_pair(user, n), numbered_analysis(n));
    batch.put_decision(numbered_decision(memory), {.after = &memory}, chain_before(user, n));
  }
  batch.put_user({.user = user, .next_sequence = first + kFactsPerBatch + 1});
  batch.put_checkpoint("batches", std::to_string(number + 1));
  return batch;
}

std::uint64_t check_numbered_batches(const Store& store) {
  const auto checkpoint = store.checkpoint("batches");
  const std::uint64_t batches = checkpoint ? std::stoull(*checkpoint) : 0;
  for (std::uint64_t i = 0; i < kUsers; ++i) {
    const std::uint64_t of_user = batches / kUsers + (i < batches % kUsers);
    check_user(store, user_name(i), of_user * kFactsPerBatch);
  }
  std::uint64_t users = 0;
  store.scan_users([&](const UserKey&, const UserRecord&) { ++users; });
  EXPECT_EQ(users, std::min(batches, kUsers));
  return batches;
}

}  // namespace memfold::storage
