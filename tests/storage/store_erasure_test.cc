// P7 forget means forget: an erasure is noted with its commit, until no file holds what it took.
#include <gtest/gtest.h>

#include "memfold/error.h"
#include "random_values.h"
#include "scratch_directory.h"
#include "storage/codec_erasure.h"
#include "storage/store.h"

namespace memfold::storage {
namespace {

const std::vector<std::string> kSecrets = {"비밀 예산은 98765만원", "the otter went north"};

class StoreErasureTest : public testing::Test {
 protected:
  StoreErasureTest() { reopen(); }
  void reopen() {
    store_.reset();
    StoreOptions options;
    options.identity = {"test@1", 8};
    store_ = Store::open(scratch_.path(), options);
  }
  Memory tell(const std::string& content) {
    Memory memory = random_.make_for<Memory>("mina");
    random_.fill(memory.id);
    memory.content = content;
    CommitBatch batch("mina");
    batch.put_memory(memory, nullptr);
    store_->commit(std::move(batch));
    return memory;
  }
  void erase(const std::vector<Memory>& memories) {
    CommitBatch batch("mina");
    for (const Memory& memory : memories) batch.delete_memory(memory);
    batch.begin_erasure(Time{7}, prints_.prints());
    store_->commit(std::move(batch));
  }
  bool found() const { return !store_->search_files(prints_).files.empty(); }

  ScratchDirectory scratch_;
  RandomValues random_{42};
  std::unique_ptr<Store> store_;
  const TextPrints prints_{std::span(kSecrets)};
};

TEST_F(StoreErasureTest, IsPendingFromItsCommitUntilItsFilesWereRewritten) {
  const Memory a = tell(kSecrets[0]), b = tell(kSecrets[1]);
  reopen();
  EXPECT_TRUE(store_->pending_erasures().empty());
  erase({a, b});
  for (int i = 0; i < 2; ++i) {
    const std::vector<PendingErasure> pending = store_->pending_erasures();
    ASSERT_EQ(pending.size(), 1u);
    EXPECT_EQ(pending[0].user, "mina");
    EXPECT_EQ(pending[0].at, Time{7});
    EXPECT_TRUE(std::ranges::equal(pending[0].prints, prints_.prints()));
    EXPECT_TRUE(found()) << "deleting alone leaves the bytes where they were";
    reopen();
  }
  store_->finish_erasure("mina");
  EXPECT_TRUE(store_->pending_erasures().empty());
  EXPECT_FALSE(found());
  reopen();
  EXPECT_TRUE(store_->pending_erasures().empty());
  EXPECT_FALSE(found());
  EXPECT_NO_THROW(store_->finish_erasure("mina")) << "nothing is left to do";
}

TEST_F(StoreErasureTest, LeavesNoDigestEither) {
  const Memory a = tell(kSecrets[0]);
  erase({a});
  const TextPrint& print = prints_.prints()[0];
  const std::vector<std::string> digest = {
      std::string(reinterpret_cast<const char*>(print.whole.data()), print.whole.size())};
  const TextPrints of_digest{std::span(digest)};
  EXPECT_FALSE(store_->search_files(of_digest).files.empty());
  store_->finish_erasure("mina");
  EXPECT_TRUE(store_->search_files(of_digest).files.empty()) << "short texts can be guessed";
}

TEST_F(StoreErasureTest, IsSeenByReadersAndLeftToWriters) {
  erase({tell(kSecrets[0])});
  store_.reset();
  StoreOptions options;
  options.read_only = true;
  store_ = Store::open(scratch_.path(), options);
  EXPECT_EQ(store_->pending_erasures().size(), 1u);
  EXPECT_THROW(store_->finish_erasure("mina"), Error);
}

TEST(CodecErasure, RoundTripsAndRefusesWhatIsNone) {
  Builder builder;
  const TextPrints prints{std::span(kSecrets)};
  PendingErasure erasure{"미나", Time{-5}, {prints.prints().begin(), prints.prints().end()}, true};
  const std::string bytes(encode(builder, erasure));
  EXPECT_EQ(decode_erasure(bytes), erasure);
  EXPECT_EQ(decode_erasure(std::string(encode(builder, PendingErasure{}))), PendingErasure{});
  EXPECT_THROW(decode_erasure(""), Error);
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    const std::string cut = bytes.substr(0, size);
    EXPECT_THROW(decode_erasure(cut), Error) << size;
  }
}

}  // namespace
}  // namespace memfold::storage
