// Sentences as merged texts are laid out: one behind the other, or a line each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace memfold {

/// Without the white space around them, in order; views into `text`. They end at . ! or ? before
/// white space and at a line break; "v2.1" and "3.5" end none.
std::vector<std::string_view> plain_sentences(std::string_view text);

/// `sentence` behind `text`: after a mark in the same line, else in the next.
void append_sentence(std::string& text, std::string_view sentence);

/// Without white space at both ends.
std::string_view trimmed(std::string_view text);

}  // namespace memfold
