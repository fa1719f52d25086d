// What holds private text is its owner's alone from its first byte on.
#include "core/private_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <iterator>

#include "core/temporary_directory.h"
#include "memfold/error.h"

namespace memfold {
namespace {

namespace fs = std::filesystem;

int mode_of(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? int(status.st_mode & 0777) : -1;
}

class PrivateFile : public testing::Test {
 protected:
  PrivateFile() : mask_(::umask(0)) {}
  ~PrivateFile() override { ::umask(mask_); }
  std::string path(const std::string& name) const { return directory_.path() + "/" + name; }

  TemporaryDirectory directory_;
  mode_t mask_;
};

TEST_F(PrivateFile, IsItsOwnersAloneAlsoWhereAnotherStood) {
  std::ofstream(path("a")) << "everyone may read this";
  ::chmod(path("a").c_str(), 0666);
  for (const char* name : {"a", "b"}) {
    create_private_file(path(name)) << "예산";
    EXPECT_EQ(mode_of(path(name)), 0600) << name;
    std::ifstream file(path(name));
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "예산");
  }
  EXPECT_THROW(create_private_file(path("no/such/folder")), Error);
}

TEST_F(PrivateFile, DirectoriesAreMadePrivateAndLeftAloneWhereTheyAre) {
  fs::create_directory(path("shared"));
  ::chmod(path("shared").c_str(), 0755);
  make_private_directories(path("shared/a/b/"));
  EXPECT_EQ(mode_of(path("shared")), 0755);
  EXPECT_EQ(mode_of(path("shared/a")), 0700);
  EXPECT_EQ(mode_of(path("shared/a/b")), 0700);
  make_private_directories(path("shared"));
  EXPECT_EQ(mode_of(path("shared")), 0755);
  std::ofstream(path("file")) << "x";
  EXPECT_THROW(make_private_directories(path("file")), Error);
  EXPECT_THROW(make_private_directories(path("file/below")), Error);
}

}  // namespace
}  // namespace memfold
