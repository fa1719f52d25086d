// The disk says no at any write of a re-embedding: the store serves all old or all new vectors, and
// the next run ends where an undisturbed one ends.
#include <filesystem>

#include "engine/maintain/reembed.h"
#include "other_embedder.h"
#include "storage/store_impl.h"
#include "tests/property/fact_stream.h"
#include "tests/storage/faulty_file_system.h"

#include <gtest/gtest.h>

/// RocksDB 7.8 drops the memtable it was about to switch to when the switch fails.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:rocksdb::DBImpl::SwitchMemtable\n";
}

namespace memfold::test {
namespace {

namespace fs = std::filesystem;

class ReembedFault : public testing::Test {
 protected:
  ReembedFault() {
    Engine engine = open(directory_.path(), old_);
    engine.fold(random_stream({.facts = 40, .users = 2, .seed = 8}));
    before_ = engine.admin().digest();
  }

  static Engine open(const std::string& path, std::shared_ptr<const Embedder> embedder) {
    EngineOptions options = fixed_options();
    options.models.embedder = std::move(embedder);
    return Engine::open(path, options);
  }
  static ReembedReport reembed(storage::Store& store, const Embedder& embedder) {
    return reembed_store(store, embedder, {.batch = 4});
  }
  std::string copy(const std::string& name) const {
    const std::string path = directory_.path(name);
    fs::copy(directory_.path(), path, fs::copy_options::recursive);
    return path;
  }
  /// Whether the new vectors serve; fails the test when it is neither all old nor all new.
  bool is_new(const std::string& path) const {
    const bool now_new = storage::Store::open(path, {})->identity().embedder == new_->name();
    const Engine engine = open(path, now_new ? new_ : old_);
    EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
    EXPECT_EQ(engine.admin().digest(), now_new ? after_ : before_);
    return now_new;
  }

  StoreDirectory directory_;
  std::shared_ptr<OtherEmbedder> old_ = std::make_shared<OtherEmbedder>("old@1", 16);
  std::shared_ptr<OtherEmbedder> new_ = std::make_shared<OtherEmbedder>("new@1", 20);
  std::string before_, after_;
};

TEST_F(ReembedFault, AFailingWriteAnywhereLeavesAllOldOrAllNew) {
  {
    const std::string path = copy("undisturbed");
    reembed(*storage::Store::open(path, {}), *new_);
    after_ = open(path, new_).admin().digest();
    ASSERT_NE(after_, before_);
  }
  int failed = 0, left_old = 0, left_new = 0;
  for (std::int64_t writes = 0;; ++writes) {
    const std::string path = copy("faulty");
    storage::Faults faults;
    const storage::FaultyEnvironment environment(faults);
    bool refused = false;
    {
      storage::Store store(storage::Store::Impl::open(path, {}, environment.get()));
      faults.writes_left = writes;
      try {
        reembed(store, *new_);
      } catch (const Error& error) {
        refused = true;
        EXPECT_EQ(error.code(), ErrorCode::Io) << error.what();
      }
    }
    failed += refused;
    const bool now_new = is_new(path);
    (now_new ? left_new : left_old) += refused;
    EXPECT_TRUE(refused || now_new);
    EXPECT_TRUE(reembed(*storage::Store::open(path, {}), *new_).finished);
    EXPECT_TRUE(is_new(path));
    fs::remove_all(path);
    if (!refused || HasFailure()) {
      EXPECT_FALSE(HasFailure()) << "write " << writes;
      break;
    }
  }
  EXPECT_GT(failed, 15) << "the faults never reached the work";
  EXPECT_GT(left_old, 0);
  EXPECT_GT(left_new, 0) << "a fault after the switch";
  std::printf("%d faults: %d left the old vectors, %d the new ones\n", failed, left_old, left_new);
}

}  // namespace
}  // namespace memfold::test
