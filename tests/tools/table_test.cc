#include "tools/cli/table.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tools/cli/fields.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Table sample_table() {
  Table table({{"Score", Align::Right}, {"Name"}, {"Content", Align::Left, true}});
  table.add({{"0.9"}, {"박민지"}, {"봄 캠페인 예산은 육천오백만원으로 올립니다. 꼭 적어 주세요."}});
  table.add({{"0.25"}, {"Okafor"}, {"short", Ink::Red}});
  return table;
}

TEST(Table, AlignsWideCharacters) {
  std::ostringstream out;
  sample_table().print(out, {.terminal = true, .color = false, .width = 200});
  const std::vector<std::string> lines = lines_of(out.str());
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0], "Score  Name    Content");
  EXPECT_EQ(lines[1].substr(0, lines[1].find("봄")), "  0.9  박민지  ");
  EXPECT_EQ(lines[2], " 0.25  Okafor  short");
}

TEST(Table, GivesWayToANarrowScreen) {
  std::ostringstream out;
  sample_table().print(out, {.terminal = true, .color = false, .width = 40});
  for (const std::string& line : lines_of(out.str())) EXPECT_LE(display_width(line), 40u) << line;
  EXPECT_NE(out.str().find("…"), std::string::npos);
}

TEST(Table, IsTabSeparatedAndWholeElsewhere) {
  std::ostringstream out;
  Table table({{"A"}, {"B", Align::Left, true}});
  table.add({{"x\ty"}, {std::string(300, 'z')}});
  table.print(out, {.terminal = false, .color = false, .width = 40});
  EXPECT_EQ(out.str(), "a\tb\nx y\t" + std::string(300, 'z') + "\n");
}

TEST(Table, ColoursOnlyWhereThereIsColour) {
  std::ostringstream plain, painted;
  sample_table().print(plain, {.terminal = true, .color = false, .width = 80});
  sample_table().print(painted, {.terminal = true, .color = true, .width = 80});
  EXPECT_EQ(plain.str().find('\x1b'), std::string::npos);
  EXPECT_NE(painted.str().find("\x1b[31mshort\x1b[0m"), std::string::npos);
}

TEST(Fields, WrapUnderTheirValue) {
  std::ostringstream out;
  Fields fields;
  fields.add("a", "one two three four five six seven eight nine ten");
  fields.add("long name", "x");
  fields.print(out, {.terminal = true, .color = false, .width = 40});
  EXPECT_EQ(out.str(),
            "a          one two three four five six\n"
            "           seven eight nine ten\n"
            "long name  x\n");
}

}  // namespace
}  // namespace memfold::tools
