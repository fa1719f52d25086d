// What a message comes back to: the matters it is about.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/fact.h"
#include "memfold/node.h"
#include "models/extractor/written_text.h"

namespace memfold::models::extractor {

inline constexpr std::size_t kMaxConcepts = 8;

/// What a message says where, for looking words up.
struct SpokenText {
  std::string subject;                  ///< without prefixes
  std::vector<WrittenText> statements;  ///< of its facts, without the subject in front
  WrittenText body;
};

/// Noun phrases of the subject and keywords of the facts that at least two places of the message
/// speak of (the subject, each statement, the rest of the text), the best first, in lower case and
/// without particles. Words in `names` (lower case) are none.
std::vector<Mention> find_concepts(const SpokenText& text, std::span<const Fact> facts,
                                   std::span<const std::string> names);

}  // namespace memfold::models::extractor
