#include "tools/cli/html.h"

#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

// Marks that take no room may follow a character in any number; so many bytes a column are plenty.
constexpr std::size_t kBytesPerColumn = 16;

std::string_view entity_of(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

std::string escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    const std::string_view entity = entity_of(c);
    entity.empty() ? result.push_back(c) : void(result += entity);
  }
  return result;
}

/// The beginning of `text`, cut before a character, never inside one.
std::string_view beginning(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) --bytes;
  return text.substr(0, bytes);
}

std::string line_of(std::string_view text, std::size_t columns) {
  const std::string_view kept = beginning(text, columns * kBytesPerColumn);
  std::string line = printable(kept);
  if (kept.size() < text.size()) line += "…";
  return fit(line, columns);
}

}  // namespace

Html text(std::string_view text, std::size_t columns) {
  Html html;
  html.code_ = escaped(line_of(text, columns));
  return html;
}

Html element(Markup tag, std::initializer_list<Attribute> attributes, const Html& content) {
  Html html;
  html.code_ = "<" + std::string(tag.code());
  for (const Attribute& attribute : attributes) {
    html.code_ += " " + std::string(attribute.name.code()) + "=\"" +
                  escaped(line_of(attribute.value, kMaxTextColumns)) + "\"";
  }
  html.code_ += ">" + content.code_ + "</" + std::string(tag.code()) + ">";
  return html;
}

}  // namespace memfold::tools
