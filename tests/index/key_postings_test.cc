#include "index/key_postings.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

namespace memfold::index {
namespace {

std::vector<Ordinal> list(std::span<const Ordinal> ordinals) {
  return {ordinals.begin(), ordinals.end()};
}

void add(KeyPostings& postings, Ordinal ordinal, std::vector<std::uint64_t> keys) {
  postings.add(ordinal, keys);
}

TEST(KeyPostings, AnUnknownKeyHasNothing) {
  KeyPostings postings;
  EXPECT_TRUE(postings.find(0).empty());
  add(postings, 3, {7});
  EXPECT_TRUE(postings.find(0).empty());
  EXPECT_EQ(list(postings.find(7)), (std::vector<Ordinal>{3}));
}

TEST(KeyPostings, OrdinalsAscendHoweverTheyCame) {
  KeyPostings postings;
  for (const Ordinal ordinal : {9u, 2u, 5u, 7u, 1u, 2u, 9u}) add(postings, ordinal, {42, 42});
  EXPECT_EQ(list(postings.find(42)), (std::vector<Ordinal>{1, 2, 5, 7, 9}));
  EXPECT_EQ(postings.frequency(42), 5u);
}

TEST(KeyPostings, EqualsAMapUnderRandomChanges) {
  std::mt19937_64 random(31);
  KeyPostings postings;
  std::map<std::uint64_t, std::set<Ordinal>> mirror;
  // Keys that collide in every part of their bits, zero among them.
  const auto key = [&] { return (random() % 40) << (random() % 3 * 24); };
  for (int step = 0; step < 60'000; ++step) {
    const std::uint64_t keys[] = {key(), key()};
    const auto ordinal = static_cast<Ordinal>(random() % 12);
    // Phases of growth and of decline: lists move out of their slots and back.
    if (random() % 8 < (step / 3000 % 2 == 0 ? 6u : 2u)) {
      postings.add(ordinal, keys);
      for (const auto k : keys) mirror[k].insert(ordinal);
    } else {
      postings.remove(ordinal, keys);
      for (const auto k : keys) mirror[k].erase(ordinal);
    }
    if (step % 100 != 0) continue;
    for (const auto& [k, expected] : mirror) {
      ASSERT_EQ(list(postings.find(k)), std::vector<Ordinal>(expected.begin(), expected.end()));
    }
  }
}

TEST(KeyPostings, APopularKeyIsChangedAnywhere) {
  KeyPostings postings;
  std::vector<Ordinal> expected;
  for (Ordinal i = 0; i < 100'000; ++i) {
    add(postings, i, {1});
    if (i % 3 == 1) expected.push_back(i);
  }
  const std::uint64_t keys[] = {1};
  for (Ordinal i = 0; i < 100'000; ++i) {
    if (i % 3 != 1) postings.remove(i, keys);
  }
  EXPECT_EQ(list(postings.find(1)), expected);
}

TEST(KeyPostings, AKeyCostsAtMostAHundredBytes) {
  std::mt19937_64 random(32);
  for (const std::size_t ordinals : {1u, 3u}) {
    KeyPostings postings;
    std::size_t keys = 0;
    for (Ordinal i = 0; keys < 60'000; ++i, ++keys) {
      const std::uint64_t key[] = {random()};
      for (Ordinal j = 0; j < ordinals; ++j) postings.add(i * 3 + j, key);
      if (keys >= 500 && keys % 97 == 0) {
        ASSERT_LE(postings.memory_bytes(), (keys + 1) * 100) << keys;
      }
    }
  }
}

TEST(KeyPostings, MovesWithWhatItHolds) {
  KeyPostings postings;
  add(postings, 4, {1, 2});
  KeyPostings moved = std::move(postings);
  EXPECT_EQ(list(moved.find(2)), (std::vector<Ordinal>{4}));
}

}  // namespace
}  // namespace memfold::index
