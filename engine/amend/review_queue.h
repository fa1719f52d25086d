// The cases a person is asked about.
#pragma once

#include <string_view>
#include <vector>

#include "engine/amend/amendment.h"
#include "engine/fold/decide.h"
#include "engine/fold/prepare.h"
#include "memfold/amend.h"

namespace memfold {

/// The case of a decision that was not sure. `row`: the embedding of a held fact whose host gave
/// it.
Review make_review(const Decision& decision, const PreparedFact& fact, const Plan& plan,
                   const Id& target, std::vector<std::int16_t> row);

/// Engine::reviews and Engine::review.
std::vector<Review> read_reviews(const storage::Store& store, const ReviewQuery& query);
Review read_review(const storage::Store& store, std::string_view user, std::uint64_t sequence);

/// Engine::settle_review. The caller throws the lane away.
Decision settle_review(const AmendContext& context, std::string_view user, std::uint64_t sequence,
                       const ReviewAnswer& answer);

/// Dismisses, with trigger `scheduled`, pending cases older than the options' age and the oldest of
/// those beyond their number. Returns how many. The caller throws the lane away when there were
/// any.
std::uint64_t dismiss_overdue(const AmendContext& context, std::string_view user);

}  // namespace memfold
