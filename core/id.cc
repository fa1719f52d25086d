#include "memfold/id.h"

#include "core/hash.h"
#include "core/printed.h"

namespace memfold {
namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string_view printed(const Id& id, PrintedId& buffer) {
  constexpr char kDigits[] = "0123456789abcdef";
  static_assert(sizeof(PrintedId) == 2 * sizeof(Id));
  for (std::size_t i = 0; i < id.bytes.size(); ++i) {
    buffer[2 * i] = kDigits[id.bytes[i] >> 4];
    buffer[2 * i + 1] = kDigits[id.bytes[i] & 15];
  }
  return {buffer.data(), buffer.size()};
}

std::string to_string(const Id& id) {
  PrintedId buffer;
  return std::string(printed(id, buffer));
}

std::optional<Id> parse_id(std::string_view text) {
  Id id;
  if (text.size() != 2 * id.bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < id.bytes.size(); ++i) {
    const int high = hex_value(text[2 * i]), low = hex_value(text[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    id.bytes[i] = static_cast<std::uint8_t>(high << 4 | low);
  }
  return id;
}

Id derive_id(std::string_view user, std::string_view idempotency_key) {
  return {Sha256().field(user).field(idempotency_key).finish_short()};
}

}  // namespace memfold
