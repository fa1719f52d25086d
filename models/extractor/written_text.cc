#include "models/extractor/written_text.h"

#include <algorithm>

#include "models/extractor/characters.h"
#include "models/extractor/korean.h"

namespace memfold::models::extractor {
namespace {

bool is_word_byte(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c) || c == '_';
}

// The bytes E1 and EA to ED begin nothing but Hangul and a few rare scripts.
bool begins_hangul(unsigned char c) {
  return c >= 0xEA && c <= 0xED;
}

bool starts_word(std::string_view text, std::size_t at) {
  if (at == 0) return true;
  if (is_word_byte(text[at])) return !is_word_byte(text[at - 1]);
  if (at < 3 || !begins_hangul(static_cast<unsigned char>(text[at]))) return true;
  return !is_hangul(code_point_at(text, at - 3).value);
}

// Behind Hangul only a particle may follow: 예산을, not 예산안.
bool ends_word(std::string_view text, std::size_t end) {
  constexpr std::size_t kLongest = 12;  // bytes of a particle
  if (end >= text.size()) return true;
  if (is_word_byte(text[end - 1])) return !is_word_byte(text[end]);
  if (!begins_hangul(static_cast<unsigned char>(text[end]))) return true;
  std::size_t last = end;
  while (last < text.size() && last <= end + kLongest &&
         is_hangul(code_point_at(text, last).value)) {
    last += code_point_at(text, last).bytes;
  }
  const std::string_view rest = text.substr(end, last - end);
  return rest.empty() || is_particle(rest) || rest.starts_with("님") || rest.starts_with("씨") ||
         rest.starts_with("입니") || rest.starts_with("이라");
}

}  // namespace

WrittenText::WrittenText(std::string_view text) : text_(text) {
  std::transform(text_.begin(), text_.end(), text_.begin(), ascii_lower);
}

std::size_t WrittenText::count(std::string_view word, std::size_t most) const {
  std::size_t found = 0;
  if (word.empty()) return found;
  const std::string_view text = text_;
  for (std::size_t at = 0; found < most && (at = text.find(word, at)) != text.npos;
       at += word.size()) {
    found += starts_word(text, at) && ends_word(text, at + word.size());
  }
  return found;
}

}  // namespace memfold::models::extractor
