#include "engine/fold/nearest.h"

#include <algorithm>

#include "index/codebook.h"

namespace memfold {
namespace {

/// Hits fetched beyond k, so that a few removals within the batch need no second search.
constexpr std::size_t kSlack = 8;

/// Rows at or below this product are no neighbours: their similarity is 0.
constexpr std::int32_t kMinimumDot = 1;

bool better(const index::Hit& a, const index::Hit& b) {
  return a.dot != b.dot ? a.dot > b.dot : a.ordinal < b.ordinal;
}

}  // namespace

BatchSearch::BatchSearch(Lane& lane, std::span<const std::int16_t> rows, std::size_t n,
                         std::size_t k, std::size_t probes)
    : lane_(lane),
      rows_(rows),
      n_(n),
      k_(k),
      fetched_(k + kSlack),
      dimension_(std::size_t(lane.vectors().dimension())),
      base_size_(static_cast<Ordinal>(lane.vectors().size())) {
  if (probes > 0) {
    probes_ = lane.vectors().codebook()->nearest(rows, n, probes, lane.vectors().spread());
  }
  search(0, n, fetched_, base_hits_);
  gram_.resize(n * n);
  index::inner_products(rows, n, rows, n, int(dimension_), gram_);
}

std::span<const std::int16_t> BatchSearch::row(std::size_t i) const {
  return rows_.subspan(i * dimension_, dimension_);
}

void BatchSearch::search(std::size_t first, std::size_t n, std::size_t k,
                         std::vector<std::vector<index::Hit>>& hits) const {
  const auto queries = rows_.subspan(first * dimension_, n * dimension_);
  if (probes_.empty()) return lane_.vectors().search(queries, n, k, kMinimumDot, hits);
  const std::size_t width = probes_.size() / n_;
  const auto probes = std::span(probes_).subspan(first * width, n * width);
  lane_.vectors().search_near(queries, n, probes, k, kMinimumDot, hits);
}

std::optional<index::Cell> BatchSearch::cell(std::size_t i) const {
  if (probes_.empty()) return std::nullopt;
  return probes_[i * (probes_.size() / n_)];
}

bool BatchSearch::sees(std::size_t i, Ordinal ordinal) const {
  if (probes_.empty()) return true;
  const std::size_t width = probes_.size() / n_;
  const auto looked_in = std::span(probes_).subspan(i * width, width);
  const index::Cell cell = lane_.vectors().cell(ordinal);
  return std::find(looked_in.begin(), looked_in.end(), cell) != looked_in.end();
}

void BatchSearch::added(std::size_t i, Ordinal ordinal) {
  added_.emplace_back(i, ordinal);
}

void BatchSearch::replaced(Ordinal ordinal, std::span<const std::int16_t> row) {
  std::erase_if(replacements_, [&](const Replacement& r) { return r.ordinal == ordinal; });
  Replacement replacement{ordinal, std::vector<std::int32_t>(n_)};
  index::inner_products(row, 1, rows_, n_, int(dimension_), replacement.dots);
  replacements_.push_back(std::move(replacement));
}

std::vector<index::Hit> BatchSearch::nearest(std::size_t i) const {
  const auto was_replaced = [&](Ordinal ordinal) {
    return std::any_of(replacements_.begin(), replacements_.end(),
                       [&](const Replacement& r) { return r.ordinal == ordinal; });
  };
  const index::VectorIndex& vectors = lane_.vectors();
  std::vector<index::Hit> hits;
  hits.reserve(base_hits_[i].size() + added_.size() + replacements_.size());
  for (const index::Hit& hit : base_hits_[i]) {
    if (vectors.is_live(hit.ordinal) && !was_replaced(hit.ordinal)) hits.push_back(hit);
  }
  // A list cut off at fetched_ that lost so many entries could miss one that was below the cut.
  const bool complete = base_hits_[i].size() < fetched_;
  if (!complete && hits.size() < k_) {
    std::vector<std::vector<index::Hit>> again;
    search(i, 1, k_, again);
    return again.front();
  }
  // Below the k-th of them nothing else is among the k best.
  const std::int32_t bar = hits.size() < k_ ? kMinimumDot : hits[k_ - 1].dot;
  const auto is_near = [&](Ordinal ordinal, std::int32_t dot) {
    return dot >= bar && vectors.is_live(ordinal) && sees(i, ordinal);
  };
  for (const auto& [j, ordinal] : added_) {
    const std::int32_t dot = gram_[i * n_ + j];
    if (is_near(ordinal, dot) && !was_replaced(ordinal)) hits.push_back({ordinal, dot});
  }
  for (const Replacement& r : replacements_) {
    if (is_near(r.ordinal, r.dots[i])) hits.push_back({r.ordinal, r.dots[i]});
  }
  const std::size_t kept = std::min(k_, hits.size());
  std::partial_sort(hits.begin(), hits.begin() + std::ptrdiff_t(kept), hits.end(), better);
  hits.resize(kept);
  return hits;
}

std::vector<std::int32_t> BatchSearch::dots(std::size_t i,
                                            std::span<const Ordinal> ordinals) const {
  std::vector<std::int32_t> result(ordinals.size());
  for (std::size_t j = 0; j < ordinals.size(); ++j) {
    index::inner_products(row(i), 1, lane_.vectors().row(ordinals[j]), 1, int(dimension_),
                          std::span(result).subspan(j, 1));
  }
  return result;
}

}  // namespace memfold
