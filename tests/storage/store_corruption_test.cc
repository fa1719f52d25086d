// Damaged stores are noticed and named, never believed.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <tuple>

#include "core/hash.h"
#include "memfold/error.h"
#include "numbered_batches.h"
#include "scratch_directory.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

namespace fs = std::filesystem;

std::string message_of(const std::function<void()>& call, ErrorCode code) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

/// Reads everything of everyone, by scans and by single reads.
void read_all(const Store& store) {
  store.scan_users([&](const UserKey& key, const UserRecord& user) {
    store.user(key);
    std::vector<Id> ids;
    store.scan_memories(key, [&](const Memory& memory) { ids.push_back(memory.id); });
    store.memories(key, ids);
    store.scan_features(key, [](const FeatureRecord&) {});
    store.scan_vectors(key, [](std::uint64_t, const Id&, std::span<const std::int16_t>) {});
    store.scan_versions(key, [](const VersionRecord&) {});
    store.scan_edges(key, false, [](const Edge&) {});
    store.scan_edges(key, true, [](const Edge&) {});
    store.scan_decisions(key, [](const Decision&) {});
    store.scan_facts(key, [](const Id&, std::uint64_t) {});
    store.decision(key, user.next_sequence - 1);
    store.timeline(key, {INT64_MIN}, {INT64_MAX}, 1'000'000);
    store.scan_log(key, {}, [](const LogEntry&, bool) {});
    store.scan_log_states(key, [](const LogPosition&, const LogStates&, const Digest&) {});
    store.scan_log_routes(key, [](const LogRoute&, const LogPosition&, const LogSummary&) {});
    store.scan_reviews(key, [](const Review&) {});
    store.scan_analyses(key, [](const AnalysisKey&, const Analysis&) {});
  });
  store.checkpoint("batches");
}

class StoreCorruption : public testing::Test {
 protected:
  StoreCorruption() {
    const auto store = Store::open(scratch_.path(), numbered_options());
    for (std::uint64_t i = 0; i < 6; ++i) store->commit(numbered_batch(i));
  }

  std::unique_ptr<Store::Impl> open_raw() {
    return Store::Impl::open(scratch_.path(), numbered_options(), rocksdb::Env::Default());
  }

  /// The last entry of a column family.
  static std::pair<std::string, std::string> last_entry(Store::Impl& raw, Family family) {
    rocksdb::ReadOptions options;
    options.total_order_seek = true;
    const std::unique_ptr<rocksdb::Iterator> entry(
        raw.db->NewIterator(options, raw.handle(family)));
    entry->SeekToLast();
    EXPECT_TRUE(entry->Valid());
    return {entry->key().ToString(), entry->value().ToString()};
  }

  ScratchDirectory scratch_;
};

TEST_F(StoreCorruption, AFlippedBitInAnyValueIsNamedWithFamilyAndKey) {
  for (const Family family :
       {Family::Memories, Family::Versions, Family::Vectors, Family::Features, Family::MemoryEdges,
        Family::Log, Family::Facts, Family::Users, Family::Analyses, Family::Meta}) {
    auto raw = open_raw();
    // "embedder" and "format" come after "checkpoint/..." in meta: take the checkpoint.
    std::string key, value;
    std::tie(key, value) = last_entry(*raw, family);
    if (family == Family::Meta) {
      key = checkpoint_key("batches");
      value = raw->get(family, key)->ToString();
    }
    const std::string good = value;
    const auto put = [&](const std::string& bytes) {
      ASSERT_TRUE(raw->db->Put(rocksdb::WriteOptions(), raw->handle(family), key, bytes).ok());
    };
    for (const std::size_t at : {std::size_t{0}, good.size() / 2, good.size() - 1}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ 0x10);
      put(bad);
      {
        const Store store(std::move(raw));
        const std::string message = message_of([&] { read_all(store); }, ErrorCode::Corruption);
        EXPECT_NE(message.find("column family " + std::string(family_name(family))),
                  std::string::npos)
            << message;
        EXPECT_NE(message.find(to_hex(key)), std::string::npos) << message;
        EXPECT_NE(message.find(scratch_.path()), std::string::npos) << message;
      }
      raw = open_raw();
      put(good);
    }
    Store store(std::move(raw));
    EXPECT_NO_THROW(read_all(store));
  }
}

TEST_F(StoreCorruption, AValueUnderAnotherKeyIsNotBelieved) {
  auto raw = open_raw();
  const auto [key, value] = last_entry(*raw, Family::Memories);
  std::string other = key;
  other.back() = static_cast<char>(other.back() ^ 1);
  ASSERT_TRUE(
      raw->db->Put(rocksdb::WriteOptions(), raw->handle(Family::Memories), other, value).ok());
  const Store store(std::move(raw));
  message_of([&] { read_all(store); }, ErrorCode::Corruption);
}

TEST_F(StoreCorruption, MalformedKeysAreNamed) {
  for (const Family family :
       {Family::Timeline, Family::LogIndex, Family::Facts, Family::MemoryEdges, Family::Vectors,
        Family::Users, Family::Analyses}) {
    auto raw = open_raw();
    const std::string key = last_entry(*raw, family).first + "x";
    ASSERT_TRUE(raw->db->Put(rocksdb::WriteOptions(), raw->handle(family), key, "").ok());
    {
      SCOPED_TRACE(family_name(family));
      const Store store(std::move(raw));
      const std::string message = message_of([&] { read_all(store); }, ErrorCode::Corruption);
      EXPECT_NE(message.find(family_name(family)), std::string::npos) << message;
    }
    raw = open_raw();
    ASSERT_TRUE(raw->db->Delete(rocksdb::WriteOptions(), raw->handle(family), key).ok());
  }
}

TEST_F(StoreCorruption, AUserKeyThatBelongsToAnotherNameIsRefused) {
  // As if two names had one key: the record under mina's key says "user-0".
  const UserKey key = user_key("mina");
  {
    auto raw = open_raw();
    const std::string stolen = raw->get(Family::Users, users_key(user_key("user-0")))->ToString();
    std::string scratch, forged;
    const std::string_view payload =
        unseal(Family::Users, users_key(user_key("user-0")), stolen, scratch);
    seal(Family::Users, users_key(key), payload, forged);
    ASSERT_TRUE(raw->db
                    ->Put(rocksdb::WriteOptions(), raw->handle(Family::Users),
                          to_slice(users_key(key)), forged)
                    .ok());
  }
  const auto store = Store::open(scratch_.path(), numbered_options());
  message_of([&] { store->user(key); }, ErrorCode::Corruption);
  CommitBatch batch("mina");
  batch.put_user({.user = "mina"});
  message_of([&] { store->commit(std::move(batch)); }, ErrorCode::Corruption);
}

TEST_F(StoreCorruption, AMissingFormatIsNotANewStore) {
  {
    auto raw = open_raw();
    ASSERT_TRUE(raw->db->Delete(rocksdb::WriteOptions(), raw->handle(Family::Meta), "format").ok());
  }
  message_of([&] { Store::open(scratch_.path(), numbered_options()); }, ErrorCode::Corruption);
}

/// Flushes everything into sorted files and damages every file whose name ends like this.
void damage_files(const std::string& path, const std::string& ending,
                  const std::function<void(const fs::path&)>& damage) {
  int damaged = 0;
  for (const auto& entry : fs::directory_iterator(path)) {
    if (!entry.path().filename().string().ends_with(ending)) continue;
    damage(entry.path());
    ++damaged;
  }
  ASSERT_GT(damaged, 0);
}

void flip_middle(const fs::path& file) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  const auto at = static_cast<std::streamoff>(fs::file_size(file) / 3);
  stream.seekg(at);
  const char byte = static_cast<char>(stream.get() ^ 0x40);
  stream.seekp(at);
  stream.put(byte);
}

TEST_F(StoreCorruption, DamagedTruncatedAndMissingFilesAreNoticed) {
  {
    auto raw = open_raw();
    ASSERT_TRUE(raw->db->Flush(rocksdb::FlushOptions(), raw->handles).ok());
  }
  const std::string copy = scratch_.path("copy");
  const std::vector<std::function<void(const fs::path&)>> damages = {
      flip_middle, [](const fs::path& file) { fs::resize_file(file, fs::file_size(file) / 2); },
      [](const fs::path& file) { fs::remove(file); }};
  for (const auto& damage : damages) {
    fs::remove_all(copy);
    fs::copy(scratch_.path(), copy);
    damage_files(copy, ".sst", damage);
    message_of([&] { read_all(*Store::open(copy, numbered_options())); }, ErrorCode::Corruption);
  }
}

}  // namespace
}  // namespace memfold::storage
