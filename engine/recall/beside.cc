#include "engine/recall/beside.h"

#include <algorithm>
#include <iterator>

namespace memfold {
namespace {

/// Of the best, those whose neighbours are looked at: what matches less lends next to nothing.
constexpr std::size_t kLooked = 24;
constexpr double kShare[] = {1, 0.5};  ///< by distance

}  // namespace

const std::string& Beside::session_of(Ordinal ordinal) {
  const auto [entry, added] = sessions_.try_emplace(ordinal);
  if (added) {
    if (std::optional<Memory> memory = read_(ordinal))
      entry->second = std::move(memory->session_id);
  }
  return entry->second;
}

std::optional<Ordinal> Beside::next_live(Ordinal ordinal, bool later) const {
  const index::VectorIndex& vectors = lane_.vectors();
  while (later ? ordinal + 1 < vectors.size() : ordinal > 0) {
    ordinal = later ? ordinal + 1 : ordinal - 1;
    if (vectors.is_live(ordinal)) return ordinal;
  }
  return std::nullopt;
}

std::unordered_map<Ordinal, double> Beside::of(std::span<const Ranked> ranked) {
  std::unordered_map<Ordinal, double> near;
  for (const Ranked& one : ranked.first(std::min(ranked.size(), kLooked))) {
    const std::string session = session_of(one.ordinal);
    if (session.empty()) continue;
    for (const bool later : {false, true}) {
      std::optional<Ordinal> beside = one.ordinal;
      for (const double share : kShare) {
        beside = next_live(*beside, later);
        if (!beside) break;
        if (session_of(*beside) != session) continue;
        double& best = near[*beside];
        best = std::max(best, one.score * share);
      }
    }
  }
  return near;
}

}  // namespace memfold
