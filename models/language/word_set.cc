#include "models/language/word_set.h"

#include <algorithm>

#include "models/language/word_file.h"

namespace memfold::models {

WordSet::WordSet(std::string_view file, std::string_view name, std::string_view reader) {
  read_words(file, [&](const WordHeading& heading, std::string_view word) {
    if (heading.name() != name || (!reader.empty() && !heading.has(reader))) return;
    words_.emplace(word, 1);
    list_.push_back(word);
  });
  std::stable_sort(list_.begin(), list_.end(),
                   [](std::string_view a, std::string_view b) { return a.size() > b.size(); });
}

bool WordSet::begins(std::string_view text) const {
  return std::any_of(list_.begin(), list_.end(),
                     [&](std::string_view word) { return text.starts_with(word); });
}

bool WordSet::ends(std::string_view text) const {
  return std::any_of(list_.begin(), list_.end(),
                     [&](std::string_view word) { return text.ends_with(word); });
}

}  // namespace memfold::models
