// A statement taken apart once: tokens, typed values, words and what they amount to.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

#include "memfold/analysis.h"
#include "models/analyst/opposites.h"
#include "models/analyst/values.h"
#include "models/analyst/words.h"
#include "models/language/tokens.h"
#include "models/word_meanings.h"

namespace memfold::models {

/// Deterministic, linear in the length of the content (but for sorting its words); any bytes.
/// Views point into the content and into the reading itself, so it stays where it was made.
struct Reading {
  explicit Reading(const Statement& statement);
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

  std::string_view content, subject;  ///< borrowed
  /// End of a leading "<subject line>: ", which says where the statement was made, not what it is
  /// about: its words count for nothing. 0: there is none.
  std::uint32_t context_end = 0;
  Tokens tokens;
  std::vector<Value> values;  ///< quantities, dates ... first, then statuses, negations, names
  std::vector<Word> words;
  std::uint32_t flags = 0;  ///< union of the flags of all words
  int sentences = 0;

  /// What its words mean, found out when it is first asked. Safe from any thread.
  const WordMeanings& meanings() const;

  /// What it has of the pairs of listed_opposites(), found out as meanings() are.
  const std::vector<SaidOpposites>& opposites() const;

  /// Of what it has on the heap, and will have once its meanings were asked for: about.
  std::size_t heap_bytes() const;

  /// Whether the statement has this word, as written (lower case) or as a stem.
  bool mentions(std::string_view word) const;

  bool in_context(std::size_t token) const { return tokens.list[token].begin < context_end; }
  std::string_view context() const { return content.substr(0, context_end); }

 private:
  struct Said {
    std::uint64_t hash;
    std::string_view word;
    auto operator<=>(const Said&) const = default;
  };

  mutable std::once_flag meanings_asked_, opposites_asked_;
  mutable WordMeanings meanings_;
  mutable std::vector<SaidOpposites> opposites_;
  std::vector<Said> said_;  ///< by hash: comparing the words themselves takes longer
};

}  // namespace memfold::models
