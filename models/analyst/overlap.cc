#include "models/analyst/overlap.h"

#include <algorithm>

namespace memfold::models {
namespace {

using std::string_view;

/// Inexact matching looks at this many words a side; longer texts match by equal stems beyond.
constexpr std::size_t kMostInexact = 48;

bool is_hangul_word(string_view word) {
  return !word.empty() && static_cast<unsigned char>(word[0]) >= 0xEA &&
         static_cast<unsigned char>(word[0]) <= 0xED;
}

/// 예산 and 예산안, 마케팅예산 and 예산; migrat and migrator.
bool resemble(string_view a, string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (is_hangul_word(a) != is_hangul_word(b)) return false;
  constexpr std::size_t kTwoSyllables = 6;
  if (is_hangul_word(a)) {
    return a.size() >= kTwoSyllables && (b.starts_with(a) || b.ends_with(a));
  }
  constexpr std::size_t kLeast = 4;
  std::size_t common = 0;
  while (common < a.size() && a[common] == b[common]) ++common;
  return common >= kLeast && common + 1 >= a.size() && common * 10 >= b.size() * 6;
}

using Words = std::vector<const Word*>;

/// Marks the tokens of the values that `each` hands over.
template <typename Each>
std::vector<bool> tokens_of(const Reading& reading, Each each) {
  std::vector<bool> marked(reading.tokens.size(), false);
  each([&](const Value* value) {
    if (value == nullptr) return;
    for (std::size_t i = value->first_token; i <= value->last_token; ++i) marked[i] = true;
  });
  return marked;
}

/// Words that count, but for names that took the place of another.
Words weighted_words(const Reading& reading, const std::vector<Difference>& differences,
                     const Value* Difference::*side) {
  const std::vector<bool> property = tokens_of(reading, [&](auto mark) {
    for (const Difference& difference : differences) {
      const bool changed = difference.change == ChangeKind::ValueChange;
      if (changed && difference.type == ValueType::Name) mark(difference.*side);
    }
  });
  Words words;
  for (const Word& word : reading.words) {
    if (word.weight > 0 && !property[word.first]) words.push_back(&word);
  }
  std::sort(words.begin(), words.end(), [](const Word* a, const Word* b) {
    return a->stem != b->stem ? a->stem < b->stem : a->first < b->first;
  });
  words.erase(std::unique(words.begin(), words.end(),
                          [](const Word* a, const Word* b) { return a->stem == b->stem; }),
              words.end());
  return words;
}

std::vector<bool> matched_in(const Words& words, const Words& others) {
  std::vector<bool> matched(words.size(), false);
  std::size_t inexact = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    matched[i] = std::binary_search(others.begin(), others.end(), words[i],
                                    [](const Word* a, const Word* b) { return a->stem < b->stem; });
    if (matched[i] || ++inexact > kMostInexact) continue;
    const std::size_t most = std::min(others.size(), kMostInexact);
    for (std::size_t j = 0; j < most && !matched[i]; ++j) {
      matched[i] = resemble(words[i]->stem, others[j]->stem);
    }
  }
  return matched;
}

std::vector<bool> name_tokens(const Reading& reading) {
  return tokens_of(reading, [&](auto mark) {
    for (const Value& value : reading.values) {
      if (value.type == ValueType::Name && !value.weak) mark(&value);
    }
  });
}

/// An identifier or version both sides carry says as much about the subject as a word.
int shared_identifiers(const Reading& existing, const Reading& incoming) {
  std::vector<string_view> known;
  for (const Value& value : existing.values) {
    const bool own = !existing.in_context(value.first_token);
    if (identifies(value) && own) known.push_back(value.normal);
  }
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  int shared = 0;
  for (const Value& value : incoming.values) {
    if (!identifies(value) || incoming.in_context(value.first_token)) continue;
    const auto found = std::lower_bound(known.begin(), known.end(), string_view(value.normal));
    if (found == known.end() || *found != value.normal) continue;
    known.erase(found);
    ++shared;
  }
  return shared;
}

std::ptrdiff_t occurrences(const Reading& reading, const std::string& stem) {
  return std::count_if(reading.words.begin(), reading.words.end(),
                       [&](const Word& word) { return word.stem == stem; });
}

/// "On error ... the error" says more about errors than "on success ... the error".
bool repeats_more(const Reading& existing, const Reading& incoming, const Words& words) {
  if (std::max(existing.words.size(), incoming.words.size()) > 2 * kMostInexact) return false;
  return std::any_of(words.begin(), words.end(), [&](const Word* word) {
    const auto before = occurrences(existing, word->stem);
    return word->weight == kFullWeight && before > 0 && occurrences(incoming, word->stem) > before;
  });
}

}  // namespace

bool identifies(const Value& value) {
  return value.type == ValueType::Id || value.type == ValueType::Version;
}

Overlap overlap(const Reading& existing, const Reading& incoming,
                const std::vector<Difference>& differences) {
  const Words a = weighted_words(existing, differences, &Difference::before);
  const Words b = weighted_words(incoming, differences, &Difference::after);
  const std::vector<bool> in_b = matched_in(a, b), in_a = matched_in(b, a);
  Overlap result;
  const std::vector<bool> named = name_tokens(incoming);
  int full_a = 0, full_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool full = a[i]->weight == kFullWeight;
    result.total_existing += a[i]->weight;
    if (in_b[i]) result.shared_existing += a[i]->weight;
    full_a += full && in_b[i];
    result.extra_existing += full && !in_b[i];
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    const bool full = b[i]->weight == kFullWeight;
    result.total_incoming += b[i]->weight;
    if (in_a[i]) result.shared_incoming += b[i]->weight;
    full_b += full && in_a[i];
    if (full && !in_a[i]) {
      ++result.extra_incoming;
      result.new_words.push_back(b[i]);
    }
    if (in_a[i] && full && named[b[i]->first]) ++result.shared_names;
    result.topics_shared = result.topics_shared || (in_a[i] && b[i]->topic);
  }
  result.repeats_more = repeats_more(existing, incoming, b);
  const int identifiers = shared_identifiers(existing, incoming);
  for (int* weight : {&result.total_existing, &result.total_incoming, &result.shared_existing,
                      &result.shared_incoming}) {
    *weight += identifiers * kFullWeight;
  }
  result.full_shared = std::min(full_a, full_b) + identifiers;
  return result;
}

std::string subject_text(const Reading& reading) {
  constexpr std::size_t kMostWords = 8;
  std::string text;
  std::size_t count = 0;
  const auto add = [&](string_view part) {
    if (count++ >= kMostWords) return;
    if (!text.empty()) text.push_back(' ');
    text.append(part);
  };
  for (const Value& value : reading.values) {
    if (value.attributive) {
      add(reading.content.substr(value.span.begin, value.span.end - value.span.begin));
    }
  }
  for (const Word& word : reading.words) {
    if (word.weight != kFullWeight) continue;
    const string_view last = reading.tokens.text(word.last);
    const std::size_t ending = last.size() - reading.tokens.stem(word.last).size();
    const std::uint32_t begin = reading.tokens.list[word.first].begin;
    add(reading.content.substr(begin, reading.tokens.list[word.last].end - ending - begin));
  }
  return text;
}

}  // namespace memfold::models
