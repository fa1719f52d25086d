#include <fstream>

#include "command_line.h"

namespace memfold::acceptance {
namespace {

class UsageTest : public CommandLine {};

struct Case {
  std::vector<std::string> arguments;
  int code;
  std::string message;
};

TEST_F(UsageTest, WrongCallsSayWhatIsWrongAndWhatToDo) {
  const std::vector<Case> cases = {
      {{"bakfill", "x"}, 2, "no command bakfill; did you mean backfill?"},
      {{"recall", "x", "--tresh", "1"}, 2, "no option --tresh; did you mean --threshold?"},
      {{"show", "--jsn"}, 2, "no option --jsn; did you mean --json?"},
      {{"--usr", "x", "stats"}, 2, "did you mean --user?"},
      {{"recall"}, 2, "recall needs a question"},
      {{"recall", "a", "b"}, 2, "one argument too many"},
      {{"recall", "a"}, 2, "--db DIR"},
      {{"recall", "a", "--db", "none.db"}, 1, "there is no store at none.db"},
      {{"recall", "a", "-k", "0", "--db", "x"}, 2, "-k must lie in 1..10000"},
      {{"recall", "a", "-k", "many", "--db", "x"}, 2, "many"},
      {{"recall", "a", "--category", "", "--db", "x"}, 2, "--category must not be empty"},
      {{"recall", "a", "--since", "monday", "--db", "x"}, 2, "--since needs a date"},
      {{"log", "--decision", "MAYBE", "--db", "x"}, 2, "must be one of CREATE, UPDATE"},
      {{"stats", "--now", "today", "--db", "x"}, 2, "--now needs a date"},
      {{"stats", "--durability", "never", "--db", "x"}, 2, "must be one of auto, sync, relaxed"},
      {{"config", "--config", "none.yaml"}, 2, "none.yaml"},
      {{"config", "--set", "mode"}, 2, "key=value"},
      {{"analyze", "--existing", "a"}, 2, "--incoming"},
      {{"eval"}, 2, "eval needs a file of labelled pairs"},
      {{"eval", "none.jsonl"}, 1, "none.jsonl"},
      {{"eval", "a", "b"}, 2, "one argument too many"},
      {{"eval", "none.jsonl", "--spilt", "tune"}, 2, "did you mean --split?"},
      {{"eval", "none.jsonl", "--mode", "quick"}, 2, "must be one of fast, balanced"},
      {{"eval", "none.jsonl", "--curve", "curve.png"}, 2, "ends in .csv or .svg"},
      {{"explain", "--db", "x"}, 2, "either --text TEXT or --file FILE"},
      {{"fold", "--file", "none.jsonl", "--db", "x"}, 1, "none.jsonl"},
      {{"fold", "none.jsonl", "--db", "x"}, 1, "none.jsonl"},
      {{"fold", "--batch", "0.5", "--db", "x"}, 2, "0.5"},
      {{"backfill", "--db", "x"}, 2, "backfill needs an archive"},
      {{"forget", "--db", "x"}, 2, "exactly one of: ids, --source ID"},
      {{"forget", "--everything", "--thread", "t", "--db", "x"}, 2, "exactly one of"},
      {{"forget", "abcd", "--db", "x"}, 2, "an id has 32 hex digits"},
      {{"forget", "--everything", "--prove", "--db", "x"}, 2, "--prove needs --erase"},
      {{"forget", "--everything", "--cascade", "all", "--db", "x"}, 2, "must be one of preserve_"},
      {{"forget", "--everything", "--erase", "--cascade", "detach", "--db", "x"},
       2,
       "is about hid"},
      {{"forget", "--everything", "--yes", "--db", "none.db"}, 1, "there is no store at none.db"},
      {{"restore", "--db", "x"}, 2, "restore needs a memory's id"},
      {{"purge", "--yes", "--db", "x"}, 2, "purge needs --before TIME"},
      {{"purge", "--before", "monday", "--db", "x"}, 2, "--before needs a date"},
      {{"undo", "--db", "x"}, 2, "undo needs the number of a decision"},
      {{"undo", "0", "--db", "x"}, 2, "such as 12 or #12; `memfold log` prints them"},
      {{"undo", "#", "--db", "x"}, 2, "such as 12 or #12"},
      {{"undo", "12a", "--db", "x"}, 2, "\"12a\" is no number of a decision"},
      {{"review", "acept", "3", "--db", "x"}, 2, "did you mean accept?"},
      {{"review", "3", "--db", "x"}, 2, "did you mean `memfold review show 3`?"},
      {{"review", "list", "3", "--db", "x"}, 2, "review list takes no number"},
      {{"review", "show", "--db", "x"}, 2, "`memfold review list` prints them"},
      {{"review", "override", "3", "--db", "x"}, 2, "must be one of unrelated, link"},
      {{"review", "override", "3", "maybe", "--db", "x"}, 2, "not \"maybe\""},
      {{"review", "accept", "3", "merge", "--db", "x"}, 2, "`memfold review override 3 VERDICT`"},
      {{"review", "dismiss", "3", "--settled", "--db", "x"}, 2, "belong to `memfold review list`"},
      {{"review", "--limit", "0", "--db", "x"}, 2, "--limit must lie in 1..100000"},
      {{"replay", "--limit", "0", "--db", "x"}, 2, "--limit must lie in 1..100000"},
      {{"replay", "--from", "monday", "--db", "x"}, 2, "--from needs a date"},
      {{"replay", "--mode", "quick", "--db", "x"}, 2, "must be one of fast, balanced"},
      {{"completion"}, 2, "bash, zsh or fish"},
      {{"completion", "bsh"}, 2, "did you mean bash?"},
  };
  for (const Case& one : cases) {
    const Outcome outcome = run(one.arguments);
    EXPECT_EQ(outcome.code, one.code) << one.message;
    EXPECT_NE(outcome.err.find(one.message), std::string::npos)
        << "wanted: " << one.message << "\ngot: " << outcome.err;
    EXPECT_EQ(outcome.err.rfind("memfold: ", 0), 0u) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_EQ(outcome.out, "") << one.message;
  }
}

TEST_F(UsageTest, EveryListedCommandHasAHelpWithAnExample) {
  const Outcome help = run({"--help"});
  ASSERT_EQ(help.code, 0);
  std::ifstream file(MEMFOLD_SOURCE_DIR "/docs/cli.md");
  const std::string document{std::istreambuf_iterator<char>(file), {}};
  for (const char* command :
       {"backfill", "fold",   "explain",    "recall", "show",           "history", "log",
        "stats",    "forget", "restore",    "purge",  "undo",           "review",  "replay",
        "analyze",  "eval",   "verify",     "backup", "restore-backup", "recover", "maintain",
        "doctor",   "config", "completion", "manual"}) {
    EXPECT_NE(help.out.find(std::string("\n  ") + command + " "), std::string::npos) << command;
    EXPECT_NE(document.find(std::string("\n## ") + command + "\n"), std::string::npos) << command;
    const Outcome one = run({command, "--help"});
    EXPECT_EQ(one.code, 0);
    EXPECT_NE(one.out.find(std::string("Example:\n  ")), std::string::npos) << command;
    EXPECT_NE(one.out.find(std::string("memfold ") + command), std::string::npos) << command;
    EXPECT_NE(one.out.find("--config FILE"), std::string::npos) << command;
  }
}

TEST_F(UsageTest, SaysItsVersion) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out.rfind("memfold 0.", 0), 0u);
}

TEST_F(UsageTest, OptionsMayStandBeforeOrBehindTheCommand) {
  fold_sample();
  EXPECT_EQ(run({"--db", "mail.db", "--json", "stats"}).out,
            run({"stats", "--json", "--db", "mail.db"}).out);
}

TEST_F(UsageTest, CompletionScriptsKnowEveryCommand) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Outcome outcome = run({"completion", shell});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.out.find("backfill"), std::string::npos);
    EXPECT_NE(outcome.out.find("dry-run"), std::string::npos);
  }
  write("script.bash", run({"completion", "bash"}).out +
                           "COMP_WORDS=(memfold reca); COMP_CWORD=1; _memfold\n"
                           "[[ ${COMPREPLY[*]} == recall ]] || exit 1\n"
                           "COMP_WORDS=(memfold log --oldest); COMP_CWORD=2; _memfold\n"
                           "[[ ${COMPREPLY[*]} == --oldest-first ]] || exit 2\n");
  EXPECT_EQ(std::system(("bash " + path("script.bash")).c_str()), 0);
}

TEST_F(UsageTest, TheManualHasEveryCommandWithItsOptions) {
  const Outcome manual = run({"manual"});
  ASSERT_EQ(manual.code, 0);
  EXPECT_EQ(manual.out.rfind(".TH MEMFOLD 1 ", 0), 0u);
  EXPECT_NE(manual.out.find("\n.SS backfill\n"), std::string::npos);
  EXPECT_NE(manual.out.find("\n.SS restore\\-backup\n"), std::string::npos);
  EXPECT_NE(manual.out.find("\n.B \\-\\-dry\\-run\n"), std::string::npos);
  EXPECT_NE(manual.out.find("\n.B \\-k, \\-\\-k N\n"), std::string::npos);
}

TEST_F(UsageTest, AFullDiskBehindStandardOutputIsAFailure) {
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "no /dev/full here";
  const int code = std::system(MEMFOLD_COMMAND " config > /dev/full 2> /dev/null");
  EXPECT_EQ(WEXITSTATUS(code), 1);
}

}  // namespace
}  // namespace memfold::acceptance
