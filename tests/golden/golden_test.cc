// A store as an earlier memfold left it, with its log not yet written out, is read by this one.
// P5: nothing is lost, whatever is upgraded.
//
// A new format adds a directory and leaves the others. To make it:
//   MEMFOLD_GOLDEN=tests/golden/format-N golden_tests --gtest_filter='*Write*'
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/temporary_directory.h"
#include "memfold/engine.h"
#include "tests/engine/everything.h"

namespace memfold::test {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;

constexpr const char* kStores[] = {"format-5"};

fs::path golden() {
  return fs::path(MEMFOLD_SOURCE_DIR) / "tests/golden";
}

std::string line_of(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

class Golden : public testing::TestWithParam<const char*> {
 protected:
  Golden() { fs::copy(golden() / GetParam() / "store", path_, fs::copy_options::recursive); }
  TemporaryDirectory directory_;
  const std::string path_ = directory_.path() + "/store";
};

TEST_P(Golden, IsReadAndGoneOnWith) {
  {
    EngineOptions reading = everything_options();
    reading.read_only = true;
    const Engine reader = Engine::open(path_, reading);
    EXPECT_EQ(reader.admin().digest(), line_of(golden() / GetParam() / "digest"));
  }
  Engine engine = Engine::open(path_, everything_options());
  const VerifyReport report = engine.admin().verify();
  EXPECT_THAT(report.problems, IsEmpty());
  for (const auto& [family, count] : report.records) EXPECT_GT(count, 0u) << family;
  EXPECT_EQ(engine.admin().digest(), line_of(golden() / GetParam() / "digest"));

  const auto hits = engine.recall({.user = kEveryUser, .text = "캠페인 예산"});
  ASSERT_FALSE(hits.empty());
  EXPECT_FALSE(engine.history(kEveryUser, hits[0].memory.id).empty());
  Fact fact;
  fact.user = kEveryUser;
  fact.content = "The harbour office opens at nine";
  EXPECT_EQ(engine.fold({&fact, 1}).at(0).status, Status::Success);
  EXPECT_THAT(engine.admin().verify().problems, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Formats, Golden, testing::ValuesIn(kStores), [](const auto& each) {
  std::string name(each.param);
  name.replace(name.find('-'), 1, "");
  return name;
});

TEST(GoldenStore, Write) {
  const char* target = std::getenv("MEMFOLD_GOLDEN");
  if (target == nullptr) GTEST_SKIP() << "MEMFOLD_GOLDEN names no directory to write to";
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/store";
  fill_everything(path);
  Engine engine = Engine::open(path, everything_options());
  Fact fact;
  fact.user = kOtherUser;
  fact.content = "항구 사무소는 아홉 시에 엽니다";
  engine.fold({&fact, 1});
  fs::create_directories(target);
  fs::copy(path, fs::path(target) / "store", fs::copy_options::recursive);  // as a kill leaves it
  std::ofstream(fs::path(target) / "digest") << engine.admin().digest() << '\n';
}

}  // namespace
}  // namespace memfold::test
