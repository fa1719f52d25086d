// Aligned columns for a person, tab-separated lines for a pipe.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tools/cli/screen.h"

namespace memfold::tools {

enum class Align { Left, Right };

struct Column {
  std::string title;
  Align align = Align::Left;
  bool flexible = false;  ///< gives way when the row is wider than the screen
};

struct Cell {
  std::string text;
  Ink ink = Ink::Plain;
};

/// Cells may be any text; they are made printable() when printed.
class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One cell a column.
  void add(std::vector<Cell> row);
  bool empty() const { return rows_.empty(); }

  /// On a terminal: titles and aligned columns, flexible ones cut to the screen's width. Elsewhere:
  /// a line of titles in lower case and one line a row, separated by tabs, nothing cut.
  void print(std::ostream& out, const Screen& screen) const;

 private:
  std::vector<std::size_t> fitted_widths(std::size_t screen_width) const;
  void print_aligned(std::ostream& out, const Screen& screen) const;
  void print_tabbed(std::ostream& out, const Screen& screen) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace memfold::tools
