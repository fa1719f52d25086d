// The words a pair of statements does not share, as the learned part of the Analyst sees them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/analyst/verdict.h"

namespace memfold::models {

/// A stem, or two of words in a row, that one statement has and the other has not.
struct WordFeature {
  std::string key;  ///< "+stem" of the incoming statement, "-stem" of the existing one
  TextSpan span;    ///< in that statement's content
  bool incoming() const { return key.front() == '+'; }
  std::string_view text() const { return std::string_view(key).substr(1); }
};

/// Without repeats, the incoming statement's first. Names and typed values are none: what is
/// learned from them would hold for one pair only.
std::vector<WordFeature> word_features(const Evidence& evidence);

}  // namespace memfold::models
