// Prefetching: finding out what will be asked, so that a slow Analyst can begin it.
#pragma once

#include <cstdint>
#include <span>

#include "engine/fold/fold.h"
#include "engine/fold/prepare.h"

namespace memfold {

/// Facts folded between two commits where the Analyst looks ahead: enough to keep its calls busy,
/// few enough that little is paid for again after a crash.
inline constexpr std::size_t kPrefetchedFacts = 64;

/// Whether the Analyst begins anything that it is told of beforehand.
bool prefetches(const FoldContext& context);

/// Folds these facts of one user, in order, on a copy of the stored lane, answering as the
/// in-process Analyst would; the configured one is told of every comparison on the way. Guesses:
/// where they are wrong a call was made in vain, no decision is.
void prefetch_analyses(const FoldContext& context, std::span<const Fact* const> facts,
                       std::span<const PreparedFact* const> prepared,
                       std::span<const std::int16_t> rows);

}  // namespace memfold
