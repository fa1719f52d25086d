#include "engine/fold/candidates.h"

#include <algorithm>

namespace memfold {
namespace {

void sort_unique(std::vector<Ordinal>& ordinals) {
  std::sort(ordinals.begin(), ordinals.end());
  ordinals.erase(std::unique(ordinals.begin(), ordinals.end()), ordinals.end());
}

/// Rows looked at for the newest memories: behind them may lie many that are gone.
constexpr std::size_t kNewestWithin = 64;

/// Where little is found, what was told last is what a follow-up may be about: "moved to Friday".
template <typename Known>
void add_newest(const Lane& lane, const Known& known, std::size_t wanted,
                std::vector<Ordinal>& neighbours) {
  const std::size_t rows = lane.vectors().size();
  const std::size_t first = rows - std::min(rows, kNewestWithin);
  for (std::size_t row = rows; row-- > first;) {
    if (neighbours.size() >= wanted) return;
    const auto ordinal = static_cast<Ordinal>(row);
    const bool there = std::find(neighbours.begin(), neighbours.end(), ordinal) != neighbours.end();
    if (lane.vectors().is_live(ordinal) && !known(ordinal) && !there) neighbours.push_back(ordinal);
  }
}

std::vector<CandidateDot> gather(const Lane& lane, const BatchSearch& search, std::size_t index,
                                 const ExactKeys& keys, bool fact_has_vector, bool judged,
                                 const DecideOptions& options) {
  std::vector<CandidateDot> dots;
  for (const index::Hit& hit : search.nearest(index)) dots.push_back({hit.ordinal, hit.dot, true});
  const auto known = [&](Ordinal ordinal) {
    return std::any_of(dots.begin(), dots.end(),
                       [&](const CandidateDot& dot) { return dot.ordinal == ordinal; });
  };
  std::vector<Ordinal> neighbours = key_neighbours(lane, keys, options);
  std::erase_if(neighbours, known);
  if (judged) {
    const auto newest = std::size_t(options.newest);
    add_newest(lane, known, newest - std::min(newest, dots.size()), neighbours);
  }
  const std::vector<std::int32_t> products = search.dots(index, neighbours);
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    dots.push_back({neighbours[i], products[i], fact_has_vector && lane.has_vector(neighbours[i])});
  }
  return dots;
}

}  // namespace

std::vector<Ordinal> key_neighbours(const Lane& lane, const ExactKeys& keys,
                                    const DecideOptions& options) {
  struct Posting {
    std::span<const Ordinal> ordinals;
    std::uint64_t key;
  };
  std::vector<Posting> postings;
  for (const std::uint64_t key : posting_keys(keys)) {
    const std::span<const Ordinal> ordinals = lane.postings().find(key);
    if (!ordinals.empty()) postings.push_back({ordinals, key});
  }
  std::sort(postings.begin(), postings.end(), [](const Posting& a, const Posting& b) {
    return a.ordinals.size() != b.ordinals.size() ? a.ordinals.size() < b.ordinals.size()
                                                  : a.key < b.key;
  });
  std::vector<Ordinal> found;
  for (const Posting& posting : postings) {
    const std::size_t take = std::min(posting.ordinals.size(), std::size_t(options.newest_per_key));
    const auto newest = posting.ordinals.last(take);
    found.insert(found.end(), newest.rbegin(), newest.rend());
    if (found.size() >= std::size_t(options.key_neighbours)) break;
  }
  if (found.size() > std::size_t(options.key_neighbours)) {
    found.resize(std::size_t(options.key_neighbours));
  }
  sort_unique(found);
  return found;
}

Ordinal newest_from(const Lane& lane, std::size_t count) {
  auto from = static_cast<Ordinal>(lane.vectors().size());
  for (; from > 0 && count > 0; --from) count -= lane.vectors().is_live(from - 1);
  return from;
}

std::vector<RankedCandidate> rank_candidates(const Lane& lane, const BatchSearch& search,
                                             std::size_t index, const PreparedFact& fact,
                                             bool fact_has_vector, bool judged,
                                             const Calibration& calibration,
                                             const DecideOptions& options) {
  const std::vector<CandidateDot> dots =
      gather(lane, search, index, fact.keys, fact_has_vector, judged, options);
  if (dots.empty()) return {};
  const SubjectShape shape = shape_of(fact.keys.subject);
  const FactFeatures features{
      .thread = fact.keys.thread,
      .people = fact.keys.people,
      .entities = fact.keys.entities,
      .subject = shape,
      .subject_key = fact.keys.subject.empty() ? 0 : subject_key(fact.keys.subject)};
  const std::vector<Score> scores = score_candidates(
      features, lane.features(), dots, calibration,
      [&](std::uint64_t key) { return lane.postings().frequency(key); }, options);
  std::vector<RankedCandidate> ranked;
  ranked.reserve(dots.size());
  for (std::size_t i = 0; i < dots.size(); ++i) ranked.push_back({dots[i].ordinal, scores[i]});
  std::sort(ranked.begin(), ranked.end(), [](const RankedCandidate& a, const RankedCandidate& b) {
    return a.score.total != b.score.total ? a.score.total > b.score.total : a.ordinal < b.ordinal;
  });
  return ranked;
}

}  // namespace memfold
