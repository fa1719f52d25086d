#include "tools/cli/html.h"

#include <gtest/gtest.h>

#include "core/text.h"

namespace memfold::tools {
namespace {

TEST(Html, TextIsEscaped) {
  EXPECT_EQ(text(R"(<script>alert("1" & '2')</script>)").code(),
            "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;");
  EXPECT_EQ(text("&lt;").code(), "&amp;lt;");
}

TEST(Html, AttributesAreEscaped) {
  EXPECT_EQ(element("p", {{"title", "\"><img src=x onerror=\"alert(1)"}}, text("a")).code(),
            "<p title=\"&quot;&gt;&lt;img src=x onerror=&quot;alert(1)\">a</p>");
}

TEST(Html, TextIsOneLineOfValidUtf8WithoutControlsOrOverrides) {
  EXPECT_EQ(text("a\xFF\xC3(b").code(), "a\uFFFD\uFFFD(b");
  EXPECT_EQ(text("a\x1b[31m\r\n\tb").code(), "a\uFFFD[31m b");
  EXPECT_EQ(text("exe.\u202Efdp\u2066").code(), "exe.\uFFFDfdp\uFFFD");
  EXPECT_EQ(text(std::string_view("a\0b", 3)).code(), "a\uFFFDb");
}

TEST(Html, LongTextIsCutBetweenCharactersBeforeItIsEscaped) {
  EXPECT_EQ(text("가나다라", 5).code(), "가나…");
  EXPECT_EQ(text("<<<<<<", 3).code(), "&lt;&lt;…");
  const std::string endless = std::string(100'000, 'a');
  EXPECT_LT(text(endless).code().size(), kMaxTextColumns + 8);
}

TEST(Html, MarksThatTakeNoRoomAreCutAsWell) {
  std::string stacked = "a";
  for (int i = 0; i < 50'000; ++i) stacked += "\u0301";
  const std::string code = text(stacked, 10).code();
  EXPECT_LT(code.size(), 200u);
  EXPECT_TRUE(is_valid_utf8(code));
}

}  // namespace
}  // namespace memfold::tools
