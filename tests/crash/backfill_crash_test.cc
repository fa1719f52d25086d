// P2: a backfill killed with SIGKILL at random moments and resumed ends in the digest of one that
// ran undisturbed, and no store it left behind held half a decision.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "killed_command.h"

namespace memfold::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNow = "2026-12-01T00:00:00Z";

/// A mailbox of short business mails in which budgets, dates and owners keep changing.
void write_mailbox(const fs::path& path, int mails) {
  std::mt19937 random(7);
  std::ofstream out(path);
  for (int i = 0; i < mails; ++i) {
    const int project = int(random() % 40), amount = 1000 + int(random() % 9) * 500;
    const int day = 1 + int(random() % 27), month = 1 + i * 11 / mails;
    char date[64];
    std::snprintf(date, sizeof date, "%d %s 2026 %02d:%02d:00 +0900", day,
                  std::vector<const char*>{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug",
                                           "Sep", "Oct", "Nov", "Dec"}[std::size_t(month - 1)],
                  8 + int(random() % 10), int(random() % 60));
    out << "From sender@example.com Mon Jan  5 09:00:00 2026\n"
        << "From: Sender " << i % 7 << " <sender" << i % 7 << "@example.com>\n"
        << "To: owner@example.com\nDate: " << date << "\nMessage-ID: <mail-" << i
        << "@example.com>\nSubject: Project " << project << " budget and plan\n"
        << "Content-Type: text/plain; charset=utf-8\n\n"
        << "The budget of project " << project << " is set to " << amount << " USD.\n"
        << project << "번 프로젝트의 중간 보고서는 " << day << "일까지 제출해 주세요.\n"
        << "We decided that Daniel Weber owns milestone " << i % 13 << " of project " << project
        << ".\n\n";
  }
}

class BackfillCrash : public testing::Test {
 protected:
  BackfillCrash()
      : work_(fs::temp_directory_path() / ("memfold-crash-" + std::to_string(getpid()))) {
    fs::create_directories(work_);
    write_mailbox(work_ / "mails.mbox", 3000);
  }
  ~BackfillCrash() override {
    std::error_code ignored;
    fs::remove_all(work_, ignored);
  }

  /// `mapped_from`: how soon there are lane files, which are written over and over then.
  std::vector<std::string> backfill(const std::string& store,
                                    const std::string& mapped_from) const {
    return {"backfill",
            (work_ / "mails.mbox").string(),
            "--db",
            (work_ / store).string(),
            "--user",
            "owner",
            "--now",
            kNow,
            "--quiet",
            "--set",
            "mapped.from=" + mapped_from};
  }
  std::string digest(const std::string& store) const {
    EXPECT_EQ(run({"verify", "--digest", "--db", (work_ / store).string()}, work_ / "digest"), 0)
        << slurp(work_ / "digest");
    return slurp(work_ / "digest");
  }

  fs::path work_;
};

TEST_F(BackfillCrash, P2_KilledAndResumedEndsInTheUndisturbedDigest) {
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(run(backfill("undisturbed", "0"), work_ / "log"), 0) << slurp(work_ / "log");
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - start);
  const std::string expected = digest("undisturbed");
  ASSERT_EQ(expected.size(), 65u) << expected;

  const char* const wanted_text = std::getenv("MEMFOLD_KILLS");
  const int wanted = wanted_text != nullptr ? std::atoi(wanted_text) : 20;
  std::mt19937 random(std::random_device{}());
  int killed = 0;
  for (int round = 0; killed < wanted; ++round) {
    ASSERT_LT(round, wanted + 20) << "the backfill ends before it can be killed";
    const std::string store = "round-" + std::to_string(round);
    bool finished = false;
    while (true) {
      const std::chrono::microseconds after(random() % std::uint64_t(whole.count() / 2));
      const int status = run(backfill(store, "16"), work_ / "log", after);
      if (status == 0) break;
      ASSERT_EQ(status, -1) << slurp(work_ / "log");
      ++killed;
      if (!fs::exists(work_ / store / "CURRENT")) continue;  // killed before the store was there
      const int verified = run({"verify", "--db", (work_ / store).string()}, work_ / "verify");
      const std::string said = slurp(work_ / "verify");
      // Killed while it was being created: nothing of ours is in it yet, the next run takes it up.
      // A store that was there once stays one.
      if (!finished && said.find("no memfold store") != std::string::npos) continue;
      finished = true;
      ASSERT_EQ(verified, 0) << "after kill " << killed << ": " << said;
    }
    EXPECT_EQ(digest(store), expected) << "round " << round;
    fs::remove_all(work_ / store);
  }
  std::printf("killed %d times\n", killed);
}

}  // namespace
}  // namespace memfold::test
