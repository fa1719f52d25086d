#include "models/word_meanings.h"

#include <algorithm>
#include <cmath>

#include "models/embedder_sketch.h"
#include "models/embedder_text.h"

namespace memfold::models {
namespace {

constexpr std::size_t kDimension = PieceRows::kDimension;
using Vector = std::array<double, kDimension>;

constexpr std::array<std::string_view, kMeaningCount> kNames = {
    "meanings alike",
    "existing meaning covered",
    "incoming meaning covered",
    "existing word least covered",
    "incoming word least covered",
    "existing meaning gone, most in a word",
    "incoming meaning new, most in a word",
    "existing meaning gone",
    "incoming meaning new",
    "existing meaning left, share",
    "incoming meaning left, share",
    "left meanings alike",
    "incoming meaning along the existing",
    "meanings apart"};

double cosine(const WordMeanings::Direction& a, const WordMeanings::Direction& b) {
  std::int32_t dot = 0;  // at most kUnit squared, but for rounding
  for (std::size_t i = 0; i < kDimension; ++i) dot += std::int32_t(a[i]) * b[i];
  return double(dot) / (double(WordMeanings::kUnit) * WordMeanings::kUnit);
}

/// Four running sums in a fixed order, as square_of has them.
double dot(const Vector& a, const Vector& b) {
  std::array<double, 4> sums{};
  for (std::size_t i = 0; i < kDimension; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void add(const WordMeanings::Word& word, double share, Vector& to) {
  const double scale = share * word.length / WordMeanings::kUnit;
  for (std::size_t i = 0; i < kDimension; ++i) to[i] += scale * word.direction[i];
}

/// One statement, seen from the other.
struct Side {
  Vector whole{}, left{};  ///< all its meaning, and what the other does not cover
  double length = 0, covered = 0, gone = 0;
  double least_covered = 1, most_gone = 0;

  Side(std::span<const WordMeanings::Word> words, std::span<const double> nearest) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const double gap = words[i].length * (1 - nearest[i]);
      length += words[i].length;
      covered += words[i].length * nearest[i];
      gone += gap;
      least_covered = std::min(least_covered, nearest[i]);
      most_gone = std::max(most_gone, gap);
      add(words[i], 1, whole);
      add(words[i], 1 - std::clamp(nearest[i], 0.0, 1.0), left);
    }
  }
};

}  // namespace

WordMeanings::WordMeanings(std::string_view text) {
  const LearnedPieces& learned = learned_pieces();
  std::vector<Character> characters;
  read_characters(text, characters);
  PieceCutter cutter(learned.tree);
  std::vector<std::uint32_t> pieces;
  const auto is_separator = [](const Character& one) {
    return one.kind == CharacterKind::Separator;
  };
  for (auto at = characters.begin(); at != characters.end() && words_.size() < kMost;) {
    const auto begin = std::find_if_not(at, characters.end(), is_separator);
    at = std::find_if(begin, characters.end(), is_separator);
    cutter.cut({begin, at}, pieces);
    PieceRows::Sums sums;
    learned.rows.sum(pieces, sums);
    Word word{{}, std::sqrt(square_of(sums))};
    if (scale_sums(sums, kUnit, word.direction)) words_.push_back(word);
  }
}

std::array<float, kMeaningCount> meaning_numbers(const WordMeanings& existing,
                                                 const WordMeanings& incoming) {
  const auto a = existing.words(), b = incoming.words();
  if (a.empty() || b.empty()) return {};
  std::array<double, WordMeanings::kMost> nearest_a, nearest_b;
  nearest_a.fill(-1);
  nearest_b.fill(-1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      const double alike = cosine(a[i].direction, b[j].direction);
      nearest_a[i] = std::max(nearest_a[i], alike);
      nearest_b[j] = std::max(nearest_b[j], alike);
    }
  }
  const Side one(a, std::span(nearest_a).first(a.size()));
  const Side two(b, std::span(nearest_b).first(b.size()));
  const auto length = [](const Vector& v) { return std::sqrt(dot(v, v)) + 1e-6; };
  const double whole_one = length(one.whole), whole_two = length(two.whole);
  const double left_one = length(one.left), left_two = length(two.left);
  const double along = dot(one.whole, two.whole);
  Vector apart;
  for (std::size_t i = 0; i < kDimension; ++i) apart[i] = one.whole[i] - two.whole[i];
  const double unit = one.length + two.length;  // amounts are told beside how much there is
  return {float(along / (whole_one * whole_two)),
          float(one.covered / one.length),
          float(two.covered / two.length),
          float(one.least_covered),
          float(two.least_covered),
          float(one.most_gone / unit),
          float(two.most_gone / unit),
          float(one.gone / unit),
          float(two.gone / unit),
          float(left_one / whole_one),
          float(left_two / whole_two),
          float(dot(one.left, two.left) / (left_one * left_two)),
          float(along / (whole_one * whole_one)),
          float(length(apart) / (whole_one + whole_two))};
}

std::span<const std::string_view, kMeaningCount> meaning_names() {
  return kNames;
}

}  // namespace memfold::models
