#include "ingest/charset.h"

#include <unicode/ucnv.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>

#include "core/text.h"

namespace memfold::ingest {
namespace {

struct Alias {
  std::string_view label;      ///< lower case, as declared
  std::string_view converter;  ///< ICU's name; empty: as good as undeclared
};
// Supersets of what the labels say by the letter: senders use them so.
constexpr std::array<Alias, 34> kAliases = {{
    {"", ""},
    {"us-ascii", ""},
    {"ascii", ""},
    {"default", ""},
    {"unknown", ""},
    {"unknown-8bit", ""},
    {"x-unknown", ""},
    {"8bit", ""},
    {"ansi_x3.4-1968", ""},
    {"iso-8859-1", "windows-1252"},
    {"iso8859-1", "windows-1252"},
    {"latin1", "windows-1252"},
    {"latin-1", "windows-1252"},
    {"iso-8859-9", "windows-1254"},
    {"iso-8859-11", "windows-874-2000"},
    {"tis-620", "windows-874-2000"},
    {"euc-kr", "windows-949-2000"},
    {"euckr", "windows-949-2000"},
    {"cp949", "windows-949-2000"},
    {"ms949", "windows-949-2000"},
    {"uhc", "windows-949-2000"},
    {"korean", "windows-949-2000"},
    {"windows-949", "windows-949-2000"},
    {"x-windows-949", "windows-949-2000"},
    {"ks_c_5601-1987", "windows-949-2000"},
    {"ks_c_5601", "windows-949-2000"},
    {"ksc5601", "windows-949-2000"},
    {"gb2312", "gb18030"},
    {"gb_2312-80", "gb18030"},
    {"gbk", "gb18030"},
    {"cp936", "gb18030"},
    {"x-gbk", "gb18030"},
    {"shift_jis", "windows-31j"},
    {"big5", "windows-950"},
}};

constexpr std::array<std::string_view, 3> kUtf8Labels = {"utf-8", "utf8", "unicode-1-1-utf-8"};

std::string lower_label(std::string_view charset) {
  std::string label;
  for (char c : charset) {
    if (c == '"' || c == '\'' || c == ' ' || c == '\t' || c == '\r' || c == '\n') continue;
    if (c == '\0' || label.size() == 64) break;
    label.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
  }
  if (label.starts_with("cp125")) label = "windows-" + label.substr(2);
  return label;
}

/// ASCII bytes that may stand for something else.
bool is_seven_bit_encoding(std::string_view label) {
  return label.starts_with("iso-2022") || label.starts_with("hz") || label.starts_with("utf-7") ||
         label.starts_with("utf-16") || label.starts_with("utf-32");
}

/// What an undeclared seven-bit text is by its escape sequences.
std::string_view label_by_escapes(std::string_view bytes) {
  if (bytes.find("\x1b$)C") != std::string_view::npos) return "iso-2022-kr";
  if (bytes.find("\x1b$B") != std::string_view::npos) return "iso-2022-jp";
  return {};
}

/// Without stretches of no characters, which joined encoded words leave and ICU takes for damage.
std::string without_empty_segments(std::string_view bytes) {
  static constexpr std::array<std::string_view, 3> kEmpty = {"\x1b(B\x1b$", "\x1b(J\x1b$",
                                                             "\x0f\x0e"};
  std::string kept(bytes);
  for (std::string_view empty : kEmpty) {
    const std::size_t keep = empty.ends_with('$') ? 2 : 0;
    for (std::size_t at = 0; (at = kept.find(empty, at)) != std::string::npos;) {
      kept.erase(at, empty.size() - keep);
    }
  }
  return kept;
}

/// Whether the bytes above 0x7f pair up and mostly fall on the Hangul rows of KS X 1001.
bool looks_korean(std::string_view bytes) {
  std::size_t pairs = 0, hangul = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    if (lead < 0x80) continue;
    if (i + 1 == bytes.size()) break;  // cut in the middle of a character
    const auto trail = static_cast<unsigned char>(bytes[i + 1]);
    const bool extension = (trail >= 'A' && trail <= 'Z') || (trail >= 'a' && trail <= 'z');
    if (lead == 0x80 || lead == 0xFF || (trail < 0x81 && !extension)) return false;
    ++pairs;
    if (lead >= 0xB0 && lead <= 0xC8 && trail >= 0xA1) ++hangul;
    ++i;
  }
  return pairs > 0 && hangul * 10 >= pairs * 7;
}

struct ConverterDeleter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};

std::optional<std::string> convert(std::string_view bytes, const std::string& name) {
  if (bytes.size() > (std::size_t{1} << 29)) return std::nullopt;
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UConverter, ConverterDeleter> from(ucnv_open(name.c_str(), &status));
  if (U_FAILURE(status)) return std::nullopt;
  const std::unique_ptr<UConverter, ConverterDeleter> to(ucnv_open("UTF-8", &status));
  if (U_FAILURE(status)) return std::nullopt;
  std::string text(bytes.size() * 3 + 16, '\0');
  std::array<UChar, 4096> pivot;
  UChar *pivot_source = pivot.data(), *pivot_target = pivot.data();
  const char* source = bytes.data();
  std::size_t written = 0;
  bool reset = true;
  for (;;) {
    char* target = text.data() + written;
    status = U_ZERO_ERROR;
    ucnv_convertEx(to.get(), from.get(), &target, text.data() + text.size(), &source,
                   bytes.data() + bytes.size(), pivot.data(), &pivot_source, &pivot_target,
                   pivot.data() + pivot.size(), reset, true, &status);
    written = static_cast<std::size_t>(target - text.data());
    reset = false;
    if (status != U_BUFFER_OVERFLOW_ERROR) break;
    text.resize(text.size() * 2);
  }
  if (U_FAILURE(status)) return std::nullopt;
  text.resize(written);
  return text;
}

bool has_three_byte_runs_only(std::string_view valid_utf8) {
  std::size_t wide = 0;
  for (char c : valid_utf8) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0xE0) ++wide;
    if (byte >= 0xC0 && byte < 0xE0) return false;
  }
  return wide >= 2;
}

std::string clean(std::string text) {
  if (text.find('\0') == std::string::npos && is_valid_utf8(text)) return text;
  return to_valid_utf8(text);
}

std::string guess(std::string_view bytes) {
  if (is_valid_utf8(bytes)) return clean(std::string(bytes));
  const char* name = looks_korean(bytes) ? "windows-949-2000" : "windows-1252";
  return clean(convert(bytes, name).value_or(std::string(bytes)));
}

/// Mostly UTF-8 with a few bad bytes (a cut, a stray byte) rather than something else.
std::string repair_utf8(std::string_view bytes) {
  if (is_valid_utf8(bytes)) return clean(std::string(bytes));
  std::string repaired = to_valid_utf8(bytes);
  std::size_t good = 0, bad = 0;
  for (std::size_t i = 0; i < repaired.size(); ++i) {
    const auto byte = static_cast<unsigned char>(repaired[i]);
    if (byte < 0xC0) continue;
    (std::string_view(repaired).substr(i, 3) == "\xEF\xBF\xBD" ? bad : good) += 1;
  }
  return bad * 4 <= good ? repaired : guess(bytes);
}

}  // namespace

bool is_ascii(std::string_view bytes) {
  std::size_t i = 0;
  std::uint64_t seen = 0;
  for (; i + 32 <= bytes.size(); i += 32) {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), bytes.data() + i, 32);
    seen |= words[0] | words[1] | words[2] | words[3];
  }
  for (; i < bytes.size(); ++i) seen |= static_cast<unsigned char>(bytes[i]);
  // The tail's bytes land in the lowest byte, whose top bit is part of the mask too.
  return (seen & 0x8080808080808080u) == 0;
}

std::string to_utf8(std::string_view bytes, std::string_view charset) {
  std::string label = lower_label(charset);
  const bool ascii = is_ascii(bytes);
  if (ascii && !is_seven_bit_encoding(label)) {
    const bool escapes = bytes.find('\x1b') != std::string_view::npos;
    const std::string_view escaped = escapes ? label_by_escapes(bytes) : std::string_view();
    if (escaped.empty()) return clean(std::string(bytes));
    label = escaped;
  }
  for (std::string_view utf8 : kUtf8Labels) {
    if (label == utf8) return repair_utf8(bytes);
  }
  std::string_view name = label;
  for (const Alias& alias : kAliases) {
    if (label == alias.label) {
      name = alias.converter;
      break;
    }
  }
  if (name.empty()) return guess(bytes);
  const bool wide = name == "windows-949-2000" || name == "gb18030" || name == "windows-31j" ||
                    name == "windows-950" || name.starts_with("euc-");
  // A declaration is wrong far more often than other text is valid UTF-8 by chance.
  if (!ascii && is_valid_utf8(bytes) && (!wide || has_three_byte_runs_only(bytes)) &&
      !is_seven_bit_encoding(name)) {
    return clean(std::string(bytes));
  }
  std::string designated;
  if (name == "iso-2022-kr" && bytes.find("\x1b$)C") == std::string_view::npos) {
    designated = "\x1b$)C\n" + std::string(bytes);
    const auto text = convert(designated, std::string(name));
    return text ? clean(text->substr(text->find('\n') + 1)) : guess(bytes);
  }
  if (name == "windows-1252" && looks_korean(bytes) && bytes.size() > 8) return guess(bytes);
  if (name.starts_with("iso-2022")) bytes = designated = without_empty_segments(bytes);
  const auto text = convert(bytes, std::string(name));
  return text ? clean(*text) : guess(bytes);
}

}  // namespace memfold::ingest
