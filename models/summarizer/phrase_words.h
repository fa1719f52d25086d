// Which words of a statement may stand in a telling phrase, and how they join.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/extractor/parse.h"

namespace memfold::models::summarizer {

struct PhraseWord {
  std::string shown;      ///< folded, without particles and endings
  std::uint64_t key = 0;  ///< the same for all its forms
  std::uint32_t atom = 0;
  bool joins_next = false;  ///< bare: a phrase may go on behind it
  bool name = false;        ///< a proper name or identifier, or one by its capitals
  bool weak = false;        ///< tells little alone: a verbal noun, an adjective
  double weight = 0;        ///< 0..1, longer words tell more
};

/// In order; words that tell nothing are left out.
std::vector<PhraseWord> phrase_words(const extractor::Parse& parse);

/// Whether nothing but white space or an inner hyphen stands between two words.
bool are_neighbours(const extractor::Parse& parse, const PhraseWord& a, const PhraseWord& b);

}  // namespace memfold::models::summarizer
