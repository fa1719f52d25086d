// Addresses, identifiers, versions, manual pages and other codes.
#include <algorithm>

#include "models/analyst/scan.h"
#include "models/language/lexicon.h"

namespace memfold::models {
namespace {

using std::string_view;

constexpr std::size_t kLongestCode = 48;  // tokens
constexpr std::size_t kLongestUrl = 600;

bool one_of(string_view text, string_view characters) {
  return text.size() == 1 && characters.find(text[0]) != string_view::npos;
}

bool word_like(const Tokens& tokens, std::size_t i) {
  return tokens.is(i, TokenKind::Latin) || tokens.is(i, TokenKind::Number);
}

/// A code begins after space, punctuation or Hangul, not inside another word.
bool starts_code(const Tokens& tokens, std::size_t i) {
  if (!tokens.glued(i)) return true;
  const TokenKind before = tokens.list[i - 1].kind;
  return before == TokenKind::Hangul ||
         (before == TokenKind::Symbol && !one_of(tokens.text(i - 1), "-_.@/+~&="));
}

/// End of the run of words joined by single - . / @ _ + with nothing between them.
std::size_t code_end(const Tokens& tokens, std::size_t i) {
  std::size_t end = i;
  while (end < tokens.size() && end - i < kLongestCode) {
    if (end > i && !tokens.glued(end)) break;
    if (word_like(tokens, end)) {
      ++end;
    } else if (end > i && tokens.is(end, TokenKind::Symbol) && one_of(tokens.text(end), "-./@+~") &&
               tokens.glued(end + 1) && word_like(tokens, end + 1)) {
      end += 2;
    } else {
      break;
    }
  }
  return end;
}

struct Shape {
  int digits = 0, letters = 0, hexadecimal = 0, dashes = 0, slashes = 0, ats = 0, dots = 0,
      numbers = 0;
};

Shape shape_of(const Tokens& tokens, std::size_t i, std::size_t end) {
  Shape shape;
  for (std::size_t k = i; k < end; ++k) {
    shape.numbers += tokens.is(k, TokenKind::Number);
    for (const char c : tokens.text(k)) {
      shape.digits += c >= '0' && c <= '9';
      shape.hexadecimal += (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
      shape.letters += c >= 'a' && c <= 'z';
      shape.dashes += c == '-' || c == '_';
      shape.slashes += c == '/';
      shape.ats += c == '@';
      shape.dots += c == '.';
    }
  }
  return shape;
}

std::size_t take(const Tokens& tokens, std::size_t i, std::size_t end, ValueType type,
                 Value& value) {
  value.type = type;
  value.normal = tokens.slice(tokens.list[i].begin, tokens.list[end - 1].end);
  return end - i;
}

std::size_t scan_url(const Tokens& tokens, std::size_t i, Value& value) {
  static constexpr string_view kSchemes[] = {"http", "https", "ftp", "git", "ssh", "file"};
  const bool scheme =
      std::find(std::begin(kSchemes), std::end(kSchemes), tokens.text(i)) != std::end(kSchemes) &&
      tokens.glued(i + 1) && tokens.is(i + 1, ":") && tokens.is(i + 2, "/") &&
      tokens.is(i + 3, "/");
  if (!scheme && !(tokens.is(i, "www") && tokens.glued(i + 1) && tokens.is(i + 1, "."))) return 0;
  std::size_t end = i + 1;
  while (end - i < kLongestUrl && tokens.glued(end) && !tokens.is(end, TokenKind::Hangul) &&
         !one_of(tokens.text(end), "<>\"'`|[]{}")) {
    ++end;
  }
  while (end > i + 1 && one_of(tokens.text(end - 1), ".,;:!?)/")) --end;
  const std::size_t count = take(tokens, i, end, ValueType::Url, value);
  if (const auto at = value.normal.find("://"); at != std::string::npos) {
    value.normal.erase(0, at + 3);
  }
  if (value.normal.starts_with("www.")) value.normal.erase(0, 4);
  return count;
}

/// name(2), name(3p), the file form name.2, and name() for the function itself.
std::size_t scan_manual_page(const Tokens& tokens, std::size_t i, std::size_t end, Value& value) {
  const auto section = [&](std::size_t at) {
    const int number = small_number(tokens, at, 1);
    return number >= 1 && tokens.glued(at) ? number : 0;
  };
  if (!tokens.is(i, TokenKind::Latin)) return 0;
  if (tokens.glued(end) && tokens.is(end, "(") && section(end + 1) != 0) {
    const bool letter = tokens.glued(end + 2) && tokens.is(end + 2, TokenKind::Latin);
    const std::size_t close = end + 2 + letter;
    if (tokens.glued(close) && tokens.is(close, ")")) {
      return take(tokens, i, close + 1, ValueType::Id, value);
    }
  }
  if (tokens.glued(end) && tokens.is(end, "(") && tokens.glued(end + 1) &&
      tokens.is(end + 1, ")")) {
    return take(tokens, i, end + 2, ValueType::Id, value);  // a function: open()
  }
  const bool file = end - i >= 3 && tokens.is(end - 2, ".") && section(end - 1) != 0;
  if (!file || tokens.list[end - 3].end - tokens.list[i].begin < 3 || is_product(tokens.text(i)) ||
      !series_before(tokens.text(i)).empty()) {
    return 0;
  }
  take(tokens, i, end - 2, ValueType::Id, value);
  value.normal.append("(").append(tokens.text(end - 1)).append(")");
  return end - i;
}

int dots_in(string_view text) {
  return int(std::count(text.begin(), text.end(), '.'));
}

/// v2, v2.1, 2.1.0, 5.10-rc3, and a number after the name of a product.
std::size_t scan_version(const Tokens& tokens, std::size_t i, Value& value) {
  std::size_t number = i;
  if (tokens.is(i, "v") || tokens.is(i, "ver") || tokens.is(i, "rev")) {
    number = i + 1;
    if (tokens.glued(number) && tokens.is(number, ".")) ++number;
    if (!tokens.is(number, TokenKind::Number) || (tokens.is(i, "v") && !tokens.glued(number))) {
      return 0;
    }
  } else if (!tokens.is(i, TokenKind::Number)) {
    return 0;
  }
  const string_view digits = tokens.text(number);
  const bool product = i > 0 && is_product(tokens.text(i - 1));
  const int dots = dots_in(digits);
  if (digits.find(',') != string_view::npos) return 0;
  const bool candidate = tokens.glued(number + 1) && tokens.is(number + 1, "-") &&
                         tokens.is(number + 2, "rc") && tokens.is(number + 3, TokenKind::Number);
  const bool other = tokens.is(number + 1, "%") ||
                     (tokens.glued(number + 1) && tokens.is(number + 1, TokenKind::Latin));
  if (number == i && !(dots >= 2 || candidate || (product && !other))) return 0;
  // "v" stands before the number of a version, so "Linux 2" is one and "in March 2" is not.
  value.type = dots == 3 && number == i ? ValueType::Id : ValueType::Version;
  value.normal = digits;
  std::size_t end = number + 1;
  if (candidate) {
    value.normal.append("-rc").append(tokens.text(number + 3));
    end = number + 4;
  } else if (tokens.glued(end) && tokens.is(end, ".") && tokens.glued(end + 1) &&
             tokens.is(end + 1, "x")) {
    value.normal.append(".x");
    end += 2;
  }
  return end - i;
}

std::size_t scan_hash_number(const Tokens& tokens, std::size_t i, Value& value) {
  if (!tokens.is(i, "#") || !tokens.glued(i + 1) || !tokens.is(i + 1, TokenKind::Number)) return 0;
  return take(tokens, i, i + 2, ValueType::Id, value);
}

bool has_top_level_domain(string_view text) {
  static constexpr string_view kDomains[] = {".com", ".org", ".net", ".kr", ".io", ".dev", ".edu"};
  return std::any_of(std::begin(kDomains), std::end(kDomains),
                     [&](string_view d) { return text.size() > d.size() && text.ends_with(d); });
}

/// SR-2023-052, A-10023, PROJ-12, INC204, 010-1234-5678, 3f2a91c, x86_64.
bool is_code(const Tokens& tokens, std::size_t i, std::size_t end, const Shape& shape) {
  if (shape.digits == 0 || shape.slashes > 0) return false;
  const Token& first = tokens.list[i];
  const auto bytes = tokens.list[end - 1].end - first.begin;
  const int plain = int(bytes) - shape.dashes - shape.dots;
  if (shape.letters > 0 && shape.hexadecimal == plain && plain >= 7) return true;
  if (shape.letters == 0) {
    if (shape.dots > 0 || shape.dashes == 0) return false;
    if (shape.digits >= 9) return true;
    const string_view last = tokens.text(end - 1);
    return first.end - first.begin >= 4 && (last[0] == '0' || last.size() == 3);
  }
  if (first.kind != TokenKind::Latin) return shape.dashes > 0 && shape.numbers >= 2;
  if (shape.dots > 0) return false;
  const bool one_letter = first.end - first.begin == 1;
  if (first.all_capitals || (one_letter && first.capital)) return true;
  return shape.numbers >= 2 || (end - i >= 2 && tokens.is(i + 1, TokenKind::Number));
}

}  // namespace

std::size_t scan_identifier(const ScanContext& context, std::size_t i, Value& value) {
  const Tokens& tokens = context.tokens;
  if (!starts_code(tokens, i)) return 0;
  if (const std::size_t taken = scan_hash_number(tokens, i, value)) return taken;
  if (tokens.is(i, "/") && !tokens.glued(i) && tokens.glued(i + 1) &&
      tokens.is(i + 1, TokenKind::Latin)) {
    return 1 + take(tokens, i + 1, code_end(tokens, i + 1), ValueType::Id, value);
  }
  if (!word_like(tokens, i)) return 0;
  if (const std::size_t taken = scan_url(tokens, i, value)) return taken;
  const std::size_t end = code_end(tokens, i);
  if (const std::size_t taken = scan_manual_page(tokens, i, end, value)) return taken;
  if (end - i >= 3) {
    const Shape shape = shape_of(tokens, i, end);
    if (shape.ats == 1 && shape.dots > 0 && shape.slashes == 0) {
      return take(tokens, i, end, ValueType::Email, value);
    }
    const string_view text = tokens.slice(tokens.list[i].begin, tokens.list[end - 1].end);
    if (shape.ats == 0 && shape.letters > 0 && has_top_level_domain(text)) {
      return take(tokens, i, end, ValueType::Url, value);
    }
  }
  if (const std::size_t taken = scan_version(tokens, i, value)) return taken;
  if (end - i >= 2 && is_code(tokens, i, end, shape_of(tokens, i, end))) {
    return take(tokens, i, end, ValueType::Id, value);
  }
  return 0;
}

}  // namespace memfold::models
