#include "models/analyst/reading.h"

#include <algorithm>

#include "models/analyst/stem.h"

namespace memfold::models {

Reading::Reading(const Statement& statement) : content(statement.content) {
  tokens = tokenise(content);
  values = find_values(tokens, statement.occurred_at);
  words = find_words(tokens, values);
  append_word_values(tokens, words, values);
  append_names(tokens, words, values);
  for (const Word& word : words) flags |= word.flags;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool end = tokens.is(i, ".") || tokens.is(i, "!") || tokens.is(i, "?");
    const bool last = i + 1 == tokens.size();
    sentences += last || (end && tokens.list[i + 1].space_before);
    if (tokens.is(i, TokenKind::Symbol)) continue;
    lookup_.push_back(tokens.text(i));
    if (tokens.is(i, TokenKind::Hangul)) lookup_.push_back(korean_stem(tokens.text(i)));
  }
  for (const Word& word : words) lookup_.push_back(word.stem);
  std::sort(lookup_.begin(), lookup_.end());
}

bool Reading::mentions(std::string_view word) const {
  return std::binary_search(lookup_.begin(), lookup_.end(), word);
}

}  // namespace memfold::models
