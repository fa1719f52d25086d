// What was written and mapped answers as what was never away.
#include "index/image.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "index/codebook.h"
#include "index/key_postings.h"
#include "index/word_index.h"
#include "memfold/error.h"
#include "tests/index/memory_image.h"
#include "tests/index/random_rows.h"

namespace memfold::index {
namespace {

constexpr std::size_t kRows = 3000, kCells = 40;

/// A wide and a narrow one: with codes and without.
class IndexImage : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    rows_ = clustered_rows(kRows, width(), random_);
    codebook_ = std::make_shared<const Codebook>(
        train_codebook(GetParam(), std::span(rows_).first(800 * width()), kCells, serial_for));
    kept_->use(codebook_);
    kept_->add(rows_);
    for (int i = 0; i < 300; ++i) kept_->remove(any());
    kept_->replace(17, std::vector<std::int16_t>(width()));  // no direction: in no cell
    kept_->write(image_);
    reopen();
  }

  std::size_t width() const { return std::size_t(GetParam()); }
  Ordinal any() { return Ordinal(random_() % kept_->size()); }
  std::unique_ptr<VectorIndex> open() {
    MemoryImage::Source source(image_);
    return open_index(GetParam(), threaded_for, source, codebook_);
  }
  void reopen() { opened_ = open(); }

  void change_both() {
    const auto more = clustered_rows(150, width(), random_);
    for (auto* index : {kept_.get(), opened_.get()}) index->add(more);
    for (int i = 0; i < 60; ++i) {
      const Ordinal removed = any(), replaced = any();
      const auto row = clustered_rows(1, width(), random_);
      for (auto* index : {kept_.get(), opened_.get()}) {
        index->remove(removed);
        index->replace(replaced, row);
      }
    }
  }

  void expect_alike(std::size_t n) {
    ASSERT_EQ(opened_->size(), kept_->size());
    ASSERT_EQ(opened_->live_size(), kept_->live_size());
    for (Ordinal ordinal = 0; ordinal < kept_->size(); ++ordinal) {
      ASSERT_EQ(opened_->is_live(ordinal), kept_->is_live(ordinal)) << ordinal;
      ASSERT_EQ(opened_->cell(ordinal), kept_->cell(ordinal)) << ordinal;
      ASSERT_TRUE(std::ranges::equal(opened_->row(ordinal), kept_->row(ordinal))) << ordinal;
    }
    const auto queries = clustered_rows(n, width(), random_);
    for (const std::size_t probes : {1u, 7u, 40u}) {
      const auto cells = codebook_->nearest(queries, n, probes, serial_for);
      std::vector<std::vector<Hit>> expected, found;
      kept_->search_near(queries, n, cells, 20, 1, expected);
      opened_->search_near(queries, n, cells, 20, 1, found);
      EXPECT_EQ(found, expected) << probes;
    }
    std::vector<std::vector<Hit>> expected, found;
    kept_->search(queries, n, 20, 1, expected);
    opened_->search(queries, n, 20, 1, found);
    EXPECT_EQ(found, expected);
  }

  std::mt19937 random_{71};
  std::vector<std::int16_t> rows_;
  std::shared_ptr<const Codebook> codebook_;
  MemoryImage image_;
  std::unique_ptr<VectorIndex> kept_ = make_index(GetParam(), threaded_for), opened_;
};

INSTANTIATE_TEST_SUITE_P(Dimensions, IndexImage, testing::Values(40, 130));

TEST_P(IndexImage, AnswersAsTheIndexItWasMadeOf) {
  expect_alike(1);
  expect_alike(130);
}

TEST_P(IndexImage, GoesOnAsIt) {
  for (int i = 0; i < 15; ++i) change_both();  // cells get whole blocks of new rows
  expect_alike(3);
  expect_alike(60);
}

TEST_P(IndexImage, IsWrittenAgainFromWhatWasMapped) {
  for (int i = 0; i < 15; ++i) change_both();
  MemoryImage again;
  opened_->write(again);
  MemoryImage::Source source(again);
  const auto second = open_index(GetParam(), serial_for, source, codebook_);
  opened_ =
      open_index(GetParam(), serial_for, *std::make_unique<MemoryImage::Source>(again), codebook_);
  change_both();
  expect_alike(40);
}

TEST_P(IndexImage, TakesAnotherCodebook) {
  codebook_ = std::make_shared<const Codebook>(
      train_codebook(GetParam(), std::span(rows_).first(900 * width()), kCells + 9, serial_for));
  kept_->use(codebook_);
  opened_->use(codebook_);
  expect_alike(30);
}

TEST_P(IndexImage, WithoutACodebookItHoldsRowsAlone) {
  kept_->use(nullptr);
  MemoryImage image;
  kept_->write(image);
  MemoryImage::Source source(image);
  const auto opened = open_index(GetParam(), serial_for, source, nullptr);
  EXPECT_EQ(opened->live_size(), kept_->live_size());
  const auto queries = clustered_rows(5, width(), random_);
  std::vector<std::vector<Hit>> expected, found;
  kept_->search(queries, 5, 9, 1, expected);
  opened->search(queries, 5, 9, 1, found);
  EXPECT_EQ(found, expected);
}

TEST_P(IndexImage, ABitThatFlippedIsFoundWhereItIsRead) {
  const auto queries = clustered_rows(20, width(), random_);
  const auto cells = codebook_->nearest(queries, 20, kCells, serial_for);
  std::vector<std::vector<Hit>> hits;
  // Rows and codes; other parts are verified as a whole by whoever maps them.
  for (auto& part : image_.parts()) {
    if (part.digests.empty()) continue;
    part.bytes.data()[random_() % part.bytes.size()] ^= std::byte{4};
    reopen();
    EXPECT_THROW(
        {
          opened_->search(queries, 20, 9, 1, hits);
          opened_->search_near(queries, 20, cells, 9, 1, hits);
        },
        DamagedFile);
    return;
  }
  FAIL() << "nothing was verified";
}

TEST_P(IndexImage, PartsOfAnotherSizeAreDamage) {
  image_.parts().at(2).bytes.count -= 8;  // live bits
  EXPECT_THROW(open(), DamagedFile);
}

TEST(KeyPostingsImage, GoesOnFromWhatWasMapped) {
  std::mt19937_64 random(72);
  KeyPostings kept, opened;
  const auto key = [&] { return random() % 300; };
  for (Ordinal ordinal = 0; ordinal < 2000; ++ordinal) {
    const std::uint64_t keys[] = {key(), key(), 7};
    kept.add(ordinal, keys);
  }
  MemoryImage image;
  KeyPostings::parts(std::as_const(kept), PutParts{image});
  MemoryImage::Source source(image);
  KeyPostings::parts(opened, TakeParts{source});
  for (int step = 0; step < 4000; ++step) {
    const std::uint64_t keys[] = {key(), step % 2 == 0 ? 7u : key() + 200};
    const auto ordinal = Ordinal(random() % 2400);
    for (KeyPostings* postings : {&kept, &opened}) {
      if (step % 3 == 0) {
        postings->add(ordinal, keys);
      } else {
        postings->remove(ordinal, keys);
      }
    }
  }
  for (std::uint64_t k = 0; k < 500; ++k) {
    EXPECT_TRUE(std::ranges::equal(kept.find(k), opened.find(k))) << k;
  }
}

TEST(WordIndexImage, GoesOnFromWhatWasMapped) {
  std::mt19937_64 random(73);
  const auto terms = [&] {
    std::vector<std::uint64_t> some(1 + random() % 9);
    for (auto& term : some) term = random() % 400;
    return some;
  };
  WordIndex kept, opened;
  std::vector<std::vector<std::uint64_t>> rows;
  for (Ordinal ordinal = 0; ordinal < 3000; ++ordinal) {
    rows.push_back(terms());
    kept.add(ordinal, rows.back());
    if (ordinal == 1500) kept.compact();
  }
  MemoryImage image;
  WordIndex::parts(std::as_const(kept), PutParts{image});
  MemoryImage::Source source(image);
  WordIndex::parts(opened, TakeParts{source});
  std::vector<Ordinal> forgotten;
  for (Ordinal ordinal = 5; ordinal < 3000; ordinal += 7) {
    forgotten.push_back(ordinal);
    kept.remove(ordinal, rows[ordinal]);
  }
  opened.forget(forgotten);
  for (Ordinal ordinal = 3000; ordinal < 3100; ++ordinal) {
    const auto words = terms();
    kept.add(ordinal, words);
    opened.add(ordinal, words);
  }
  kept.add(5, rows[6]);
  opened.add(5, rows[6]);
  EXPECT_EQ(opened.live_size(), kept.live_size());
  for (std::uint64_t term = 0; term < 400; ++term) {
    ASSERT_EQ(opened.frequency(term), kept.frequency(term)) << term;
    const QueryWord query[] = {{term}, {(term * 7) % 400, 0.5}};
    ASSERT_EQ(opened.score(query), kept.score(query)) << term;
  }
}

}  // namespace
}  // namespace memfold::index
