// Whatever rots, a repair keeps what can be read, brings back what others tell, and names the rest.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include "core/temporary_directory.h"
#include "memfold/engine.h"
#include "storage/column_family.h"
#include "storage/store.h"
#include "tests/engine/everything.h"
#include "tests/storage/live_copy.h"

namespace memfold::test {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;

/// The sorted files of one column family.
std::vector<std::string> files_of(const std::string& store, std::string_view family) {
  std::vector<std::string> names;
  EXPECT_TRUE(rocksdb::DB::ListColumnFamilies({}, store, &names).ok());
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (const std::string& name : names) families.emplace_back(name, rocksdb::ColumnFamilyOptions());
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* opened = nullptr;
  EXPECT_TRUE(rocksdb::DB::OpenForReadOnly({}, store, families, &handles, &opened).ok());
  const std::unique_ptr<rocksdb::DB> db(opened);
  std::vector<rocksdb::LiveFileMetaData> live;
  db->GetLiveFilesMetaData(&live);
  std::vector<std::string> files;
  for (const auto& file : live) {
    if (file.column_family_name == family) files.push_back(store + file.name);
  }
  for (rocksdb::ColumnFamilyHandle* handle : handles) db->DestroyColumnFamilyHandle(handle);
  return files;
}

class Rot : public testing::TestWithParam<storage::Family> {
 protected:
  Rot() { fill_everything(path_); }

  /// Flips a byte of the first block of every file of the family. False where it has none.
  bool rot() {
    const auto files = files_of(path_, storage::family_name(GetParam()));
    for (const std::string& name : files) {
      std::fstream file(name, std::ios::in | std::ios::out | std::ios::binary);
      file.seekg(30);
      const char byte = static_cast<char>(file.get() ^ 0x11);
      file.seekp(30);
      file.put(byte);
    }
    return !files.empty();
  }

  TemporaryDirectory directory_;
  const std::string path_ = directory_.path() + "/store";
};

std::vector<storage::Family> all_families() {
  std::vector<storage::Family> families;
  for (std::size_t i = 0; i + 1 < storage::kFamilyCount; ++i) {
    families.push_back(static_cast<storage::Family>(i));
  }
  return families;
}

// P5: nothing is lost silently; what is, is named; and the rest can be used.
TEST_P(Rot, IsToldAndMended) {
  ASSERT_TRUE(rot()) << "the family is empty";
  {
    Engine engine = Engine::open(path_, everything_options());
    const VerifyReport report = engine.admin().verify();
    EXPECT_GE(report.unread, 1u);
    EXPECT_FALSE(report.problems.empty());
    EXPECT_THROW(engine.admin().repair(), Error);
  }
  const Salvage salvaged = Admin::salvage(path_);
  EXPECT_FALSE(salvaged.unread.empty());
  ASSERT_FALSE(salvaged.kept.empty());
  EXPECT_TRUE(fs::exists(salvaged.kept + "/CURRENT"));
  Engine engine = Engine::open(path_, everything_options());
  const RepairReport report = engine.admin().repair();
  EXPECT_THAT(report.remaining, IsEmpty());
  EXPECT_THAT(engine.admin().verify().problems, IsEmpty());
  // What an empty record stands for is told ever after.
  const std::vector<std::string> told = engine.admin().verify().lost;
  for (const std::string& lost : report.lost) {
    if (!lost.starts_with("memory ")) continue;
    EXPECT_THAT(told, testing::Contains(lost));
  }

  Fact fact;
  fact.user = kEveryUser;
  fact.content = "The harbour office opens at nine";
  EXPECT_EQ(engine.fold({&fact, 1}).at(0).status, Status::Success);
  EXPECT_FALSE(engine.recall({.user = kEveryUser, .text = "harbour office opens"}).empty());
  EXPECT_THAT(engine.admin().verify().problems, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(AnyFamily, Rot, testing::ValuesIn(all_families()), [](const auto& each) {
  return std::string(storage::family_name(each.param));
});

/// What users would miss: memory by memory.
struct Kept {
  std::string user, content;
  Id chain;
  std::uint32_t version;
  bool current, embedded;
  bool operator==(const Kept&) const = default;
};
void PrintTo(const Kept& kept, std::ostream* out) {
  *out << kept.content << ", version " << kept.version << " of " << to_string(kept.chain)
       << (kept.current ? ", current" : "") << (kept.embedded ? ", embedded" : "");
}

std::map<Id, Kept> memories_in(const std::string& path) {
  storage::StoreOptions options;
  options.create_if_missing = false;
  options.read_only = true;
  const auto store = storage::Store::open(path, options);
  std::map<Id, Kept> found;
  for (const char* user : {kEveryUser, kOtherUser}) {
    store->scan_memories(storage::user_key(user), [&](const Memory& m) {
      found[m.id] = {m.user,    m.content,      m.chain_id,
                     m.version, m.is_current(), !m.embedding_model.empty()};
    });
  }
  return found;
}

/// What is stored of the log, of vectors and of versions suffices for memories, and so on.
class RotOfOne : public Rot {};

TEST_P(RotOfOne, ComesBackFromTheOthers) {
  std::map<Id, Kept> before = memories_in(path_);
  ASSERT_GT(before.size(), 10u);
  ASSERT_TRUE(rot());
  ASSERT_FALSE(Admin::salvage(path_).kept.empty());
  const RepairReport report = Engine::open(path_, everything_options()).admin().repair();
  EXPECT_THAT(report.remaining, IsEmpty());
  std::map<Id, Kept> after = memories_in(path_);
  ASSERT_EQ(after.size(), before.size());
  // The log keeps no second copy of what was added and never changed: that alone is gone.
  std::map<Id, Kept> gone;
  for (const auto& [id, kept] : before) {
    const std::string name = "memory " + to_string(id) + " of user " + kept.user;
    if (std::ranges::count(report.lost, name) > 0) gone[id] = kept;
  }
  for (const auto& [id, kept] : gone) {
    EXPECT_EQ(after.at(id).content, "");
    before.erase(id);
    after.erase(id);
  }
  EXPECT_EQ(after, before);
  EXPECT_EQ(!gone.empty(), GetParam() == storage::Family::Memories);
  EXPECT_GE(before.size(), 5u);
}

INSTANTIATE_TEST_SUITE_P(Memories, RotOfOne,
                         testing::Values(storage::Family::Memories, storage::Family::Versions,
                                         storage::Family::Vectors, storage::Family::Users,
                                         storage::Family::Log, storage::Family::LogStates),
                         [](const auto& each) {
                           return std::string(storage::family_name(each.param));
                         });

class SoundStore : public testing::Test {};

TEST_F(SoundStore, IsNotSalvaged) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/store";
  fill_everything(path);
  const Salvage salvaged = Admin::salvage(path);
  EXPECT_THAT(salvaged.unread, IsEmpty());
  EXPECT_EQ(salvaged.kept, "");
  EXPECT_GT(salvaged.records, 100u);
  EXPECT_THROW(Admin::salvage(directory.path() + "/nothing"), Error);
}

// What lies in the log alone is read, and the log is not touched: salvage once waited for ever to
// write it out.
TEST_F(SoundStore, IsNotSalvagedWithALog) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/store", killed = directory.path() + "/killed";
  fill_everything(path);
  {
    Engine engine = Engine::open(path, everything_options());
    Fact fact;
    fact.user = kEveryUser;
    fact.content = "The harbour office opens at nine";
    engine.fold({&fact, 1});
    storage::copy_live_store(path, killed);
  }
  EXPECT_EQ(Admin::salvage(killed).kept, "");
  Engine engine = Engine::open(killed, everything_options());
  EXPECT_THAT(engine.admin().verify().problems, IsEmpty());
  EXPECT_FALSE(engine.recall({.user = kEveryUser, .text = "harbour office opens"}).empty());
}

}  // namespace
}  // namespace memfold::test
