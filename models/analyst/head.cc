#include "models/analyst/head.h"

#include <algorithm>
#include <string_view>

namespace memfold::models {
namespace {

using std::string_view;

constexpr int kMostHeadWords = 8;
constexpr int kWordsWithoutMark = 3;

/// After these an English statement says something of its head. "of" and "for" go on with it.
constexpr string_view kHeadEnds[] = {
    "is",    "are",   "was",    "were",  "be",    "been", "has",    "have", "had",   "will",
    "would", "can",   "could",  "may",   "might", "must", "should", "do",   "does",  "did",
    "to",    "in",    "on",     "at",    "by",    "with", "from",   "as",   "that",  "which",
    "who",   "after", "before", "until", "under", "over", "now",    "not",  "isn't", "doesn't"};

bool ends_head(string_view word) {
  return std::find(std::begin(kHeadEnds), std::end(kHeadEnds), word) != std::end(kHeadEnds);
}

}  // namespace

std::size_t head_end(const Reading& reading) {
  int seen = 0, full = 0;
  std::size_t end = 0, unmarked = 0;
  for (const Word& word : reading.words) {
    if (reading.in_context(word.first)) continue;
    const string_view text = reading.tokens.text(word.first);
    if (full > 0 && ends_head(text)) return word.first;
    end = word.last + 1;
    full += word.weight == kFullWeight;
    if (word.topic && full > 0) return end;
    if (full == kWordsWithoutMark && unmarked == 0) unmarked = end;
    if (++seen == kMostHeadWords) break;
  }
  return unmarked != 0 ? unmarked : end;
}

}  // namespace memfold::models
