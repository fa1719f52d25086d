#include "ingest/header_list.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/text.h"
#include "ingest/charset.h"
#include "ingest/transfer_encoding.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kMaxParameters = 64;
constexpr std::string_view kSpace = " \t\r\n";

bool same_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (ascii_lower(a[i]) != ascii_lower(b[i])) return false;
  }
  return true;
}

struct EncodedWord {
  std::string_view charset, text;
  bool base64 = false;
  std::size_t length = 0;  ///< of the whole word
};

/// The encoded word at the front of `text`, if there is one.
bool read_encoded_word(std::string_view text, EncodedWord& word) {
  if (!text.starts_with("=?")) return false;
  const std::size_t charset_end = text.substr(0, 80).find('?', 2);
  if (charset_end == std::string_view::npos || charset_end + 2 >= text.size()) return false;
  const char encoding = ascii_lower(text[charset_end + 1]);
  if ((encoding != 'b' && encoding != 'q') || text[charset_end + 2] != '?') return false;
  const std::size_t start = charset_end + 3;
  const std::size_t end = text.find("?=", start);
  if (end == std::string_view::npos) return false;
  word.charset = text.substr(2, charset_end - 2);
  word.charset = word.charset.substr(0, word.charset.find('*'));  // RFC 2231 language
  word.text = text.substr(start, end - start);
  word.base64 = encoding == 'b';
  word.length = end + 2;
  return true;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'f') return ascii_lower(c) - 'a' + 10;
  return -1;
}

void append_quoted(std::string_view text, std::string& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '_') {
      out.push_back(' ');
    } else if (c == '=' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 &&
               hex_digit(text[i + 2]) >= 0) {
      out.push_back(static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2])));
      i += 2;
    } else if (c != '\r' && c != '\n') {
      out.push_back(c);
    }
  }
}

/// Raw text of a header: folds to single spaces, bytes to UTF-8.
void append_plain(std::string_view text, std::string& out) {
  std::string flat;
  flat.reserve(text.size());
  for (char c : text) {
    if (c == '\r' || c == '\n') continue;
    flat.push_back(c == '\t' ? ' ' : c);
  }
  out += is_ascii(flat) && flat.find('\0') == std::string::npos ? flat : to_utf8(flat, {});
}

}  // namespace

HeaderList::HeaderList(std::string_view message) {
  headers_.reserve(64);
  std::size_t at = 0;
  bool last_kept = false;
  while (at < message.size()) {
    const auto* newline =
        static_cast<const char*>(std::memchr(message.data() + at, '\n', message.size() - at));
    const std::size_t next =
        newline == nullptr ? message.size() : std::size_t(newline - message.data()) + 1;
    std::string_view line = message.substr(at, next - at);
    at = next;
    if (line.ends_with('\n')) line.remove_suffix(1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) {
      body_ = message.substr(at);
      return;
    }
    if (line.front() == ' ' || line.front() == '\t') {
      if (last_kept) {
        std::string_view& value = headers_.back().value;
        value = {value.data(), std::size_t(line.data() + line.size() - value.data())};
      }
      continue;
    }
    const std::size_t colon = line.find(':');
    last_kept = colon != std::string_view::npos && colon > 0 && headers_.size() < kMaxHeaders;
    if (last_kept)
      headers_.push_back({trim_any_of(line.substr(0, colon), kSpace), line.substr(colon + 1)});
  }
}

const std::string_view* HeaderList::find(std::string_view name) const {
  for (const Header& header : headers_) {
    if (same_name(header.name, name)) return &header.value;
  }
  return nullptr;
}

std::string_view HeaderList::get(std::string_view name) const {
  const std::string_view* value = find(name);
  return value == nullptr ? std::string_view() : *value;
}

std::string unfold(std::string_view value) {
  std::string flat;
  flat.reserve(value.size());
  for (char c : trim_any_of(value, kSpace)) {
    if (c == '\r' || c == '\n') continue;
    flat.push_back(c == '\t' ? ' ' : c);
  }
  return flat;
}

std::string decode_header(std::string_view value) {
  value = trim_any_of(value, kSpace);
  std::string text;
  std::string pending;  // decoded bytes of neighbouring words of one character set
  std::string_view pending_charset;
  const auto flush = [&] {
    if (!pending.empty()) text += to_utf8(pending, pending_charset);
    pending.clear();
  };
  std::size_t plain = 0;
  for (std::size_t at = 0; at < value.size();) {
    at = value.find("=?", at);
    EncodedWord word;
    if (at == std::string_view::npos) break;
    if (!read_encoded_word(value.substr(at), word)) {
      at += 2;
      continue;
    }
    const std::string_view between = value.substr(plain, at - plain);
    const bool adjacent = !pending.empty() && trim_any_of(between, kSpace).empty();
    if (!adjacent || !same_name(word.charset, pending_charset)) flush();
    if (!adjacent) append_plain(between, text);
    word.base64 ? decode_base64(word.text, pending) : append_quoted(word.text, pending);
    pending_charset = word.charset;
    at += word.length;
    plain = at;
  }
  flush();
  append_plain(value.substr(plain), text);
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';  // smuggled in by an encoded word
  }
  return text;
}

std::string_view ParameterValue::get(std::string_view name) const {
  for (const auto& [key, value] : parameters) {
    if (key == name) return value;
  }
  return {};
}

ParameterValue parse_parameters(std::string_view value) {
  ParameterValue result;
  const std::size_t token_end = std::min(value.find(';'), value.size());
  for (char c : trim_any_of(value.substr(0, token_end), kSpace)) {
    const bool printable = c > 32 && c < 127;
    if (printable && result.token.size() < 128) result.token.push_back(ascii_lower(c));
  }
  std::size_t at = token_end;
  while (at < value.size() && result.parameters.size() < kMaxParameters) {
    ++at;  // past ';'
    const std::size_t equals = value.find_first_of("=;", at);
    if (equals == std::string_view::npos) break;
    if (value[equals] == ';') {
      at = equals;
      continue;
    }
    std::string name;
    for (char c : trim_any_of(value.substr(at, equals - at), kSpace))
      name.push_back(ascii_lower(c));
    at = value.find_first_not_of(kSpace, equals + 1);
    if (at == std::string_view::npos) break;
    std::string text;
    if (value[at] == '"') {
      for (++at; at < value.size() && value[at] != '"'; ++at) {
        if (value[at] == '\\' && at + 1 < value.size()) ++at;
        if (value[at] != '\r' && value[at] != '\n') text.push_back(value[at]);
      }
      at = std::min(value.find(';', at), value.size());
    } else {
      const std::size_t end = std::min(value.find(';', at), value.size());
      text = trim_any_of(value.substr(at, end - at), kSpace);
      at = end;
    }
    result.parameters.emplace_back(std::move(name), std::move(text));
  }
  return result;
}

}  // namespace memfold::ingest
