#include "core/bare_text.h"

#include <gtest/gtest.h>

#include "core/text.h"

namespace memfold {
namespace {

TEST(BareText, IsTheSameHoweverASentenceIsWritten) {
  EXPECT_EQ(bare_text("The budget is \u201C5,000\u201D USD.\n"), "thebudgetis5000usd");
  EXPECT_EQ(bare_text("> the  BUDGET is\r\n> 5,000 ＵＳＤ"), "thebudgetis5000usd");
  EXPECT_EQ(bare_text("- 예산은 5,000만원으로, 확정!"), "예산은5000만원으로확정");
  EXPECT_EQ(bare_text(to_nfd("예산은 5000만원으로\u200B 확정")), "예산은5000만원으로확정");
  EXPECT_EQ(bare_text("5€ and 5$"), "5€and5$");
  EXPECT_EQ(bare_text("\xFF --- \n"), "");
}

}  // namespace
}  // namespace memfold
