// Categories of a host's own beside the built-in ones.
#include "memfold/category.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "memfold/error.h"

namespace memfold {
namespace {

std::string refusal(std::string_view name) {
  try {
    Category::named(name);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    return error.what();
  }
  return {};
}

TEST(OwnCategory, TheNamesOfTheSixAreTheBuiltInOnes) {
  EXPECT_EQ(Category(), Category::Misc);
  for (const std::string_view name : all_names<Category::Kind>()) {
    const Category category = Category::named(name);
    EXPECT_EQ(category, parse_name<Category::Kind>(name).value());
    EXPECT_EQ(category.name(), name);
    EXPECT_FALSE(category.is_own());
  }
  EXPECT_EQ(Category::named("ads").kind(), Category::Ads);
}

TEST(OwnCategory, AnyOtherNameIsItsOwnAndActsAsMisc) {
  for (const char* name : {"recipe", "Task", "여행 계획", "a/b;c", "\xF0\x9F\x8D\x9C"}) {
    const Category category = Category::named(name);
    EXPECT_EQ(category.name(), name);
    EXPECT_TRUE(category.is_own());
    EXPECT_EQ(category.kind(), Category::Misc);
    EXPECT_NE(category, Category::Misc);
    EXPECT_EQ(category, Category::named(name));
  }
  EXPECT_EQ(Category::named(std::string(64, 'x')).name().size(), kMaxCategoryBytes);
}

TEST(OwnCategory, OneNameHoweverItIsComposed) {
  const Category composed = Category::named("caf\xC3\xA9");
  EXPECT_EQ(Category::named("cafe\xCC\x81"), composed);
  EXPECT_EQ(Category::named("cafe\xCC\x81").name(), "caf\xC3\xA9");
  std::string jamo;  // 9 bytes a syllable, 3 of them once composed
  for (int i = 0; i < 21; ++i) jamo += "\u1112\u1161\u11AB";
  EXPECT_EQ(Category::named(jamo).name().size(), 63u);
  EXPECT_NE(refusal(jamo + "\u1112\u1161\u11AB"), "") << "66 bytes in NFC";
}

TEST(OwnCategory, WrongNamesAreToldWhatIsWrong) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "must not be empty"},
      {std::string(65, 'x'), "must have at most 64 bytes (in NFC), not 65"},
      {std::string(100'000, 'x'), "must have at most 64 bytes (in NFC), not 100000"},
      {"a\xFF", "must be valid UTF-8"},
      {"\xC3", "must be valid UTF-8"},
      {"\xED\xA0\x80", "must be valid UTF-8"},
      {std::string("a\0b", 3), "must not hold control characters or line ends"},
      {"a\nb", "must not hold control characters or line ends"},
      {"a\x7F", "must not hold control characters or line ends"},
      {"a\u0085", "must not hold control characters or line ends"},
      {"a\u2028b", "must not hold control characters or line ends"},
      {" a", "must not begin or end with white space"},
      {"a ", "must not begin or end with white space"},
      {"a\u00A0", "must not begin or end with white space"},
      {"\u3000a", "must not begin or end with white space"},
      {" ", "must not begin or end with white space"},
  };
  for (const auto& [name, wrong] : cases) {
    EXPECT_EQ(Category::wrong_name(name), wrong);
    EXPECT_EQ(refusal(name), "the name of a category " + wrong);
  }
  EXPECT_EQ(Category::wrong_name("a b"), "");
}

TEST(OwnCategory, SortByName) {
  const std::set<Category> sorted = {Category::named("zoo"), Category::Task,
                                     Category::named("여행"), Category::Ads,
                                     Category::named("recipe")};
  std::vector<std::string> names;
  for (const Category& category : sorted) names.emplace_back(category.name());
  EXPECT_EQ(names, (std::vector<std::string>{"ads", "recipe", "task", "zoo", "여행"}));
}

}  // namespace
}  // namespace memfold
