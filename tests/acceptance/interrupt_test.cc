// Input that never ends or never comes, and output that cannot be written.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "command_line.h"

namespace memfold::acceptance {
namespace {

namespace fs = std::filesystem;

class InterruptTest : public CommandLine {
 protected:
  void make_pipe(const std::string& name) const { ASSERT_EQ(mkfifo(path(name).c_str(), 0600), 0); }
  /// Waits until `holds()`, a minute at most.
  template <typename Condition>
  static bool wait_until(Condition holds) {
    for (int i = 0; i < 6000 && !holds(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return holds();
  }
  bool has_open(const Running& running, const std::string& file) const {
    std::error_code ignored;
    const fs::path wanted = fs::weakly_canonical(path(file), ignored);
    const std::string descriptors = "/proc/" + std::to_string(running.pid()) + "/fd";
    for (const auto& entry : fs::directory_iterator(descriptors, ignored)) {
      if (fs::read_symlink(entry.path(), ignored) == wanted) return true;
    }
    return false;
  }
};

const std::string kOneMail =
    "From: Jun Park <jun.park@example.org>\nTo: mina@example.org\nMessage-ID: <1@example.org>\n"
    "Subject: Q1 예산\nDate: Thu, 1 Jan 2026 09:00:00 +0900\n"
    "Content-Type: text/plain; charset=utf-8\n\n예산은 5000만원으로 확정되었습니다.\n";

// P9: bad input never hangs: a pipe in a Maildir was waited for without end.
TEST_F(InterruptTest, APipeInAMaildirIsLeftAloneAndTold) {
  fs::create_directories(path("mails/cur"));
  write("mails/cur/1700000000.a:2,S", kOneMail);
  make_pipe("mails/cur/1700000001.b:2,S");
  const Outcome outcome = run({"backfill", "mails", "--db", "mail.db", "--json"});
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  const Json report = outcome.json();
  EXPECT_EQ(report["messages"]["used"], 1);
  EXPECT_EQ(report["messages"]["broken"], 1);
  ASSERT_EQ(report["broken_messages"].size(), 1u);
  EXPECT_NE(report["broken_messages"][0]["reason"].get<std::string>().find("pipe"),
            std::string::npos);
  fs::create_directories(path("folder"));
  write("folder/1.eml", kOneMail);
  make_pipe("folder/2.eml");
  const Json of_folder = run({"backfill", "folder", "--db", "mail.db", "--json"}).json();
  EXPECT_EQ(of_folder["messages"]["read"], 1);
  EXPECT_EQ(of_folder["other_files"], 1);
}

// The first Ctrl-C ends a command that waits for input; what was read before it is folded.
TEST_F(InterruptTest, OneInterruptEndsAFoldThatWaitsForStandardInput) {
  auto fold = start({"fold", "--db", "mail.db"}, kFacts);
  ASSERT_TRUE(wait_until([&] { return has_open(*fold, "mail.db/LOCK"); }));
  EXPECT_EQ(fold->interrupt(), 1);
  EXPECT_EQ(run({"stats", "--db", "mail.db", "--json"}).json()["decisions"], 5);
}

TEST_F(InterruptTest, OneInterruptEndsABackfillThatWaitsForStandardInput) {
  auto backfill = start({"backfill", "-", "--db", "mail.db"},
                        "From a@example.org Thu Jan  1 00:00:00 2026\n" + kOneMail +
                            "\nFrom a@example.org Thu Jan  1 00:00:00 2026\nSubject: half\n");
  ASSERT_TRUE(wait_until([&] { return has_open(*backfill, "mail.db/LOCK"); }));
  EXPECT_EQ(backfill->interrupt(), 1);
  EXPECT_EQ(run({"verify", "--db", "mail.db"}).code, 0);
}

TEST_F(InterruptTest, OneInterruptEndsReadingAPipeNobodyWritesTo) {
  make_pipe("pipe");
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"fold", "--file", "pipe", "--db", "mail.db"},
        {"backfill", "pipe", "--db", "mail.db"}}) {
    auto running = start(command, "");
    ASSERT_TRUE(wait_until([&] { return has_open(*running, "pipe"); })) << command[0];
    EXPECT_EQ(running->interrupt(), 1) << command[0];
  }
}

TEST_F(InterruptTest, ANamedPipeIsReadLikeStandardInput) {
  make_pipe("pipe");
  auto backfill = start({"backfill", "pipe", "--db", "mail.db"}, "");
  const int pipe = open(path("pipe").c_str(), O_WRONLY);
  const std::string box = "From a@example.org Thu Jan  1 00:00:00 2026\n" + kOneMail;
  ASSERT_EQ(::write(pipe, box.data(), box.size()), ssize_t(box.size()));
  close(pipe);
  EXPECT_EQ(backfill->finish(), 0);
  EXPECT_EQ(run({"stats", "--db", "mail.db", "--json"}).json()["decisions"], 1);
}

TEST_F(InterruptTest, OutputThatCannotBeWrittenIsToldWithItsReason) {
  fold_sample();
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"log", "--db", "mail.db", "--user", "mina", "--json"},
        {"config"}}) {
    const Outcome outcome = run(command, {.out = "/dev/full"});
    EXPECT_EQ(outcome.code, 1) << command[0];
    EXPECT_NE(outcome.err.find("No space left on device"), std::string::npos)
        << command[0] << ": " << outcome.err;
  }
}

}  // namespace
}  // namespace memfold::acceptance
