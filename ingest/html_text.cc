#include "ingest/html_text.h"

#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace memfold::ingest {
namespace {

struct Entity {
  std::string_view name;
  std::uint32_t code_point;
};
constexpr Entity kEntities[] = {
#include "core/text.h"
#include "ingest/html_entities.inc"
};

enum class Effect : std::uint8_t { None, Line, Paragraph, Item, Cell, Break, Quote, Drop, Rule };
struct Element {
  std::string_view name;
  Effect effect;
};
/// What an element does to the flow of text; any other does nothing. Sorted by name.
constexpr std::array<Element, 41> kElements = {{
    {"address", Effect::Line},     {"article", Effect::Line},  {"aside", Effect::Line},
    {"blockquote", Effect::Quote}, {"br", Effect::Break},      {"center", Effect::Line},
    {"dd", Effect::Line},          {"div", Effect::Line},      {"dl", Effect::Line},
    {"dt", Effect::Line},          {"fieldset", Effect::Line}, {"footer", Effect::Line},
    {"form", Effect::Line},        {"h1", Effect::Paragraph},  {"h2", Effect::Paragraph},
    {"h3", Effect::Paragraph},     {"h4", Effect::Paragraph},  {"h5", Effect::Paragraph},
    {"h6", Effect::Paragraph},     {"header", Effect::Line},   {"hr", Effect::Rule},
    {"li", Effect::Item},          {"main", Effect::Line},     {"nav", Effect::Line},
    {"noscript", Effect::Drop},    {"object", Effect::Drop},   {"ol", Effect::Line},
    {"option", Effect::Drop},      {"p", Effect::Paragraph},   {"pre", Effect::Line},
    {"script", Effect::Drop},      {"section", Effect::Line},  {"select", Effect::Drop},
    {"style", Effect::Drop},       {"table", Effect::Line},    {"tbody", Effect::Line},
    {"td", Effect::Cell},          {"textarea", Effect::Drop}, {"th", Effect::Cell},
    {"title", Effect::Drop},       {"tr", Effect::Line},
}};
constexpr std::array<std::string_view, 7> kVoid = {"br",   "hr",   "img", "input",
                                                   "link", "meta", "wbr"};
/// Elements whose end tag people leave out: a hidden one of these must not hide the rest.
constexpr std::array<std::string_view, 3> kEndOptional = {"body", "li", "p"};
constexpr int kMaxQuoteDepth = 20;

bool is_letter(char c) {
  return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z';
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

bool starts_ignoring_case(std::string_view text, std::string_view lower_prefix) {
  if (text.size() < lower_prefix.size()) return false;
  return std::equal(lower_prefix.begin(), lower_prefix.end(), text.begin(),
                    [](char a, char b) { return a == ascii_lower(b); });
}

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

static_assert(std::is_sorted(kElements.begin(), kElements.end(),
                             [](const Element& a, const Element& b) { return a.name < b.name; }));
static_assert(std::is_sorted(std::begin(kEntities), std::end(kEntities),
                             [](const Entity& a, const Entity& b) { return a.name < b.name; }));

Effect effect_of(std::string_view name) {
  const auto* found = std::lower_bound(
      kElements.begin(), kElements.end(), name,
      [](const Element& element, std::string_view wanted) { return element.name < wanted; });
  return found != kElements.end() && found->name == name ? found->effect : Effect::None;
}

struct Tag {
  std::string name;  ///< lower case
  bool closing = false, self_closing = false, hidden = false;
};

/// Text with collapsed space, lines and quote marks.
class Writer {
 public:
  explicit Writer(std::size_t expected) { text_.reserve(expected); }

  void put(std::string_view word) {
    start_line();
    if (space_ && !line_empty_) text_.push_back(' ');
    space_ = false;
    text_.append(word);
    line_empty_ = false;
  }
  void space() { space_ = true; }
  /// Ensures that the next text starts a line, with `blank` empty lines before it.
  void line(int blank) {
    if (text_.empty()) return;
    const int wanted = blank + 1;
    pending_lines_ = std::max(pending_lines_, line_empty_ ? blank : wanted);
    space_ = false;
  }
  void line_break() {
    if (text_.empty()) return;
    pending_lines_ = std::min(pending_lines_ + 1, 3);
    space_ = false;
  }
  void verbatim(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      std::string_view piece = text.substr(at, end - at);
      if (piece.ends_with('\r')) piece.remove_suffix(1);
      if (!piece.empty()) put(piece);
      if (end < text.size()) line_break();
      at = end + 1;
    }
  }
  void quote(int change) {
    line(0);
    if (text_.empty()) pending_lines_ = 0;
    quote_depth_ = std::clamp(quote_depth_ + change, 0, kMaxQuoteDepth);
  }
  std::string take() {
    while (!text_.empty() && (text_.back() == ' ' || text_.back() == '\n')) text_.pop_back();
    return std::move(text_);
  }

 private:
  void start_line() {
    if (text_.empty() || pending_lines_ > 0) {
      for (int i = 0; i < pending_lines_; ++i) {
        text_.push_back('\n');
        if (i + 1 < pending_lines_) append_marks();
      }
      append_marks();
      line_empty_ = true;
    }
    pending_lines_ = 0;
  }
  void append_marks() {
    for (int i = 0; i < quote_depth_; ++i) text_ += "> ";
  }

  std::string text_;
  bool space_ = false, line_empty_ = true;
  int pending_lines_ = 0, quote_depth_ = 0;
};

class Converter {
 public:
  explicit Converter(std::string_view html) : html_(html), writer_(html.size() / 3 + 64) {}

  std::string run() {
    while (at_ < html_.size()) {
      if (html_[at_] == '<') {
        markup();
      } else {
        text();
      }
    }
    return writer_.take();
  }

 private:
  void markup();
  Tag read_tag();
  void apply(const Tag& tag);
  void drop_element(std::string_view name);
  void text();
  void entity();
  void put_code_point(std::uint32_t code_point);

  std::string_view html_;
  std::size_t at_ = 0;
  Writer writer_;
  int preformatted_ = 0;
  bool title_unclosed_ = false;
  std::string hidden_name_;  ///< element being dropped because of its style
  int hidden_depth_ = 0;
};

void Converter::markup() {
  const std::string_view rest = html_.substr(at_);
  if (rest.starts_with("<!--")) {
    const std::size_t end = html_.find("-->", at_ + 4);
    at_ = end == std::string_view::npos ? html_.size() : end + 3;
    return;
  }
  const char next = rest.size() > 1 ? rest[1] : '\0';
  if (next == '!' || next == '?') {
    const std::size_t end = html_.find('>', at_);
    at_ = end == std::string_view::npos ? html_.size() : end + 1;
    return;
  }
  if (!is_letter(next) && !(next == '/' && rest.size() > 2 && is_letter(rest[2]))) {
    if (hidden_depth_ == 0) writer_.put("<");
    ++at_;
    return;
  }
  const Tag tag = read_tag();
  if (hidden_depth_ > 0) {
    if (tag.name == hidden_name_ && !tag.self_closing) hidden_depth_ += tag.closing ? -1 : 1;
    return;
  }
  if (tag.hidden && !tag.closing && !tag.self_closing && !contains(kVoid, tag.name) &&
      !contains(kEndOptional, tag.name)) {
    hidden_name_ = tag.name;
    hidden_depth_ = 1;
    return;
  }
  apply(tag);
}

Tag Converter::read_tag() {
  Tag tag;
  ++at_;
  if (html_[at_] == '/') {
    tag.closing = true;
    ++at_;
  }
  while (at_ < html_.size() && !is_space(html_[at_]) && html_[at_] != '>' && html_[at_] != '/') {
    if (tag.name.size() < 16) tag.name.push_back(ascii_lower(html_[at_]));
    ++at_;
  }
  const std::size_t attributes = at_;
  char quote = '\0';
  bool value = false;  // quotes count only where a value starts
  for (; at_ < html_.size(); ++at_) {
    const char c = html_[at_];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
      // A quote that is never closed must not swallow the rest of the mail.
      if (c == '<' && at_ - attributes > 4096) break;
      continue;
    }
    if (c == '>') break;
    if ((c == '"' || c == '\'') && value) quote = c;
    value = c == '=' || (value && is_space(c));
  }
  std::string_view inside = html_.substr(attributes, at_ - attributes);
  tag.self_closing = inside.ends_with('/');
  if (at_ < html_.size() && html_[at_] == '>') ++at_;
  inside = inside.substr(0, 2048);
  if (const std::size_t style = inside.find("display"); style != std::string_view::npos) {
    std::size_t colon = style + 7;
    while (colon < inside.size() && (is_space(inside[colon]) || inside[colon] == ':')) ++colon;
    tag.hidden = starts_ignoring_case(inside.substr(colon), "none");
  }
  return tag;
}

/// Passes over a raw text element, which ends at its own closing tag and nowhere else.
void Converter::drop_element(std::string_view name) {
  if (name == "title" && title_unclosed_) return;
  for (std::size_t from = at_;;) {
    const std::size_t close = html_.find("</", from);
    if (close == std::string_view::npos) {
      title_unclosed_ = name == "title";  // hides nothing, then; the others hide the rest
      if (!title_unclosed_) at_ = html_.size();
      return;
    }
    if (starts_ignoring_case(html_.substr(close + 2), name)) {
      const std::size_t end = html_.find('>', close);
      at_ = end == std::string_view::npos ? html_.size() : end + 1;
      return;
    }
    from = close + 2;
  }
}

void Converter::apply(const Tag& tag) {
  if (tag.name == "pre") preformatted_ = std::max(0, preformatted_ + (tag.closing ? -1 : 1));
  switch (effect_of(tag.name)) {
    case Effect::None:
      return;
    case Effect::Line:
      return writer_.line(0);
    case Effect::Paragraph:
      return writer_.line(1);
    case Effect::Break:
      return writer_.line_break();
    case Effect::Rule:
      return writer_.line(0);
    case Effect::Item:
      writer_.line(0);
      if (!tag.closing) {
        writer_.put("-");
        writer_.space();
      }
      return;
    case Effect::Cell:
      return writer_.space();
    case Effect::Quote:
      return writer_.quote(tag.closing ? -1 : 1);
    case Effect::Drop:
      if (!tag.closing && !tag.self_closing) drop_element(tag.name);
      return;
  }
}

void Converter::text() {
  const std::size_t stop = std::min(html_.find_first_of("<&", at_), html_.size());
  if (hidden_depth_ > 0) {
    at_ = std::max(stop, at_ + (stop == at_ ? 1 : 0));
    return;
  }
  std::string_view run = html_.substr(at_, stop - at_);
  at_ = stop;
  if (preformatted_ > 0) {
    writer_.verbatim(run);
  } else {
    while (!run.empty()) {
      const auto* word_end = std::find_if(run.begin(), run.end(), is_space);
      if (word_end != run.begin()) writer_.put({run.data(), std::size_t(word_end - run.begin())});
      run.remove_prefix(std::size_t(word_end - run.begin()));
      if (run.empty()) break;
      writer_.space();
      const auto* next = std::find_if_not(run.begin(), run.end(), is_space);
      run.remove_prefix(std::size_t(next - run.begin()));
    }
  }
  if (at_ < html_.size() && html_[at_] == '&') entity();
}

void Converter::put_code_point(std::uint32_t code_point) {
  if (code_point == 0xA0 || code_point == '\t' || code_point == '\n' || code_point == ' ') {
    writer_.space();
    return;
  }
  // Numeric references in the C1 range mean windows-1252 in practice; dashes and quotes matter.
  constexpr std::array<std::uint16_t, 11> kC1 = {0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013,
                                                 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A};
  if (code_point >= 0x91 && code_point <= 0x9B) code_point = kC1[code_point - 0x91];
  const bool invisible = code_point == 0xAD || code_point == 0x200B || code_point == 0x200C ||
                         code_point == 0xFEFF || code_point == 0x34F || code_point < 32;
  if (invisible || code_point > 0x10FFFF || (code_point >= 0xD800 && code_point < 0xE000)) return;
  std::array<char, 4> bytes;
  std::int32_t length = 0;
  U8_APPEND_UNSAFE(reinterpret_cast<std::uint8_t*>(bytes.data()), length, code_point);
  writer_.put({bytes.data(), std::size_t(length)});
}

void Converter::entity() {
  const std::string_view rest = html_.substr(at_ + 1, 32);
  std::size_t length = 0;
  std::uint32_t code_point = 0;
  if (rest.starts_with('#')) {
    const bool hex = rest.size() > 1 && ascii_lower(rest[1]) == 'x';
    for (length = hex ? 2 : 1; length < rest.size(); ++length) {
      const char c = ascii_lower(rest[length]);
      const int digit = c >= '0' && c <= '9'          ? c - '0'
                        : hex && c >= 'a' && c <= 'f' ? c - 'a' + 10
                                                      : -1;
      if (digit < 0) break;
      code_point =
          std::min<std::uint32_t>(code_point * (hex ? 16 : 10) + std::uint32_t(digit), 0x110000);
    }
    if (length == (hex ? 2u : 1u)) length = 0;
  } else {
    while (length < rest.size() && (is_letter(rest[length]) ||
                                    (length > 0 && rest[length] >= '0' && rest[length] <= '9'))) {
      ++length;
    }
    const std::string_view name = rest.substr(0, length);
    const auto* found = std::lower_bound(
        std::begin(kEntities), std::end(kEntities), name,
        [](const Entity& entity, std::string_view wanted) { return entity.name < wanted; });
    if (found == std::end(kEntities) || found->name != name) {
      length = 0;
    } else {
      code_point = found->code_point;
    }
  }
  if (length == 0) {
    writer_.put("&");
    ++at_;
    return;
  }
  at_ += 1 + length + (rest.size() > length && rest[length] == ';' ? 1 : 0);
  put_code_point(code_point);
}

// "http://192.0.2.7/", "http://bank.example@192.0.2.7/"
bool hides_host(std::string_view tag) {
  const std::size_t scheme = tag.find("://");
  if (scheme == std::string_view::npos) return false;
  const std::string_view rest = tag.substr(scheme + 3);
  const std::string_view host = rest.substr(0, rest.find_first_of("/\"'> ?"));
  if (host.find('@') != std::string_view::npos) return true;
  return !host.empty() && std::all_of(host.begin(), host.end(), [](char c) {
    return c == '.' || c == ':' || (c >= '0' && c <= '9');
  });
}

}  // namespace

HtmlLook& HtmlLook::operator+=(const HtmlLook& other) {
  links += other.links;
  fonts += other.fonts;
  hides_host = hides_host || other.hides_host;
  return *this;
}

HtmlLook look_of(std::string_view html) {
  constexpr std::size_t kLongestTag = 512;
  HtmlLook look;
  for (std::size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    const std::string_view tag = html.substr(at + 1, kLongestTag);
    if (starts_ignoring_case(tag, "font") || starts_ignoring_case(tag, "img")) ++look.fonts;
    if (!starts_ignoring_case(tag, "a") || tag.size() < 2 || !is_space(tag[1])) continue;
    const std::string_view inside = tag.substr(0, tag.find_first_of("<>"));
    if (inside.find("href") == inside.npos && inside.find("HREF") == inside.npos) continue;
    ++look.links;
    look.hides_host = look.hides_host || hides_host(inside);
  }
  return look;
}

std::string html_to_text(std::string_view html) {
  return Converter(html).run();
}

}  // namespace memfold::ingest
