#include "models/analyst/aligner.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "models/analyst/aligner_kernel.h"
#include "models/analyst/aligner_weights.h"
#include "models/analyst/pair_units.h"

namespace memfold::models {
namespace {

/// Far from everything it was fitted on, a feature says no more than this many spreads do.
constexpr double kFarthest = 4;
constexpr float kCrowd = 8;  ///< units whose sum weighs 1
/// A unit stands against another when at least this share of its attention is there.
constexpr float kStandsAgainst = 0.5F;

/// The row of a word, or null.
const SmallRow* row_of(const AlignerWeights& learned, std::string_view word) {
  const auto found = learned.words.find(word);
  return found ? &learned.word_rows[*found] : nullptr;
}

/// Sums of small rows, exact: a few dozen rows at most.
struct RowSum {
  std::array<std::int16_t, kUnitRow> sums{};
  bool empty = true;

  void add(const SmallRow& row) {
    aligner_kernel().add_small(row.data(), sums.data());
    empty = false;
  }
  void add_to(float* row, const RowScale& scale, float factor = 1) const {
    if (!empty) aligner_kernel().add_scaled(sums.data(), scale.data(), factor, row);
  }
};

/// `known` is the row of its word, or null.
void add_unit(const AlignerWeights& learned, const PairUnit& unit, const SmallRow* known,
              float* row) {
  RowSum word, pieces, grams, kind, flags;
  if (known != nullptr) word.add(*known);
  word.add_to(row, learned.word_scale);
  for (std::size_t i = 0; i < unit.gram_count; ++i) grams.add(learned.piece_rows[unit.grams[i]]);
  const float factor = 1 / std::sqrt(std::max(1.0F, float(unit.gram_count)));
  grams.add_to(row, learned.piece_scale, factor);
  if (unit.ending != 0) pieces.add(learned.piece_rows[unit.ending]);
  if (unit.sort != 0) pieces.add(learned.piece_rows[unit.sort]);
  pieces.add_to(row, learned.piece_scale);
  kind.add(learned.kind_rows[unit.kind]);
  kind.add_to(row, learned.kind_scale);
  for (std::size_t bit = 0; bit < kUnitFlags; ++bit) {
    if ((unit.flags >> bit & 1) != 0) flags.add(learned.flag_rows[bit]);
  }
  flags.add_to(row, learned.flag_scale);
}

/// e to the power of x <= 0, to seven digits; far below, 0.
float little_exp(float x) {
  constexpr float kLog2OfE = 1.44269504F, kLn2 = 0.693147181F, kLeast = -80;
  if (x < kLeast) return 0;
  const int whole = int(x * kLog2OfE - 0.5F);
  const float rest = x - float(whole) * kLn2;  // at most ln 2 / 2
  float sum = 1;
  for (const float part : {1.0F / 6, 1.0F / 5, 1.0F / 4, 1.0F / 3, 1.0F / 2, 1.0F}) {
    sum = 1 + sum * rest * part;
  }
  return sum * std::bit_cast<float>((whole + 127) << 23);
}

/// Scores become shares that sum to 1.
void make_shares(float* scores, std::size_t count) {
  const float most = *std::max_element(scores, scores + count);
  float all = 0;
  for (std::size_t i = 0; i < count; ++i) all += scores[i] = little_exp(scores[i] - most);
  for (std::size_t i = 0; i < count; ++i) scores[i] /= all;
}

void rectify(float* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) values[i] = std::max(values[i], 0.0F);
}

/// Weights by verdict, and how much more each is than the average verdict's.
template <std::size_t N>
class BeyondAverage {
 public:
  explicit BeyondAverage(std::span<const Floats<kVerdicts>> weights) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
      for (std::size_t v = 0; v < kVerdicts; ++v) {
        beyond_[v][i] = float(beyond_average(weights[i], v));
      }
    }
  }
  const std::array<float, N>& of(Verdict chosen) const { return beyond_[std::size_t(chosen)]; }

 private:
  std::array<std::array<float, N>, kVerdicts> beyond_{};
};

/// Columns of the next, filled up to a number the kernel takes.
constexpr std::size_t kTransposedWidth = (kFirstFeature + kFeatureCount + 63) / 64 * 64;

/// `gather` with rows and columns exchanged: what each of `last` says by what is gathered of it.
class TransposedGather {
 public:
  explicit TransposedGather(std::span<const Floats<kLastWidth>> gather)
      : rows_(kLastWidth * kTransposedWidth) {
    for (std::size_t i = 0; i < gather.size(); ++i) {
      for (std::size_t k = 0; k < kLastWidth; ++k) rows_[k * kTransposedWidth + i] = gather[i][k];
    }
  }
  const float* data() const { return rows_.data(); }

 private:
  std::vector<float> rows_;
};

template <std::size_t N>
using Rows = float[kMostUnits][N];
/// Rows of a side's units, with nothing before them and behind.
template <std::size_t N>
using Framed = float[kMostUnits + 2][N];

/// Whether a unit gives the row that another gave: all that add_unit() looks at. What a unit says
/// is looked up by its word, and compared by `same`, which is of the word.
bool gives_the_same(const PairUnit& a, const PairUnit& b) {
  return a.kind == b.kind && a.flags == b.flags && a.ending == b.ending && a.sort == b.sort &&
         a.gram_count == b.gram_count && a.grams == b.grams && a.same == b.same &&
         a.word.empty() == b.word.empty();
}

/// What is found out of one statement by itself.
struct Seen {
  std::vector<PairUnit> units;  ///< their words may be gone
  Framed<kUnitRow> rows;
  Rows<kUnitWidth> seen, attended;
  Rows<kUnitWidth> begun;  ///< of what is compared, the part that is its own
};

/// Of kCompared, all but the unit's own.
constexpr std::size_t kBeside = kCompared - kUnitWidth;

/// What a thread works with. The incoming statement is most often the one it just saw, beside
/// another memory in which it finds as much of itself.
struct Workspace {
  Seen sides[kSides];
  Rows<kUnitWidth> against;
  Rows<kBeside> values;  ///< of a unit beside what stands against it, all that is compared
};

Workspace& workspace() {
  thread_local const auto own = std::make_unique<Workspace>();
  return *own;
}

}  // namespace

/// What is worked out of a pair, as far as it is asked for later.
struct Alignment::Pass {
  const AlignerWeights& learned = aligner_weights();
  std::vector<PairUnit> units[kSides];
  std::size_t count[kSides];
  Framed<kUnitWidth> compared[kSides];
  Rows<kUnitWidth> composed[kSides];
  Rows<kMostUnits> shares[kSides];  ///< of a unit's attention, by unit of the other side
  bool same[kSides][kMostUnits], alike[kSides][kMostUnits];  ///< found on the other side
  float last[kFirstFeature + kFeatureCount];
  float gathered[kLastWidth];

  void see(std::size_t side);
  void attend();
  void compare(std::size_t side);
  void compose(std::size_t side);
  void gather(std::size_t side, const float (*said)[kUnitWidth], float* into) const;
  void weigh();
  void standardise(const PairFeatures& features);
  template <std::size_t N>
  std::array<double, N> conclude(std::span<const Floats<N>> by_gathered,
                                 std::span<const Floats<N>> by_feature,
                                 const Floats<N>& bias) const;
  void speak(std::size_t side, const float (*said)[kUnitWidth], const float* from,
             const float* slope, double* said_by) const;
  float crowd(std::size_t side) const { return 1 / std::sqrt(kCrowd * float(count[side])); }
};

/// Each unit, and each with its neighbours.
void Alignment::Pass::see(std::size_t side) {
  const AlignerKernel& kernel = aligner_kernel();
  const std::size_t n = count[side] = units[side].size();
  auto& [before, rows, seen, attended, begun] = workspace().sides[side];
  if (std::equal(before.begin(), before.end(), units[side].begin(), units[side].end(),
                 gives_the_same)) {
    return;
  }
  before = units[side];
  float(*row)[kUnitRow] = rows;
  std::fill_n(row[0], (n + 2) * kUnitRow, 0.0F);
  const SmallRow* known[kMostUnits];
  for (std::size_t i = 0; i < n; ++i) {  // rows lie far apart: all are fetched at once
    const PairUnit& unit = units[side][i];
    for (std::size_t g = 0; g < unit.gram_count; ++g)
      __builtin_prefetch(&learned.piece_rows[unit.grams[g]]);
    known[i] = unit.word.empty() ? nullptr : row_of(learned, unit.word);
    if (known[i] != nullptr) __builtin_prefetch(known[i]);
  }
  for (std::size_t i = 0; i < n; ++i) add_unit(learned, units[side][i], known[i], row[i + 1]);
  float* all_seen = seen[0];
  for (std::size_t i = 0; i < n; ++i) {
    std::copy(learned.around_bias.begin(), learned.around_bias.end(), seen[i]);
    std::copy(learned.compare_bias[side].begin(), learned.compare_bias[side].end(), begun[i]);
  }
  kernel.add_products({row[0], kUnitRow, n}, 3 * kUnitRow, learned.around[0].data(), kUnitWidth,
                      all_seen);
  rectify(all_seen, n * kUnitWidth);
  kernel.add_products({row[1], kUnitRow, n}, kUnitRow, learned.through[0].data(), kUnitWidth,
                      all_seen);
  std::fill_n(attended[0], n * kUnitWidth, 0.0F);
  kernel.add_products({all_seen, kUnitWidth, n}, kUnitWidth, learned.attend[0].data(), kUnitWidth,
                      attended[0]);
  rectify(attended[0], n * kUnitWidth);
  kernel.add_products({all_seen, kUnitWidth, n}, kUnitWidth, learned.compare[side][0].data(),
                      kUnitWidth, begun[0]);
}

/// How much each unit looks at each of the other side.
void Alignment::Pass::attend() {
  static_assert(kMostUnits <= kUnitWidth, "a unit has a column");
  const float scale = 1 / std::sqrt(float(kUnitWidth));
  const auto& sides = workspace().sides;
  float transposed[kUnitWidth][kUnitWidth] = {};  // a column for each unit
  for (std::size_t j = 0; j < count[1]; ++j) {
    for (std::size_t c = 0; c < kUnitWidth; ++c) transposed[c][j] = sides[1].attended[j][c];
  }
  for (std::size_t side = 0; side < kSides; ++side) {
    std::fill_n(same[side], count[side], false);
    std::fill_n(alike[side], count[side], false);
  }
  Rows<kUnitWidth> all_scores;
  std::fill_n(all_scores[0], count[0] * kUnitWidth, 0.0F);
  aligner_kernel().add_products({sides[0].attended[0], kUnitWidth, count[0]}, kUnitWidth,
                                transposed[0], kUnitWidth, all_scores[0]);
  for (std::size_t i = 0; i < count[0]; ++i) {
    const float* scores = all_scores[i];
    for (std::size_t j = 0; j < count[1]; ++j) {
      const PairUnit &a = units[0][i], &b = units[1][j];
      const bool equal = a.same != 0 && a.same == b.same;
      const bool of_a_kind = a.alike != 0 && a.alike == b.alike;
      const float score =
          scores[j] * scale + (equal ? learned.found[0] : 0) + (of_a_kind ? learned.found[1] : 0);
      shares[0][i][j] = shares[1][j][i] = score;
      same[0][i] |= equal, same[1][j] |= equal;
      alike[0][i] |= of_a_kind, alike[1][j] |= of_a_kind;
    }
  }
}

/// Each unit beside what stands against it.
void Alignment::Pass::compare(std::size_t side) {
  const AlignerKernel& kernel = aligner_kernel();
  const std::size_t other = 1 - side, n = count[side];
  auto& [sides, against, all_values] = workspace();
  const Seen& own = sides[side];
  std::fill_n(against[0], n * kUnitWidth, 0.0F);
  for (std::size_t i = 0; i < n && count[other] > 0; ++i)
    make_shares(shares[side][i], count[other]);
  kernel.add_products({shares[side][0], kMostUnits, n}, count[other], sides[other].seen[0],
                      kUnitWidth, against[0]);
  float(*out)[kUnitWidth] = compared[side] + 1;
  std::fill_n(compared[side][0], kUnitWidth, 0.0F);
  std::fill_n(out[n], kUnitWidth, 0.0F);
  for (std::size_t i = 0; i < n; ++i) {
    float* values = all_values[i];
    for (std::size_t c = 0; c < kUnitWidth; ++c) {
      const float mine = own.seen[i][c], opposite = against[i][c];
      values[c] = opposite;
      values[kUnitWidth + c] = std::abs(mine - opposite);
      values[2 * kUnitWidth + c] = mine * opposite;
    }
    values[kBeside - 2] = same[side][i];
    values[kBeside - 1] = alike[side][i];
    std::copy_n(own.begun[i], kUnitWidth, out[i]);
  }
  kernel.add_products({all_values[0], kBeside, n}, kBeside,
                      learned.compare[side][kUnitWidth].data(), kUnitWidth, out[0]);
  rectify(out[0], n * kUnitWidth);
}

/// What was found for each unit, with what was found for its neighbours.
void Alignment::Pass::compose(std::size_t side) {
  const std::size_t n = count[side];
  float(*out)[kUnitWidth] = composed[side];
  for (std::size_t i = 0; i < n; ++i) {
    std::copy(learned.compose_bias[side].begin(), learned.compose_bias[side].end(), out[i]);
  }
  aligner_kernel().add_products({compared[side][0], kUnitWidth, n}, 3 * kUnitWidth,
                                learned.compose[side][0].data(), kUnitWidth, out[0]);
  rectify(out[0], n * kUnitWidth);
}

/// The most any unit says, and what all say together.
void Alignment::Pass::gather(std::size_t side, const float (*said)[kUnitWidth], float* into) const {
  float *most = into, *sum = into + kUnitWidth;
  std::fill_n(into, kGathered, 0.0F);
  for (std::size_t i = 0; i < count[side]; ++i) {
    for (std::size_t c = 0; c < kUnitWidth; ++c) {
      most[c] = std::max(most[c], said[i][c]);
      sum[c] += said[i][c];
    }
  }
  for (std::size_t c = 0; c < kUnitWidth && count[side] > 0; ++c) sum[c] *= crowd(side);
}

void Alignment::Pass::standardise(const PairFeatures& features) {
  float* standard = last + kFirstFeature;
  std::fill(standard, standard + kFeatureCount, 0.0F);
  for (std::size_t i = 0; i < learned.features.size(); ++i) {
    const auto& [mean, scale] = learned.features[i];
    standard[i] = float(std::clamp((double(features[i]) - mean) * scale, -kFarthest, kFarthest));
  }
}

void Alignment::Pass::weigh() {
  std::copy(learned.gather_bias.begin(), learned.gather_bias.end(), gathered);
  aligner_kernel().add_products({last, 0, 1}, learned.gather.size(), learned.gather[0].data(),
                                kLastWidth, gathered);
  rectify(gathered, kLastWidth);
}

template <std::size_t N>
std::array<double, N> Alignment::Pass::conclude(std::span<const Floats<N>> by_gathered,
                                                std::span<const Floats<N>> by_feature,
                                                const Floats<N>& bias) const {
  std::array<double, N> sums;
  std::copy(bias.begin(), bias.end(), sums.begin());
  const auto add = [&](float value, const Floats<N>& weights) {
    for (std::size_t v = 0; v < N; ++v) sums[v] += double(value * weights[v]);
  };
  for (std::size_t i = 0; i < kLastWidth; ++i) add(gathered[i], by_gathered[i]);
  for (std::size_t i = 0; i < by_feature.size(); ++i) add(last[kFirstFeature + i], by_feature[i]);
  return sums;
}

Alignment::Alignment(const Evidence& evidence, const PairFeatures& features)
    : pass_(new Pass) {  // not filled with zeros: what is read was written
  pass_->units[0] = units_of(evidence.existing, evidence.incoming);
  pass_->units[1] = units_of(evidence.incoming, evidence.existing);
  for (std::size_t side = 0; side < kSides; ++side) pass_->see(side);
  pass_->attend();
  for (std::size_t side = 0; side < kSides; ++side) {
    pass_->compare(side);
    pass_->compose(side);
    pass_->gather(side, pass_->compared[side] + 1, pass_->last + side * kGathered);
    pass_->gather(side, pass_->composed[side], pass_->last + kFirstComposed + side * kGathered);
  }
  pass_->standardise(features);
  pass_->weigh();
  const AlignerWeights& learned = pass_->learned;
  log_odds_ = pass_->conclude(learned.verdict, learned.direct, learned.verdict_bias);
}

std::array<double, kOutcomeCount> Alignment::outcome_log_odds() const {
  const AlignerWeights& learned = pass_->learned;
  return pass_->conclude(learned.outcome, learned.outcome_direct, learned.outcome_bias);
}

Alignment::~Alignment() = default;

/// Adds what each unit of a side says, given what was gathered and what one more of it would. The
/// most of a column is said by whoever says as much; what was composed, by the unit in the middle.
void Alignment::Pass::speak(std::size_t side, const float (*said)[kUnitWidth], const float* from,
                            const float* slope, double* said_by) const {
  const float *most = slope, *sum = slope + kUnitWidth;
  const float share = count[side] > 0 ? crowd(side) : 0;
  for (std::size_t i = 0; i < count[side]; ++i) {
    float gains[kUnitWidth];
    for (std::size_t c = 0; c < kUnitWidth; ++c) {
      // Compared as bits: compilers vectorise that, and what was rectified has but one zero.
      const auto is_most = -std::uint32_t(std::bit_cast<std::uint32_t>(said[i][c]) ==
                                          std::bit_cast<std::uint32_t>(from[c]));
      gains[c] =
          sum[c] * share + std::bit_cast<float>(std::bit_cast<std::uint32_t>(most[c]) & is_most);
    }
    float part;
    aligner_kernel().products({said[i], 0, 1}, kUnitWidth, gains, &part);
    said_by[i] += double(part);
  }
}

std::vector<Part> Alignment::parts() const {
  std::vector<Part> parts;
  parts.reserve(pass_->count[0] + pass_->count[1]);
  for (std::size_t side = 0; side < kSides; ++side) {
    for (std::size_t i = 0; i < pass_->count[side]; ++i)
      parts.push_back({side == 1, pass_->units[side][i].span, pass_->same[side][i]});
  }
  return parts;
}

/// What a unit stands against is what it looks at most.
std::optional<TextSpan> Alignment::against(std::size_t part) const {
  const std::size_t side = part < pass_->count[0] ? 0 : 1;
  const std::size_t i = side == 0 ? part : part - pass_->count[0];
  const auto& opposite = pass_->units[1 - side];
  const std::span<const float> looks(pass_->shares[side][i], opposite.size());
  const auto best = std::max_element(looks.begin(), looks.end());
  if (best == looks.end() || *best < kStandsAgainst) return std::nullopt;
  return opposite[std::size_t(best - looks.begin())].span;
}

Shares Alignment::shares_for(Verdict chosen) const {
  const Pass& pass = *pass_;
  static const BeyondAverage<kLastWidth> kVerdictBeyond(pass.learned.verdict);
  static const BeyondAverage<kFeatureCount> kDirectBeyond(pass.learned.direct);
  // What one more of each of `last` would say, as long as the same rectifiers stay open.
  float open[kLastWidth];
  for (std::size_t k = 0; k < kLastWidth; ++k) {
    open[k] = pass.gathered[k] > 0 ? kVerdictBeyond.of(chosen)[k] : 0;
  }
  float slope[kTransposedWidth] = {};
  static const TransposedGather kTransposed(pass.learned.gather);
  aligner_kernel().add_products({open, 0, 1}, kLastWidth, kTransposed.data(), kTransposedWidth,
                                slope);
  Shares shares;
  for (std::size_t i = kFirstFeature; i < pass.learned.gather.size(); ++i) {
    const std::size_t feature = i - kFirstFeature;
    const float says = slope[i] + kDirectBeyond.of(chosen)[feature];
    shares.features[feature] = double(says * pass.last[i]);
  }
  shares.parts.resize(pass.count[0] + pass.count[1]);
  for (std::size_t side = 0; side < kSides; ++side) {
    double* of_side = shares.parts.data() + (side == 0 ? 0 : pass.count[0]);
    const std::size_t first = side * kGathered, second = kFirstComposed + first;
    pass.speak(side, pass.compared[side] + 1, pass.last + first, slope + first, of_side);
    pass.speak(side, pass.composed[side], pass.last + second, slope + second, of_side);
  }
  return shares;
}

std::vector<std::string_view> Alignment::feature_names() {
  return aligner_weights().feature_names.all();
}

}  // namespace memfold::models
