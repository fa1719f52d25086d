#include "engine/graph/masked_text.h"

#include <algorithm>

#include "core/bare_text.h"

namespace memfold::graph {
namespace {

constexpr std::size_t kShortestForm = 6;  ///< bytes; shorter ones stand anywhere

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Where the sentence at the front ends, the white space behind it included: at a line's end, or
/// behind a mark that ends one.
std::size_t sentence_end(std::string_view text) {
  constexpr std::string_view kWideMarks[] = {"。", "！", "？"};
  std::size_t end = text.size();
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') {
      end = at;
      break;
    }
    const bool mark = text[at] == '.' || text[at] == '?' || text[at] == '!';
    if (mark && at + 1 < text.size() && is_space(text[at + 1])) {
      end = at + 1;
      break;
    }
    const auto wide =
        std::find_if(std::begin(kWideMarks), std::end(kWideMarks),
                     [&](std::string_view m) { return text.substr(at).starts_with(m); });
    if (wide != std::end(kWideMarks)) {
      end = at + wide->size();
      break;
    }
  }
  while (end < text.size() && is_space(text[end])) ++end;
  return end;
}

std::string without_trailing_space(std::string text) {
  while (!text.empty() && is_space(text.back())) text.pop_back();
  return text;
}

}  // namespace

std::vector<std::string> bare_forms(std::string_view statement) {
  std::vector<std::string> forms = {bare_text(statement)};
  for (std::size_t at = statement.find(": "); at != statement.npos;
       at = statement.find(": ", at + 1)) {
    forms.push_back(bare_text(statement.substr(at + 2)));
  }
  const std::size_t least = std::max(kShortestForm, forms.front().size() / 3);
  std::erase_if(forms, [&](const std::string& form) { return form.size() < least; });
  return forms;
}

MaskedText::MaskedText(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = sentence_end(text);
    const std::size_t begin = bare_.size();
    bare_ += bare_text(text.substr(0, end));
    sentences_.push_back({text.substr(0, end), begin, bare_.size()});
    text.remove_prefix(end);
  }
  left_ = bare_;
}

bool MaskedText::take_out(std::span<const std::string> forms) {
  bool any = false;
  for (const std::string& form : forms) {
    for (std::size_t at = bare_.find(form); at != bare_.npos; at = bare_.find(form, at + 1)) {
      any = true;
      for (Sentence& sentence : sentences_) {
        const bool touches = sentence.begin < at + form.size() && at < sentence.end;
        sentence.out = sentence.out || touches;
      }
    }
  }
  if (any) left_ = bare_left();
  return any;
}

std::string MaskedText::left() const {
  std::string left;
  for (const Sentence& sentence : sentences_) {
    if (!sentence.out) {
      left += sentence.text;
    } else if (sentence.text.find('\n') != sentence.text.npos && !left.empty() &&
               left.back() != '\n') {
      left = without_trailing_space(std::move(left)) + "\n";
    }
  }
  return without_trailing_space(std::move(left));
}

std::string MaskedText::bare_left() const {
  std::string left;
  for (const Sentence& sentence : sentences_) {
    // What was apart must not come together.
    left += sentence.out ? std::string("\n")
                         : bare_.substr(sentence.begin, sentence.end - sentence.begin);
  }
  return left;
}

bool MaskedText::says(std::string_view text) const {
  const std::string wanted = bare_text(text);
  return !wanted.empty() && left_.find(wanted) != std::string::npos;
}

void MaskedText::keep_what_is_in(const MaskedText& other) {
  for (Sentence& sentence : sentences_) {
    sentence.out = sentence.out || !other.says(sentence.text);
  }
  left_ = bare_left();
}

}  // namespace memfold::graph
