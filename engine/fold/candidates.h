// Which stored memories a fact is compared with.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/fold/lane.h"
#include "engine/fold/nearest.h"
#include "engine/fold/prepare.h"
#include "engine/fold/score.h"
#include "memfold/decision.h"
#include "memfold/options.h"

namespace memfold {

/// One scored candidate and where it is.
struct RankedCandidate {
  Ordinal ordinal;
  Score score;
};

/// Memories that share a key with the fact: rarest key first, newest memory first, capped by
/// key_neighbours and newest_per_key. Sorted by ordinal, unique.
std::vector<Ordinal> key_neighbours(const Lane& lane, const ExactKeys& keys,
                                    const DecideOptions& options);

/// Where the `count` newest memories begin.
Ordinal newest_from(const Lane& lane, std::size_t count);

/// The union of the nearest by embedding and the key neighbours and, where it is `judged` what they
/// are about and they are few, the newest memories; scored, best first. Ties go to the older
/// memory.
std::vector<RankedCandidate> rank_candidates(const Lane& lane, const BatchSearch& search,
                                             std::size_t index, const PreparedFact& fact,
                                             bool fact_has_vector, bool judged,
                                             const Calibration& calibration,
                                             const DecideOptions& options);

}  // namespace memfold
