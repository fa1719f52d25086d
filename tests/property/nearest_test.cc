// BatchSearch equals a search of the index at the moment of each decision, whatever the batch did.
#include "engine/fold/nearest.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/fold/lane.h"
#include "index/codebook.h"

namespace memfold {
namespace {

constexpr int kDimension = 24;

std::vector<std::int16_t> random_row(std::mt19937_64& random, int clusters) {
  // Few distinct directions, so that ties happen.
  const auto cluster = random() % std::uint64_t(clusters);
  std::vector<float> values(kDimension, 0.1f);
  values[cluster % kDimension] += 1;
  values[(cluster * 7 + random() % 3) % kDimension] += 0.5f;
  std::vector<std::int16_t> row(kDimension);
  quantise_unit(values, row);
  return row;
}

Id id_of(std::uint64_t n) {
  Id id;
  std::memcpy(id.bytes.data(), &n, sizeof n);
  id.bytes[15] = 1;
  return id;
}

/// A seed and how many cells are searched; 0: there are none.
class BatchSearchProperty : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(BatchSearchProperty, EqualsASearchAtThatMoment) {
  const auto [seed, probes] = GetParam();
  std::mt19937_64 random{std::uint64_t(seed)};
  Lane lane("mina", kDimension, index::serial_for);
  std::uint64_t next = 0;
  for (int i = 0; i < 60; ++i) lane.add(id_of(next), next, {}, random_row(random, 9)), ++next;

  std::shared_ptr<const index::Codebook> book;
  if (probes > 0) {
    std::vector<std::int16_t> trained;
    for (int i = 0; i < 40; ++i) {
      const auto row = random_row(random, 9);
      trained.insert(trained.end(), row.begin(), row.end());
    }
    book = std::make_shared<const index::Codebook>(
        index::train_codebook(kDimension, trained, 8, index::serial_for));
    lane.use(book);
  }
  constexpr std::size_t kFacts = 80, kNearest = 5;
  std::vector<std::int16_t> rows;
  for (std::size_t i = 0; i < kFacts; ++i) {
    const auto row = random_row(random, 9);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  BatchSearch search(lane, rows, kFacts, kNearest, std::size_t(probes));
  for (std::size_t i = 0; i < kFacts; ++i) {
    const auto row = std::span(rows).subspan(i * kDimension, kDimension);
    std::vector<std::vector<index::Hit>> expected;
    if (book) {
      const auto cells = book->nearest(row, 1, std::size_t(probes), index::serial_for);
      lane.vectors().search_near(row, 1, cells, kNearest, 1, expected);
    } else {
      lane.vectors().search(row, 1, kNearest, 1, expected);
    }
    ASSERT_EQ(search.nearest(i), expected.front()) << "fact " << i;

    const auto live = [&] {
      while (true) {
        const auto ordinal = static_cast<Ordinal>(random() % lane.vectors().size());
        if (lane.vectors().is_live(ordinal)) return ordinal;
      }
    };
    switch (random() % 4) {
      case 0:
      case 1:
        search.added(i, lane.add(id_of(next), next, {}, row)), ++next;
        break;
      case 2:
        if (lane.vectors().live_size() > 8) lane.remove(live());
        break;
      case 3: {
        const Ordinal ordinal = live();
        const auto other = random_row(random, 9);
        lane.replace(ordinal, {}, other);
        search.replaced(ordinal, other);
        break;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, BatchSearchProperty,
                         testing::Combine(testing::Range(1, 30), testing::Values(0, 1, 3)));

}  // namespace
}  // namespace memfold
