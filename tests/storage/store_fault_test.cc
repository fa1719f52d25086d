// The disk says no: at every single write, during creation, commits, flushes and syncs.
#include <gtest/gtest.h>

#include "faulty_file_system.h"
#include "memfold/error.h"
#include "numbered_batches.h"
#include "scratch_directory.h"
#include "storage/store_impl.h"

/// RocksDB 7.8 drops the memtable it was about to switch to when the switch fails.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:rocksdb::DBImpl::SwitchMemtable\n";
}

namespace memfold::storage {
namespace {

StoreOptions small_options() {
  StoreOptions options = numbered_options();
  options.memtable_bytes = 256 << 10;  // flushes happen within a test
  return options;
}

std::unique_ptr<Store> open_faulty(const std::string& path, const FaultyEnvironment& environment) {
  return std::make_unique<Store>(Store::Impl::open(path, small_options(), environment.get()));
}

/// Commits until one is refused, at most `limit`. Returns how many were accepted.
std::uint64_t commit_until_refused(Store& store, std::uint64_t first, std::uint64_t limit) {
  std::uint64_t number = first;
  try {
    for (; number < first + limit; ++number) store.commit(numbered_batch(number));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Io) << error.what();
    std::cerr << error.what() << "\n";
    EXPECT_NE(std::string(error.what()).find(store.path()), std::string::npos) << error.what();
  }
  return number - first;
}

/// The accepted batches are there; the refused one may be, whole; and writing goes on.
void expect_consistent(const std::string& path, std::uint64_t accepted) {
  const auto store = Store::open(path, small_options());
  const std::uint64_t held = check_numbered_batches(*store);
  EXPECT_GE(held, accepted);
  EXPECT_LE(held, accepted + 1);
  store->commit(numbered_batch(held));
  store->sync();
  EXPECT_EQ(check_numbered_batches(*store), held + 1);
}

TEST(StoreFault, AFailingWriteAnywhereLeavesWholeCommitsOnly) {
  std::uint64_t refusals = 0;
  for (const bool short_write : {false, true}) {
    for (std::int64_t writes = 0; writes < 300; writes += 1 + writes / 2) {
      const ScratchDirectory scratch;
      Faults faults;
      const FaultyEnvironment environment(faults);
      std::uint64_t accepted = 0;
      {
        const auto store = open_faulty(scratch.path(), environment);
        faults.short_writes = short_write;
        faults.writes_left = writes;
        accepted = commit_until_refused(*store, 0, 200);
        refusals += accepted < 200;
        EXPECT_TRUE(accepted == 200 || faults.failed > 0);
      }
      expect_consistent(scratch.path(), accepted);
      if (testing::Test::HasFailure()) FAIL() << "write " << writes << " short " << short_write;
    }
  }
  EXPECT_GT(refusals, 15u) << "the faults never reached a commit";
}

class StoreFaultOfAKind : public testing::TestWithParam<Faults::Kind> {};

TEST_P(StoreFaultOfAKind, IsFinalUntilTheStoreIsOpenedAgain) {
  const ScratchDirectory scratch;
  Faults faults;
  faults.kind = GetParam();
  const FaultyEnvironment environment(faults);
  {
    const auto store = open_faulty(scratch.path(), environment);
    EXPECT_EQ(commit_until_refused(*store, 0, 10), 10u);
    faults.writes_left = 0;
    EXPECT_EQ(commit_until_refused(*store, 10, 1), 0u);
    EXPECT_EQ(commit_until_refused(*store, 10, 1), 0u) << "still so";
    EXPECT_EQ(check_numbered_batches(*store), 10u) << "reading goes on meanwhile";
    EXPECT_THROW(store->sync(), Error) << "a sync must not vouch for what was refused";
    faults.heal();
    try {
      store->commit(numbered_batch(10));
      ADD_FAILURE() << "a log with an unknown end must not be written to";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Io);
      EXPECT_NE(std::string(error.what()).find("open it again"), std::string::npos) << error.what();
    }
  }
  expect_consistent(scratch.path(), 10);
}

INSTANTIATE_TEST_SUITE_P(Kinds, StoreFaultOfAKind,
                         testing::Values(Faults::Kind::IoError, Faults::Kind::NoSpace));

TEST(StoreFault, AFailedSyncIsReported) {
  const ScratchDirectory scratch;
  Faults faults;
  const FaultyEnvironment environment(faults);
  {
    const auto store = open_faulty(scratch.path(), environment);
    store->commit(numbered_batch(0));
    faults.only_syncs = true;
    faults.writes_left = 0;
    try {
      store->sync();
      FAIL() << "a sync that failed must not look like one that worked";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Io);
    }
  }
  expect_consistent(scratch.path(), 1);
}

TEST(StoreFault, ACreationCutShortAtAnyWriteIsTakenUpAgain) {
  std::uint64_t cut_short = 0;
  for (std::int64_t writes = 0; writes < 120; ++writes) {
    const ScratchDirectory scratch;
    Faults faults;
    const FaultyEnvironment environment(faults);
    faults.writes_left = writes;
    try {
      open_faulty(scratch.path(), environment);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Io) << error.what();
      ++cut_short;
    }
    StoreOptions reading = small_options();
    reading.read_only = true;
    try {
      EXPECT_EQ(check_numbered_batches(*Store::open(scratch.path(), reading)), 0u);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::NotFound) << writes << ": " << error.what();
    }
    expect_consistent(scratch.path(), 0);
    if (testing::Test::HasFailure()) FAIL() << "write " << writes;
  }
  EXPECT_GT(cut_short, 10u) << "the faults never reached the creation";
}

}  // namespace
}  // namespace memfold::storage
