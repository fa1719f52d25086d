#include "tools/cli/output_buffer.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <ostream>
#include <string>

namespace memfold::tools {
namespace {

TEST(OutputBuffer, WritesEverythingInOrder) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const std::string text = std::string(20'000, 'a') + "예산" + std::string(5'000, 'b');
  {
    OutputBuffer buffer(ends[1]);
    std::ostream out(&buffer);
    out << text.substr(0, 3) << std::flush << text.substr(3);
    EXPECT_TRUE(out);
    EXPECT_EQ(buffer.error(), 0);
  }
  ::close(ends[1]);
  std::string read(30'000, '\0');
  std::size_t filled = 0;
  for (ssize_t got; (got = ::read(ends[0], read.data() + filled, read.size() - filled)) > 0;) {
    filled += std::size_t(got);
  }
  ::close(ends[0]);
  EXPECT_EQ(read.substr(0, filled), text);
}

// The reason is that of the write that failed, whatever failed or succeeded since.
TEST(OutputBuffer, RemembersWhyItFailed) {
  const int full = ::open("/dev/full", O_WRONLY);
  ASSERT_GE(full, 0);
  OutputBuffer buffer(full);
  std::ostream out(&buffer);
  out << std::string(10'000, 'a');
  errno = 0;
  out << "b" << std::flush;
  EXPECT_FALSE(out);
  EXPECT_EQ(buffer.error(), ENOSPC);
  ::close(full);
}

}  // namespace
}  // namespace memfold::tools
