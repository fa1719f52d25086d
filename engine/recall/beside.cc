#include "engine/recall/beside.h"

#include <algorithm>

namespace memfold {
namespace {

/// Of the best, those whose neighbours are looked at: what matches less lends next to nothing.
constexpr std::size_t kLooked = 24;
constexpr double kShare[] = {1, 0.5};  ///< by distance

}  // namespace

std::string Beside::session_of(Ordinal ordinal) const {
  if (ordinal >= lane_.vectors().size() || !lane_.vectors().is_live(ordinal)) return {};
  const std::optional<Memory> memory = read_(ordinal);
  return memory ? memory->session_id : std::string();
}

std::unordered_map<Ordinal, double> Beside::of(std::span<const Ranked> ranked) const {
  std::unordered_map<Ordinal, double> near;
  for (const Ranked& one : ranked.first(std::min(ranked.size(), kLooked))) {
    const std::string session = session_of(one.ordinal);
    if (session.empty()) continue;
    for (Ordinal distance = 1; distance <= std::size(kShare); ++distance) {
      const double lent = one.score * kShare[distance - 1];
      // Before the first the ordinal wraps round and is none.
      for (const Ordinal ordinal : {one.ordinal - distance, one.ordinal + distance}) {
        if (session_of(ordinal) != session) continue;
        double& best = near[ordinal];
        best = std::max(best, lent);
      }
    }
  }
  return near;
}

}  // namespace memfold
