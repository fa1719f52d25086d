// Codebooks in the store: as they were put, gone with an erasure, and none once damaged.
#include <gtest/gtest.h>

#include "memfold/error.h"
#include "numbered_batches.h"
#include "scratch_directory.h"
#include "storage/codec_codebook.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

class StoredCodebook : public testing::Test {
 protected:
  StoredCodebook() : store_(Store::open(scratch_.path(), numbered_options())) {
    const StoreIdentity& identity = store_->identity();
    codebook_ = {identity.embedder, identity.dimension, {}};
    for (int i = 0; i < 5 * identity.dimension; ++i) {
      codebook_.centroids.push_back(static_cast<std::int16_t>(i * 97 - 20'000));
    }
    put(codebook_);
  }

  void put(const CodebookRecord& codebook) {
    CommitBatch batch("mina");
    batch.put_codebook(codebook);
    store_->commit(std::move(batch));
  }

  const UserKey key_ = user_key("mina");
  const ScratchDirectory scratch_;
  std::unique_ptr<Store> store_;
  CodebookRecord codebook_;
};

TEST_F(StoredCodebook, IsWhatWasPutLast) {
  EXPECT_EQ(store_->codebook(key_), codebook_);
  EXPECT_EQ(store_->codebook(user_key("jun")), std::nullopt);
  codebook_.centroids.resize(std::size_t(codebook_.dimension));
  put(codebook_);
  store_.reset();
  store_ = Store::open(scratch_.path(), numbered_options());
  EXPECT_EQ(store_->codebook(key_), codebook_);
}

TEST_F(StoredCodebook, OfOtherVectorsIsNone) {
  CodebookRecord other = codebook_;
  other.embedder = "another@1";
  put(other);
  EXPECT_EQ(store_->codebook(key_), std::nullopt);
  other = codebook_;
  other.dimension = 1;
  put(other);
  EXPECT_EQ(store_->codebook(key_), std::nullopt);
}

TEST_F(StoredCodebook, GoesWithAnErasure) {
  CommitBatch batch("mina");
  batch.begin_erasure(Time{1}, {});
  store_->commit(std::move(batch));
  EXPECT_EQ(store_->codebook(key_), std::nullopt);
}

TEST_F(StoredCodebook, IsNoneOnceDamagedAndReplaced) {
  const auto& impl = store_->impl();
  rocksdb::ColumnFamilyHandle* meta = impl.handle(Family::Meta);
  const std::string key = codebook_key(key_);
  std::string value;
  ASSERT_TRUE(impl.db->Get(rocksdb::ReadOptions(), meta, key, &value).ok());
  for (std::size_t i = 0; i < value.size(); ++i) {
    std::string damaged = value;
    damaged[i] = static_cast<char>(damaged[i] ^ 4);
    ASSERT_TRUE(impl.db->Put(rocksdb::WriteOptions(), meta, key, damaged).ok());
    EXPECT_EQ(store_->codebook(key_), std::nullopt) << i;
  }
  put(codebook_);
  EXPECT_EQ(store_->codebook(key_), codebook_);
}

TEST(CodebookBytes, AnythingElseIsRefused) {
  const std::string bytes = encode_codebook({"e@1", 2, {1, 2, -3, 4}});
  EXPECT_EQ(decode_codebook(bytes), (CodebookRecord{"e@1", 2, {1, 2, -3, 4}}));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    if (size == 12) continue;  // one centroid less
    EXPECT_THROW(decode_codebook(bytes.substr(0, size)), Error) << size;
  }
  std::string other = bytes;
  other[0] = 2;
  EXPECT_THROW(decode_codebook(other), Error);
  other = bytes;
  other[1] = other[2] = 0;
  EXPECT_THROW(decode_codebook(other), Error);
}

}  // namespace
}  // namespace memfold::storage
