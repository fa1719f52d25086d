// How a setting of each type is read from text and printed.
#pragma once

#include <string>
#include <string_view>

#include "call/settings.h"
#include "memfold/kinds.h"

namespace memfold::call {

// read_value returns what a value must look like when `text` is not one, else nothing.
std::string read_value(std::string_view text, std::string& value);
std::string read_value(std::string_view text, double& value);
std::string read_value(std::string_view text, int& value);
std::string read_value(std::string_view text, std::int64_t& value);
std::string read_value(std::string_view text, bool& value);
std::string read_value(std::string_view text, std::uint64_t& value);  ///< bytes: "512MiB"
std::string read_value(std::string_view text, ColorChoice& value);
std::string read_value(std::string_view text, AnalystKind& value);
std::string read_value(std::string_view text, EmbedderKind& value);
std::string read_value(std::string_view text, ModelKind& value);
std::string read_value(std::string_view text, std::optional<Durability>& value);
std::string read_value(std::string_view text, std::optional<LogLevel>& value);

std::string print_value(const std::string& value);
std::string print_value(double value);
std::string print_value(int value);
std::string print_value(std::int64_t value);
std::string print_value(bool value);
std::string print_value(std::uint64_t value);
std::string print_value(ColorChoice value);
std::string print_value(AnalystKind value);
std::string print_value(EmbedderKind value);
std::string print_value(ModelKind value);
std::string print_value(const std::optional<Durability>& value);
std::string print_value(const std::optional<LogLevel>& value);

std::string join(std::span<const std::string_view> names, std::string_view separator);

template <typename E>
requires std::is_enum_v<E> std::string read_value(std::string_view text, E& value) {
  const std::optional<E> parsed = parse_name<E>(text);
  if (!parsed) return "must be one of " + join(all_names<E>(), ", ");
  value = *parsed;
  return {};
}

template <typename E>
requires std::is_enum_v<E> std::string print_value(E value) {
  return std::string(name(value));
}

}  // namespace memfold::call
