// A long text in parts.
#pragma once

#include <string_view>
#include <vector>

namespace memfold::remote {

/// Consecutive parts of at most `bytes` bytes that leave out nothing but white space between them:
/// cut between paragraphs where that is possible, else between lines, else between words.
std::vector<std::string_view> parts_of(std::string_view text, std::size_t bytes);

}  // namespace memfold::remote
