// Small sets of texts, oldest first, with what a summary of them must and must not say.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace memfold::testing_summaries {

struct Set {
  std::string_view name;
  std::vector<std::string_view> texts;
  std::size_t sentences;
  std::vector<std::string_view> must, must_not;
  std::vector<std::string_view> keywords;  ///< in the first eight of all texts together
};

const std::vector<Set>& english_sets();
const std::vector<Set>& korean_sets();

}  // namespace memfold::testing_summaries
