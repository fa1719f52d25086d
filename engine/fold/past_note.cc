#include "engine/fold/past_note.h"

#include "core/text.h"

namespace memfold {
namespace {

constexpr std::string_view kKorean = " (이전: ", kEnglish = " (before: ";
constexpr std::size_t kMostPastBytes = 400;

/// A Hangul syllable: U+AC00 to U+D7A3 in UTF-8.
bool has_hangul(std::string_view text) {
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    const auto byte = (unsigned char)text[i];
    const auto next = (unsigned char)text[i + 1];
    if ((byte == 0xEA && next >= 0xB0) || (byte >= 0xEB && byte <= 0xEC) ||
        (byte == 0xED && next <= 0x9E)) {
      return true;
    }
  }
  return false;
}

}  // namespace

NotedText split_note(std::string_view text) {
  if (!text.ends_with(')')) return {text, {}};
  for (const std::string_view opening : {kKorean, kEnglish}) {
    const std::size_t at = text.find(opening);
    if (at == std::string_view::npos || at == 0) continue;
    const std::size_t begin = at + opening.size();
    return {text.substr(0, at), text.substr(begin, text.size() - 1 - begin)};
  }
  return {text, {}};
}

std::string with_note(std::string_view now, std::string_view past) {
  std::string text(now);
  if (past.empty()) return text;
  text += has_hangul(now) ? kKorean : kEnglish;
  text += cut_at_word(past, kMostPastBytes);
  return text + ')';
}

}  // namespace memfold
