// Makes a statement stand alone when it is read later.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/extractor/parse.h"

namespace memfold::models::extractor {

/// What the mail is about: the normalised subject line and its content words.
struct Topic {
  std::string text;                ///< at most 120 bytes; empty when it says nothing
  std::vector<std::string> words;  ///< folded, sorted, distinct
};
Topic make_topic(std::string_view subject);

/// A topic's text alone, before it is known to say anything.
std::string topic_text(std::string_view subject);

/// Takes away a greeting in front, a connective in front and thanks behind. A view into `parse`'s
/// text.
std::string_view tidy(const Parse& parse);

/// "<topic>: <statement>" when the statement is short or points outside itself, else the statement.
/// Empty when it cannot stand alone: it needs a topic and there is none.
std::string stand_alone(const Parse& parse, std::string_view statement, const Topic& topic);

/// Cuts a compound into clauses that each say something of their own: "see you at 2 tomorrow, and
/// please send the report by Friday". One element when there is nothing to cut. Views into the
/// text.
std::vector<std::string_view> split_clauses(const Parse& parse);

}  // namespace memfold::models::extractor
