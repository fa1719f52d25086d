// What `--json FILE` of a bench writes, and bench/compare reads: one flat object, name -> number.
#pragma once

#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>

namespace memfold::bench {

class Figures {
 public:
  /// Names of letters, digits and _ alone: nothing is escaped.
  void add(const std::string& name, double value) {
    char digits[32];
    std::snprintf(digits, sizeof(digits), "%.9g", value);
    members_ += (members_.empty() ? "\"" : ",\n\"") + name + "\": " + digits;
  }

  /// Nothing where there is no path.
  void write(const std::string& path) const {
    if (path.empty()) return;
    std::ofstream out(path);
    out << "{\n" << members_ << "\n}\n";
    out.close();
    if (!out) throw std::runtime_error("cannot write " + path);
  }

 private:
  std::string members_;
};

}  // namespace memfold::bench
