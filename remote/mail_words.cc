#include "remote/mail_words.h"

#include <algorithm>

#include "core/text.h"

namespace memfold::remote {
namespace {

enum class Script { Separator, Digit, Letter, Syllable, Ideograph };

struct Character {
  Script script;
  std::size_t bytes;
};

/// Of valid UTF-8 text. What is not known to separate is a letter of some script.
Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? char32_t(static_cast<unsigned char>(text[at + i])) : 0;
  };
  const char32_t first = byte(0);
  if (first < 0x80) {
    if (first >= '0' && first <= '9') return {Script::Digit, 1};
    return {first >= 'a' && first <= 'z' ? Script::Letter : Script::Separator, 1};
  }
  if (first < 0xE0) return {first == 0xC2 ? Script::Separator : Script::Letter, 2};
  if (first >= 0xF0) return {Script::Ideograph, 4};
  const char32_t c = (first & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  if (c >= 0xAC00 && c <= 0xD7A3) return {Script::Syllable, 3};
  const bool separates =
      (c >= 0x2000 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x303F) || c >= 0xFE00;
  if (separates) return {Script::Separator, 3};
  return {c >= 0x2E80 && c < 0xAC00 ? Script::Ideograph : Script::Letter, 3};
}

/// What of a word says what it means, endings apart.
constexpr std::size_t kLetters = 4, kSyllables = 2;

struct Word {
  std::string text;  ///< its beginning
  bool is_content = false;
};

std::vector<Word> words_of(std::string_view text) {
  const std::string folded = fold_case(to_valid_utf8(text));
  std::vector<Word> words;
  std::size_t begin = 0, count = 0;
  Script script = Script::Separator;
  const auto end_word = [&](std::size_t end) {
    if (count == 0) return;
    const bool is_syllables = script == Script::Syllable;
    const bool is_content = script == Script::Ideograph || (is_syllables && count >= kSyllables) ||
                            (script == Script::Letter && count >= kLetters);
    words.push_back({folded.substr(begin, end - begin), is_content});
    count = 0;
  };
  std::size_t kept_end = 0;  // of the word's beginning
  for (std::size_t i = 0; i < folded.size();) {
    const Character c = character_at(folded, i);
    if (c.script != script || c.script == Script::Ideograph) {
      end_word(kept_end);
      script = c.script;
      begin = i;
    }
    if (script != Script::Separator) {
      ++count;
      const std::size_t most = script == Script::Syllable ? kSyllables
                               : script == Script::Letter ? kLetters
                                                          : folded.size();
      if (count <= most) kept_end = i + c.bytes;
    }
    i += c.bytes;
  }
  end_word(kept_end);
  return words;
}

}  // namespace

void MailWords::add(std::string_view text) {
  for (Word& word : words_of(text)) words_.insert(std::move(word.text));
}

MailWords::MailWords(std::span<const std::string> texts) {
  for (const std::string& text : texts) add(text);
}

MailWords::MailWords(const Message& message) {
  add(message.subject);
  add(message.body);
  add(message.from.name);
  add(message.from.address);
  for (const auto* const people : {&message.to, &message.cc}) {
    for (const Mailbox& person : *people) add(person.name), add(person.address);
  }
}

bool MailWords::support(std::string_view statement) const {
  const std::vector<Word> words = words_of(statement);
  const bool has_content =
      std::any_of(words.begin(), words.end(), [](const Word& word) { return word.is_content; });
  std::size_t all = 0, known = 0;
  for (const Word& word : words) {
    if (has_content && !word.is_content) continue;
    ++all;
    known += words_.count(word.text);
  }
  return all > 0 && 2 * known >= all;
}

}  // namespace memfold::remote
