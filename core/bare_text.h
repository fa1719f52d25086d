// What two spellings of a sentence share.
#pragma once

#include <string>
#include <string_view>

namespace memfold {

/// The letters, digits and marks of a text in order, case and width folded, composed: without white
/// space and punctuation, so that a sentence is found however it was wrapped, quoted or marked.
std::string bare_text(std::string_view text);

}  // namespace memfold
