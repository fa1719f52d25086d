#include "ingest/line_reader.h"

#include <gtest/gtest.h>

#include "tests/ingest/support.h"

namespace memfold::ingest {
namespace {

using testing::MemorySource;

struct Seen {
  std::string text;
  std::uint64_t number, offset;
  bool too_long;
  bool operator==(const Seen&) const = default;
};

std::vector<Seen> read(const std::string& bytes, std::size_t limit, std::size_t step) {
  LineReader reader(std::make_unique<MemorySource>(bytes, step), limit);
  std::vector<Seen> seen;
  Line line;
  while (reader.next(line)) {
    seen.push_back({std::string(line.text), line.number, line.offset, line.too_long});
  }
  return seen;
}

TEST(LineReader, GivesEveryLineWithItsPlace) {
  for (std::size_t step : {1u, 3u, 1000u}) {
    EXPECT_EQ(
        read("a\r\n\nccc\nlast", 1000, step),
        (std::vector<Seen>{
            {"a", 1, 0, false}, {"", 2, 3, false}, {"ccc", 3, 4, false}, {"last", 4, 8, false}}));
  }
  EXPECT_TRUE(read("", 1000, 10).empty());
}

TEST(LineReader, LongLinesComeOnceAndTheNextIsWhole) {
  const std::string bytes = "a\n" + std::string(3'000'000, 'x') + "\nb\n";
  const auto seen = read(bytes, 1000, 64 * 1024);
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_TRUE(seen[1].too_long);
  EXPECT_LE(seen[1].text.size(), 256u);
  EXPECT_EQ(seen[2], (Seen{"b", 3, bytes.size() - 2, false}));
}

}  // namespace
}  // namespace memfold::ingest
