#include "tools/cli/sequence_number.h"

#include <gtest/gtest.h>

#include "tools/cli/config.h"

namespace memfold::tools {
namespace {

TEST(SequenceNumber, TakesWhatTheLogPrints) {
  EXPECT_EQ(require_sequence("undo", "12", "memfold log"), 12u);
  EXPECT_EQ(require_sequence("undo", "#12", "memfold log"), 12u);
  EXPECT_EQ(require_sequence("undo", "18446744073709551615", "memfold log"), ~std::uint64_t{0});
}

TEST(SequenceNumber, RefusesTheRest) {
  for (const char* text :
       {"", "#", "0", "#0", "-1", "+1", " 1", "1 ", "##1", "1.5", "18446744073709551616", "x"}) {
    EXPECT_THROW(require_sequence("undo", text, "memfold log"), UsageError) << text;
  }
}

}  // namespace
}  // namespace memfold::tools
