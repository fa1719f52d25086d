#include "call/setting_value.h"

#include <array>
#include <charconv>
#include <cmath>

namespace memfold::call {
namespace {

using std::string_view;

constexpr std::array<string_view, 3> kColors = {"auto", "always", "never"};
constexpr std::array<string_view, 3> kAnalysts = {"builtin", "remote", "cascade"};
constexpr std::array<string_view, 3> kEmbedders = {"builtin", "ngram", "remote"};
constexpr std::array<string_view, 2> kModelKinds = {"builtin", "remote"};
constexpr string_view kAutomatic = "auto", kOff = "off";

struct ByteUnit {
  string_view name;
  int shift;
};
constexpr std::array<ByteUnit, 5> kByteUnits = {
    {{"", 0}, {"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"TiB", 40}}};

/// What has a name, or a word for none.
template <typename E>
std::string read_optional(string_view text, string_view none, std::optional<E>& value) {
  const std::optional<E> parsed = parse_name<E>(text);
  if (!parsed && text != none) {
    return "must be one of " + std::string(none) + ", " + join(all_names<E>(), ", ");
  }
  value = parsed;
  return {};
}

template <typename Number>
bool read_number(string_view text, Number& value) {
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end;
}

/// One of `names`, which stand in the order of the enumeration.
template <typename E, std::size_t N>
std::string read_choice(string_view text, const std::array<string_view, N>& names, E& value) {
  for (std::size_t i = 0; i < N; ++i) {
    if (text != names[i]) continue;
    value = static_cast<E>(i);
    return {};
  }
  return "must be one of " + join(names, ", ");
}

}  // namespace

std::string join(std::span<const string_view> names, string_view separator) {
  std::string text;
  for (const string_view one : names) {
    if (!text.empty()) text += separator;
    text += one;
  }
  return text;
}

std::string read_value(string_view text, std::string& value) {
  value = text;
  return {};
}

std::string read_value(string_view text, double& value) {
  double parsed = 0;
  if (!read_number(text, parsed) || !std::isfinite(parsed)) return "must be a number";
  value = parsed;
  return {};
}

std::string read_value(string_view text, int& value) {
  int parsed = 0;
  if (!read_number(text, parsed)) return "must be a whole number";
  value = parsed;
  return {};
}

std::string read_value(string_view text, std::int64_t& value) {
  std::int64_t parsed = 0;
  if (!read_number(text, parsed)) return "must be a whole number";
  value = parsed;
  return {};
}

std::string read_value(string_view text, bool& value) {
  if (text != "true" && text != "false") return "must be true or false";
  value = text == "true";
  return {};
}

std::string read_value(string_view text, std::uint64_t& value) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string_view unit = text.substr(digits);
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  std::uint64_t number = 0;
  for (const ByteUnit& known : kByteUnits) {
    if (unit != known.name || !read_number(text.substr(0, digits), number)) continue;
    if (number > (~std::uint64_t{0} >> known.shift)) break;
    value = number << known.shift;
    return {};
  }
  return "must be a number of bytes such as 512MiB or 4GiB";
}

std::string read_value(string_view text, ColorChoice& value) {
  return read_choice(text, kColors, value);
}

std::string read_value(string_view text, AnalystKind& value) {
  return read_choice(text, kAnalysts, value);
}

std::string read_value(string_view text, EmbedderKind& value) {
  return read_choice(text, kEmbedders, value);
}

std::string read_value(string_view text, ModelKind& value) {
  return read_choice(text, kModelKinds, value);
}

std::string read_value(string_view text, std::optional<Durability>& value) {
  return read_optional(text, kAutomatic, value);
}

std::string read_value(string_view text, std::optional<LogLevel>& value) {
  return read_optional(text, kOff, value);
}

std::string print_value(const std::string& value) {
  return value;
}

std::string print_value(double value) {
  char text[64];
  const auto result = std::to_chars(text, text + sizeof text, value);
  return std::string(text, result.ptr);
}

std::string print_value(int value) {
  return std::to_string(value);
}

std::string print_value(std::int64_t value) {
  return std::to_string(value);
}

std::string print_value(bool value) {
  return value ? "true" : "false";
}

std::string print_value(std::uint64_t value) {
  const ByteUnit* unit = &kByteUnits.front();
  for (const ByteUnit& known : kByteUnits) {
    if (value > 0 && value % (std::uint64_t{1} << known.shift) == 0) unit = &known;
  }
  return std::to_string(value >> unit->shift) + std::string(unit->name);
}

std::string print_value(ColorChoice value) {
  return std::string(kColors[std::size_t(value)]);
}

std::string print_value(AnalystKind value) {
  return std::string(kAnalysts[std::size_t(value)]);
}

std::string print_value(EmbedderKind value) {
  return std::string(kEmbedders[std::size_t(value)]);
}

std::string print_value(ModelKind value) {
  return std::string(kModelKinds[std::size_t(value)]);
}

std::string print_value(const std::optional<Durability>& value) {
  return std::string(value ? name(*value) : kAutomatic);
}

std::string print_value(const std::optional<LogLevel>& value) {
  return std::string(value ? name(*value) : kOff);
}

}  // namespace memfold::call
