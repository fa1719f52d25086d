// Folding: from facts to applied decisions, one lane at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/fold/commit_group.h"
#include "engine/fold/evaluate.h"
#include "engine/fold/lane.h"
#include "engine/fold/lane_lock.h"
#include "engine/fold/prepare.h"
#include "memfold/decision.h"
#include "memfold/fold_options.h"
#include "memfold/options.h"
#include "storage/store.h"

namespace memfold {

/// What folding needs beside the facts; shared by all lanes, outlives every call.
struct FoldContext {
  storage::Store& store;
  const EngineOptions& options;
  const DecideOptions& decide;  ///< of the engine, or of this call
};

/// The facts of one lane, in order, as indices into the call's arrays.
struct LaneFacts {
  std::span<const PreparedFact> prepared;  ///< of the whole call
  std::span<const Fact> facts;             ///< of the whole call
  std::vector<std::size_t> indices;        ///< this lane's, in input order
  std::size_t done = 0;                    ///< of these, committed
};

/// What becomes of a fact that cannot be used.
Decision rejection(const Fact& fact, const PreparedFact& prepared, const FoldOptions& fold,
                   Time now);

/// Decides and applies `work` on a locked lane, writing each outcome to decisions[index]. Facts are
/// taken `fold.batch` at a time: one search for all, then decisions in order, each seeing what the
/// earlier ones did (P1). Readers of the lane come in while it is only read and, between two
/// decisions, where they have waited for long enough: then what was decided is committed. The last
/// commit carries the call's checkpoint when `with_checkpoint`. On an exception the lane must be
/// thrown away.
ComparisonCounts fold_lane(const FoldContext& context, Lane& lane, LaneAccess& access,
                           LaneFacts& work, const FoldOptions& fold, bool with_checkpoint,
                           std::span<Decision> decisions);

/// What fold would decide about one usable fact now, with every candidate. Nothing changes.
Explanation explain_fact(const FoldContext& context, Lane& lane, const PreparedFact& prepared,
                         const Fact& fact);

}  // namespace memfold
