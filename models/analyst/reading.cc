#include "models/analyst/reading.h"

#include <algorithm>

#include "models/word_table.h"

namespace memfold::models {
namespace {

/// Length of the longest leading "prefix: " whose prefix is a part of the subject line.
std::uint32_t context_length(const Statement& statement) {
  constexpr std::string_view kMark = ": ";
  std::size_t length = 0;
  for (std::size_t at = statement.content.find(kMark); at != std::string_view::npos;
       at = statement.content.find(kMark, at + 1)) {
    if (at > statement.subject.size()) break;
    if (statement.subject.find(statement.content.substr(0, at)) == std::string_view::npos) break;
    length = at + kMark.size();
  }
  return static_cast<std::uint32_t>(length);
}

}  // namespace

Reading::Reading(const Statement& statement)
    : content(statement.content),
      subject(statement.subject),
      context_end(context_length(statement)) {
  tokens = tokenise(content);
  values = find_values(tokens, statement.occurred_at);
  words = find_words(tokens, values);
  append_word_values(tokens, words, values);
  append_names(tokens, words, values);
  for (Word& word : words) {
    if (in_context(word.first)) word.weight = 0, word.flags = 0, word.topic = false;
    flags |= word.flags;
  }
  const auto keep = [&](std::string_view word) { said_.push_back({word_hash(word), word}); };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool end = tokens.is(i, ".") || tokens.is(i, "!") || tokens.is(i, "?");
    const bool last = i + 1 == tokens.size();
    sentences += last || (end && tokens.list[i + 1].space_before);
    if (tokens.is(i, TokenKind::Symbol) || in_context(i)) continue;
    keep(tokens.text(i));
    if (tokens.is(i, TokenKind::Hangul)) keep(tokens.stem(i));
  }
  for (const Word& word : words) {
    if (!in_context(word.first)) keep(word.stem);
  }
  std::sort(said_.begin(), said_.end());
}

const WordMeanings& Reading::meanings() const {
  std::call_once(meanings_asked_, [&] { meanings_ = WordMeanings(content); });
  return meanings_;
}

const std::vector<SaidOpposites>& Reading::opposites() const {
  std::call_once(opposites_asked_,
                 [&] { opposites_ = said_opposites(tokens, values, context_end); });
  return opposites_;
}

std::size_t Reading::heap_bytes() const {
  // Many words are shared with other readings, some of each statement are its own.
  constexpr std::size_t kMeaning = sizeof(WordMeanings::Word) / 4;
  const auto of = [](const auto& list) { return list.capacity() * sizeof list[0]; };
  return of(tokens.lowered) + of(tokens.list) + of(values) + of(words) + of(said_) +
         std::min(words.size(), WordMeanings::kMost) * kMeaning;
}

bool Reading::mentions(std::string_view word) const {
  return std::binary_search(said_.begin(), said_.end(), Said{word_hash(word), word});
}

}  // namespace memfold::models
