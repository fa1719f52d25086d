#include "models/language/tokens.h"

#include "models/language/stem.h"

namespace memfold::models {
namespace {

struct CodePoint {
  char32_t value = 0;
  std::uint32_t length = 1;
  bool valid = false;
};

bool continues(unsigned char byte) {
  return (byte & 0xC0) == 0x80;
}

/// Of what does not begin with an ASCII byte.
CodePoint decode_beyond_ascii(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const std::size_t left = text.size() - at;
  const unsigned char first = byte(0);
  if (first >= 0xC2 && first < 0xE0 && left >= 2 && continues(byte(1))) {
    return {char32_t((first & 0x1F) << 6 | (byte(1) & 0x3F)), 2, true};
  }
  if (first >= 0xE0 && first < 0xF0 && left >= 3 && continues(byte(1)) && continues(byte(2))) {
    const auto value = char32_t((first & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F));
    return {value, 3, value >= 0x800 && (value < 0xD800 || value > 0xDFFF)};
  }
  if (first >= 0xF0 && first < 0xF5 && left >= 4 && continues(byte(1)) && continues(byte(2)) &&
      continues(byte(3))) {
    return {char32_t((first & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 |
                     (byte(3) & 0x3F)),
            4, true};
  }
  return {};
}

CodePoint decode(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  return first < 0x80 ? CodePoint{first, 1, true} : decode_beyond_ascii(text, at);
}

struct Range {
  char32_t first, last;
};

/// Letters outside ASCII that make words: enough of the scripts people write statements in.
constexpr Range kLetters[] = {
    {0xAA, 0xAA},     {0xB5, 0xB5},     {0xBA, 0xBA},     {0xC0, 0xD6},     {0xD8, 0xF6},
    {0xF8, 0x2AF},    {0x300, 0x36F},   {0x370, 0x373},   {0x376, 0x377},   {0x37B, 0x52F},
    {0x531, 0x587},   {0x5D0, 0x5EA},   {0x620, 0x669},   {0x900, 0x1FFF},  {0x3005, 0x3006},
    {0x3041, 0x318E}, {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xA960, 0xA97F}, {0xD7B0, 0xD7FF},
    {0xF900, 0xFAFF}, {0xFF10, 0xFF19}, {0xFF21, 0xFF3A}, {0xFF41, 0xFF5A}, {0xFF66, 0xFFDC},
};

constexpr Range kSpaces[] = {{0x09, 0x0D},     {0x20, 0x20},     {0x85, 0x85},     {0xA0, 0xA0},
                             {0x1680, 0x1680}, {0x2000, 0x200B}, {0x2028, 0x2029}, {0x202F, 0x202F},
                             {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};

template <std::size_t N>
bool in(const Range (&ranges)[N], char32_t c) {
  for (const Range& range : ranges) {
    if (c >= range.first && c <= range.last) return true;
  }
  return false;
}

bool is_digit(char32_t c) {
  return c >= '0' && c <= '9';
}
bool is_ascii_letter(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_upper(char32_t c) {
  return (c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7);
}

enum class Class : std::uint8_t { Digit, Letter, Syllable, Space, Symbol };

Class classify(const CodePoint& point) {
  if (!point.valid) return Class::Symbol;
  const char32_t c = point.value;
  if (is_ascii_letter(c) || c == '_') return Class::Letter;
  if (is_digit(c)) return Class::Digit;
  if (c >= 0xAC00 && c <= 0xD7A3) return Class::Syllable;
  if (in(kSpaces, c)) return Class::Space;
  return c >= 0x80 && in(kLetters, c) ? Class::Letter : Class::Symbol;
}

class Tokeniser {
 public:
  explicit Tokeniser(std::string_view text) : text_(text) {
    out_.lowered.assign(text);
    out_.list.reserve(text.size() / 4 + 4);
  }

  Tokens run() && {
    while (at_ < text_.size()) step();
    return std::move(out_);
  }

 private:
  void step() {
    const CodePoint point = decode(text_, at_);
    switch (classify(point)) {
      case Class::Space:
        return take_space(point);
      case Class::Digit:
        return take_number();
      case Class::Letter:
        return take_letters();
      case Class::Syllable:
        return take_syllables();
      case Class::Symbol:
        return take_symbol(point);
    }
  }

  Token& push(TokenKind kind, std::size_t end) {
    Token token;
    token.kind = kind;
    token.space_before = space_;
    token.begin = std::uint32_t(at_);
    token.end = std::uint32_t(end);
    if (kind != TokenKind::Symbol) {
      token.sentence_start = sentence_start_;
      sentence_start_ = false;
    }
    space_ = false;
    at_ = end;
    return out_.list.emplace_back(token);
  }

  void take_space(const CodePoint& point) {
    if (text_[at_] == '\n' && (at_ == 0 || text_[at_ - 1] == '\n')) sentence_start_ = true;
    if (point.length == 1) out_.lowered[at_] = ' ';
    space_ = true;
    if (ended_) sentence_start_ = true;
    ended_ = false;
    at_ += point.length;
  }

  void take_symbol(const CodePoint& point) {
    const char c = text_[at_];
    ended_ = c == '.' || c == '!' || c == '?' || c == ':' || (ended_ && (c == '"' || c == ')'));
    // Bullets and quote marks open a line; what follows is its first word.
    push(TokenKind::Symbol, at_ + point.length);
  }

  static bool digit(char c) { return c >= '0' && c <= '9'; }
  bool digit_at(std::size_t i) const { return i < text_.size() && digit(text_[i]); }

  void take_number() {
    std::size_t end = at_;
    while (digit_at(end)) ++end;
    for (; end < text_.size();) {
      const char c = text_[end];
      const bool group = c == ',' && digit_at(end + 1) && digit_at(end + 2) && digit_at(end + 3) &&
                         !digit_at(end + 4);
      const bool dot = c == '.' && digit_at(end + 1);
      if (!group && !dot) break;
      ++end;
      while (digit_at(end)) ++end;
    }
    ended_ = false;
    push(TokenKind::Number, end);
  }

  void take_letters() {
    std::size_t end = at_, letters = 0, capitals = 0;
    bool first_capital = false, inner_capital = false, previous_lower = false;
    while (end < text_.size()) {
      const CodePoint point = decode(text_, end);
      const bool apostrophe = (point.value == '\'' || point.value == 0x2019) && end > at_ &&
                              end + point.length < text_.size() &&
                              classify(decode(text_, end + point.length)) == Class::Letter;
      if (!apostrophe && classify(point) != Class::Letter) break;
      const bool upper = is_upper(point.value);
      if (upper) lower(end, point);
      if (!apostrophe && point.value != '_') {
        first_capital |= upper && letters == 0;
        inner_capital |= upper && previous_lower;
        previous_lower = !upper;
        ++letters;
        capitals += upper;
      }
      end += point.length;
    }
    ended_ = false;
    Token& token = push(TokenKind::Latin, end);
    token.capital = first_capital;
    token.all_capitals = letters >= 2 && capitals == letters;
    token.inner_capital = inner_capital;
  }

  void lower(std::size_t at, const CodePoint& point) {
    const std::size_t last = at + point.length - 1;
    out_.lowered[last] = static_cast<char>(out_.lowered[last] + 32);
  }

  void take_syllables() {
    std::size_t end = at_;
    while (end < text_.size()) {
      const CodePoint point = decode(text_, end);
      if (classify(point) != Class::Syllable) break;
      end += point.length;
    }
    ended_ = false;
    const std::string_view word = text_.substr(at_, end - at_);
    push(TokenKind::Hangul, end).shorter = korean_steps(word);
  }

  std::string_view text_;
  Tokens out_;
  std::size_t at_ = 0;
  bool space_ = true, ended_ = false, sentence_start_ = true;
};

}  // namespace

Tokens tokenise(std::string_view text) {
  return Tokeniser(text).run();
}

std::size_t code_points(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += !continues(static_cast<unsigned char>(c));
  return count;
}

std::size_t prefix_bytes(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (!continues(static_cast<unsigned char>(text[at])) && count-- == 0) break;
  }
  return at;
}

bool is_hangul(std::string_view text) {
  if (text.empty() || text.size() % 3 != 0) return false;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    const CodePoint point = decode(text, i);
    if (!point.valid || point.value < 0xAC00 || point.value > 0xD7A3) return false;
  }
  return true;
}

}  // namespace memfold::models
