// What the store tells its host's log.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "storage/store_options.h"
#include "storage/write_failures.h"

namespace memfold::storage {
namespace {

class Told : public testing::Test {
 protected:
  LogOptions log() {
    return {[this](const LogEvent& event) {
              std::string line = std::string(event.event) + ": " + event.text;
              for (const auto& [key, value] : event.fields) line += " " + key + "=" + value;
              told_.push_back(line);
              levels_.push_back(event.level);
            },
            LogLevel::Debug};
  }
  std::vector<std::string> told_;
  std::vector<LogLevel> levels_;
};

TEST_F(Told, WarningsAndErrorsOfRocksDbAndNothingElseOfIts) {
  StoreOptions options;
  options.log = log();
  const auto logger = database_options(options, rocksdb::Env::Default()).info_log;
  rocksdb::Header(logger, "RocksDB version: %s", "7");
  rocksdb::Info(logger, "compacted %d files", 3);
  rocksdb::Warn(logger, "stalling after %d files", 4);
  rocksdb::Error(logger, "%s is\nbroken", "000017.sst");
  rocksdb::Error(logger, "%s", std::string(5000, 'x').c_str());
  ASSERT_EQ(told_.size(), 3u);
  EXPECT_EQ(told_[0], "rocksdb: stalling after 4 files");
  EXPECT_EQ(told_[1], "rocksdb: 000017.sst is broken");
  EXPECT_LT(told_[2].size(), 1100u);
  EXPECT_EQ(levels_, (std::vector{LogLevel::Warning, LogLevel::Error, LogLevel::Error}));
}

TEST_F(Told, TheFirstWriteThatFailsOnce) {
  WriteFailures failures;
  failures.tell_to(log());
  failures.note("No space left on device");
  rocksdb::Status status = rocksdb::Status::IOError("and then this");
  failures.OnBackgroundError(rocksdb::BackgroundErrorReason::kFlush, &status);
  ASSERT_EQ(told_.size(), 1u);
  EXPECT_EQ(levels_[0], LogLevel::Error);
  EXPECT_EQ(told_[0],
            "write_failed: a write failed: nothing more is written until the store is opened again "
            "cause=No space left on device");
}

}  // namespace
}  // namespace memfold::storage
