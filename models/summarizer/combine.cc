#include "models/summarizer/combine.h"

#include <vector>

#include "models/analyst/differences.h"
#include "models/analyst/overlap.h"

namespace memfold::models::summarizer {
namespace {

using std::string_view;

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

string_view trimmed(string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Sentences end at . ! ? 。 before white space or at a line break; "v2.1" and "3.5" do not end
/// one.
std::vector<string_view> sentences_of(string_view text) {
  std::vector<string_view> sentences;
  std::size_t begin = 0;
  const auto cut = [&](std::size_t end) {
    const string_view sentence = trimmed(text.substr(begin, end - begin));
    if (!sentence.empty()) sentences.push_back(sentence);
    begin = end;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool mark = text[i] == '.' || text[i] == '!' || text[i] == '?';
    const bool end = i + 1 == text.size() || is_blank(text[i + 1]);
    if (text[i] == '\n' || (mark && end)) cut(i + 1);
  }
  cut(text.size());
  return sentences;
}

bool adds_nothing(const Reading& known, string_view sentence) {
  const Reading reading(Statement{sentence, {}, std::nullopt});
  if (!differences(known, reading).empty()) return false;
  return overlap(known, reading).extra_incoming == 0;
}

bool ends_sentence(string_view text) {
  return !text.empty() && (text.back() == '.' || text.back() == '!' || text.back() == '?');
}

}  // namespace

bool covers(const Reading& whole, const Reading& part) {
  return differences(whole, part).empty() && overlap(whole, part).extra_incoming == 0;
}

std::string combine(string_view existing, string_view incoming) {
  const string_view first = trimmed(existing), second = trimmed(incoming);
  if (first.empty()) return std::string(second);
  if (second.empty()) return std::string(first);
  const Reading before(Statement{first, {}, std::nullopt});
  const Reading after(Statement{second, {}, std::nullopt});
  if (covers(before, after)) return std::string(first);
  if (covers(after, before)) return std::string(second);
  std::string combined(first);
  for (const string_view sentence : sentences_of(second)) {
    if (adds_nothing(before, sentence)) continue;
    combined += ends_sentence(combined) ? " " : "\n";
    combined += sentence;
  }
  return combined;
}

}  // namespace memfold::models::summarizer
