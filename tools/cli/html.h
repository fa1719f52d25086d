// HTML and SVG into which text from outside gets only escaped.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace memfold::tools {

/// Markup written in the program: anything that is not a literal does not compile here.
class Markup {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a literal is markup wherever one is expected
  consteval Markup(const char* code) : code_(code) {}
  constexpr std::string_view code() const { return code_; }

 private:
  std::string_view code_;
};

struct Attribute {
  Markup name;
  std::string value;  ///< any text
};

/// A piece of a page. There is no way to make one of unescaped text.
class Html {
 public:
  Html() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): likewise
  Html(Markup markup) : code_(markup.code()) {}

  Html& operator+=(const Html& other) {
    code_ += other.code_;
    return *this;
  }
  Html& operator+=(Markup markup) {
    code_ += markup.code();
    return *this;
  }
  friend Html operator+(Html a, const Html& b) { return a += b; }

  bool empty() const { return code_.empty(); }
  const std::string& code() const { return code_; }

 private:
  friend Html text(std::string_view text, std::size_t columns);
  friend Html element(Markup tag, std::initializer_list<Attribute> attributes, const Html& content);
  std::string code_;
};

inline constexpr std::size_t kMaxTextColumns = 2000;

/// `text` as characters of a page: one line, valid UTF-8, no controls and no direction overrides,
/// cut to `columns` (as wide as a terminal shows them), escaped.
Html text(std::string_view text, std::size_t columns = kMaxTextColumns);

/// <tag name="value">content</tag>, with attributes escaped.
Html element(Markup tag, std::initializer_list<Attribute> attributes, const Html& content = {});
inline Html element(Markup tag, std::initializer_list<Attribute> attributes, Markup content) {
  return element(tag, attributes, Html(content));
}

}  // namespace memfold::tools
