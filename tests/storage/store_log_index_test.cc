// The log through its indexes, against a plain sorted list of the same entries.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "scratch_directory.h"
#include "storage/store.h"

namespace memfold::storage {
namespace {

struct Entry {
  std::int64_t at;
  std::uint64_t sequence;
  DecisionKind kind;
};

class StoreLogIndex : public testing::Test {
 protected:
  StoreLogIndex() {
    StoreOptions options;
    options.identity = {"test@1", 2};
    store_ = Store::open(scratch_.path(), options);
    std::mt19937 random(3);
    for (const std::string user : {"mina", "min", "mina2"}) {
      CommitBatch batch(user);
      for (std::uint64_t sequence = 1; sequence <= 400; ++sequence) {
        Decision decision;
        decision.user = user;
        decision.sequence = sequence;
        // Few moments for many entries, some before 1970, and clocks that step back.
        decision.at = {static_cast<std::int64_t>(random() % 60) - 20};
        decision.kind = static_cast<DecisionKind>(random() % 3);
        decision.fact_id = derive_id(user, std::to_string(sequence));
        batch.put_decision(decision);
        if (user == "mina") {
          entries_.push_back({decision.at.micros, sequence, decision.kind});
        }
      }
      store_->commit(std::move(batch));
    }
  }

  std::vector<std::uint64_t> expected(std::optional<DecisionKind> kind, std::int64_t from,
                                      std::int64_t until, bool newest_first) const {
    std::vector<Entry> chosen;
    for (const Entry& entry : entries_) {
      if (entry.at >= from && entry.at < until && (!kind || entry.kind == *kind)) {
        chosen.push_back(entry);
      }
    }
    std::sort(chosen.begin(), chosen.end(), [](const Entry& a, const Entry& b) {
      return std::pair(a.at, a.sequence) < std::pair(b.at, b.sequence);
    });
    if (newest_first) std::reverse(chosen.begin(), chosen.end());
    std::vector<std::uint64_t> sequences;
    for (const Entry& entry : chosen) sequences.push_back(entry.sequence);
    return sequences;
  }

  /// Every page of a query, put together.
  std::vector<std::uint64_t> paged(std::optional<DecisionKind> kind, std::int64_t from,
                                   std::int64_t until, bool newest_first, std::size_t limit) const {
    std::vector<std::uint64_t> sequences;
    std::optional<LogPosition> after;
    while (true) {
      const auto page =
          store_->log_index(user_key("mina"), kind, {from}, {until}, newest_first, after, limit);
      EXPECT_LE(page.size(), limit);
      for (const LogPosition& position : page) sequences.push_back(position.sequence);
      if (page.size() < limit) return sequences;
      after = page.back();
    }
  }

  ScratchDirectory scratch_;
  std::unique_ptr<Store> store_;
  std::vector<Entry> entries_;
};

TEST_F(StoreLogIndex, EveryQueryAndPageSizeGivesEachEntryOnceInOrder) {
  using Range = std::pair<std::int64_t, std::int64_t>;
  for (const std::optional<DecisionKind> kind :
       {std::optional<DecisionKind>(), std::optional(DecisionKind::Create),
        std::optional(DecisionKind::Skip), std::optional(DecisionKind::Delete)}) {
    for (const auto& [from, until] : {Range(INT64_MIN, INT64_MAX), Range(-20, 40), Range(-5, 5),
                                      Range(0, 1), Range(7, 7), Range(9, 3), Range(100, 200)}) {
      for (const bool newest_first : {false, true}) {
        for (const std::size_t limit : {1u, 7u, 1'000u}) {
          EXPECT_EQ(paged(kind, from, until, newest_first, limit),
                    expected(kind, from, until, newest_first))
              << (kind ? name(*kind) : "any") << " [" << from << ", " << until << ") "
              << newest_first << " pages of " << limit;
        }
      }
    }
  }
}

TEST_F(StoreLogIndex, APositionOutsideTheRangeDoesNotWidenIt) {
  const auto query = [&](bool newest_first, LogPosition after) {
    return store_->log_index(user_key("mina"), std::nullopt, {0}, {10}, newest_first, after, 1'000)
        .size();
  };
  const std::size_t all = expected(std::nullopt, 0, 10, false).size();
  ASSERT_GT(all, 0u);
  EXPECT_EQ(query(false, {{-5}, 1}), all);
  EXPECT_EQ(query(false, {{10}, 0}), 0u);
  EXPECT_EQ(query(true, {{50}, 1}), all);
  EXPECT_EQ(query(true, {{-1}, ~std::uint64_t{0}}), 0u);
}

TEST_F(StoreLogIndex, NothingIsAskedForNothingIsRead) {
  EXPECT_TRUE(store_->log_index(user_key("mina"), {}, {0}, {10}, true, {}, 0).empty());
  EXPECT_TRUE(store_->log_index(user_key("mi"), {}, {0}, {10}, true, {}, 5).empty());
}

}  // namespace
}  // namespace memfold::storage
