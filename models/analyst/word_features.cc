#include "models/analyst/word_features.h"

#include <algorithm>

namespace memfold::models {
namespace {

/// Words looked at on a side.
constexpr std::size_t kMostWords = 64;

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
    if (words.size() == kMostWords) break;
    if (!named[word.first] && !reading.in_context(word.first)) words.push_back(&word);
  }
  return words;
}

bool in_a_row(const Word& a, const Word& b) {
  return a.last + 1 == b.first;
}

std::vector<std::string> couples(const Words& words) {
  std::vector<std::string> list;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (in_a_row(*words[i - 1], *words[i]))
      list.push_back(words[i - 1]->stem + ' ' + words[i]->stem);
  }
  std::sort(list.begin(), list.end());
  return list;
}

/// Whether the `count` words that end at i were there before.
bool repeated(const Words& words, std::size_t i, std::size_t count) {
  for (std::size_t j = count - 1; j < i; ++j) {
    const bool couple = count == 1 || (words[j - 1]->stem == words[i - 1]->stem &&
                                       in_a_row(*words[j - 1], *words[j]));
    if (words[j]->stem == words[i]->stem && couple) return true;
  }
  return false;
}

void add_side(char side, const Reading& reading, const Words& words, const Reading& other,
              const Words& other_words, std::vector<WordFeature>& features) {
  const auto span = [&](const Word& first, const Word& last) {
    return TextSpan{reading.tokens.list[first.first].begin, reading.tokens.list[last.last].end};
  };
  const std::vector<std::string> known = couples(other_words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!other.mentions(words[i]->stem) && !repeated(words, i, 1)) {
      features.push_back({side + words[i]->stem, span(*words[i], *words[i])});
    }
    if (i == 0 || !in_a_row(*words[i - 1], *words[i]) || repeated(words, i, 2)) continue;
    std::string couple = words[i - 1]->stem + ' ' + words[i]->stem;
    if (!std::binary_search(known.begin(), known.end(), couple)) {
      features.push_back({side + std::move(couple), span(*words[i - 1], *words[i])});
    }
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
