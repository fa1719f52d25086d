#include "memfold/id.h"

#include "core/hash.h"

namespace memfold {
namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string to_string(const Id& id) {
  return to_hex({reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size()});
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
