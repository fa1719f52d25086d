// Names and values of one thing, one a line.
#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "tools/cli/table.h"

namespace memfold::tools {

class Fields {
 public:
  void add(std::string name, std::string value, Ink ink = Ink::Plain) {
    rows_.emplace_back(std::move(name), Cell{std::move(value), ink});
  }
  void add_if(std::string name, std::string value) {
    if (!value.empty()) add(std::move(name), std::move(value));
  }

  /// Name and value of each, in the order they were added.
  const std::vector<std::pair<std::string, Cell>>& rows() const { return rows_; }

  /// On a terminal: names aligned, long values wrapped under themselves. Elsewhere: name, tab,
  /// value.
  void print(std::ostream& out, const Screen& screen) const;

 private:
  std::vector<std::pair<std::string, Cell>> rows_;
};

}  // namespace memfold::tools
