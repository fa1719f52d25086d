#include "core/sentences.h"

namespace memfold {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

bool is_mark(char c) {
  return c == '.' || c == '!' || c == '?';
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> plain_sentences(std::string_view text) {
  std::vector<std::string_view> sentences;
  std::size_t begin = 0;
  const auto cut = [&](std::size_t end) {
    const std::string_view sentence = trimmed(text.substr(begin, end - begin));
    if (!sentence.empty()) sentences.push_back(sentence);
    begin = end;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool end = i + 1 == text.size() || is_blank(text[i + 1]);
    if (text[i] == '\n' || (is_mark(text[i]) && end)) cut(i + 1);
  }
  cut(text.size());
  return sentences;
}

void append_sentence(std::string& text, std::string_view sentence) {
  if (!text.empty()) text += is_mark(text.back()) ? " " : "\n";
  text += sentence;
}

}  // namespace memfold
