// Killed at, or refused by, any system call that changes a file: a store is whole after it, or not
// there, and folding the same facts again ends as if nothing had been.
// P2: all of a commit is there or nothing of it. P5: nothing is lost silently.
#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "../acceptance/command_line.h"
#include "traced.h"

namespace memfold::hostile {
namespace {

using acceptance::Outcome;

class SystemCalls : public acceptance::CommandLine {
 protected:
  SystemCalls() {
    std::string facts;
    for (int i = 0; i < 12; ++i) {
      const std::string n = std::to_string(i);
      facts += R"({"user":"mina","content":"The rent of flat )" + std::to_string(i % 4) + " is " +
               std::to_string(700 + i) + R"( euros a month.","occurred_at":"2026-01-)" +
               (i < 9 ? "0" : "") + std::to_string(i + 1) + R"(","idempotency_key":"k)" + n +
               R"("})" + "\n";
    }
    write("facts.jsonl", facts);
  }

  /// Every n-th call is tried; the long run tries all.
  static std::uint64_t step() {
    const char* every = std::getenv("HOSTILE_EVERY");
    return every == nullptr ? 1 : std::strtoull(every, nullptr, 10);
  }

  static std::vector<std::string> fold(const std::string& store) {
    return {"fold",  "--file",         "facts.jsonl", "--db", store,
            "--now", acceptance::kNow, "--batch",     "4"};
  }

  void expect_whole(const std::string& store, std::uint64_t at, const Traced& blown) {
    const std::string where = "at call " + std::to_string(at) + ": ";
    const Outcome verified = run({"verify", "--db", store});
    // Its directory or what RocksDB begins with is not there yet.
    const bool unborn = verified.err.find("there is no store at") != std::string::npos ||
                        verified.err.find("no memfold store at") != std::string::npos;
    EXPECT_TRUE(verified.code == 0 || unborn)
        << where << verified.out << verified.err << blown.output;
    const Outcome again = run(fold(store));
    EXPECT_EQ(again.code, 0) << where << again.err;
    EXPECT_EQ(digest(store), undisturbed_) << where;
    std::filesystem::remove_all(path(store));
  }

  /// Runs the fold once for each call that is tried.
  void strike(Blow::Kind kind, int error) {
    if (!can_trace()) GTEST_SKIP() << "this machine does not let a test trace its children";
    const Traced whole = run_traced(path(""), fold("whole.db"), {});
    ASSERT_EQ(whole.code, 0) << whole.output;
    undisturbed_ = digest("whole.db");
    ASSERT_GT(whole.calls, 50u);
    for (std::uint64_t at = 1; at <= whole.calls; at += step()) {
      const Traced blown = run_traced(path(""), fold("mail.db"), {kind, at, error});
      if (kind == Blow::Kind::Refuse) {
        // The last writes may be those that tidy up, whose failure is nobody's.
        EXPECT_TRUE(blown.code == 1 || blown.code == 0) << at << ": " << blown.output;
      }
      expect_whole("mail.db", at, blown);
      if (HasFailure()) return;
    }
  }

  std::string undisturbed_;
};

TEST_F(SystemCalls, KilledAtAnyOfThem) {
  strike(Blow::Kind::Kill, 0);
}

TEST_F(SystemCalls, RefusedByAFullDisk) {
  strike(Blow::Kind::Refuse, ENOSPC);
}

TEST_F(SystemCalls, RefusedByABrokenDisk) {
  strike(Blow::Kind::Refuse, EIO);
}

}  // namespace
}  // namespace memfold::hostile
