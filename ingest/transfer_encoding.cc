#include "ingest/transfer_encoding.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace memfold::ingest {
namespace {

constexpr std::array<std::int8_t, 256> base64_values() {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::int8_t>(i);
  }
  return values;
}
constexpr auto kBase64 = base64_values();

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char low = static_cast<char>(c | 32);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

std::string lower_token(std::string_view text) {
  std::string token;
  for (char c : text) {
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '"') continue;
    if (c == ';' || c == '(' || token.size() == 32) break;
    token.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
  }
  return token;
}

/// The lines between "begin 644 name" and "end"; each starts with its length.
std::string decode_uuencode(std::string_view text, std::size_t limit) {
  std::string out;
  bool inside = false;
  for (std::size_t at = 0; at < text.size() && out.size() < limit;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (!inside) {
      inside = line.starts_with("begin ");
      continue;
    }
    if (line.starts_with("end")) break;
    if (line.empty()) continue;
    const std::size_t wanted = out.size() + ((line[0] - 32) & 63);
    for (std::size_t i = 1; i < line.size() && out.size() < wanted; i += 4) {
      std::uint32_t bits = 0;
      for (std::size_t k = i; k < i + 4; ++k) {
        bits = bits << 6 | (k < line.size() ? std::uint32_t(line[k] - 32) & 63 : 0);
      }
      for (int shift = 16; shift >= 0 && out.size() < wanted; shift -= 8) {
        out.push_back(static_cast<char>(bits >> shift & 0xFF));
      }
    }
  }
  return out;
}

}  // namespace

void decode_base64(std::string_view text, std::string& out) {
  out.reserve(out.size() + text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int held = 0;
  bool padded = false, ended = false;
  for (char c : text) {
    const int value = kBase64[static_cast<unsigned char>(c)];
    if (value < 0 || ended) {
      if (c == '=') held = 0;  // what is left of the last group is padding
      // What a gap sets apart from the padding is no data; another piece may begin on a new line.
      ended = c != '\n' && (ended || (padded && c != '='));
      padded = c == '=';
      continue;
    }
    padded = false;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    held += 6;
    if (held >= 8) {
      held -= 8;
      out.push_back(static_cast<char>(bits >> held & 0xFF));
    }
  }
}

void decode_quoted_printable(std::string_view text, std::string& out) {
  out.reserve(out.size() + text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t escape = std::min(text.find('=', at), text.size());
    out.append(text, at, escape - at);
    at = escape + 1;
    if (escape >= text.size()) break;
    if (at + 1 < text.size() && hex_digit(text[at]) >= 0 && hex_digit(text[at + 1]) >= 0) {
      out.push_back(static_cast<char>(hex_digit(text[at]) * 16 + hex_digit(text[at + 1])));
      at += 2;
      continue;
    }
    std::size_t line_end = at;  // a soft line break, spaces before it allowed
    while (line_end < text.size() && line_end < at + 80 &&
           (text[line_end] == ' ' || text[line_end] == '\t' || text[line_end] == '\r')) {
      ++line_end;
    }
    if (line_end == text.size()) break;
    if (text[line_end] == '\n') {
      at = line_end + 1;
    } else {
      out.push_back('=');
    }
  }
}

std::string decode_transfer(std::string_view text, std::string_view encoding, std::size_t limit) {
  const std::string name = lower_token(encoding);
  std::string out;
  if (name == "base64") {
    decode_base64(text.substr(0, limit / 3 * 4 + limit / 16 + 4096), out);
  } else if (name == "quoted-printable") {
    decode_quoted_printable(text.substr(0, limit > text.size() ? text.size() : limit * 3), out);
  } else if (name == "x-uuencode" || name == "uuencode" || name == "x-uue") {
    out = decode_uuencode(text, limit);
  } else {
    out = text.substr(0, limit);
  }
  if (out.size() > limit) out.resize(limit);
  return out;
}

}  // namespace memfold::ingest
