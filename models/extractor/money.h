// Amounts of money in Korean and Western notation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/extractor/atoms.h"

namespace memfold::models::extractor {

/// Atoms [first, last) and the normal form: plain digits and a currency code, "50000000 KRW".
struct Money {
  std::uint32_t first = 0, last = 0;
  std::string normal;
};

/// The amount that begins at atom `at`: $1.2M, 5천만원, 3억 5,000만 원, 10,000 won, USD 500. One of
/// more than 18 significant digits is none.
std::optional<Money> money_at(const Atoms& atoms, std::size_t at);

}  // namespace memfold::models::extractor
