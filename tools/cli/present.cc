#include "tools/cli/present.h"

#include <algorithm>

#include "tools/cli/figures.h"
#include "tools/cli/table.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

constexpr std::size_t kBarColumns = 20;

struct Piece {
  std::string text;
  bool marked;
};

/// Cuts `content` at the ends of `spans`, which may overlap or lie outside of it.
std::vector<Piece> cut(const std::string& content, const std::vector<TextSpan>& spans) {
  const auto is_marked = [&](std::size_t at) {
    return std::any_of(spans.begin(), spans.end(),
                       [&](const TextSpan& span) { return at >= span.begin && at < span.end; });
  };
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < content.size(); ++i) {
    const bool marked = is_marked(i);
    if (pieces.empty() || pieces.back().marked != marked) pieces.push_back({"", marked});
    pieces.back().text += content[i];
  }
  return pieces;
}

/// printable() trims; between pieces of one line the spaces at the ends belong to the text.
std::string printable_piece(const std::string& text) {
  const bool before = !text.empty() && text.front() == ' ';
  const bool after = text.size() > 1 && text.back() == ' ';
  return (before ? " " : "") + printable(text) + (after ? " " : "");
}

}  // namespace

Ink ink_of(DecisionKind kind) {
  constexpr std::array<Ink, 4> kInks = {Ink::Green, Ink::Yellow, Ink::Dim, Ink::Red};
  return kInks[std::size_t(kind)];
}

std::string action_text(const Decision& decision) {
  if (decision.status == Status::Error) return "REJECTED";
  return std::string(name(decision.kind)) + " (" + std::string(name(decision.operation)) + ")";
}

std::string change_text(const PropertyChange& change) {
  const std::string from = change.old_value.empty() ? "nothing" : change.old_value;
  const std::string to = change.new_value.empty() ? "nothing" : change.new_value;
  return change.property + ": " + from + " -> " + to + " (" + std::string(name(change.change)) +
         ")";
}

void print_factors(std::ostream& out, const Screen& screen, const Score& score) {
  for (std::size_t i = 0; i < kFactorCount; ++i) {
    const std::string label(kFactorNames[i]);
    out << "  " << label << std::string(10 - label.size(), ' ');
    if (!score.present[i]) {
      out << paint(screen, Ink::Dim, "left out: one side lacks it") << '\n';
      continue;
    }
    out << paint(screen, Ink::Cyan, bar(score.factors[i], kBarColumns)) << "  "
        << fixed_text(score.factors[i], 3) << "  x weight " << fixed_text(score.weights[i], 3)
        << '\n';
  }
}

void print_marked(std::ostream& out, const Screen& screen, const std::string& label,
                  const std::string& content, const std::vector<TextSpan>& spans) {
  out << label;
  std::string carets(display_width(label), ' ');
  bool any = false;
  for (const Piece& piece : cut(content, spans)) {
    const std::string text = printable_piece(piece.text);
    out << paint(screen, piece.marked ? Ink::Underline : Ink::Plain, text);
    carets += std::string(display_width(text), piece.marked ? '^' : ' ');
    any = any || piece.marked;
  }
  out << '\n';
  if (any && !screen.color) out << carets.substr(0, carets.find_last_of('^') + 1) << '\n';
}

void print_changes(std::ostream& out, const Screen& screen, const std::string& existing,
                   const std::string& incoming, const std::vector<PropertyChange>& changes) {
  std::vector<TextSpan> old_spans, new_spans;
  for (const PropertyChange& change : changes) {
    old_spans.push_back(change.old_span);
    new_spans.push_back(change.new_span);
  }
  print_marked(out, screen, "  existing  ", existing, old_spans);
  print_marked(out, screen, "  incoming  ", incoming, new_spans);
  for (const PropertyChange& change : changes) {
    out << "  - " << printable(change_text(change)) << '\n';
  }
}

std::string paragraph(const Screen& screen, const std::string& text, std::size_t indent) {
  const std::string line = printable(text);
  return screen.terminal ? wrap(line, screen.width - indent, indent) : line;
}

void print_heading(std::ostream& out, const Screen& screen, const std::string& text) {
  out << paint(screen, Ink::Bold, text) << '\n';
}

std::string period_text(const std::optional<Time>& from, const std::optional<Time>& until) {
  if (!from && !until) return {};
  if (!until) return "from " + to_string(*from);
  if (!from) return "until " + to_string(*until);
  return to_string(*from) + " to " + to_string(*until);
}

std::string join_texts(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
  return text;
}

}  // namespace memfold::tools
