// Cells that a user's vectors are sorted into: when they are made, what becomes of them, and that
// nothing but speed depends on them being there.
#include <gtest/gtest.h>

#include "engine/fold/cells.h"
#include "storage/store.h"
#include "tests/property/fact_stream.h"

namespace memfold::test {
namespace {

constexpr CellOptions kFew{.from = 16, .probes = 2};

class CellsTest : public testing::Test {
 protected:
  CellsTest() { reopen(kFew); }

  void reopen(CellOptions cells) {
    engine_.reset();
    EngineOptions options = fixed_options();
    options.cells = cells;
    engine_.emplace(Engine::open(directory_.path(), options));
  }

  /// Cells in the store; 0: none, or none that can be read.
  std::size_t stored_cells() {
    std::size_t cells = 0;
    with_store([&](storage::Store& store) {
      const auto codebook = store.codebook(storage::user_key("mina"));
      if (codebook) cells = codebook->centroids.size() / std::size_t(codebook->dimension);
    });
    return cells;
  }

  template <typename Work>
  void with_store(Work work) {
    engine_.reset();
    {
      storage::StoreOptions options;
      options.create_if_missing = false;
      work(*storage::Store::open(directory_.path(), options));
    }
    reopen(kFew);
  }

  std::size_t found(const std::vector<Fact>& facts) {
    std::size_t count = 0;
    for (const Fact& fact : facts) {
      const auto hits = engine_->recall({.user = "mina",
                                         .text = fact.content,
                                         .k = 1,
                                         .by = RecallBy::Vector,
                                         .count_use = false});
      count += hits.size() == 1 && hits[0].memory.content == fact.content;
    }
    return count;
  }

  StoreDirectory directory_;
  std::optional<Engine> engine_;
};

TEST(WantedCells, DoubleAtEachFourfold) {
  const CellOptions usual;
  EXPECT_EQ(wanted_cells(16'383, usual), 0u);
  EXPECT_EQ(wanted_cells(16'384, usual), 1024u);
  EXPECT_EQ(wanted_cells(65'535, usual), 1024u);
  EXPECT_EQ(wanted_cells(65'536, usual), 2048u);
  EXPECT_EQ(wanted_cells(262'144, usual), 4096u);
  EXPECT_EQ(wanted_cells(1'048'576, usual), 4096u);
  EXPECT_EQ(wanted_cells(4'194'304, usual), 8192u);
  EXPECT_EQ(wanted_cells(1'000'000, {.from = 0}), 0u);
  EXPECT_EQ(wanted_cells(16, kFew), 16u);
  EXPECT_EQ(wanted_cells(64, kFew), 16u) << "never more than there were rows at first";
}

TEST_F(CellsTest, AreMadeOnceThereAreEnoughMemories) {
  engine_->fold(locker_statements(0, 16));
  EXPECT_EQ(stored_cells(), 0u) << "they are made when the next fact comes";
  engine_->fold(locker_statements(16, 1), {.dry_run = true});
  EXPECT_EQ(stored_cells(), 0u) << "a dry run writes nothing";
  engine_->fold(locker_statements(16, 1));
  EXPECT_EQ(stored_cells(), 16u);
  EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>{});
}

TEST_F(CellsTest, WhatIsSaidAgainIsFoundInThem) {
  const std::vector<Fact> facts = locker_statements(0, 200);
  engine_->fold(facts);
  EXPECT_EQ(found(facts), facts.size()) << "a text lies in the cell it is sought in";
  std::vector<Fact> again = facts;
  for (Fact& fact : again) fact.idempotency_key = "again " + fact.content;
  for (const Decision& decision : engine_->fold(again)) {
    EXPECT_EQ(decision.kind, DecisionKind::Skip) << decision.reason;
  }
}

TEST_F(CellsTest, WithFromZeroEverythingIsComparedWith) {
  const std::vector<Fact> facts = locker_statements(0, 60);
  reopen({.from = 0});
  engine_->fold(facts);
  const std::string digest = engine_->admin().digest();
  EXPECT_EQ(stored_cells(), 0u);
  engine_->fold(locker_statements(60, 1));
  EXPECT_EQ(stored_cells(), 16u);
  EXPECT_NE(engine_->admin().digest(), digest);
  reopen({.from = 0});
  EXPECT_EQ(found(facts), facts.size()) << "those that are there play no part then";
}

TEST_F(CellsTest, AnErasureTakesThemAndOthersAreMade) {
  engine_->fold(locker_statements(0, 40));
  ASSERT_EQ(stored_cells(), 16u);
  const auto hits =
      engine_->recall({.user = "mina", .text = locker_statements(3, 1)[0].content, .k = 1});
  ASSERT_EQ(hits.size(), 1u);
  const ForgetReport report = engine_->forget({.user = "mina", .ids = {hits[0].memory.id}},
                                              {.erasure = Erasure::Hard, .prove = true});
  EXPECT_EQ(report.traces, std::vector<std::string>{});
  EXPECT_EQ(stored_cells(), 0u) << "centroids are made of what was erased";
  engine_->fold(locker_statements(40, 2));
  EXPECT_EQ(stored_cells(), 16u);
  EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>{});
}

TEST_F(CellsTest, ThoseOfAnotherEmbedderAreNoneAndMadeAnew) {
  const std::vector<Fact> facts = locker_statements(0, 40);
  engine_->fold(facts);
  with_store([](storage::Store& store) {
    auto codebook = store.codebook(storage::user_key("mina")).value();
    codebook.embedder = "another@1";
    storage::CommitBatch batch("mina");
    batch.put_codebook(codebook);
    store.commit(std::move(batch));
  });
  EXPECT_EQ(stored_cells(), 0u);
  EXPECT_EQ(found(facts), facts.size()) << "everything is compared with until then";
  engine_->fold(locker_statements(40, 1));
  EXPECT_EQ(stored_cells(), 16u);
}

TEST_F(CellsTest, OptionsThatMakeNoSenseAreRefused) {
  EXPECT_THROW(validate(CellOptions{.from = -1}), Error);
  EXPECT_THROW(validate(CellOptions{.from = 15}), Error);
  EXPECT_THROW(validate(CellOptions{.from = std::int64_t{1} << 32}), Error);
  EXPECT_THROW(validate(CellOptions{.probes = -1}), Error);
  validate(CellOptions{.from = 0});
}

}  // namespace
}  // namespace memfold::test
