// Words that decide what may stand in a telling phrase.
#pragma once

#include <string_view>

namespace memfold::models::summarizer {

/// A meaning that fits any text: "case", "today", 경우, 내용. Lower case; Korean without particles.
bool is_vague(std::string_view word);

/// English, lower case, any form: a word that is mostly a verb ("contains", "suggested").
bool is_common_verb(std::string_view word);

/// English, lower case: ends in -ing and names something by itself ("meeting").
bool is_noun_in_ing(std::string_view word);

/// The stem of a Korean verb or adjective whose form before a noun looks like a noun with a
/// particle: 만드는.
bool is_korean_verb(std::string_view stem);

/// Endings behind a Korean root, by what they make of it.
bool makes_verb(std::string_view ending);      ///< of a noun: 변경(했습니다)
bool is_copula(std::string_view ending);       ///< 서버(입니다)
bool ends_predicate(std::string_view ending);  ///< of a verb or adverb, never of a noun

}  // namespace memfold::models::summarizer
