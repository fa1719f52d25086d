#include "index/key_postings.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace memfold::index {
namespace {

std::vector<Ordinal> found(const KeyPostings& postings, std::uint64_t key) {
  const auto list = postings.find(key);
  return {list.begin(), list.end()};
}

TEST(KeyPostings, AddFindRemove) {
  KeyPostings postings;
  const std::uint64_t keys[] = {1, 2};
  postings.add(7, keys);
  postings.add(3, std::span(keys).first(1));
  postings.add(7, keys);
  EXPECT_EQ(found(postings, 1), (std::vector<Ordinal>{3, 7}));
  EXPECT_EQ(postings.frequency(2), 1u);
  EXPECT_EQ(postings.frequency(99), 0u);
  postings.remove(7, keys);
  postings.remove(7, keys);
  EXPECT_EQ(found(postings, 1), (std::vector<Ordinal>{3}));
  EXPECT_TRUE(postings.find(2).empty());
}

TEST(KeyPostings, AgreesWithAModelUnderRandomUse) {
  KeyPostings postings;
  std::map<std::uint64_t, std::set<Ordinal>> model;
  std::mt19937_64 random(9);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t key = random() % (i % 3 == 0 ? 3 : 500);
    const auto ordinal = Ordinal(random() % 1000);
    if (random() % 3 != 0) {
      postings.add(ordinal, std::span(&key, 1));
      model[key].insert(ordinal);
    } else {
      postings.remove(ordinal, std::span(&key, 1));
      model[key].erase(ordinal);
    }
  }
  for (const auto& [key, ordinals] : model) {
    EXPECT_EQ(found(postings, key), std::vector<Ordinal>(ordinals.begin(), ordinals.end()));
  }
}

TEST(KeyPostings, RareKeysAreCheap) {
  KeyPostings postings;
  for (std::uint64_t key = 0; key < 10'000; ++key) postings.add(1, std::span(&key, 1));
  EXPECT_LE(postings.memory_bytes(), 10'000u * 100);
  for (std::uint64_t key = 0; key < 10'000; ++key) postings.remove(1, std::span(&key, 1));
  EXPECT_EQ(postings.memory_bytes(), 0u);
}

}  // namespace
}  // namespace memfold::index
