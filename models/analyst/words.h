// The words of a statement that are no typed values: what it is about and what its words do.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/analyst/values.h"
#include "models/language/tokens.h"

namespace memfold::models {

inline constexpr int kFullWeight = 10, kWeakWeight = 3;

/// A word, or a phrase that acts as one ("under review").
struct Word {
  std::size_t first = 0, last = 0;  ///< tokens, inclusive
  std::string stem;                 ///< the concept it names where the lexicon knows one
  int weight = 0;           ///< how much it says about the subject: 0, kWeakWeight, kFullWeight
  std::uint32_t flags = 0;  ///< WordFlag bits
  std::string_view status;  ///< normal form where kStatus is set
  bool topic = false;       ///< carries 은/는/이/가
  bool bare = true;         ///< carries no Korean particle or ending
};

/// In order. `values` are those of find_values for the same tokens.
std::vector<Word> find_words(const Tokens& tokens, const std::vector<Value>& values);

/// Statuses and negations among the words.
void append_word_values(const Tokens& tokens, const std::vector<Word>& words,
                        std::vector<Value>& values);

/// Proper names: capitalised words and Korean names with a title, organisations. A name that may be
/// an ordinary word is `weak`.
void append_names(const Tokens& tokens, const std::vector<Word>& words, std::vector<Value>& values);

}  // namespace memfold::models
