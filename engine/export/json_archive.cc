#include "engine/export/json_archive.h"

#include <cmath>

#include "core/base64.h"
#include "core/hash.h"
#include "core/text.h"

namespace memfold::exporting {
namespace {

std::string bytes_from_json(const Json& json) {
  std::optional<std::string> bytes;
  if (json.is_string()) bytes = from_base64(json.get_ref<const std::string&>());
  if (!bytes) refuse("base64 is expected");
  return std::move(*bytes);
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

}  // namespace

void refuse(const std::string& what) {
  throw Refused(what);
}

Json text_to_json(std::string_view text) {
  if (is_valid_utf8(text)) return std::string(text);
  return {{"base64", to_base64(text)}};
}

std::string text_from_json(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  if (!json.is_object() || json.size() != 1 || !json.contains("base64")) {
    refuse("a text is expected");
  }
  return bytes_from_json(json["base64"]);
}

Json time_to_json(Time time) {
  std::string text = to_string(time);
  if (parse_time(text) == time) return text;
  return time.micros;
}

Time time_from_json(const Json& json) {
  if (json.is_number_integer()) return {json.get<std::int64_t>()};
  const auto time =
      json.is_string() ? parse_time(json.get_ref<const std::string&>()) : std::nullopt;
  if (!time) refuse("a time is expected");
  return *time;
}

Json real_to_json(double value) {
  if (std::isfinite(value)) return value;
  return {{"bits", std::bit_cast<std::uint64_t>(value)}};
}

double real_from_json(const Json& json) {
  if (json.is_number()) return json.get<double>();
  if (!json.is_object() || json.size() != 1 || !json.contains("bits")) {
    refuse("a number is expected");
  }
  return std::bit_cast<double>(
      natural_from_json(json["bits"], std::numeric_limits<std::uint64_t>::max()));
}

Id id_from_json(const Json& json) {
  const auto id = json.is_string() ? parse_id(json.get_ref<const std::string&>()) : std::nullopt;
  if (!id) refuse("an id of 32 hex digits is expected");
  return *id;
}

Category category_from_json(const Json& json) {
  if (!json.is_string()) refuse("the name of a category is expected");
  const std::string& name = json.get_ref<const std::string&>();
  const std::string wrong = Category::wrong_name(name);
  if (!wrong.empty()) refuse("the name of a category " + wrong);
  return Category::named(name);
}

Json row_to_json(const std::vector<std::int16_t>& row) {
  std::string bytes;
  for (const std::int16_t value : row) {
    bytes += char(value & 0xFF);
    bytes += char((value >> 8) & 0xFF);
  }
  return to_base64(bytes);
}

std::vector<std::int16_t> row_from_json(const Json& json) {
  const std::string bytes = bytes_from_json(json);
  if (bytes.size() % 2 != 0) refuse("numbers of two bytes each are expected");
  std::vector<std::int16_t> row(bytes.size() / 2);
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto low = std::uint8_t(bytes[2 * i]), high = std::uint8_t(bytes[2 * i + 1]);
    row[i] = std::int16_t(std::uint16_t(low | high << 8));
  }
  return row;
}

Json digest_to_json(const std::array<std::uint8_t, 32>& digest) {
  return to_hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::array<std::uint8_t, 32> digest_from_json(const Json& json) {
  std::array<std::uint8_t, 32> digest{};
  const std::string text = json.is_string() ? json.get<std::string>() : std::string();
  bool right = text.size() == 2 * digest.size();
  for (std::size_t i = 0; right && i < digest.size(); ++i) {
    const int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
    right = high >= 0 && low >= 0;
    digest[i] = std::uint8_t(high * 16 + low);
  }
  if (!right) refuse("64 hex digits are expected");
  return digest;
}

std::int64_t integer_from_json(const Json& json, std::int64_t least, std::int64_t most) {
  const bool fits =
      json.is_number_integer() &&
      (!json.is_number_unsigned() || json.get<std::uint64_t>() <= std::uint64_t(INT64_MAX)) &&
      json.get<std::int64_t>() >= least && json.get<std::int64_t>() <= most;
  if (!fits) refuse("a whole number within its bounds is expected");
  return json.get<std::int64_t>();
}

std::uint64_t natural_from_json(const Json& json, std::uint64_t most) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() > most) {
    refuse("a whole number within its bounds is expected");
  }
  return json.get<std::uint64_t>();
}

}  // namespace memfold::exporting
