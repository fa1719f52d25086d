#include "tools/cli/table.h"

#include <algorithm>

#include "core/text.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kLeastFlexible = 12;

void print_cell(std::ostream& out, const Screen& screen, const Cell& cell, const Column& column,
                std::size_t width, bool last) {
  const std::string text = fit(cell.text, width);
  const std::string padding(width - display_width(text), ' ');
  if (column.align == Align::Right) out << padding;
  out << paint(screen, cell.ink, text);
  if (column.align == Align::Left && !last) out << padding;
}

}  // namespace

void Table::add(std::vector<Cell> row) {
  row.resize(columns_.size());
  for (Cell& cell : row) cell.text = printable(cell.text);
  rows_.push_back(std::move(row));
}

void Table::print(std::ostream& out, const Screen& screen) const {
  screen.terminal ? print_aligned(out, screen) : print_tabbed(out, screen);
}

std::vector<std::size_t> Table::fitted_widths(std::size_t screen_width) const {
  std::vector<std::size_t> widths;
  std::size_t total = 0, flexible = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t width = display_width(columns_[i].title);
    for (const auto& row : rows_) width = std::max(width, display_width(row[i].text));
    widths.push_back(width);
    total += width + (i > 0 ? kGap : 0);
    flexible += columns_[i].flexible ? 1 : 0;
  }
  // The widest flexible column gives way one column at a time, so that even ones stay even.
  while (flexible > 0 && total > screen_width) {
    std::size_t widest = columns_.size();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!columns_[i].flexible || widths[i] <= kLeastFlexible) continue;
      if (widest == columns_.size() || widths[i] > widths[widest]) widest = i;
    }
    if (widest == columns_.size()) break;
    --widths[widest];
    --total;
  }
  return widths;
}

void Table::print_aligned(std::ostream& out, const Screen& screen) const {
  const std::vector<std::size_t> widths = fitted_widths(screen.width);
  const auto print_row = [&](auto cell_of) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (i > 0) out << std::string(kGap, ' ');
      print_cell(out, screen, cell_of(i), columns_[i], widths[i], i + 1 == columns_.size());
    }
    out << '\n';
  };
  print_row([&](std::size_t i) { return Cell{columns_[i].title, Ink::Bold}; });
  for (const auto& row : rows_) {
    print_row([&](std::size_t i) { return row[i]; });
  }
}

void Table::print_tabbed(std::ostream& out, const Screen& screen) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    out << (i > 0 ? "\t" : "") << fold_case(columns_[i].title);
  }
  out << '\n';
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      out << (i > 0 ? "\t" : "") << paint(screen, row[i].ink, row[i].text);
    }
    out << '\n';
  }
}

}  // namespace memfold::tools
