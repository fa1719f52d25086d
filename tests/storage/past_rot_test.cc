// Behind what cannot be read everything else is read.
#include "storage/past_rot.h"

#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/table.h>

#include <fstream>
#include <set>

#include "scratch_directory.h"

namespace memfold::storage {
namespace {

namespace fs = std::filesystem;

constexpr int kEntries = 4'000;
constexpr std::size_t kBlockBytes = 1024;
constexpr std::size_t kValueBytes = 100;
/// Entries of a block, and one more.
constexpr std::size_t kPerBlock = kBlockBytes / kValueBytes + 1;

/// Of two users, one in each half of what keys there may be; the number's high byte first.
std::string key_of(int number) {
  std::string key(16, number < kEntries / 2 * 3 ? '\x90' : '\xf3');
  for (int shift = 24; shift >= 0; shift -= 8) key += static_cast<char>((number >> shift) & 0xff);
  return key;
}

class PastRotTest : public testing::Test {
 protected:
  PastRotTest() {
    fs::remove_all(scratch_.path());
    rocksdb::BlockBasedTableOptions table;
    table.block_size = kBlockBytes;
    options_.create_if_missing = true;
    options_.compression = rocksdb::kNoCompression;
    options_.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
    const auto db = open();
    for (int i = 0; i < kEntries; ++i) {
      const std::string value = std::to_string(i) + std::string(kValueBytes, 'v');
      EXPECT_TRUE(db->Put({}, key_of(i * 3), value).ok());
    }
    EXPECT_TRUE(db->Flush({}).ok());
  }

  std::unique_ptr<rocksdb::DB> open() {
    rocksdb::DB* opened = nullptr;
    EXPECT_TRUE(rocksdb::DB::Open(options_, scratch_.path(), &opened).ok());
    return std::unique_ptr<rocksdb::DB>(opened);
  }

  /// Flips a byte at each of these places in the one sorted file.
  void rot(const std::vector<std::uint64_t>& places) {
    for (const auto& entry : fs::directory_iterator(scratch_.path())) {
      if (entry.path().extension() != ".sst") continue;
      std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
      for (const std::uint64_t place : places) {
        file.seekg(std::streamoff(place));
        const char byte = static_cast<char>(file.get() ^ 0x20);
        file.seekp(std::streamoff(place));
        file.put(byte);
      }
    }
  }

  /// How many entries are read; what is told goes to `told_`.
  std::size_t read() {
    told_.clear();
    const auto db = open();
    std::size_t count = 0;
    std::string last;
    PastRot walk([&] { return std::unique_ptr<rocksdb::Iterator>(db->NewIterator({})); }, "nodes",
                 [&](const Unread& unread) { told_.push_back(unread); });
    for (; walk.valid(); walk.next(), ++count) {
      EXPECT_LT(last, walk.key());
      last = walk.key();
    }
    return count;
  }

  ScratchDirectory scratch_;
  rocksdb::Options options_;
  std::vector<Unread> told_;
};

TEST_F(PastRotTest, ReadsAllOfWhatIsSound) {
  EXPECT_EQ(read(), std::size_t(kEntries));
  EXPECT_TRUE(told_.empty());
}

// P5: nothing is lost silently, and no more than was damaged.
TEST_F(PastRotTest, LosesTheRottenBlockAlone) {
  rot({200'000});
  EXPECT_GE(read(), kEntries - kPerBlock);
  ASSERT_EQ(told_.size(), 1u);
  EXPECT_LT(told_[0].after, told_[0].before);
  EXPECT_NE(describe(told_[0]).find("column family nodes: what lies between key "),
            std::string::npos);
  EXPECT_NE(describe(told_[0]).find("checksum"), std::string::npos) << describe(told_[0]);
}

TEST_F(PastRotTest, LosesTheFirstBlockAlone) {
  rot({50});
  EXPECT_GE(read(), kEntries - kPerBlock);
  ASSERT_EQ(told_.size(), 1u);
  EXPECT_TRUE(told_[0].after.empty());
}

TEST_F(PastRotTest, GoesPastSeveralBlocks) {
  rot({3'000, 100'000, 101'500, 103'000, 300'000});
  EXPECT_GE(read(), kEntries - 5 * kPerBlock);
  EXPECT_GE(told_.size(), 3u);  // neighbours may be told together
}

TEST_F(PastRotTest, GoesPastAStretchOfBlocks) {
  std::vector<std::uint64_t> places;
  for (std::uint64_t place = 150'000; place < 200'000; place += 500) places.push_back(place);
  rot(places);
  const std::size_t damaged = 50'000 / kBlockBytes + 2;
  EXPECT_GE(read(), kEntries - damaged * kPerBlock);
  EXPECT_LT(read(), std::size_t(kEntries));
}

TEST_F(PastRotTest, LosesTheBlockBetweenUsersAlone) {
  rot({std::uint64_t(kEntries / 2) * (kValueBytes + 16)});
  EXPECT_GE(read(), kEntries - kPerBlock);
}

TEST_F(PastRotTest, EndsWhereTheEndIsRotten) {
  rot({std::uint64_t(kEntries) * (kValueBytes + 20) * 9 / 10});
  EXPECT_GE(read(), kEntries - kPerBlock);
}

}  // namespace
}  // namespace memfold::storage
