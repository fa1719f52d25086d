#include "engine/recall/condition.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <variant>

#include "core/fields/memory.h"
#include "core/text.h"
#include "memfold/error.h"

namespace memfold {
namespace {

constexpr std::size_t kMostBytes = 16 * 1024, kDeepest = 64;
constexpr std::string_view kMetadata = "metadata";

using Texts = std::span<const std::string>;
/// What a memory has in a field; nothing where it has none.
using Value = std::variant<std::monostate, std::string_view, double, Texts>;

template <typename T>
Value value_of(const T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    return value.empty() ? Value() : Value(std::string_view(value));
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    return value.empty() ? Value() : Value(Texts(value));
  } else if constexpr (std::is_same_v<T, Time>) {
    return double(value.micros);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return double(value);
  } else if constexpr (std::is_same_v<T, Category>) {
    return value.name();
  } else if constexpr (std::is_enum_v<T>) {
    return std::string_view(name(value));
  } else {
    return {};
  }
}
template <typename T>
Value value_of(const std::optional<T>& value) {
  return value ? value_of(*value) : Value();
}

enum class Shape : std::uint8_t { Other, Text, Number, Moment };

template <typename T>
constexpr Shape shape_of() {
  using Single = typename fields::Single<T>::Type;
  if (std::is_same_v<Single, std::string> || std::is_same_v<Single, Category> ||
      std::is_enum_v<Single>) {
    return Shape::Text;
  }
  if (std::is_same_v<Single, Time>) return Shape::Moment;
  return std::is_arithmetic_v<Single> ? Shape::Number : Shape::Other;
}

struct MemoryField {
  std::string_view name;
  Shape shape;
  Value (*value)(const Memory&);
};

/// Every field of a memory (core/fields/memory.h).
const auto kMemoryFields = []<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
  return std::array{MemoryField{
      fields::Row<Memory, kIndices>::name,
      shape_of<
          typename std::remove_cvref_t<decltype(fields::Row<Memory, kIndices>::field)>::Value>(),
      [](const Memory& memory) {
        return value_of(memory.*fields::Row<Memory, kIndices>::field.member);
      }}...};
}
(std::make_index_sequence<fields::kFieldCount<Memory>>());

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole =
      error == std::errc() && end == text.data() + text.size() && std::isfinite(number);
  return whole ? std::optional(number) : std::nullopt;
}

/// As numbers where both are, else by their bytes.
int order_of(std::string_view a, std::string_view b) {
  const auto x = number_in(a), y = number_in(b);
  if (x && y) return *x < *y ? -1 : *x > *y ? 1 : 0;
  return a.compare(b);
}

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// What a bare name, number or time is made of; beyond ASCII everything.
bool is_word(char c) {
  const char lower = ascii_lower(c);
  return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || c == ':' || c == '@' || c == '+' || c == '/' ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}

}  // namespace

/// By recursive descent: `or` binds least, then `and`, then `not`.
class ConditionParser {
 public:
  ConditionParser(std::string_view text, Condition& condition)
      : text_(text), condition_(condition) {}

  void parse() {
    if (text_.size() > kMostBytes) fail("it is longer than 16 KiB");
    next();
    condition_.root_ = parse_any();
    if (token_.kind != Token::End) fail("expected `and`, `or` or the end");
  }

 private:
  using Kind = Condition::Kind;
  using Node = Condition::Node;
  struct Token {
    enum Kind : std::uint8_t { End, Word, Quoted, Sign } kind = End;
    std::string text;
    std::size_t at = 0;
  };

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorCode::InvalidArgument,
                "condition, at byte " + std::to_string(token_.at) + ": " + what);
  }

  void next() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    token_ = {Token::End, {}, at_};
    if (at_ == text_.size()) return;
    const char c = text_[at_];
    if (c == '"' || c == '\'') return take_quoted(c);
    if (is_word(c)) {
      while (at_ < text_.size() && is_word(text_[at_])) token_.text += text_[at_++];
      token_.kind = Token::Word;
      return;
    }
    for (const std::string_view sign : {"!=", "<=", ">=", "=", "<", ">", "(", ")", ","}) {
      if (!text_.substr(at_).starts_with(sign)) continue;
      token_.kind = Token::Sign;
      token_.text = sign;
      at_ += sign.size();
      return;
    }
    fail("unexpected character");
  }

  void take_quoted(char quote) {
    token_.kind = Token::Quoted;
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      token_.text += text_[at_];
    }
    if (at_ == text_.size()) fail("a quoted text does not end");
    ++at_;
  }

  bool is(Token::Kind kind, std::string_view text) const {
    return token_.kind == kind && token_.text == text;
  }
  bool takes(Token::Kind kind, std::string_view text) {
    if (!is(kind, text)) return false;
    next();
    return true;
  }

  std::size_t add(Node node) {
    condition_.nodes_.push_back(std::move(node));
    return condition_.nodes_.size() - 1;
  }

  std::size_t parse_row(Kind kind, std::string_view joint, std::size_t (ConditionParser::*part)()) {
    std::vector<std::size_t> parts{(this->*part)()};
    while (takes(Token::Word, joint)) parts.push_back((this->*part)());
    if (parts.size() == 1) return parts.front();
    return add({.kind = kind, .parts = std::move(parts)});
  }
  std::size_t parse_any() { return parse_row(Kind::Any, "or", &ConditionParser::parse_all); }
  std::size_t parse_all() { return parse_row(Kind::All, "and", &ConditionParser::parse_one); }

  std::size_t parse_one() {
    if (++depth_ > kDeepest) fail("it is nested too deeply");
    std::size_t node = 0;
    if (takes(Token::Word, "not")) {
      node = negated(parse_one());
    } else if (takes(Token::Sign, "(")) {
      node = parse_any();
      if (!takes(Token::Sign, ")")) fail("expected )");
    } else {
      node = parse_comparison();
    }
    --depth_;
    return node;
  }

  std::size_t negated(std::size_t part) { return add({.kind = Kind::Not, .parts = {part}}); }

  std::size_t parse_comparison() {
    if (token_.kind != Token::Word) fail("expected a field's name");
    Node node;
    const std::string name = token_.text;
    if (name.starts_with(std::string(kMetadata) + ".")) {
      node.key = name.substr(kMetadata.size() + 1);
      if (node.key.empty() && at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'')) {
        next();  // a key in quotes
        node.key = token_.text;
      }
      if (node.key.empty()) fail("metadata. needs a key behind it");
    }
    const std::string_view wanted = node.key.empty() ? std::string_view(name) : kMetadata;
    const auto field = std::find_if(kMemoryFields.begin(), kMemoryFields.end(),
                                    [&](const MemoryField& one) { return one.name == wanted; });
    const bool known =
        field != kMemoryFields.end() && (node.key.empty() ? field->shape != Shape::Other : true);
    if (!known) fail("a memory has no field \"" + name + "\" that can be compared");
    node.field = std::size_t(field - kMemoryFields.begin());
    next();
    return parse_operator(std::move(node), field->shape);
  }

  std::size_t parse_operator(Node node, Shape shape) {
    struct Operator {
      std::string_view text;
      Token::Kind kind;
      Kind node;
      bool negated, list, plain;  ///< plain: no value follows
    };
    static constexpr Operator kOperators[] = {
        {"=", Token::Sign, Kind::Is, false, false, false},
        {"!=", Token::Sign, Kind::Is, true, false, false},
        {"<", Token::Sign, Kind::Less, false, false, false},
        {"<=", Token::Sign, Kind::AtMost, false, false, false},
        {">", Token::Sign, Kind::AtMost, true, false, false},
        {">=", Token::Sign, Kind::Less, true, false, false},
        {"contains", Token::Word, Kind::Contains, false, false, false},
        {"in", Token::Word, Kind::Is, false, true, false},
        {"exists", Token::Word, Kind::Exists, false, false, true}};
    for (const Operator& one : kOperators) {
      if (!is(one.kind, one.text)) continue;
      next();
      node.kind = one.node;
      if (!one.plain) take_values(node, shape, one.list);
      if (one.node == Kind::Contains && shape != Shape::Text && node.key.empty()) {
        fail("only texts and lists contain anything");
      }
      const bool ordered = one.node == Kind::Less || one.node == Kind::AtMost;
      const std::size_t compared = add(node);
      if (!one.negated) return compared;
      if (!ordered) return negated(compared);
      // What a memory does not have is neither less nor more.
      node.kind = Kind::Exists;
      const std::size_t there = add(std::move(node));
      return add({.kind = Kind::All, .parts = {there, negated(compared)}});
    }
    fail("expected =, !=, <, <=, >, >=, contains, in or exists");
  }

  void take_values(Node& node, Shape shape, bool list) {
    if (list && !takes(Token::Sign, "(")) fail("expected ( behind in");
    do {
      if (token_.kind != Token::Word && token_.kind != Token::Quoted) fail("expected a value");
      if (node.key.empty() && shape != Shape::Text) node.numbers.push_back(number_of(shape));
      node.values.push_back(token_.text);
      next();
    } while (list && takes(Token::Sign, ","));
    if (list && !takes(Token::Sign, ")")) fail("expected ) or ,");
  }

  double number_of(Shape shape) const {
    if (shape == Shape::Moment) {
      const std::optional<Time> time = parse_time(token_.text);
      if (!time) fail("\"" + token_.text + "\" is no time");
      return double(time->micros);
    }
    const std::optional<double> number = number_in(token_.text);
    if (!number) fail("\"" + token_.text + "\" is no number");
    return *number;
  }

  std::string_view text_;
  Condition& condition_;
  Token token_;
  std::size_t at_ = 0, depth_ = 0;
};

Condition::Condition(std::string_view text) {
  ConditionParser(text, *this).parse();
}

bool Condition::holds(const Memory& memory, std::size_t at) const {
  const Node& node = nodes_[at];
  const auto part = [&](std::size_t one) { return holds(memory, one); };
  switch (node.kind) {
    case Kind::Any:
      return std::any_of(node.parts.begin(), node.parts.end(), part);
    case Kind::All:
      return std::all_of(node.parts.begin(), node.parts.end(), part);
    case Kind::Not:
      return !part(node.parts.front());
    default:
      return compares(memory, node);
  }
}

bool Condition::compares(const Memory& memory, const Node& node) const {
  Value value;
  if (node.key.empty()) {
    value = kMemoryFields[node.field].value(memory);
  } else if (const std::string* text = memory.find_metadata(node.key)) {
    value = std::string_view(*text);
  }
  if (std::holds_alternative<std::monostate>(value)) return false;
  if (node.kind == Kind::Exists) return true;
  if (const double* number = std::get_if<double>(&value)) {
    const double other = node.numbers.front();
    if (node.kind == Kind::Less) return *number < other;
    if (node.kind == Kind::AtMost) return *number <= other;
    return std::find(node.numbers.begin(), node.numbers.end(), *number) != node.numbers.end();
  }
  const auto text_holds = [&](std::string_view text, bool of_list) {
    const std::string& other = node.values.front();
    if (node.kind == Kind::Less) return order_of(text, other) < 0;
    if (node.kind == Kind::AtMost) return order_of(text, other) <= 0;
    if (node.kind == Kind::Contains && !of_list) return text.find(other) != std::string_view::npos;
    return std::find(node.values.begin(), node.values.end(), text) != node.values.end();
  };
  if (const Texts* texts = std::get_if<Texts>(&value)) {
    return std::any_of(texts->begin(), texts->end(),
                       [&](const std::string& one) { return text_holds(one, true); });
  }
  return text_holds(std::get<std::string_view>(value), false);
}

}  // namespace memfold
