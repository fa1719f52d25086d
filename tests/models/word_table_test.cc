// A table of words against the standard library's map.
#include "models/word_table.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>
#include <string>

namespace memfold::models {
namespace {

TEST(WordTable, HoldsWhatAMapHolds) {
  std::mt19937 random(11);
  const auto word = [&] {
    std::string text;
    for (auto length = random() % 24; length > 0; --length) text += char('a' + random() % 3);
    return text;
  };
  std::deque<std::string> kept;
  WordTable<int> table;
  std::map<std::string, int> expected;
  EXPECT_EQ(table.find("nothing yet"), nullptr);
  for (int i = 0; i < 5000; ++i) {
    const std::string_view key = kept.emplace_back(word());
    if (i % 2 == 0) {
      table.emplace(key, i);
      expected.emplace(key, i);
    } else {
      table[key] += i;
      expected[std::string(key)] += i;
    }
  }
  for (const auto& [key, value] : expected) {
    const int* found = table.find(key);
    ASSERT_NE(found, nullptr) << key;
    EXPECT_EQ(*found, value) << key;
  }
  for (int i = 0; i < 5000; ++i) {
    const std::string other = word();
    EXPECT_EQ(table.contains(other), expected.contains(other)) << other;
  }
}

TEST(WordTable, TellsWordsOfManyLengthsApart) {
  const std::string text(100, 'x');
  WordTable<std::size_t> table;
  table.reserve(text.size() + 1);
  for (std::size_t size = 0; size <= text.size(); ++size) {
    table.emplace(std::string_view(text).substr(0, size), size);
  }
  for (std::size_t size = 0; size <= text.size(); ++size) {
    EXPECT_EQ(*table.find(std::string(size, 'x')), size);
  }
  EXPECT_FALSE(table.contains(std::string(101, 'x')));
}

}  // namespace
}  // namespace memfold::models
