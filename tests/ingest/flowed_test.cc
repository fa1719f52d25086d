#include <gtest/gtest.h>

#include "ingest/mime_parts.h"

namespace memfold::ingest {
namespace {

TEST(Flowed, JoinsSoftBreaksWithinAParagraphAndItsQuoteDepth) {
  EXPECT_EQ(join_flowed("We meet on \nMonday.\n\nBring \r\nslides.\r\n", false),
            "We meet on Monday.\n\nBring slides.\n");
  EXPECT_EQ(join_flowed("> one \n> two\n>> three \nfour\n", false), "> one two\n>> three \nfour\n");
  EXPECT_EQ(join_flowed("회의 \n일정\n", true), "회의일정\n");
}

TEST(Flowed, SignatureAndSpaceStuffing) {
  EXPECT_EQ(join_flowed("see you \n-- \nMina\n", false), "see you \n-- \nMina\n");
  EXPECT_EQ(join_flowed(" >not a quote\n From here\n", false), ">not a quote\nFrom here\n");
  EXPECT_EQ(join_flowed("", false), "");
}

}  // namespace
}  // namespace memfold::ingest
