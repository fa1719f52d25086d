#include "models/analyst/number_reader.h"

#include "models/analyst/scan.h"
#include "models/language/amount.h"
#include "models/language/lexicon.h"

namespace memfold::models {
namespace {

using std::string_view;

/// "5 만원" is a number and a multiplier; "5 천사" is not.
bool spaced_scale(string_view word) {
  constexpr std::size_t kBytes = 3;  // of a syllable
  std::size_t at = 0;
  while (at < word.size() && begins_multiplier(word.substr(at))) at += kBytes;
  return at == word.size() || match_unit(word.substr(at)).unit != nullptr;
}

}  // namespace

string_view rest_at(const Tokens& tokens, const Cursor& cursor) {
  return tokens.text(cursor.token).substr(cursor.offset);
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
    if (!begins_multiplier(word)) return true;
    if (!tokens_.glued(cursor_.token) && !spaced_scale(word)) return true;
    return read_korean(*first);
  }
  return read_english();
}

bool NumberReader::read_english() {
  const std::size_t i = cursor_.token;
  if (!tokens_.is(i, TokenKind::Latin)) return true;
  const int zeros = multiplier_zeros(tokens_.text(i), tokens_.glued(i));
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
  constexpr int kMostParts = 12;
  KoreanAmount amount(first);
  for (int parts = 0; parts < kMostParts; ++parts) {
    if (!tokens_.is(cursor_.token, TokenKind::Hangul)) break;
    const std::size_t bytes = amount.take(rest_at(tokens_, cursor_));
    if (bytes == 0) break;
    advance(bytes);
    scaled_ = true;
    if (Decimal digits; next_digits(digits)) amount.add_digits(digits);
  }
  const auto total = amount.total();
  if (total) total_ = *total;
  return total.has_value();
}

bool NumberReader::read_section() {
  if (!begins_multiplier(tokens_.text(cursor_.token))) return false;
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
    const string_view word = tokens_.text(cursor_.token + 1);
    if (!begins_multiplier(word) && !starts_with(word, "원")) return false;
  }
  digits = *parsed;
  ++cursor_.token;
  return true;
}

}  // namespace memfold::models
