// What a memory says of its past.
#include "engine/fold/past_note.h"

#include <gtest/gtest.h>

namespace memfold {
namespace {

TEST(PastNote, IsInTheLanguageOfWhatIsSaidNow) {
  EXPECT_EQ(with_note("배송은 금요일", "Order 12: three lamps"),
            "배송은 금요일 (이전: Order 12: three lamps)");
  EXPECT_EQ(with_note("Delivery is on Friday", "주문 12"),
            "Delivery is on Friday (before: 주문 12)");
  EXPECT_EQ(with_note("Delivery is on Friday", ""), "Delivery is on Friday");
}

TEST(PastNote, ComesApartAgain) {
  for (const auto& [now, past] : {std::pair("모임은 3시 (변경)", "1월 22일 2시"),
                                  std::pair("at 3", "22 January (a Thursday) at 2")}) {
    const std::string text = with_note(now, past);
    const NotedText parts = split_note(text);
    EXPECT_EQ(parts.now, now);
    EXPECT_EQ(parts.past, past);
  }
  for (const char* plain : {"", ")", "room 4 (second floor)", " (before: nothing)"}) {
    EXPECT_EQ(split_note(plain).now, plain);
    EXPECT_EQ(split_note(plain).past, "");
  }
}

TEST(PastNote, OfALongPastTheBeginningIsKeptInWholeCharacters) {
  std::string past;
  for (int i = 0; i < 300; ++i) past += "가";
  const std::string text = with_note("지금", past);
  EXPECT_LT(text.size(), 450u);
  EXPECT_EQ(split_note(text).past.size() % 3, 0u);
}

}  // namespace
}  // namespace memfold
