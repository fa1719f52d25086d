#include "models/analyst/number_reader.h"

#include "models/analyst/scan.h"
#include "models/language/lexicon.h"

namespace memfold::models {
namespace {

using std::string_view;

struct Scale {
  string_view text;
  int zeros;
};
/// Korean multipliers up to a thousand build a section; 만, 억 and 조 close it.
constexpr Scale kSmall[] = {{"십", 1}, {"백", 2}, {"천", 3}};
constexpr Scale kLarge[] = {{"만", 4}, {"억", 8}, {"조", 12}};
constexpr Scale kGlued[] = {{"k", 3}, {"m", 6},  {"mm", 6},  {"mn", 6}, {"mio", 6},
                            {"b", 9}, {"bn", 9}, {"tn", 12}, {"t", 12}};
constexpr Scale kSpaced[] = {{"thousand", 3},  {"million", 6}, {"billion", 9},
                             {"trillion", 12}, {"mln", 6},     {"bln", 9},
                             {"bn", 9},        {"hundred", 2}, {"k", 3}};

template <std::size_t N>
int zeros_of(const Scale (&scales)[N], string_view text) {
  for (const Scale& scale : scales) {
    if (scale.text == text) return scale.zeros;
  }
  return 0;
}

/// Adds `part` to `to`; false when either does not fit.
bool add(std::optional<Decimal> part, Decimal& to) {
  const auto sum = part ? to.plus(*part) : std::nullopt;
  if (sum) to = *sum;
  return sum.has_value();
}

/// "5 만원" is a number and a multiplier; "5 천사" is not.
bool spaced_scale(string_view word) {
  std::size_t at = 0;
  while (at < word.size() &&
         (zeros_of(kSmall, word.substr(at, 3)) != 0 || zeros_of(kLarge, word.substr(at, 3)) != 0)) {
    at += 3;
  }
  return at == word.size() || match_unit(word.substr(at)).unit != nullptr;
}

}  // namespace

string_view rest_at(const Tokens& tokens, const Cursor& cursor) {
  return tokens.text(cursor.token).substr(cursor.offset);
}

int zeros_of_english_scale(string_view text) {
  return zeros_of(kSpaced, text);
}

bool NumberReader::read() {
  if (!tokens_.is(cursor_.token, TokenKind::Hangul)) return read_digits();
  // 천만원: a multiplier alone counts as one of it.
  return read_section() && scaled_;
}

bool NumberReader::read_digits() {
  const auto first = Decimal::parse(tokens_.text(cursor_.token));
  if (!first) return false;
  ++cursor_.token;
  total_ = *first;
  if (tokens_.is(cursor_.token, TokenKind::Hangul)) {
    const string_view word = tokens_.text(cursor_.token);
    const string_view head = word.substr(0, 3);
    if (zeros_of(kSmall, head) == 0 && zeros_of(kLarge, head) == 0) return true;
    if (!tokens_.glued(cursor_.token) && !spaced_scale(word)) return true;
    return read_korean(*first);
  }
  return read_english();
}

bool NumberReader::read_english() {
  const std::size_t i = cursor_.token;
  if (!tokens_.is(i, TokenKind::Latin)) return true;
  const bool glued = tokens_.glued(i);
  int zeros = glued ? zeros_of(kGlued, tokens_.text(i)) : 0;
  if (zeros == 0) zeros = zeros_of(kSpaced, tokens_.text(i));
  if (zeros == 0) return true;
  const auto product = total_.times(Decimal{1, zeros});
  if (!product) return false;
  total_ = *product;
  scaled_ = true;
  ++cursor_.token;
  return true;
}

/// Multipliers after `first`, with further digits between them: 1억 2,000만.
bool NumberReader::read_korean(Decimal first) {
  total_ = {};
  Decimal section{}, current = first;
  bool pending = true;
  for (int parts = 0; parts < 12; ++parts) {
    const string_view word =
        tokens_.is(cursor_.token, TokenKind::Hangul) ? rest_at(tokens_, cursor_) : string_view();
    const string_view head = word.substr(0, 3);
    if (const int zeros = head.empty() ? 0 : zeros_of(kSmall, head)) {
      if (!add(current.times(Decimal{1, zeros}), section)) return false;
      advance(head.size());
    } else if (const int large = head.empty() ? 0 : zeros_of(kLarge, head)) {
      if (pending && !add(current, section)) return false;
      if (!add(section.times(Decimal{1, large}), total_)) return false;
      section = {};
      advance(head.size());
    } else {
      break;
    }
    scaled_ = true;
    pending = false;
    current = Decimal::of(1);
    if (!next_digits(current)) continue;
    pending = true;
  }
  if (pending && !add(current, section)) return false;
  return add(section, total_);
}

bool NumberReader::read_section() {
  const string_view head = tokens_.text(cursor_.token).substr(0, 3);
  if (zeros_of(kSmall, head) == 0 && zeros_of(kLarge, head) == 0) return false;
  if (!read_korean(Decimal::of(1))) return false;
  // Without digits only money reads as a number: 천만원, not 천천히.
  return tokens_.is(cursor_.token, TokenKind::Hangul) &&
         starts_with(rest_at(tokens_, cursor_), "원");
}

void NumberReader::advance(std::size_t bytes) {
  cursor_.offset += bytes;
  if (cursor_.offset == tokens_.text(cursor_.token).size()) {
    ++cursor_.token;
    cursor_.offset = 0;
  }
}

/// More digits that a Korean multiplier follows, or that end the number right after one.
bool NumberReader::next_digits(Decimal& digits) {
  if (cursor_.offset != 0 || !tokens_.is(cursor_.token, TokenKind::Number)) return false;
  const auto parsed = Decimal::parse(tokens_.text(cursor_.token));
  if (!parsed) return false;
  const bool followed =
      tokens_.glued(cursor_.token + 1) && tokens_.is(cursor_.token + 1, TokenKind::Hangul);
  if (!followed && !tokens_.glued(cursor_.token)) return false;
  if (followed && !tokens_.glued(cursor_.token)) {
    const string_view head = tokens_.text(cursor_.token + 1).substr(0, 3);
    const bool more = zeros_of(kSmall, head) != 0 || zeros_of(kLarge, head) != 0 || head == "원";
    if (!more) return false;
  }
  digits = *parsed;
  ++cursor_.token;
  return true;
}

}  // namespace memfold::models
