// What a summary is made of: the sentences of some texts, each with what tells its worth.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/extractor/parse.h"
#include "models/extractor/statements.h"

namespace memfold::models::summarizer {

/// Of texts that together are longer, the first and the newest are read.
inline constexpr std::size_t kMaxBytes = 1024 * 1024;
/// A longer sentence is cut at the end of a clause.
inline constexpr std::size_t kMaxCharacters = 240;

/// What a sentence is good for when it is read away from its neighbours. In order of preference.
enum class Standing : std::uint8_t {
  Whole,     ///< says something by itself
  Leaning,   ///< says something, but points to what stands before it: "It starts at ten."
  Question,  ///< asks; says something only where nothing else does
  Empty,     ///< a fragment, or nothing to keep
  Courtesy,  ///< greets, thanks, signs off
};

struct Sentence {
  std::string text;          ///< as written, but for white space, straight apostrophes and its
                             ///< footnote marks; without greeting and thanks around it
  std::uint32_t source = 0;  ///< which of the texts
  std::uint32_t place = 0;   ///< in its text, counted with those left out
  Standing standing = Standing::Empty;
  int worth = 0;                        ///< extractor::worth_of(), more for what says of a change
  std::vector<std::uint64_t> subjects;  ///< hashes of the concepts it names; sorted, distinct
};

/// The texts of `texts` that are read, as views of them or of `repaired`, oldest first, valid
/// UTF-8; what is left out is empty, so that places stay.
std::vector<std::string_view> readable(std::span<const std::string_view> texts,
                                       std::vector<std::string>& repaired);

/// All sentences, in order. Linear time.
std::vector<Sentence> sentences_of(std::span<const std::string_view> texts,
                                   const extractor::StatementSplitter& splitter);

/// The longest beginning of at most kMaxCharacters that ends with a clause, else with a word; all
/// of a shorter text.
std::string_view cut_at_clause(std::string_view text);

}  // namespace memfold::models::summarizer
