// Whose directory is it, who may open it, and what is said when not.
#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <sys/stat.h>

#include <fstream>
#include <map>
#include <thread>

#include "memfold/error.h"
#include "numbered_batches.h"
#include "scratch_directory.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

namespace fs = std::filesystem;

StoreOptions made_for(const std::string& embedder, int dimension) {
  StoreOptions options;
  options.identity = {embedder, dimension};
  return options;
}

StoreOptions not_creating() {
  StoreOptions options = numbered_options();
  options.create_if_missing = false;
  return options;
}

/// Expects Error(code) with every one of `words` in its message.
void expect_refused(const std::string& path, const StoreOptions& options, ErrorCode code,
                    const std::vector<std::string>& words) {
  try {
    Store::open(path, options);
    ADD_FAILURE() << "opened " << path;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    for (const std::string& word : words) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos)
          << "\"" << word << "\" is not in: " << error.what();
    }
  }
}

void put_raw_format(const std::string& path, const std::string& format) {
  StoreOptions options;
  auto impl = Store::Impl::open(path, options, rocksdb::Env::Default());
  ASSERT_TRUE(
      impl->db->Put(rocksdb::WriteOptions(), impl->handle(Family::Meta), "format", format).ok());
}

std::map<std::string, std::pair<std::uintmax_t, fs::file_time_type>> listing(
    const std::string& path) {
  std::map<std::string, std::pair<std::uintmax_t, fs::file_time_type>> files;
  for (const auto& entry : fs::directory_iterator(path)) {
    files[entry.path().filename()] = {entry.file_size(), entry.last_write_time()};
  }
  return files;
}

TEST(StoreOpen, CreatesWithTheDirectoriesAboveAndForItsOwnerOnly) {
  const ScratchDirectory scratch;
  const std::string path = scratch.path("a/b/store");
  const auto store = Store::open(path, made_for("hash@1", 384));
  EXPECT_EQ(store->identity().embedder, "hash@1");
  EXPECT_EQ(store->identity().dimension, 384);
  EXPECT_EQ(store->path(), path);
  EXPECT_GT(store->disk_bytes(), 0u);
  struct stat status;
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
}

TEST(StoreOpen, AnEmptyDirectoryAndATrailingSlashWillDo) {
  const ScratchDirectory scratch;
  fs::create_directory(scratch.path());
  { Store::open(scratch.path(), made_for("hash@1", 384)); }
  { Store::open(scratch.path("other") + "/", made_for("hash@1", 384)); }
  EXPECT_EQ(Store::open(scratch.path("other"), read_only_options())->identity().dimension, 384);
}

TEST(StoreOpen, MissingIsNotFound) {
  const ScratchDirectory scratch;
  expect_refused(scratch.path(), not_creating(), ErrorCode::NotFound, {scratch.path()});
  expect_refused(scratch.path(), read_only_options(), ErrorCode::NotFound, {scratch.path()});
  EXPECT_FALSE(fs::exists(scratch.path())) << "looking must not create";
  fs::create_directory(scratch.path());
  expect_refused(scratch.path(), not_creating(), ErrorCode::NotFound, {scratch.path()});
  EXPECT_TRUE(fs::is_empty(scratch.path()));
}

TEST(StoreOpen, CreationNeedsAnIdentity) {
  const ScratchDirectory scratch;
  expect_refused(scratch.path(), StoreOptions{}, ErrorCode::InvalidArgument, {"embedder"});
  expect_refused(scratch.path(), made_for("hash@1", 0), ErrorCode::InvalidArgument, {"dimension"});
  expect_refused(scratch.path(), made_for("hash@1", 4097), ErrorCode::InvalidArgument, {"4097"});
  EXPECT_FALSE(fs::exists(scratch.path()));
}

TEST(StoreOpen, AFileAndAForeignDirectoryAreRefusedUntouched) {
  const ScratchDirectory scratch;
  std::ofstream(scratch.path("file")) << "mail";
  expect_refused(scratch.path("file"), numbered_options(), ErrorCode::InvalidArgument, {"file"});
  expect_refused(scratch.path("file/below"), numbered_options(), ErrorCode::Io, {"file/below"});

  fs::create_directory(scratch.path("photos"));
  std::ofstream(scratch.path("photos/cat.jpg")) << "meow";
  expect_refused(scratch.path("photos"), numbered_options(), ErrorCode::InvalidArgument,
                 {"cat.jpg", "no memfold store"});
  EXPECT_EQ(listing(scratch.path("photos")).size(), 1u);
}

TEST(StoreOpen, AnotherProgramsDatabaseIsRefusedUntouched) {
  for (const bool with_family : {false, true}) {
    const ScratchDirectory scratch;
    {
      rocksdb::Options options;
      options.create_if_missing = true;
      rocksdb::DB* opened = nullptr;
      ASSERT_TRUE(rocksdb::DB::Open(options, scratch.path(), &opened).ok());
      const std::unique_ptr<rocksdb::DB> db(opened);
      ASSERT_TRUE(db->Put(rocksdb::WriteOptions(), "theirs", "data").ok());
      if (with_family) {
        // Even one that is named like ours.
        rocksdb::ColumnFamilyHandle* handle = nullptr;
        ASSERT_TRUE(db->CreateColumnFamily(rocksdb::ColumnFamilyOptions(), "meta", &handle).ok());
        ASSERT_TRUE(db->DestroyColumnFamilyHandle(handle).ok());
      }
    }
    expect_refused(scratch.path(), numbered_options(), ErrorCode::InvalidArgument,
                   {"no memfold store"});
    std::vector<std::string> families;
    ASSERT_TRUE(
        rocksdb::DB::ListColumnFamilies(rocksdb::DBOptions(), scratch.path(), &families).ok());
    EXPECT_EQ(families.size(), with_family ? 2u : 1u);
  }
}

TEST(StoreOpen, AnotherEmbedderOrDimensionIsNamed) {
  const ScratchDirectory scratch;
  { Store::open(scratch.path(), made_for("hash@1", 384)); }
  expect_refused(scratch.path(), made_for("e5-small@2", 384), ErrorCode::Mismatch,
                 {"hash@1", "e5-small@2", "open it with", "memfold reembed"});
  expect_refused(scratch.path(), made_for("hash@1", 768), ErrorCode::Mismatch, {"384", "768"});
  EXPECT_EQ(Store::open(scratch.path(), made_for("hash@1", 384))->identity().dimension, 384);
  const auto own = Store::open(scratch.path(), StoreOptions{});
  EXPECT_EQ(own->identity().embedder, "hash@1");
}

TEST(StoreOpen, AnotherFormatIsRefusedPolitely) {
  const std::string ours = "version " + std::to_string(kFormatVersion);
  for (const std::uint32_t other : {kFormatVersion + 1, kFormatVersion - 1}) {
    const ScratchDirectory scratch;
    { Store::open(scratch.path(), numbered_options()); }
    put_raw_format(scratch.path(), std::to_string(other));
    for (const StoreOptions& options : {numbered_options(), read_only_options()}) {
      expect_refused(scratch.path(), options, ErrorCode::Mismatch,
                     {"format version " + std::to_string(other), ours, "newer"});
    }
  }
}

TEST(StoreOpen, ANewerFormatWithUnknownColumnFamiliesToo) {
  const ScratchDirectory scratch;
  { Store::open(scratch.path(), numbered_options()); }
  put_raw_format(scratch.path(), "7");
  {
    const auto impl = [&] {
      // Through RocksDB alone: the store itself refuses by now.
      std::vector<std::string> names;
      EXPECT_TRUE(
          rocksdb::DB::ListColumnFamilies(rocksdb::DBOptions(), scratch.path(), &names).ok());
      std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
      for (const std::string& family : names) {
        descriptors.emplace_back(family, rocksdb::ColumnFamilyOptions());
      }
      std::vector<rocksdb::ColumnFamilyHandle*> handles;
      rocksdb::DB* db = nullptr;
      EXPECT_TRUE(
          rocksdb::DB::Open(rocksdb::DBOptions(), scratch.path(), descriptors, &handles, &db).ok());
      rocksdb::ColumnFamilyHandle* added = nullptr;
      EXPECT_TRUE(
          db->CreateColumnFamily(rocksdb::ColumnFamilyOptions(), "storylines", &added).ok());
      handles.push_back(added);
      for (auto* handle : handles) EXPECT_TRUE(db->DestroyColumnFamilyHandle(handle).ok());
      return std::unique_ptr<rocksdb::DB>(db);
    }();
  }
  expect_refused(scratch.path(), numbered_options(), ErrorCode::Mismatch, {"format version 7"});
}

TEST(StoreOpen, ASecondOpeningIsLockedOut) {
  const ScratchDirectory scratch;
  const auto first = Store::open(scratch.path(), numbered_options());
  expect_refused(scratch.path(), numbered_options(), ErrorCode::Locked,
                 {scratch.path(), "read-only"});
  first->commit(numbered_batch(0));
  EXPECT_EQ(check_numbered_batches(*first), 1u);
}

TEST(StoreOpen, ReadingIsPossibleBesideAWriter) {
  const ScratchDirectory scratch;
  const auto writer = Store::open(scratch.path(), numbered_options());
  writer->commit(numbered_batch(0));
  const auto reader = Store::open(scratch.path(), read_only_options());
  writer->commit(numbered_batch(1));
  EXPECT_EQ(check_numbered_batches(*reader), 1u) << "as it was when it was opened";
  EXPECT_EQ(check_numbered_batches(*Store::open(scratch.path(), read_only_options())), 2u);
}

TEST(StoreOpen, AReaderFindsAWholeStoreWhateverTheWriterDoes) {
  // Flushes and compactions take logs and files away while the reader looks at them. P2.
  const ScratchDirectory scratch;
  StoreOptions small = numbered_options();
  small.memtable_bytes = 2 << 20;  // a flush every 0.1 s
  const auto writer = Store::open(scratch.path(), small);
  const std::jthread writing([&](const std::stop_token& stop) {
    for (std::uint64_t number = 0; !stop.stop_requested(); ++number) {
      writer->commit(numbered_batch(number));
      if (number % 16 == 0) writer->sync();
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  });
  std::uint64_t last = 0;
  for (int opened = 0; opened < 60; ++opened) {
    const auto reader = Store::open(scratch.path(), read_only_options());
    const std::uint64_t held = std::stoull(reader->checkpoint("batches").value_or("0"));
    EXPECT_GE(held, last);
    last = held;
    if (opened % 20 == 0) {
      EXPECT_EQ(check_numbered_batches(*reader), held);
    }
  }
  EXPECT_GT(last, 100u) << "nothing was written meanwhile";
}

TEST(StoreOpen, ADatabaseWithoutItsCurrentFileIsADamagedStore) {
  const ScratchDirectory scratch;
  { Store::open(scratch.path(), numbered_options())->commit(numbered_batch(0)); }
  const fs::path current = fs::path(scratch.path()) / "CURRENT";
  std::string manifest;
  std::getline(std::ifstream(current), manifest);
  fs::remove(current);
  expect_refused(scratch.path(), numbered_options(), ErrorCode::Corruption, {"CURRENT", manifest});
  expect_refused(scratch.path(), read_only_options(), ErrorCode::Corruption, {"CURRENT", manifest});
  std::ofstream(current) << manifest << "\n";  // as the message says
  EXPECT_EQ(check_numbered_batches(*Store::open(scratch.path(), numbered_options())), 1u);
}

TEST(StoreOpen, ReadingChangesNothing) {
  const ScratchDirectory scratch;
  { Store::open(scratch.path(), numbered_options())->commit(numbered_batch(0)); }
  const auto before = listing(scratch.path());
  {
    const auto store = Store::open(scratch.path(), read_only_options());
    EXPECT_EQ(check_numbered_batches(*store), 1u);
    EXPECT_THROW(store->commit(numbered_batch(1)), Error);
    store->sync();
  }
  EXPECT_EQ(listing(scratch.path()), before);
}

TEST(StoreOpen, ReopeningManyTimesKeepsEverything) {
  const ScratchDirectory scratch;
  for (std::uint64_t i = 0; i < 12; ++i) {
    const auto store = Store::open(scratch.path(), numbered_options());
    EXPECT_EQ(check_numbered_batches(*store), i);
    store->commit(numbered_batch(i));
  }
}

TEST(StoreOpen, RocksDbWritesNoLogOfItsOwn) {
  const ScratchDirectory scratch;
  { Store::open(scratch.path(), numbered_options())->commit(numbered_batch(0)); }
  { Store::open(scratch.path(), numbered_options()); }
  for (const auto& entry : fs::directory_iterator(scratch.path())) {
    EXPECT_FALSE(entry.path().filename().string().starts_with("LOG")) << entry.path();
  }
}

}  // namespace
}  // namespace memfold::storage
