#include "index/top_k.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace memfold::index {
namespace {

TEST(HitKey, OrdersByDotThenByEarlierOrdinal) {
  const std::int32_t least = std::numeric_limits<std::int32_t>::min();
  const std::int32_t most = std::numeric_limits<std::int32_t>::max();
  EXPECT_GT(hit_key(1, 9), hit_key(0, 0));
  EXPECT_GT(hit_key(0, 9), hit_key(-1, 0));
  EXPECT_GT(hit_key(most, 9), hit_key(least, 0));
  EXPECT_GT(hit_key(5, 3), hit_key(5, 4));
  for (const Hit hit : {Hit{0, 0}, Hit{7, -5}, Hit{0xffffffff, most}, Hit{1, least}}) {
    EXPECT_EQ(key_hit(hit_key(hit.dot, hit.ordinal)), hit);
  }
}

TEST(TopK, HoldsTheBestWhateverTheFloorLetsOut) {
  std::mt19937 random(3);
  for (const std::size_t k : {1u, 2u, 15u, 16u, 17u, 100u}) {
    TopK best(2, k, -50);
    std::vector<HitKey> all;
    for (Ordinal ordinal = 0; ordinal < 3000; ++ordinal) {
      const auto dot = static_cast<std::int32_t>(random() % 200) - 100;
      if (dot >= -50) all.push_back(hit_key(dot, ordinal));
      if (dot >= best.floors()[1]) best.offer(1, dot, ordinal);
    }
    std::sort(all.rbegin(), all.rend());
    std::vector<HitKey> held(best.keys(1).begin(), best.keys(1).end());
    std::sort(held.rbegin(), held.rend());
    ASSERT_GE(held.size(), k);
    EXPECT_TRUE(std::equal(all.begin(), all.begin() + std::ptrdiff_t(k), held.begin()));
    EXPECT_TRUE(best.keys(0).empty()) << "the other query saw nothing";
    EXPECT_LE(best.reached(1), key_dot(all[k - 1]));
  }
}

TEST(TopK, QueriesThatFillUpATileAskForNothing) {
  const TopK best(3, 1, -7);
  EXPECT_EQ(best.floors()[2], -7);
  EXPECT_EQ(best.floors()[3], std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(best.floors()[11], std::numeric_limits<std::int32_t>::max());
}

}  // namespace
}  // namespace memfold::index
