// The head of a statement: the words up to its first verb, or to the word Korean marks as topic. A
// value that differs there tells two things apart; one that differs after it is a property.
#pragma once

#include <cstddef>

#include "models/analyst/reading.h"

namespace memfold::models {

/// One past the last token of the head. A guess by cue words and particles, never more than a few
/// words; linear in those.
std::size_t head_end(const Reading& reading);

}  // namespace memfold::models
