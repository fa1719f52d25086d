#include "core/hash.h"

#include <openssl/evp.h>
#include <xxhash.h>

#include <algorithm>
#include <new>

#include "memfold/error.h"

namespace memfold {

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  State() {
    if (context == nullptr) throw std::bad_alloc();
  }
  ~State() { EVP_MD_CTX_free(context); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  // Fetching the algorithm by name takes a lock and a table look-up; once is enough.
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  if (algorithm == nullptr || EVP_DigestInit_ex(state_->context, algorithm, nullptr) != 1) {
    throw Error(ErrorCode::Unsupported, "libcrypto offers no SHA-256");
  }
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

Sha256& Sha256::raw(std::string_view bytes) {
  EVP_DigestUpdate(state_->context, bytes.data(), bytes.size());
  return *this;
}

Sha256& Sha256::field(std::uint64_t value) {
  char encoded[8];
  for (int i = 0; i < 8; ++i) encoded[i] = static_cast<char>(value >> (56 - 8 * i));
  return raw({encoded, sizeof encoded});
}

Sha256& Sha256::field(std::string_view bytes) {
  field(static_cast<std::uint64_t>(bytes.size()));
  return raw(bytes);
}

Sha256::Digest Sha256::finish() {
  Digest digest;
  EVP_DigestFinal_ex(state_->context, digest.data(), nullptr);
  return digest;
}

Sha256::ShortDigest Sha256::finish_short() {
  const Digest digest = finish();
  ShortDigest half;
  std::copy_n(digest.begin(), half.size(), half.begin());
  return half;
}

std::string to_hex(std::string_view bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 15]);
  }
  return text;
}

}  // namespace memfold
