// Reads amounts written with Korean or English multipliers: 5천만, 1억 2,000만, 1.2 million, 50k.
#pragma once

#include <optional>
#include <string_view>

#include "models/language/decimal.h"
#include "models/language/tokens.h"

namespace memfold::models {

/// Where a number stops: the next token, and how much of it a Korean multiplier took.
struct Cursor {
  std::size_t token;
  std::size_t offset = 0;
};

/// What the cursor's token has left.
std::string_view rest_at(const Tokens& tokens, const Cursor& cursor);

/// A number that begins at one token. Looks a bounded number of tokens ahead.
class NumberReader {
 public:
  NumberReader(const Tokens& tokens, std::size_t i) : tokens_(tokens), cursor_{i} {}

  /// False when there is no number or it does not fit; the rest is then unspecified.
  bool read();

  Decimal amount() const { return total_; }
  Cursor cursor() const { return cursor_; }  ///< where the unit would begin

 private:
  bool read_digits();
  bool read_english();
  bool read_korean(Decimal first);
  bool read_section();
  bool next_digits(Decimal& digits);
  void advance(std::size_t bytes);

  const Tokens& tokens_;
  Cursor cursor_;
  Decimal total_;
  bool scaled_ = false;
};

}  // namespace memfold::models
