#include "core/base64.h"

#include <openssl/evp.h>

#include <algorithm>

namespace memfold {
namespace {

constexpr std::size_t kBytesAtOnce = 3 << 20;  ///< lengths are ints there

const unsigned char* octets(const char* text) {
  return reinterpret_cast<const unsigned char*>(text);
}
unsigned char* octets(char* text) {
  return reinterpret_cast<unsigned char*>(text);
}

bool is_digit(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '/';
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // EVP_EncodeBlock ends it with a zero
  std::size_t at = 0;
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), kBytesAtOnce);
    at += std::size_t(EVP_EncodeBlock(octets(text.data() + at), octets(bytes.data()), int(count)));
    bytes.remove_prefix(count);
  }
  text.resize(at);
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  // EVP_DecodeBlock forgives white space and padding anywhere.
  if (!std::all_of(text.begin(), text.end() - std::ptrdiff_t(padding), is_digit)) {
    return std::nullopt;
  }
  std::string bytes(text.size() / 4 * 3, '\0');
  std::size_t at = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t count = std::min(rest.size(), kBytesAtOnce / 3 * 4);
    const int decoded = EVP_DecodeBlock(octets(bytes.data() + at), octets(rest.data()), int(count));
    if (decoded < 0) return std::nullopt;
    at += std::size_t(decoded);
    rest.remove_prefix(count);
  }
  bytes.resize(at - padding);
  return bytes;
}

}  // namespace memfold
