// Reads pairs of texts from standard input, one pair a line, tab between; writes the built-in
// embedder's cosine of each pair. The C++ half of tools/fit_calibration.py.
#include <array>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/models.h"

int main() {
  const auto embedder = memfold::builtin_embedder();
  const auto dimension = static_cast<std::size_t>(embedder->dimension());
  std::vector<std::int16_t> rows(2 * dimension);
  std::string line;
  for (long number = 1; std::getline(std::cin, line); ++number) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) {
      std::fprintf(stderr, "pair_cosines: line %ld has no tab\n", number);
      return 1;
    }
    const std::string_view text = line;
    const std::array texts{text.substr(0, tab), text.substr(tab + 1)};
    embedder->embed(texts, rows);
    const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(dimension);
    const std::int32_t dot = std::inner_product(rows.begin(), middle, middle, std::int32_t{0});
    std::printf("%.6f\n", dot / memfold::kDotScale);
  }
  return 0;
}
