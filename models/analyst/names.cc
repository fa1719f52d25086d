// Proper names, found by their shape: capitals in Latin script, titles and surnames in Korean.
#include <algorithm>

#include "core/name_words.h"
#include "models/analyst/words.h"
#include "models/language/lexicon.h"

namespace memfold::models {
namespace {

using std::string_view;

constexpr std::size_t kSyllable = 3;

bool names_nothing(const Word& word, const Tokens& tokens) {
  if ((word.flags & ~std::uint32_t(kVenue | kOwner)) != 0) return true;
  const string_view text = tokens.text(word.first);
  const auto length = code_points(text);
  return length < 2 || is_name_word(NameKind::LatinTitle, text);
}

enum class NameShape { None, Weak, Strong };

NameShape latin_shape(const Tokens& tokens, const Word& word) {
  const Token& token = tokens.list[word.first];
  if (token.kind != TokenKind::Latin || word.first != word.last) return NameShape::None;
  if (names_nothing(word, tokens)) return NameShape::None;
  // Mark-up, not a name: ".SH", "\fB".
  if (tokens.glued(word.first) &&
      (tokens.is(word.first - 1, ".") || tokens.is(word.first - 1, "\\"))) {
    return NameShape::None;
  }
  if (token.inner_capital || token.all_capitals) return NameShape::Strong;
  if (!token.capital) return NameShape::None;
  return token.sentence_start ? NameShape::Weak : NameShape::Strong;
}

Value name_value(const Tokens& tokens, std::size_t first, std::size_t last, std::uint32_t end,
                 bool weak) {
  Value value;
  value.type = ValueType::Name;
  value.span = {tokens.list[first].begin, end};
  value.normal = tokens.slice(value.span.begin, value.span.end);
  value.first_token = first;
  value.last_token = last;
  value.weak = weak;
  return value;
}

/// "Lisa Wong": capitalised words with single spaces between them are one name.
std::size_t take_latin_name(const Tokens& tokens, const std::vector<Word>& words, std::size_t w,
                            std::vector<Value>& values) {
  NameShape shape = latin_shape(tokens, words[w]);
  if (shape == NameShape::None) return 1;
  std::size_t count = 1;
  constexpr std::size_t kLongestName = 4;
  while (count < kLongestName && w + count < words.size() &&
         words[w + count].first == words[w + count - 1].last + 1 &&
         tokens.list[words[w + count].first].space_before &&
         latin_shape(tokens, words[w + count]) == NameShape::Strong) {
    shape = NameShape::Strong;
    ++count;
  }
  std::size_t last = words[w + count - 1].last;
  std::uint32_t end = tokens.list[last].end;
  if (tokens.slice(end - 2, end) == "'s") end -= 2;
  values.push_back(name_value(tokens, words[w].first, last, end, shape == NameShape::Weak));
  return count;
}

bool has_surname(string_view name) {
  return is_common_family_name(name.substr(0, kSyllable));
}

bool is_title(const Tokens& tokens, std::size_t i) {
  return tokens.is(i, TokenKind::Hangul) && is_name_word(NameKind::Title, tokens.stem(i));
}

bool before_list_mark(const Tokens& tokens, std::size_t i) {
  return tokens.is(i, ",") || (i > 0 && tokens.is(i - 1, ","));
}

/// (주)한빛소프트, 주식회사 한빛소프트, 한빛소프트(주).
bool in_organisation(const Tokens& tokens, std::size_t i) {
  const auto marked = [&](std::size_t open) {
    return tokens.is(open, "(") && (tokens.is(open + 1, "주") || tokens.is(open + 1, "유")) &&
           tokens.is(open + 2, ")");
  };
  if (i >= 3 && marked(i - 3)) return true;
  if (i >= 1 && is_name_word(NameKind::Organisation, tokens.text(i - 1))) return true;
  return marked(i + 1);
}

void take_korean_name(const Tokens& tokens, const Word& word, std::vector<Value>& values) {
  const std::size_t i = word.last;
  const string_view text = tokens.text(i), stem = tokens.stem(i);
  const auto end = tokens.list[i].begin + std::uint32_t(stem.size());
  const std::size_t syllables = stem.size() / kSyllable;
  if (in_organisation(tokens, i)) {
    values.push_back(name_value(tokens, i, i, end, false));
    return;
  }
  if (syllables < 2 || syllables > 4 || !has_surname(stem)) return;
  if (is_title(tokens, i)) return;
  const bool titled = text == stem && is_title(tokens, i + 1);
  const string_view ending = text.substr(stem.size());
  const bool honoured = ending.find("님") == 0 || ending.find("씨") == 0;
  if (titled || honoured) {
    values.push_back(name_value(tokens, i, i, end, word.flags != 0));
    return;
  }
  if (syllables != 3 || word.flags != 0 || keeps_whole(stem)) return;
  if (concept_of(stem) != stem) return;
  if (!ending.empty() || before_list_mark(tokens, i + 1) || before_list_mark(tokens, i)) {
    values.push_back(name_value(tokens, i, i, end, true));
  }
}

}  // namespace

void append_names(const Tokens& tokens, const std::vector<Word>& words,
                  std::vector<Value>& values) {
  for (std::size_t w = 0; w < words.size();) {
    if (tokens.is(words[w].last, TokenKind::Hangul)) {
      take_korean_name(tokens, words[w], values);
      ++w;
    } else {
      w += take_latin_name(tokens, words, w, values);
    }
  }
}

}  // namespace memfold::models
