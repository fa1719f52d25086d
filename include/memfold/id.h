// 128-bit identifiers derived from content, so that the same input gives the same id on any
// machine.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace memfold {

/// A 128-bit id: the first 16 bytes of a SHA-256. All-zero means "none". Printed as 32 lower-case
/// hex digits. Ordered by its bytes.
struct Id {
  std::array<std::uint8_t, 16> bytes{};

  auto operator<=>(const Id&) const = default;
  explicit operator bool() const { return *this != Id{}; }
};

/// 32 lower-case hex digits.
std::string to_string(const Id& id);

/// Reads 32 hex digits of either case; nothing else is accepted.
std::optional<Id> parse_id(std::string_view text);

/// The id of a fact, and of the memory it creates: SHA-256 over user and idempotency key, each
/// preceded by its length, so no two pairs share an encoding.
Id derive_id(std::string_view user, std::string_view idempotency_key);

/// For unordered containers in memory; never persisted.
struct IdHash {
  std::size_t operator()(const Id& id) const noexcept {
    std::size_t value;
    std::memcpy(&value, id.bytes.data(), sizeof value);  // the bytes are uniform already
    return value;
  }
};

}  // namespace memfold
#pragma GCC visibility pop
