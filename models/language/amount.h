// Numbers with multipliers: 50k, 1.2 million, 5천만, 1억 2,000만. What the readers of money and
// quantities share; each finds the pieces in its own cut of the text.
#pragma once

#include <optional>
#include <string_view>

#include "models/language/decimal.h"

namespace memfold::models {

/// Zeros of the English multiplier `lower` behind digits ("million", "k"; "m" and "t" only where
/// it is `glued` to them); 0 when it is none.
int multiplier_zeros(std::string_view lower, bool glued);

/// Whether `hangul` begins with a Korean multiplier, which is one syllable.
bool begins_multiplier(std::string_view hangul);

/// A Korean amount, piece by piece in the order they are written. 천, 백 and 십 multiply the digits
/// right before them, or 1, and add up to a section; 만, 억 and 조 multiply the whole section.
class KoreanAmount {
 public:
  explicit KoreanAmount(Decimal first) : digits_(first) {}

  /// Takes the multiplier `hangul` begins with: its bytes, 0 when there is none.
  std::size_t take(std::string_view hangul);
  /// Digits behind a multiplier.
  void add_digits(Decimal digits);
  /// Empty where any part did not fit a Decimal.
  std::optional<Decimal> total() const;

 private:
  void add(std::optional<Decimal> part, Decimal& to);

  Decimal total_, section_, digits_;
  bool pending_ = true;  ///< digits that nothing has multiplied yet
  bool fits_ = true;
};

}  // namespace memfold::models
