#include "models/language/word_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace memfold::models {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(std::string_view file) {
  std::vector<std::string> lines;
  read_words(file, [&](const WordHeading& heading, std::string_view word) {
    lines.push_back(std::string(heading.rest(0)) + ": " + std::string(word));
  });
  return lines;
}

TEST(WordFile, GivesEachEntryWithItsHeading) {
  EXPECT_EQ(lines_of("\n// about\n[unit Money KRW 1]\n원\n  won \n\n[often]\n하루에 한 번\n#1\n"),
            (std::vector<std::string>{"unit Money KRW 1: 원", "unit Money KRW 1: won",
                                      "often: 하루에 한 번", "often: #1"}));
  EXPECT_TRUE(lines_of("").empty());
  EXPECT_EQ(lines_of("[a]\nlast").size(), 1u) << "without a line end";
}

TEST(WordFile, HeadingsHaveFields) {
  const WordHeading heading("ending analyst=1 embedder=2 every two weeks -3");
  EXPECT_EQ(heading.name(), "ending");
  EXPECT_EQ(heading.rest(3), "every two weeks -3");
  EXPECT_EQ(heading.field(9), "");
  EXPECT_EQ(heading.rest(9), "");
  EXPECT_EQ(heading.number(6), -3);
  EXPECT_TRUE(heading.has("two"));
  EXPECT_FALSE(heading.has("analyst"));
  EXPECT_EQ(heading.option("embedder", 0), 2);
  EXPECT_EQ(heading.option("extractor", 7), 7);
}

TEST(WordFile, RefusesWhatMeansNothing) {
  EXPECT_THROW(lines_of("원\n[unit]\n"), std::logic_error);
  EXPECT_THROW(WordHeading("week next").number(1), std::logic_error);
  EXPECT_THROW(WordHeading("week").number(1), std::logic_error);
  EXPECT_THROW(WordHeading("ending analyst=x").option("analyst", 0), std::logic_error);
}

// What a list that anybody may add to must not be given.
TEST(WordFile, FilesHaveNoEntryTwiceUnderAHeading) {
  std::size_t files = 0, entries = 0;
  for (const auto& file : fs::directory_iterator(MEMFOLD_SOURCE_DIR "/models/language")) {
    if (file.path().extension() != ".words") continue;
    ++files;
    std::ifstream in(file.path());
    std::stringstream text;
    text << in.rdbuf();
    const std::string whole = text.str();
    const std::string begin = "R\"words(\n", end = ")words\"\n";
    ASSERT_TRUE(whole.starts_with(begin) && whole.ends_with(end)) << file.path();
    std::set<std::string> seen;
    for (const std::string& line : lines_of(std::string_view(whole).substr(
             begin.size(), whole.size() - begin.size() - end.size()))) {
      ++entries;
      EXPECT_TRUE(seen.insert(line).second) << file.path() << " twice: " << line;
      EXPECT_EQ(line.find("  "), std::string::npos) << file.path() << ": " << line;
    }
  }
  EXPECT_GT(files, 10u);
  EXPECT_GT(entries, 1000u);
}

}  // namespace
}  // namespace memfold::models
