// The log through its indexes, against a plain sorted list of the same entries.
#include <gtest/gtest.h>
#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>

#include <algorithm>
#include <random>

#include "scratch_directory.h"
#include "storage/store.h"

namespace memfold::storage {
namespace {

struct Entry {
  LogPosition position;
  Operation operation;
  Id memory;
  std::string source;
};

/// Which entries a route must lead to.
bool leads_to(const LogRoute& route, const Entry& entry) {
  if (const auto* operation = std::get_if<Operation>(&route)) return entry.operation == *operation;
  if (const auto* memory = std::get_if<Id>(&route)) {
    // Versions name the decisions that led to them.
    const bool by_version = entry.operation == Operation::Add ||
                            entry.operation == Operation::Supersede ||
                            entry.operation == Operation::Merge;
    return entry.memory == *memory && !by_version;
  }
  if (const auto* source = std::get_if<SourceHash>(&route)) {
    return source_hash(entry.source) == *source;
  }
  return true;
}

Id memory_id(int n) {
  return derive_id("mina", "memory " + std::to_string(n));
}

class StoreLogIndex : public testing::Test {
 protected:
  StoreLogIndex() {
    StoreOptions options;
    options.identity = {"test@1", 2};
    store_ = Store::open(scratch_.path(), options);
    std::mt19937 random(3);
    for (const std::string user : {"mina", "min", "mina2"}) {
      CommitBatch batch(user);
      Digest chain{};
      for (std::uint64_t sequence = 1; sequence <= 400; ++sequence) {
        Decision decision;
        decision.user = user;
        decision.sequence = sequence;
        // Few moments for many entries, some before 1970, and clocks that step back.
        decision.at = {static_cast<std::int64_t>(random() % 60) - 20};
        decision.operation = static_cast<Operation>(random() % 6);
        decision.memory_id = memory_id(static_cast<int>(random() % 5));
        decision.source_id = "mail " + std::to_string(random() % 4);
        decision.fact_id = derive_id(user, std::to_string(sequence));
        decision.score.total = static_cast<double>(sequence) / 1000;
        chain = batch.put_decision(decision, {}, chain);
        if (user == "mina") {
          entries_.push_back({{decision.at, sequence},
                              decision.operation,
                              decision.memory_id,
                              decision.source_id});
        }
      }
      store_->commit(std::move(batch));
    }
  }

  std::vector<std::uint64_t> expected(std::span<const LogRoute> routes,
                                      const LogRange& range) const {
    std::vector<LogPosition> chosen;
    for (const Entry& entry : entries_) {
      const bool known = std::count(range.known.begin(), range.known.end(), entry.position) > 0;
      const bool led =
          known || std::any_of(routes.begin(), routes.end(),
                               [&](const LogRoute& route) { return leads_to(route, entry); });
      if (led && entry.position.at >= range.from && entry.position.at < range.until) {
        chosen.push_back(entry.position);
      }
    }
    std::sort(chosen.begin(), chosen.end());
    if (range.newest_first) std::reverse(chosen.begin(), chosen.end());
    std::vector<std::uint64_t> sequences;
    for (const LogPosition& position : chosen) sequences.push_back(position.sequence);
    return sequences;
  }

  /// Every page of a query, put together.
  std::vector<std::uint64_t> paged(std::span<const LogRoute> routes, LogRange range,
                                   std::size_t limit) const {
    std::vector<std::uint64_t> sequences;
    while (true) {
      std::size_t in_page = 0;
      store_->scan_log_index(user_key("mina"), routes, range,
                             [&](const LogPosition& position, const LogSummary& summary) {
                               EXPECT_EQ(summary.score,
                                         static_cast<double>(position.sequence) / 1000);
                               sequences.push_back(position.sequence);
                               range.after = position;
                               return ++in_page < limit;
                             });
      if (in_page < limit) return sequences;
    }
  }

  std::size_t count(LogRange range) const {
    const LogRoute all[] = {AllEntries{}};
    return paged(all, range, 10'000).size();
  }

  ScratchDirectory scratch_;
  std::unique_ptr<Store> store_;
  std::vector<Entry> entries_;
};

TEST_F(StoreLogIndex, EveryQueryAndPageSizeGivesEachEntryOnceInOrder) {
  using Range = std::pair<std::int64_t, std::int64_t>;
  const std::vector<std::vector<LogRoute>> queries = {
      {AllEntries{}},
      {Operation::Add},
      {Operation::Add, Operation::Merge},
      {Operation::Update},
      {memory_id(2)},
      {memory_id(0), memory_id(4), memory_id(77)},
      {source_hash("mail 1")},
      // Routes that overlap: an entry on several of them comes once.
      {AllEntries{}, Operation::Add, memory_id(1)},
  };
  for (const std::vector<LogRoute>& routes : queries) {
    for (const auto& [from, until] : {Range(INT64_MIN, INT64_MAX), Range(-20, 40), Range(-5, 5),
                                      Range(0, 1), Range(7, 7), Range(9, 3), Range(100, 200)}) {
      for (const bool newest_first : {false, true}) {
        for (const std::size_t limit : {1u, 7u, 1'000u}) {
          const LogRange range{{from}, {until}, std::nullopt, newest_first};
          EXPECT_EQ(paged(routes, range, limit), expected(routes, range))
              << "query " << &routes - queries.data() << " [" << from << ", " << until << ") "
              << newest_first << " pages of " << limit;
        }
      }
    }
  }
}

TEST_F(StoreLogIndex, KnownEntriesComeInTheirPlacesAmongThoseOnRoutes) {
  LogRange range;
  for (const std::uint64_t sequence : {3u, 77u, 78u, 399u, 3u}) {
    range.known.push_back(entries_.at(sequence - 1).position);
  }
  range.known.push_back({{5}, 9'999});  // never logged
  for (const bool newest_first : {false, true}) {
    range.newest_first = newest_first;
    for (const std::vector<LogRoute>& routes :
         {std::vector<LogRoute>{}, {memory_id(2)}, {AllEntries{}}}) {
      for (const std::size_t limit : {1u, 3u, 1'000u}) {
        EXPECT_EQ(paged(routes, range, limit), expected(routes, range));
      }
    }
  }
  range.from = {0};
  range.until = {20};
  EXPECT_EQ(paged({}, range, 10), expected({}, range));
}

TEST_F(StoreLogIndex, AQueryByUserTimeAndDecisionReadsWhatItSelectsAndNoMore) {
  const std::vector<std::vector<LogRoute>> queries = {
      {AllEntries{}}, {Operation::Merge}, {memory_id(3)}, {source_hash("mail 2")}};
  for (const std::vector<LogRoute>& routes : queries) {
    for (const bool newest_first : {false, true}) {
      const LogRange range{{-10}, {30}, std::nullopt, newest_first};
      const std::size_t selected = expected(routes, range).size();
      ASSERT_GT(selected, 5u);
      rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
      rocksdb::get_perf_context()->Reset();
      EXPECT_EQ(paged(routes, range, 10'000).size(), selected);
      const rocksdb::PerfContext counts = *rocksdb::get_perf_context();
      rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
      const std::size_t steps = counts.next_on_memtable_count + counts.prev_on_memtable_count +
                                counts.get_from_memtable_count;
      EXPECT_GE(steps, selected - 1) << "the entries are not flushed: every step is counted";
      EXPECT_LE(steps, selected + 2) << "query " << &routes - queries.data();
    }
  }
}

TEST_F(StoreLogIndex, APositionOutsideTheRangeDoesNotWidenIt) {
  const LogRoute route[] = {AllEntries{}};
  const std::size_t all = expected(route, {{0}, {10}}).size();
  ASSERT_GT(all, 0u);
  EXPECT_EQ(count({{0}, {10}, LogPosition{{-5}, 1}, false}), all);
  EXPECT_EQ(count({{0}, {10}, LogPosition{{10}, 0}, false}), 0u);
  EXPECT_EQ(count({{0}, {10}, LogPosition{{50}, 1}, true}), all);
  EXPECT_EQ(count({{0}, {10}, LogPosition{{-1}, ~std::uint64_t{0}}, true}), 0u);
}

TEST_F(StoreLogIndex, AnotherUserOrNoRouteLeadsNowhere) {
  const auto never = [](const LogPosition&, const LogSummary&) {
    ADD_FAILURE();
    return true;
  };
  const LogRoute all[] = {AllEntries{}};
  store_->scan_log_index(user_key("mi"), all, {}, never);
  store_->scan_log_index(user_key("mina"), {}, {}, never);
}

TEST_F(StoreLogIndex, ADroppedEntryIsOnNoRoute) {
  const Decision gone = store_->decision(user_key("mina"), 7).value();
  CommitBatch batch("mina");
  batch.drop_decision(gone);
  store_->commit(std::move(batch));
  EXPECT_FALSE(store_->decision(user_key("mina"), 7));
  for (const LogRoute& route : std::vector<LogRoute>{AllEntries{}, gone.operation, gone.memory_id,
                                                     source_hash(gone.source_id)}) {
    const auto left = paged({&route, 1}, {}, 10'000);
    EXPECT_EQ(std::count(left.begin(), left.end(), 7u), 0);
    EXPECT_FALSE(left.empty());
  }
}

Decision entry_of_jiho(std::uint64_t sequence) {
  Decision decision;
  decision.user = "jiho";
  decision.sequence = sequence;
  decision.at = {static_cast<std::int64_t>(sequence)};
  decision.fact_id = derive_id("jiho", std::to_string(sequence));
  return decision;
}

/// Sequences of jiho's entries whose states are there.
std::vector<std::uint64_t> with_states(const Store& store) {
  std::vector<std::uint64_t> sequences;
  store.scan_log_states(user_key("jiho"),
                        [&](const LogPosition& position, const LogStates&, const Digest&) {
                          sequences.push_back(position.sequence);
                        });
  return sequences;
}

TEST_F(StoreLogIndex, DroppingStatesIsOneStepHoweverManyThereAre) {
  CommitBatch states("jiho");
  Digest chain{};
  Memory memory;
  memory.user = "jiho";
  memory.content = "예산은 5000만원입니다";
  for (std::uint64_t sequence = 1; sequence <= 500; ++sequence) {
    chain = states.put_decision(entry_of_jiho(sequence), {.fact = &memory}, chain);
  }
  store_->commit(std::move(states));
  CommitBatch drop("jiho");
  drop.drop_states({400});
  EXPECT_LT(drop.bytes(), 200u);
  store_->commit(std::move(drop));
  const std::vector<std::uint64_t> left = with_states(*store_);
  ASSERT_EQ(left.size(), 101u);
  EXPECT_EQ(left.front(), 400u) << "what is not older stays";
  EXPECT_TRUE(store_->decision(user_key("jiho"), 1)) << "and so does the entry";
}

TEST_F(StoreLogIndex, DroppingStatesTakesWhatTheSameBatchPutBeforeItAndNoMore) {
  Memory memory;
  memory.user = "jiho";
  CommitBatch batch("jiho");
  Digest chain = batch.put_decision(entry_of_jiho(1), {.fact = &memory}, {});
  batch.drop_states({400});
  chain = batch.put_decision(entry_of_jiho(2), {.fact = &memory}, chain);
  batch.put_decision(entry_of_jiho(400), {.fact = &memory}, chain);
  store_->commit(std::move(batch));
  const std::vector<std::uint64_t> left = with_states(*store_);
  EXPECT_EQ(left, (std::vector<std::uint64_t>{2, 400}));
}

TEST_F(StoreLogIndex, TheChainShowsADroppedAndAChangedEntry) {
  const UserKey user = user_key("mina");
  const auto broken = [&] {
    std::vector<std::uint64_t> sequences;
    store_->scan_log(user, {}, [&](const LogEntry& entry, bool chained) {
      if (!chained) sequences.push_back(entry.decision.sequence);
    });
    return sequences;
  };
  EXPECT_TRUE(broken().empty());
  Decision changed = store_->decision(user, 9).value();
  changed.confidence = 0.123;
  CommitBatch batch("mina");
  batch.drop_decision(store_->decision(user, 20).value());
  batch.put_decision(changed, {}, store_->log_entry(user, 8)->chain);
  store_->commit(std::move(batch));
  // The changed entry fits its predecessor; the one behind it no longer fits the change.
  EXPECT_EQ(broken(), (std::vector<std::uint64_t>{10, 21}));
}

TEST_F(StoreLogIndex, ARedactedEntryKeepsItsPlaceInTheChainAndLosesItsSource) {
  const UserKey user = user_key("mina");
  const LogEntry whole = store_->log_entry(user, 30).value();
  Decision rest;
  rest.user = "mina";
  rest.sequence = 30;
  rest.at = whole.decision.at;
  rest.operation = whole.decision.operation;
  rest.memory_id = whole.decision.memory_id;
  CommitBatch batch("mina");
  batch.redact_decision(whole, rest);
  store_->commit(std::move(batch));
  const LogEntry read = store_->log_entry(user, 30).value();
  EXPECT_TRUE(read.decision.redacted);
  EXPECT_EQ(read.chain, whole.chain);
  EXPECT_TRUE(read.decision.source_id.empty());
  store_->scan_log(user, {}, [](const LogEntry&, bool chained) { EXPECT_TRUE(chained); });
  const LogRoute source[] = {source_hash(whole.decision.source_id)};
  std::vector<std::uint64_t> left;
  store_->scan_log_index(user, source, {}, [&](const LogPosition& position, const LogSummary&) {
    left.push_back(position.sequence);
    return true;
  });
  EXPECT_EQ(std::count(left.begin(), left.end(), 30u), 0);
}

}  // namespace
}  // namespace memfold::storage
