// Reversals: what gives a statement another meaning although its subject words are the same, as
// "before lunch" and "after lunch", "Tom reports to Ann" and "Ann reports to Tom"; and what says
// nothing.
#pragma once

#include <optional>
#include <string_view>

#include "models/analyst/reading.h"

namespace memfold::models {

/// What tells two statements apart, as each has it; empty where it has nothing of the kind.
struct Contrast {
  std::string_view before, after;
};

/// The first thing that says another is meant: opposites of language/opposites.words, or two words
/// that exchanged what marks their roles (a preposition, a particle, or their order where all words
/// are the same), two figures that exchanged their owners, or a word and its contrary. None is
/// found where the grammar differs as well. Views point into the readings. Linear in the words of
/// long texts, of which only opposites are looked at; the cube of at most 64 of short ones.
std::optional<Contrast> find_reversal(const Reading& existing, const Reading& incoming);

/// The first sign or letter by itself that differs: "x = 0" and "x != 0", "char" and "char *", "팀"
/// and "A팀". Linear.
std::optional<Contrast> other_signs(const Reading& existing, const Reading& incoming);

/// Whether both are the same text but for English articles, quotes, kinds of dashes, a last full
/// stop and the capital a sentence begins with. Linear.
bool same_but_for_marks(const Reading& existing, const Reading& incoming);

/// The first word of that list that limits what is said and stands in one of them alone: "only
/// Ann has the key" and "Ann has the key". Linear in their words.
std::optional<Contrast> limited(const Reading& existing, const Reading& incoming);

}  // namespace memfold::models
