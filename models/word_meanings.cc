#include "models/word_meanings.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/hash.h"
#include "models/embedder_sketch.h"
#include "models/embedder_text.h"
#include "models/meaning_kernel.h"

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
  const std::int32_t dot = meaning_kernel().dot(a.data(), b.data());  // at most kUnit squared or so
  return double(dot) / (double(WordMeanings::kUnit) * WordMeanings::kUnit);
}

double dot(const Vector& a, const Vector& b) {
  return meaning_kernel().product(a.data(), b.data());
}

void add(const WordMeanings::Word& word, double share, Vector& to) {
  const double scale = share * word.length / WordMeanings::kUnit;
  meaning_kernel().add(word.direction.data(), scale, to.data());
}

/// One statement, seen from the other.
struct Side {
  Vector whole{}, left{};  ///< all its meaning, and what the other does not cover
  double length = 0, covered = 0, gone = 0;
  double least_covered = 1, most_gone = 0;

  Side(WordMeanings::Words words, std::span<const double> nearest) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const WordMeanings::Word& word = *words[i];
      const double gap = word.length * (1 - nearest[i]);
      length += word.length;
      covered += word.length * nearest[i];
      gone += gap;
      least_covered = std::min(least_covered, nearest[i]);
      most_gone = std::max(most_gone, gap);
      add(word, 1, whole);
      add(word, 1 - std::clamp(nearest[i], 0.0, 1.0), left);
    }
  }
};

/// Of one word; nothing where its pieces have no meaning.
std::shared_ptr<const WordMeanings::Word> meaning_of(std::span<const Character> word,
                                                     PieceCutter& cutter,
                                                     std::vector<std::uint32_t>& pieces) {
  const LearnedPieces& learned = learned_pieces();
  cutter.cut(word, pieces);
  PieceRows::Sums sums;
  learned.rows.sum(pieces, sums);
  WordMeanings::Word meaning{{}, std::sqrt(square_of(sums))};
  if (!scale_sums(sums, WordMeanings::kUnit, meaning.direction)) return nullptr;
  return std::make_shared<const WordMeanings::Word>(meaning);
}

/// People use few words often. Those met last in this thread are kept: a megabyte at most.
class RecentMeanings {
 public:
  using Meaning = std::shared_ptr<const WordMeanings::Word>;

  template <typename Make>
  Meaning of(std::span<const Character> word, const Make& make) {
    if (word.size() > kLongestKept) return make();
    codes_.clear();
    for (const Character& one : word) codes_.push_back(one.code);
    const std::string_view bytes(reinterpret_cast<const char*>(codes_.data()),
                                 codes_.size() * sizeof(char32_t));
    Kept& kept = kept_[hash64(bytes) % kMostKept];
    if (kept.codes != codes_) kept = {codes_, make()};
    return kept.meaning;
  }

 private:
  static constexpr std::size_t kMostKept = 1024, kLongestKept = 32;  // characters of a word
  struct Kept {
    std::u32string codes;
    Meaning meaning;
  };

  std::u32string codes_;
  std::array<Kept, kMostKept> kept_;
};

}  // namespace

WordMeanings::WordMeanings(std::string_view text) {
  thread_local RecentMeanings recent;
  std::vector<Character> characters;
  read_characters(text, characters);
  PieceCutter cutter(learned_pieces().tree);
  std::vector<std::uint32_t> pieces;
  const auto is_separator = [](const Character& one) {
    return one.kind == CharacterKind::Separator;
  };
  for (auto at = characters.begin(); at != characters.end() && words_.size() < kMost;) {
    const auto begin = std::find_if_not(at, characters.end(), is_separator);
    at = std::find_if(begin, characters.end(), is_separator);
    if (begin == at) break;
    const std::span<const Character> word(begin, at);
    auto meaning = recent.of(word, [&] { return meaning_of(word, cutter, pieces); });
    if (meaning != nullptr) words_.push_back(std::move(meaning));
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
      const double alike = cosine(a[i]->direction, b[j]->direction);
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
