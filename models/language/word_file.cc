#include "models/language/word_file.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <string>

#include "core/text.h"

namespace memfold::models {

using std::string_view;

WordHeading::WordHeading(string_view text) : text_(text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find(' ', i), text.size());
    if (end > i) fields_.push_back({text.substr(i, end - i), i});
    i = end + 1;
  }
}

string_view WordHeading::rest(std::size_t i) const {
  return i < fields_.size() ? text_.substr(fields_[i].begin) : string_view();
}

bool WordHeading::has(string_view flag) const {
  return std::any_of(fields_.begin(), fields_.end(),
                     [&](const Field& field) { return field.text == flag; });
}

std::int64_t WordHeading::number(std::size_t i) const {
  const string_view text = field(i);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) refuse();
  return value;
}

std::int64_t WordHeading::option(string_view name, std::int64_t otherwise) const {
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const string_view text = fields_[i].text;
    if (text.size() <= name.size() || !text.starts_with(name) || text[name.size()] != '=') continue;
    return WordHeading(text.substr(name.size() + 1)).number(0);
  }
  return otherwise;
}

void WordHeading::refuse() const {
  throw std::logic_error("a heading of a word file that means nothing: [" + std::string(text_) +
                         "]");
}

void read_words(string_view file,
                const std::function<void(const WordHeading&, string_view)>& take) {
  std::optional<WordHeading> heading;
  while (!file.empty()) {
    const std::size_t end = std::min(file.find('\n'), file.size());
    const string_view line = trim(file.substr(0, end));
    file.remove_prefix(std::min(end + 1, file.size()));
    if (line.empty() || line.starts_with("//")) continue;
    if (line.front() == '[' && line.back() == ']') {
      heading.emplace(line.substr(1, line.size() - 2));
      continue;
    }
    if (!heading) WordHeading(line).refuse();
    take(*heading, line);
  }
}

}  // namespace memfold::models
