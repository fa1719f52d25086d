// What people see, on a terminal and through a pipe.
#include "command_line.h"

namespace memfold::acceptance {
namespace {

constexpr const char* kEscape = "\x1b[";

class ScreenTest : public CommandLine {
 protected:
  ScreenTest() { fold_sample(); }
  const std::vector<std::vector<std::string>> kCommands = {
      {"recall", "예산"},
      {"log"},
      {"stats"},
      {"explain", "--text", "가을 행사 예산은 3600만원"},
      {"verify"}};

  Outcome ask(std::vector<std::string> arguments, How how = {}) const {
    for (const char* more : {"--db", "mail.db", "--user", "mina"}) arguments.push_back(more);
    return run(arguments, how);
  }
};

TEST_F(ScreenTest, APipeGetsNoEscapeCodes) {
  for (const auto& command : kCommands) {
    const Outcome outcome = ask(command);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos) << command[0];
  }
}

TEST_F(ScreenTest, ATerminalGetsColourUnlessToldNot) {
  for (const auto& command : kCommands) {
    EXPECT_NE(ask(command, {.terminal = true}).out.find(kEscape), std::string::npos) << command[0];
    EXPECT_EQ(ask(command, {.variables = {{"NO_COLOR", "1"}}, .terminal = true}).out.find(kEscape),
              std::string::npos)
        << command[0];
    std::vector<std::string> plain = command;
    plain.insert(plain.end(), {"--color", "never"});
    EXPECT_EQ(ask(plain, {.terminal = true}).out.find(kEscape), std::string::npos);
  }
}

TEST_F(ScreenTest, ColourCanBeForced) {
  EXPECT_NE(ask({"verify", "--color", "always"}).out.find(kEscape), std::string::npos);
}

TEST_F(ScreenTest, StoredEscapeCodesNeverReachATerminal) {
  const std::string input =
      "{\"user\":\"mina\",\"content\":\"evil \\u001b[31mred\\u001b]0;title\\u0007 text\\nsecond "
      "line\"}\n";
  ASSERT_EQ(run({"fold", "--db", "mail.db"}, {.input = input}).code, 0);
  const Outcome outcome =
      ask({"recall", "evil red title text", "-k", "1", "--color", "never"}, {.terminal = true});
  EXPECT_NE(outcome.out.find("evil"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find('\x07'), std::string::npos);
}

TEST_F(ScreenTest, APipeGetsTabsAndWholeTexts) {
  const Outcome outcome = ask({"recall", "가을 행사 예산", "-k", "1"});
  EXPECT_EQ(outcome.out.rfind("score\toccurred_at\tcategory\tid\tversion\twhy\tcontent\n", 0), 0u);
  EXPECT_NE(outcome.out.find("\t가을 행사 예산은 3500만원\n"), std::string::npos);
}

TEST_F(ScreenTest, JsonIsOneDocumentWhateverTheScreen) {
  for (auto command : kCommands) {
    command.push_back("--json");
    EXPECT_NO_THROW(ask(command).json()) << command[0];
    EXPECT_NO_THROW(ask(command, {.terminal = true}).json()) << command[0];
  }
}

}  // namespace
}  // namespace memfold::acceptance
