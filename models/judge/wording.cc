#include "models/judge/wording.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "core/portable_math.h"
#include "core/text.h"
#include "memfold/error.h"
#include "models/analyst/learned.h"

namespace memfold::models {
namespace {

constexpr std::size_t kLongestGram = 4;  // characters
constexpr char kEnd = ' ';
constexpr std::string_view kSpaces = " \t\r\n";
// Of longer texts the beginning tells.
constexpr std::size_t kMostBytes = 4096;

/// Rows met so far: there are few enough for a bit each, and they come out in order.
class RowSet {
 public:
  void add(std::uint32_t row) { words_[row / kBits] |= std::uint64_t{1} << row % kBits; }
  std::vector<std::uint32_t> ascending() const {
    std::vector<std::uint32_t> rows;
    for (std::uint32_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t bits = words_[w]; bits != 0; bits &= bits - 1) {
        rows.push_back(w * kBits + std::uint32_t(std::countr_zero(bits)));
      }
    }
    return rows;
  }

 private:
  static constexpr std::uint32_t kBits = 64;
  std::array<std::uint64_t, kWordingRows / kBits> words_{};
};

/// Where the character at `at` ends.
std::size_t character_end(std::string_view text, std::size_t at) {
  ++at;
  while (at < text.size() && ((unsigned char)text[at] & 0xC0) == 0x80) ++at;
  return at;
}

/// Hashed by FNV-1a (Fowler, Noll, Vo), each gram going on from the one a character shorter.
void add_grams(std::string_view word, RowSet& rows) {
  std::string marked(1, kEnd);
  for (const char c : word) marked += ascii_lower(c);
  marked += kEnd;
  for (std::size_t begin = 0; begin < marked.size(); begin = character_end(marked, begin)) {
    std::uint32_t hash = 2166136261u;
    std::size_t at = begin;
    for (std::size_t size = 1; size <= kLongestGram && at < marked.size(); ++size) {
      for (const std::size_t end = character_end(marked, at); at < end; ++at) {
        hash = (hash ^ (unsigned char)marked[at]) * 16777619u;
      }
      rows.add(hash % kWordingRows);
    }
  }
}

}  // namespace

std::vector<std::uint32_t> wording_rows(std::string_view text) {
  text = text.substr(0, kMostBytes);
  RowSet rows;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(kSpaces, at);
    if (begin == std::string_view::npos) break;
    at = std::min(text.find_first_of(kSpaces, begin), text.size());
    add_grams(text.substr(begin, at - begin), rows);
  }
  return rows.ascending();
}

Wording::Wording(const Weights& weights)
    : rows_(weights.rows<std::array<float, kOutcomeCount>>("judge.wording.rows")),
      intercepts_(weights.row<std::array<double, kOutcomeCount>>("judge.wording.intercepts")) {
  if (rows_.size() != kWordingRows) {
    throw Error(ErrorCode::Mismatch, "weights: the judge's wording has another size");
  }
}

std::array<double, kOutcomeCount> Wording::log_likely(std::string_view text) const {
  std::array<double, kOutcomeCount> sums{};
  const std::vector<std::uint32_t> rows = wording_rows(text);
  for (const std::uint32_t row : rows) {
    for (std::size_t o = 0; o < kOutcomeCount; ++o) sums[o] += double(rows_[row][o]);
  }
  const double length = rows.empty() ? 1 : std::sqrt(double(rows.size()));
  for (std::size_t o = 0; o < kOutcomeCount; ++o) sums[o] = sums[o] / length + intercepts_[o];
  std::array<double, kOutcomeCount> likely = likely_by(sums);
  for (double& one : likely) one = portable_log(one + 1e-6);
  return likely;
}

}  // namespace memfold::models
