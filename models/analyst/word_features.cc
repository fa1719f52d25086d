#include "models/analyst/word_features.h"

#include <algorithm>

namespace memfold::models {
namespace {

/// Words looked at on a side.
constexpr std::size_t kMostFeatureWords = 64;

using Words = std::vector<const Word*>;

/// The words of a statement that are no part of a certain name.
Words plain_words(const Reading& reading) {
  std::vector<bool> named(reading.tokens.size(), false);
  for (const Value& value : reading.values) {
    if (value.type != ValueType::Name || value.weak) continue;
    std::fill(named.begin() + std::ptrdiff_t(value.first_token),
              named.begin() + std::ptrdiff_t(value.last_token) + 1, true);
  }
  Words words;
  for (const Word& word : reading.words) {
    if (words.size() == kMostFeatureWords) break;
    if (!named[word.first] && !reading.in_context(word.first)) words.push_back(&word);
  }
  return words;
}

bool in_a_row(const Word& a, const Word& b) {
  return a.last + 1 == b.first;
}

/// Whether the first `count` of these words have that stem among them.
bool have(const Words& words, std::size_t count, const std::string& stem) {
  return std::any_of(words.begin(), words.begin() + std::ptrdiff_t(count),
                     [&](const Word* word) { return word->stem == stem; });
}

/// Likewise, two stems in a row.
bool have(const Words& words, std::size_t count, const std::string& stem, const std::string& next) {
  for (std::size_t i = 1; i < count; ++i) {
    if (words[i]->stem == next && words[i - 1]->stem == stem &&
        in_a_row(*words[i - 1], *words[i])) {
      return true;
    }
  }
  return false;
}

void add_side(char side, const Reading& reading, const Words& words, const Reading& other,
              const Words& other_words, std::vector<WordFeature>& features) {
  const auto span = [&](const Word& first, const Word& last) {
    return TextSpan{reading.tokens.list[first.first].begin, reading.tokens.list[last.last].end};
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& stem = words[i]->stem;
    if (!other.mentions(stem) && !have(words, i, stem)) {
      features.push_back({side + stem, span(*words[i], *words[i])});
    }
    if (i == 0 || !in_a_row(*words[i - 1], *words[i])) continue;
    const std::string& before = words[i - 1]->stem;
    if (have(words, i, before, stem) || have(other_words, other_words.size(), before, stem))
      continue;
    features.push_back({side + before + ' ' + stem, span(*words[i - 1], *words[i])});
  }
}

}  // namespace

std::vector<WordFeature> word_features(const Evidence& evidence) {
  const Words existing = plain_words(evidence.existing), incoming = plain_words(evidence.incoming);
  std::vector<WordFeature> features;
  features.reserve(2 * (existing.size() + incoming.size()));
  add_side('+', evidence.incoming, incoming, evidence.existing, existing, features);
  add_side('-', evidence.existing, existing, evidence.incoming, incoming, features);
  return features;
}

}  // namespace memfold::models
