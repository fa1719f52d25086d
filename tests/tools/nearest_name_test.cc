#include "tools/cli/settings.h"

#include <gtest/gtest.h>

#include <vector>

namespace memfold::tools {
namespace {

const std::vector<std::string> kKnown = {"backfill",    "fold",     "recall",
                                         "--threshold", "--thread", "decide.related_from"};

TEST(NearestName, EditDistanceCountsSwapsAsOne) {
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("recall", "recall"), 0u);
  EXPECT_EQ(edit_distance("reclal", "recall"), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(NearestName, FindsWhatWasMeant) {
  EXPECT_EQ(nearest_name("bakfill", kKnown), "backfill");
  EXPECT_EQ(nearest_name("--tresh", kKnown), "--threshold");
  EXPECT_EQ(nearest_name("--thred", kKnown), "--thread");
  EXPECT_EQ(nearest_name("related_from", kKnown), "decide.related_from");
}

TEST(NearestName, IsSilentWhenNothingIsNear) {
  EXPECT_EQ(nearest_name("zebra", kKnown), std::nullopt);
  EXPECT_EQ(nearest_name("", kKnown), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(100'000, 'x'), kKnown), std::nullopt);
  EXPECT_EQ(suggestion("zebra", kKnown), "");
}

}  // namespace
}  // namespace memfold::tools
