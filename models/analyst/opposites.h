// Words that say the contrary of each other (language/opposites.words), as statements have them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "models/analyst/values.h"
#include "models/language/tokens.h"

namespace memfold::models {

/// A pair of the list. Of an entry that limits what is said ("only") there is no other.
struct Opposites {
  std::string_view one, other;
};

/// The pairs of the list, in its order.
std::span<const Opposites> listed_opposites();

/// What a statement has of one pair: the first of its words that says it, empty where none does.
struct SaidOpposites : Opposites {
  std::size_t pair;  ///< its place in the list
};

/// The pairs of which a statement says the one or the other, in their order. Words that begin
/// before `context_end` say nothing. Views point into `tokens` and `values`. Linear in the words.
std::vector<SaidOpposites> said_opposites(const Tokens& tokens, const std::vector<Value>& values,
                                          std::uint32_t context_end);

}  // namespace memfold::models
