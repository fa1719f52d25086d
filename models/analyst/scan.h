// The scanners behind find_values. Each looks at token `i` and says how many tokens it took, 0 when
// the value is not its kind; what it took is in `value` (type, normal form, parts), which else
// stays as it was. None looks further ahead than a fixed number of tokens.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include "models/analyst/values.h"

namespace memfold::models {

/// What scanners know besides the tokens.
struct ScanContext {
  const Tokens& tokens;
  std::optional<std::chrono::sys_days> today;  ///< the day relative dates refer to
};

std::size_t scan_identifier(const ScanContext& context, std::size_t i, Value& value);
std::size_t scan_frequency(const ScanContext& context, std::size_t i, Value& value);
std::size_t scan_date(const ScanContext& context, std::size_t i, Value& value);
std::size_t scan_relative_date(const ScanContext& context, std::size_t i, Value& value);
std::size_t scan_time(const ScanContext& context, std::size_t i, Value& value);
std::size_t scan_period(const ScanContext& context, std::size_t i, Value& value);
std::size_t scan_series(const ScanContext& context, std::size_t i, Value& value);
std::size_t scan_place(const ScanContext& context, std::size_t i, Value& value);
std::size_t scan_quantity(const ScanContext& context, std::size_t i, Value& value);

/// A whole number of at most `digits` digits at token i, or -1.
int small_number(const Tokens& tokens, std::size_t i, std::size_t digits);

/// 1 for "first" or "1st" at token i ... 0 for none; `taken` is set to the tokens it uses.
int ordinal_number(const Tokens& tokens, std::size_t i, std::size_t& taken);

bool starts_with(std::string_view text, std::string_view start);

/// Writes value.date's normal form: 2026-01-22, --01-22, weekday:1, ...
void set_date_normal(Value& value);

}  // namespace memfold::models
