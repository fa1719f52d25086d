#include "models/question.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "models/analyst/values.h"
#include "models/language/tokens.h"

namespace memfold::models {
namespace {

using std::string_view;

/// A word, or two of which the second begins so; what follows them may narrow it, so longer first.
struct Asking {
  string_view first, second;
  ValueKinds kinds;
};

constexpr Asking kEnglish[] = {
    {"when", "", kTimeValue},
    {"what", "time", kTimeValue},
    {"what", "day", kTimeValue},
    {"what", "date", kTimeValue},
    {"which", "day", kTimeValue},
    {"which", "date", kTimeValue},
    {"how", "soon", kTimeValue | kDurationValue},
    {"how", "quickly", kTimeValue | kDurationValue},
    {"how", "fast", kDurationValue | kQuantityValue},
    {"how", "often", kTimeValue | kQuantityValue},
    {"how", "long", kTimeValue | kDurationValue | kQuantityValue},
    {"how", "old", kTimeValue | kDurationValue | kQuantityValue},
    {"how", "much", kQuantityValue},
    {"how", "many", kQuantityValue},
    {"how", "big", kQuantityValue},
    {"how", "high", kQuantityValue},
    {"how", "far", kDurationValue | kQuantityValue},
    {"what", "percentage", kQuantityValue},
};

/// Words that begin so.
constexpr Asking kKorean[] = {
    {"언제", "", kTimeValue},
    {"며칠", "", kTimeValue | kDurationValue},
    {"몇일", "", kTimeValue | kDurationValue},
    {"몇", "시간", kDurationValue},
    {"몇", "시", kTimeValue},
    {"몇", "월", kTimeValue},
    {"몇", "일", kTimeValue | kDurationValue},
    {"몇", "년", kTimeValue | kDurationValue},
    {"몇", "달", kDurationValue},
    {"몇", "개월", kDurationValue},
    {"몇", "주", kDurationValue | kQuantityValue},
    {"몇", "", kQuantityValue},
    {"무슨", "요일", kTimeValue},
    {"어느", "요일", kTimeValue},
    {"얼마나", "", kTimeValue | kDurationValue | kQuantityValue},
    {"얼마", "동안", kDurationValue},
    {"얼마", "", kQuantityValue},
};

bool begins(string_view text, string_view with) {
  return text.substr(0, with.size()) == with;
}

/// The text from token `i` on begins with both words; Korean ones are written together or apart.
bool is_asked(const Tokens& tokens, std::size_t i, const Asking& asking, bool whole_words) {
  const string_view word = tokens.text(i);
  const string_view next = i + 1 < tokens.size() ? tokens.text(i + 1) : string_view();
  if (whole_words) return word == asking.first && begins(next, asking.second);
  if (!begins(word, asking.first)) return false;
  const string_view rest = word.substr(asking.first.size());
  return begins(rest.empty() ? next : rest, asking.second);
}

template <std::size_t N>
ValueKinds kinds_at(const Tokens& tokens, std::size_t i, const Asking (&table)[N], bool whole) {
  const auto found = std::find_if(std::begin(table), std::end(table), [&](const Asking& asking) {
    return is_asked(tokens, i, asking, whole);
  });
  return found == std::end(table) ? 0 : found->kinds;
}

ValueKinds kinds_of(ValueType type) {
  switch (type) {
    case ValueType::Date:
    case ValueType::Time:
    case ValueType::Frequency:
    case ValueType::Quarter:
    case ValueType::Year:
      return kTimeValue;
    case ValueType::Duration:
      return kDurationValue;
    case ValueType::Money:
    case ValueType::Percent:
    case ValueType::Count:
    case ValueType::Number:
      return kQuantityValue;
    default:
      return 0;
  }
}

}  // namespace

ValueKinds values_asked(string_view question) {
  const Tokens tokens = tokenise(question);
  const bool marked = question.find('?') != string_view::npos;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    ValueKinds kinds = 0;
    if (tokens.is(i, TokenKind::Latin) && (i == 0 || marked)) {
      kinds = kinds_at(tokens, i, kEnglish, true);
    } else if (tokens.is(i, TokenKind::Hangul)) {
      kinds = kinds_at(tokens, i, kKorean, false);
    }
    if (kinds != 0) return kinds;
  }
  return 0;
}

ValueKinds values_told(string_view text) {
  ValueKinds kinds = 0;
  for (const Value& value : find_values(tokenise(text), std::nullopt)) {
    kinds |= kinds_of(value.type);
  }
  return kinds;
}

}  // namespace memfold::models
