// Hashes. Everything persisted or compared uses one of these two, never std::hash.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace memfold {

/// XXH3, 64 bits: exact keys in memory and on disk. Not for security.
std::uint64_t hash64(std::string_view bytes, std::uint64_t seed = 0);

/// SHA-256 over a stream of fields. Every field is preceded by its length, so no two field
/// sequences share an encoding.
class Sha256 {
 public:
  using Digest = std::array<std::uint8_t, 32>;
  using ShortDigest = std::array<std::uint8_t, 16>;

  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  Sha256& field(std::string_view bytes);
  Sha256& field(std::uint64_t value);
  Sha256& raw(std::string_view bytes);  ///< without a length
  Digest finish();
  ShortDigest finish_short();  ///< the first half, for ids and keys

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string to_hex(std::string_view bytes);

}  // namespace memfold
