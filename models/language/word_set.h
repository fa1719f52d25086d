// The entries of a word file under one heading, to look up.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "models/word_table.h"

namespace memfold::models {

/// Made once, then read from any thread. Entries are views of the file.
class WordSet {
 public:
  /// The entries under headings called `name`; with `reader`, only under those that have this
  /// field. `file` must outlive the set.
  WordSet(std::string_view file, std::string_view name, std::string_view reader = {});

  bool contains(std::string_view word) const { return words_.contains(word); }
  /// Whether `text` begins or ends with one of them.
  bool begins(std::string_view text) const;
  bool ends(std::string_view text) const;
  /// All, the longest (in bytes) first, else in the order of the file.
  std::span<const std::string_view> longest_first() const { return list_; }

 private:
  WordTable<char> words_;
  std::vector<std::string_view> list_;
};

}  // namespace memfold::models
