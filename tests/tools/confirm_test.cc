#include "tools/cli/confirm.h"

#include <gtest/gtest.h>

#include <sstream>

namespace memfold::tools {
namespace {

struct Confirmation {
  bool agreed;
  std::string shown;
};

Confirmation answer(const std::string& line, bool terminal = true, bool json = false) {
  std::istringstream in(line);
  std::ostringstream out, err;
  Screen screen;
  screen.terminal = terminal;
  const Context context{in, out, err, screen, Screen(), json, Config(), std::nullopt, nullptr};
  const bool agreed = confirm(context, "Forget 2 chains", "2 chains would be forgotten");
  return {agreed, out.str()};
}

TEST(Confirm, OnlyYesIsYes) {
  for (const char* yes : {"y\n", "Y\n", "yes\n", "y", "y\r\n", "y \n"}) {
    EXPECT_TRUE(answer(yes).agreed) << yes;
  }
  for (const char* no : {"", "\n", "n\n", "no\n", "yep\n", " y\n", "n\ny\n"}) {
    EXPECT_FALSE(answer(no).agreed) << no;
  }
  EXPECT_EQ(answer("y\n").shown, "Forget 2 chains? [y/N] ");
}

TEST(Confirm, WhereNobodyCanBeAskedItSaysHowToAgree) {
  for (const bool json : {false, true}) {
    try {
      answer("y\n", /*terminal=*/json, json);
      FAIL() << "a pipe is not asked";
    } catch (const UsageError& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("2 chains would be forgotten"), message.npos);
      EXPECT_NE(message.find("--yes"), message.npos);
    }
  }
}

}  // namespace
}  // namespace memfold::tools
