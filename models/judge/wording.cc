#include "models/judge/wording.h"

#include <algorithm>
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

/// FNV-1a (Fowler, Noll, Vo).
std::uint32_t hash_of(std::string_view gram) {
  std::uint32_t hash = 2166136261u;
  for (const char c : gram) hash = (hash ^ (unsigned char)c) * 16777619u;
  return hash;
}

/// Where each character of `word` begins, and its end.
std::vector<std::size_t> character_bounds(std::string_view word) {
  std::vector<std::size_t> bounds;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (((unsigned char)word[i] & 0xC0) != 0x80) bounds.push_back(i);
  }
  bounds.push_back(word.size());
  return bounds;
}

void add_grams(std::string_view word, std::vector<std::uint32_t>& rows) {
  std::string marked(1, kEnd);
  for (const char c : word) marked += ascii_lower(c);
  marked += kEnd;
  const std::vector<std::size_t> bounds = character_bounds(marked);
  for (std::size_t begin = 0; begin + 1 < bounds.size(); ++begin) {
    for (std::size_t size = 1; size <= kLongestGram && begin + size < bounds.size(); ++size) {
      const std::string_view gram =
          std::string_view(marked).substr(bounds[begin], bounds[begin + size] - bounds[begin]);
      rows.push_back(hash_of(gram) % kWordingRows);
    }
  }
}

}  // namespace

std::vector<std::uint32_t> wording_rows(std::string_view text) {
  text = text.substr(0, kMostBytes);
  std::vector<std::uint32_t> rows;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(kSpaces, at);
    if (begin == std::string_view::npos) break;
    at = std::min(text.find_first_of(kSpaces, begin), text.size());
    add_grams(text.substr(begin, at - begin), rows);
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
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
