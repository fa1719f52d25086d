#include "remote/mail_parts.h"

#include "core/text.h"

namespace memfold::remote {

std::vector<std::string_view> parts_of(std::string_view text, std::size_t bytes) {
  std::vector<std::string_view> parts;
  for (text = trim(text); text.size() > bytes; text = trim(text)) {
    const std::string_view window = text.substr(0, bytes);
    std::size_t end = window.rfind("\n\n");
    if (end == std::string_view::npos) end = window.rfind('\n');
    if (end == std::string_view::npos) end = cut_at_word(text, bytes).size();
    parts.push_back(trim(text.substr(0, end)));
    text.remove_prefix(end);
  }
  if (!text.empty()) parts.push_back(text);
  return parts;
}

}  // namespace memfold::remote
