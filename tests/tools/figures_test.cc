#include "tools/cli/figures.h"

#include <gtest/gtest.h>

#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

TEST(Figures, CountsHaveSeparators) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1000), "1,000");
  EXPECT_EQ(count_text(18'446'744'073'709'551'615u), "18,446,744,073,709,551,615");
}

TEST(Figures, NounsAgree) {
  EXPECT_EQ(counted(1, "memory"), "1 memory");
  EXPECT_EQ(counted(0, "memory"), "0 memories");
  EXPECT_EQ(counted(2, "key"), "2 keys");
  EXPECT_EQ(counted(3, "alias"), "3 aliases");
}

TEST(Figures, UnitsFit) {
  EXPECT_EQ(bytes_text(1023), "1023 B");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(std::uint64_t{47} << 20), "47 MiB");
  EXPECT_EQ(duration_text(0.0123), "12 ms");
  EXPECT_EQ(duration_text(12.34), "12.3 s");
  EXPECT_EQ(duration_text(125), "2 min 5 s");
  EXPECT_EQ(duration_text(7325), "2 h 2 min");
  EXPECT_EQ(percent_text(0.999), "99 %") << "100 % only when done";
  EXPECT_EQ(percent_text(1), "100 %");
  EXPECT_EQ(rate_text(2.5, "mails"), "2.5 mails/s");
  EXPECT_EQ(rate_text(1234.5, "mails"), "1,235 mails/s");
}

TEST(Figures, BarsAreAlwaysAsWide) {
  for (const double share : {-1.0, 0.0, 0.01, 0.5, 0.999, 1.0, 2.0}) {
    EXPECT_EQ(display_width(bar(share, 8)), 8u) << share;
  }
  EXPECT_EQ(bar(0.5, 4), "██  ");
  EXPECT_EQ(bar(0.125, 1), "▏");
}

}  // namespace
}  // namespace memfold::tools
