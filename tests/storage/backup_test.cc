// Backups: of a store in use, incremental, checked, and told when they are damaged.
#include "memfold/backup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "memfold/error.h"
#include "numbered_batches.h"
#include "scratch_directory.h"
#include "storage/store.h"

namespace memfold::storage {
namespace {

namespace fs = std::filesystem;

std::uint64_t held(const std::string& path) {
  return check_numbered_batches(*Store::open(path, numbered_options()));
}

void commit(const std::string& path, std::uint64_t from, std::uint64_t to) {
  const auto store = Store::open(path, numbered_options());
  for (std::uint64_t number = from; number < to; ++number) store->commit(numbered_batch(number));
}

Error error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return {ErrorCode::Unsupported, ""};
}

std::vector<std::string> names_in(const std::string& path) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path)) names.push_back(entry.path().filename());
  return names;
}

class BackupTest : public testing::Test {
 protected:
  ScratchDirectory scratch_;
  const std::string store_ = scratch_.path("store"), shelf_ = scratch_.path("shelf"),
                    restored_ = scratch_.path("restored");
};

// P2: all of every commit or nothing of it.
TEST_F(BackupTest, IsWholeWhileOthersWriteAndHoldsWhatHadReturned) {
  StoreOptions small = numbered_options();
  small.memtable_bytes = 2 << 20;
  std::atomic<std::uint64_t> committed{0};
  {
    const auto writer = Store::open(store_, small);
    const std::jthread writing([&](const std::stop_token& stop) {
      for (std::uint64_t number = 0; !stop.stop_requested(); ++number) {
        writer->commit(numbered_batch(number));
        committed = number + 1;
        if (number % 16 == 0) writer->sync();
        std::this_thread::sleep_for(std::chrono::microseconds(300));
      }
    });
    for (std::uint32_t i = 1; i <= 8; ++i) {
      const std::uint64_t before = committed;
      EXPECT_EQ(back_up(store_, shelf_).made.number, i);
      restore_backup(shelf_, restored_);
      EXPECT_GE(held(restored_), before);
      fs::remove_all(restored_);
    }
  }
  EXPECT_GT(committed, 50u) << "nothing was written meanwhile";
  EXPECT_EQ(list_backups(shelf_).size(), 8u);
  EXPECT_THAT(names_in(scratch_.path(".")), testing::UnorderedElementsAre("store", "shelf"))
      << "nothing is left lying about";
}

TEST_F(BackupTest, CopiesOnlyWhatIsNewAndRestoresAnyOfThem) {
  commit(store_, 0, 400);
  const BackupReport first = back_up(store_, shelf_);
  EXPECT_GT(first.copied_bytes, first.made.bytes * 9 / 10);
  commit(store_, 400, 401);
  const BackupReport second = back_up(store_, shelf_);
  EXPECT_LT(second.copied_bytes, first.copied_bytes / 3);
  EXPECT_EQ(back_up(store_, shelf_).made.number, 3u);

  EXPECT_EQ(restore_backup(shelf_, restored_, 1).number, 1u);
  EXPECT_EQ(held(restored_), 400u);
  const std::string newest = scratch_.path("newest");
  EXPECT_EQ(restore_backup(shelf_, newest).number, 3u);
  EXPECT_EQ(held(newest), 401u);
  commit(newest, 401, 410);
  EXPECT_EQ(held(newest), 410u) << "it is a store like any other";

  const BackupReport kept = back_up(store_, shelf_, 2);
  EXPECT_EQ(kept.dropped, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(list_backups(shelf_).size(), 2u);
  fs::remove_all(restored_);
  restore_backup(shelf_, restored_);
  EXPECT_EQ(held(restored_), 401u) << "what they share stays";
}

// P5: nothing is lost silently.
TEST_F(BackupTest, DamageToABackupIsTold) {
  commit(store_, 0, 50);
  back_up(store_, shelf_);
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(shelf_)) {
    if (entry.is_regular_file() && entry.file_size() > 0) files.push_back(entry.path());
  }
  ASSERT_GT(files.size(), 10u);
  const std::string good = scratch_.path("good");
  fs::copy(shelf_, good, fs::copy_options::recursive);
  for (const fs::path& file : files) {
    for (const std::string damage : {"flipped", "cut", "missing"}) {
      const auto size = fs::file_size(file);
      if (damage == "flipped") {
        std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
        bytes.seekg(std::streamoff(size / 2));
        const int byte = bytes.get();
        bytes.seekp(std::streamoff(size / 2)).put(char(byte ^ 0x20));
      } else if (damage == "cut") {
        fs::resize_file(file, size - 1);
      } else {
        fs::remove(file);
      }
      const Error error = error_of([&] { restore_backup(shelf_, restored_); });
      EXPECT_TRUE(error.code() == ErrorCode::Corruption || error.code() == ErrorCode::NotFound)
          << damage << " " << file << ": " << error.what();
      EXPECT_FALSE(fs::exists(restored_)) << damage << " " << file;
      fs::remove_all(shelf_);
      fs::copy(good, shelf_, fs::copy_options::recursive);
    }
  }
  EXPECT_THAT(names_in(scratch_.path(".")),
              testing::UnorderedElementsAre("store", "shelf", "good"));
  restore_backup(shelf_, restored_);
  EXPECT_EQ(held(restored_), 50u);
}

TEST_F(BackupTest, ADamagedStoreIsNotBackedUp) {
  commit(store_, 0, 50);
  back_up(store_, shelf_);
  for (const auto& entry : fs::directory_iterator(store_)) {
    if (entry.path().extension() != ".sst" || entry.file_size() < 2000) continue;
    std::fstream bytes(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekp(500).write("rotten", 6);
    break;
  }
  const Error error = error_of([&] { back_up(store_, shelf_); });
  EXPECT_EQ(error.code(), ErrorCode::Corruption) << error.what();
  EXPECT_EQ(list_backups(shelf_).size(), 1u) << "the good one stays alone";
}

TEST_F(BackupTest, MixesUpNothing) {
  EXPECT_EQ(error_of([&] { back_up(store_, shelf_); }).code(), ErrorCode::NotFound);
  EXPECT_EQ(error_of([&] { list_backups(shelf_); }).code(), ErrorCode::NotFound);
  commit(store_, 0, 2);
  EXPECT_EQ(error_of([&] { back_up(store_, store_); }).code(), ErrorCode::InvalidArgument);
  EXPECT_EQ(held(store_), 2u);
  back_up(store_, shelf_);
  EXPECT_EQ(error_of([&] { restore_backup(shelf_, store_); }).code(), ErrorCode::InvalidArgument);
  EXPECT_EQ(error_of([&] { restore_backup(shelf_, restored_, 7); }).code(), ErrorCode::NotFound);
  EXPECT_EQ(fs::status(shelf_).permissions() & fs::perms::others_all, fs::perms::none);
  EXPECT_EQ(fs::status(shelf_).permissions() & fs::perms::group_all, fs::perms::none);
}

TEST_F(BackupTest, AStoreThatLosesItsLogAfterwardsIsToldAsAnyOther) {
  commit(store_, 0, 3);
  back_up(store_, shelf_);
  restore_backup(shelf_, restored_);
  fs::remove(fs::path(restored_) / "SYNCED");
  EXPECT_EQ(error_of([&] { held(restored_); }).code(), ErrorCode::Corruption);
}

}  // namespace
}  // namespace memfold::storage
