#include "models/analyst/words.h"

#include <algorithm>

#include "core/word_lists.h"
#include "models/language/lexicon.h"
#include "models/language/stem.h"

namespace memfold::models {
namespace {

using std::string_view;

constexpr std::size_t kLongestPhrase = 4;
constexpr std::uint32_t kSilent = kStop | kReplace | kAlso | kNegation | kStatus;
constexpr std::uint32_t kQuiet = kWeak | kOwner | kPlanned | kVenue | kSequence | kCause |
                                 kPrerequisite | kElaboration | kReference | kAlternative;

struct Phrase {
  const WordEntry* entry = nullptr;
  std::size_t tokens = 1;
};

/// A single syllable means too many things once its ending is gone ("안에" is not "안").
bool too_short(string_view stem) {
  return stem.size() <= 3 && stem != "못" && stem != "없" && stem != "않";
}

/// Key of the phrase of tokens i .. last, the last one as it is or without its Korean endings.
const WordEntry* entry_of(const Tokens& tokens, std::size_t i, std::size_t last) {
  const std::uint32_t begin = tokens.list[i].begin;
  const WordEntry* entry = find_word(tokens.slice(begin, tokens.list[last].end));
  if (entry != nullptr || !tokens.is(last, TokenKind::Hangul)) return entry;
  for (const std::uint32_t bytes : tokens.list[last].shorter) {
    if (bytes == 0) break;
    const std::uint32_t end = tokens.list[last].begin + bytes;
    if (i == last && too_short(tokens.slice(begin, end))) return nullptr;
    entry = find_word(tokens.slice(begin, end));
    if (entry != nullptr) return entry;
  }
  return nullptr;
}

Phrase phrase_at(const Tokens& tokens, const std::vector<bool>& taken, std::size_t i) {
  std::size_t longest = 1;
  const std::size_t most = begins_phrase(tokens.text(i)) ? kLongestPhrase : 1;
  while (longest < most && i + longest < tokens.size() && !taken[i + longest] &&
         !tokens.is(i + longest, TokenKind::Symbol) && tokens.list[i + longest].space_before) {
    ++longest;
  }
  for (std::size_t count = longest; count > 0; --count) {
    if (const WordEntry* entry = entry_of(tokens, i, i + count - 1)) return {entry, count};
  }
  if (tokens.is(i, TokenKind::Hangul)) {
    const std::string root = korean_root(tokens.text(i), tokens.stem(i));
    const bool short_stem = root.size() <= 3 && too_short(root);
    if (!short_stem && root.size() < tokens.text(i).size()) return {find_word(root), 1};
  }
  return {};
}

bool is_case_particle(string_view ending) {
  return is_listed({"을", "를", "이", "가", "은", "는", "의", "에", "로", "으로", "과", "와", "도",
                    "에서", "부터", "까지", "보다", "에는"},
                   ending);
}

/// The end of a clause: nothing, punctuation, or a clause that goes on.
bool clause_ends(const Tokens& tokens, std::size_t i) {
  return i >= tokens.size() || tokens.is(i, ".") || tokens.is(i, ",") || tokens.is(i, "!") ||
         tokens.is(i, "?") || tokens.is(i, ";") || tokens.is(i, ")");
}

bool is_auxiliary(string_view word) {
  return is_listed(
      {"is", "are", "was", "were", "been", "be", "being", "has", "have", "got", "gets", "now"},
      word);
}

/// A status word states a status only as a predicate: not in "approval after", "the closed door".
bool states_status(const Tokens& tokens, std::size_t first, std::size_t last) {
  if (tokens.is(last, TokenKind::Hangul)) {
    const string_view word = tokens.text(last), ending = tokens.ending(last);
    if (is_case_particle(ending)) return false;
    if (is_listed(
            {"하기", "하기로", "되면", "하면", "할", "될", "해야", "되기", "하도록", "되도록"},
            ending))
      return false;
    if (ending.empty() && last == first) {
      return clause_ends(tokens, last + 1) || word.ends_with("중") || word.ends_with("됨");
    }
    return true;
  }
  if (last > first) return true;
  for (std::size_t back = 1; back <= 3 && back <= first; ++back) {
    if (is_auxiliary(tokens.text(first - back))) return true;
  }
  return clause_ends(tokens, last + 1);
}

int weight_of(std::uint32_t flags) {
  if ((flags & kSilent) != 0) return 0;
  return (flags & kQuiet) != 0 ? kWeakWeight : kFullWeight;
}

std::string stem_of(const Tokens& tokens, std::size_t i) {
  const string_view word = tokens.text(i);
  const std::string stem =
      tokens.is(i, TokenKind::Hangul) ? korean_root(word, tokens.stem(i)) : english_stem(word);
  return std::string(concept_of(stem));
}

bool marks_topic(const Tokens& tokens, std::size_t i) {
  return tokens.is(i, TokenKind::Hangul) &&
         is_listed({"은", "는", "이", "가", "에는", "에서는"}, tokens.ending(i));
}

/// "DB는", "(주)가": the particle is a token of its own where what it belongs to is no Hangul.
bool is_detached_particle(const Tokens& tokens, std::size_t i) {
  return tokens.glued(i) && tokens.is(i, TokenKind::Hangul) &&
         suffix_remainder(tokens.text(i)) != 0;
}

std::vector<bool> taken_by(const Tokens& tokens, const std::vector<Value>& values) {
  std::vector<bool> taken(tokens.size(), false);
  for (const Value& value : values) {
    for (std::size_t i = value.first_token; i <= value.last_token; ++i) taken[i] = true;
  }
  return taken;
}

Value word_value(const Tokens& tokens, const Word& word, ValueType type, string_view normal) {
  Value value;
  value.type = type;
  value.span = {tokens.list[word.first].begin, tokens.list[word.last].end};
  value.normal = normal;
  value.first_token = word.first;
  value.last_token = word.last;
  return value;
}

}  // namespace

std::vector<Word> find_words(const Tokens& tokens, const std::vector<Value>& values) {
  const std::vector<bool> taken = taken_by(tokens, values);
  std::vector<Word> words;
  for (std::size_t i = 0; i < tokens.size();) {
    if (taken[i] || tokens.is(i, TokenKind::Symbol) || tokens.is(i, TokenKind::Number)) {
      ++i;
      continue;
    }
    if (is_detached_particle(tokens, i)) {
      if (!words.empty() && words.back().last + 1 == i) {
        words.back().bare = false;
        words.back().topic = is_listed({"은", "는", "이", "가"}, tokens.text(i));
      }
      ++i;
      continue;
    }
    const Phrase phrase = phrase_at(tokens, taken, i);
    Word word;
    word.first = i;
    word.last = i + phrase.tokens - 1;
    if (phrase.entry != nullptr) {
      word.flags = phrase.entry->flags;
      word.status = phrase.entry->status;
      const bool predicate =
          (word.flags & kStatus) == 0 || states_status(tokens, word.first, word.last);
      if (!predicate) {
        word.flags &= ~std::uint32_t(kStatus);
        word.status = {};
      }
    }
    word.stem = stem_of(tokens, word.last);
    word.weight = weight_of(word.flags);
    if (is_name_word(NameKind::Title, tokens.stem(word.last))) word.weight = 0;
    word.topic = marks_topic(tokens, word.last);
    word.bare = !tokens.is(word.last, TokenKind::Hangul) || tokens.ending(word.last).empty();
    if (tokens.is(word.last, TokenKind::Hangul) &&
        is_listed({"되면", "하면", "되기"}, tokens.ending(word.last))) {
      word.flags |= kPrerequisite;
    }
    i += phrase.tokens;
    words.push_back(std::move(word));
  }
  return words;
}

void append_word_values(const Tokens& tokens, const std::vector<Word>& words,
                        std::vector<Value>& values) {
  for (const Word& word : words) {
    if (!word.status.empty()) {
      values.push_back(word_value(tokens, word, ValueType::Status, word.status));
    }
    if ((word.flags & kNegation) != 0) {
      values.push_back(word_value(tokens, word, ValueType::Negation, "not"));
    }
  }
}

}  // namespace memfold::models
