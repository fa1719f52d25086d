// What a write-ahead log lost is told, never passed over.
// P2: one commit is there whole or not at all. P5: nothing is lost silently.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <thread>

#include "live_copy.h"
#include "memfold/error.h"
#include "numbered_batches.h"
#include "scratch_directory.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> logs_in(const std::string& path) {
  std::vector<fs::path> logs;
  for (const auto& entry : fs::directory_iterator(path)) {
    std::error_code gone;  // RocksDB may delete it between the two
    const std::uintmax_t bytes = entry.file_size(gone);
    if (entry.path().extension() == ".log" && !gone && bytes > 0) logs.push_back(entry.path());
  }
  std::sort(logs.begin(), logs.end());
  return logs;
}

void flip(const fs::path& file, std::uintmax_t at) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(at));
  const char byte = static_cast<char>(stream.get() ^ 0x40);
  stream.seekp(static_cast<std::streamoff>(at));
  stream.put(byte);
}

void replace(const std::string& from, const std::string& to) {
  fs::remove_all(to);
  fs::copy(from, to);
}

/// What opening came to: the batches held, or the words of a refusal.
struct Outcome {
  std::optional<std::uint64_t> held;
  std::string refusal;
};

Outcome open(const std::string& path, const StoreOptions& options) {
  try {
    return {check_numbered_batches(*Store::open(path, options)), {}};
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Corruption) << error.what();
    EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
    return {std::nullopt, error.what()};
  }
}

/// A store as a kill leaves it: everything but its creation lies in one log.
class StoreLogDamage : public testing::Test {
 protected:
  static constexpr std::uint64_t kBatches = 40;  // some three blocks of the log

  /// `synced`: after every commit.
  void make_killed(bool synced) {
    const auto store = Store::open(scratch_.path("live"), numbered_options());
    for (std::uint64_t i = 0; i < kBatches; ++i) {
      store->commit(numbered_batch(i));
      if (synced) store->sync();
    }
    // RocksDB deletes the log of the store's creation in the background.
    for (int tries = 0; logs_in(scratch_.path("live")).size() > 1 && tries < 1000; ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    copy_live_store(scratch_.path("live"), killed_);
    ASSERT_EQ(logs_in(killed_).size(), 1u);
    log_ = logs_in(killed_).front().filename();
    bytes_ = fs::file_size(killed_ / log_);
  }
  /// Of a fresh copy with its log damaged.
  Outcome open_damaged(const std::function<void(const fs::path& log)>& damage,
                       const StoreOptions& options = numbered_options()) {
    replace(killed_, copy_);
    damage(copy_ / log_);
    return open(copy_, options);
  }

  const ScratchDirectory scratch_;
  const fs::path killed_ = scratch_.path("killed"), copy_ = scratch_.path("copy");
  fs::path log_;
  std::uintmax_t bytes_ = 0;
};

TEST_F(StoreLogDamage, AFlippedByteAnywhereInWhatWasSyncedIsToldToWritersAndReaders) {
  make_killed(true);
  std::uint64_t refused = 0;
  const std::uintmax_t step = bytes_ / 150 * 2 + 1;  // odd: headers and contents alike
  for (std::uintmax_t at = 0; at < bytes_; at += step) {
    for (const bool read_only : {false, true}) {
      const Outcome outcome = open_damaged([&](const fs::path& log) { flip(log, at); },
                                           read_only ? read_only_options() : numbered_options());
      EXPECT_EQ(outcome.held.value_or(kBatches), kBatches)
          << "byte " << at << ": a shorter history";
      refused += !outcome.held;
      if (!outcome.held) {
        EXPECT_NE(outcome.refusal.find("--accept-shorter-history"), std::string::npos)
            << outcome.refusal;
      }
    }
  }
  EXPECT_GT(refused, 100u);
}

TEST_F(StoreLogDamage, AHoleInWhatWasNeverSyncedIsToldToo) {
  make_killed(false);
  for (std::uintmax_t at = 7; at < bytes_ / 2; at += bytes_ / 20) {
    const Outcome outcome = open_damaged([&](const fs::path& log) { flip(log, at); });
    EXPECT_NE(outcome.refusal.find("damaged in the middle"), std::string::npos)
        << "byte " << at << ": " << outcome.refusal;
  }
}

TEST_F(StoreLogDamage, ACutLogHoldsEverythingSyncedOrIsRefused) {
  make_killed(true);
  for (std::uintmax_t keep = 0; keep < bytes_; keep += bytes_ / 23) {
    const Outcome outcome = open_damaged([&](const fs::path& log) { fs::resize_file(log, keep); });
    EXPECT_NE(outcome.refusal.find("synced"), std::string::npos) << keep << outcome.refusal;
  }
}

TEST_F(StoreLogDamage, ATornEndThatWasNotSyncedIsWhatACrashLeaves) {
  make_killed(false);
  std::uint64_t least = kBatches, most = 0;
  for (std::uintmax_t keep = bytes_ / 10; keep <= bytes_; keep += bytes_ / 40) {
    const Outcome outcome = open_damaged([&](const fs::path& log) { fs::resize_file(log, keep); });
    ASSERT_TRUE(outcome.held) << outcome.refusal;
    least = std::min(least, *outcome.held);
    most = std::max(most, *outcome.held);
  }
  EXPECT_LT(least, kBatches / 2);
  EXPECT_GE(most, kBatches - 1);
  // Zeros are what some file systems leave of a page that was never written.
  const Outcome zeros = open_damaged([&](const fs::path& log) {
    fs::resize_file(log, bytes_ - 100);
    fs::resize_file(log, bytes_ + 5000);
  });
  EXPECT_EQ(zeros.held, kBatches - 1) << zeros.refusal;
}

TEST_F(StoreLogDamage, ALostLogIsNotAnEmptyStore) {
  make_killed(true);
  for (const bool read_only : {false, true}) {
    const Outcome outcome = open_damaged([](const fs::path& log) { fs::remove(log); },
                                         read_only ? read_only_options() : numbered_options());
    EXPECT_NE(outcome.refusal.find("synced are missing"), std::string::npos) << outcome.refusal;
  }
}

TEST_F(StoreLogDamage, TheNoteOfWhatWasSyncedIsMissedToo) {
  make_killed(true);
  replace(killed_, copy_);
  fs::remove(copy_ / "SYNCED");
  EXPECT_NE(open(copy_, numbered_options()).refusal.find("SYNCED is missing"), std::string::npos);
  replace(killed_, copy_);
  for (const std::uintmax_t at : {0, 20}) flip(copy_ / "SYNCED", at);
  EXPECT_NE(open(copy_, read_only_options()).refusal.find("SYNCED is damaged"), std::string::npos);
  replace(killed_, copy_);
  flip(copy_ / "SYNCED", 0);  // one of its two numbers: the other is at most a sync older
  EXPECT_EQ(open(copy_, numbered_options()).held, kBatches);
}

TEST_F(StoreLogDamage, AShorterHistoryIsGoneOnWithOnlyWhenToldTo) {
  make_killed(true);
  replace(killed_, copy_);
  flip(copy_ / log_, bytes_ / 2);
  ASSERT_FALSE(open(copy_, numbered_options()).held);
  const ShorterHistory shorter = Store::accept_shorter_history(copy_);
  EXPECT_GT(shorter.commits, kBatches / 4);
  EXPECT_EQ(fs::file_size(fs::path(shorter.logs) / log_), bytes_) << "what was there is kept";
  const Outcome now = open(copy_, numbered_options());
  ASSERT_TRUE(now.held) << now.refusal;
  EXPECT_GT(*now.held, kBatches / 4);
  EXPECT_LT(*now.held, kBatches);
  {
    const auto store = Store::open(copy_, numbered_options());
    store->commit(numbered_batch(*now.held));
    store->sync();
  }
  EXPECT_EQ(open(copy_, read_only_options()).held, *now.held + 1) << "and it goes on from there";
}

TEST_F(StoreLogDamage, AcceptingWhereNothingIsMissingChangesNothing) {
  make_killed(true);
  const ShorterHistory shorter = Store::accept_shorter_history(killed_);
  EXPECT_EQ(shorter.commits, 0u);
  EXPECT_EQ(shorter.logs, "");
  EXPECT_EQ(open(killed_, numbered_options()).held, kBatches);
}

TEST_F(StoreLogDamage, ACleanCloseLeavesNothingInTheLog) {
  make_killed(true);
  EXPECT_EQ(logs_in(scratch_.path("live")), std::vector<fs::path>());
  EXPECT_EQ(open(scratch_.path("live"), read_only_options()).held, kBatches);
}

TEST_F(StoreLogDamage, ALogOfTwoProcessesIsNamedAndEndsNoProcess) {
  make_killed(true);
  // Both go on from the same state, as parent and child after a fork do; the logs come together.
  const auto go_on = [&](const std::string& path) {
    replace(killed_, path);
    const auto store = Store::open(path, numbered_options());
    store->commit(numbered_batch(kBatches));
    store->sync();
    replace(path, path + "-killed");
  };
  go_on(scratch_.path("parent"));
  go_on(scratch_.path("child"));
  const std::string path = scratch_.path("parent-killed");
  const fs::path last = logs_in(scratch_.path("child-killed")).back();
  fs::copy(last, path + "/000099.log");
  for (const StoreOptions& options : {numbered_options(), read_only_options()}) {
    EXPECT_NE(open(path, options).refusal.find("two processes"), std::string::npos);
  }
  Store::accept_shorter_history(path);
  EXPECT_GE(open(path, numbered_options()).held.value_or(0), kBatches);
}

}  // namespace
}  // namespace memfold::storage
