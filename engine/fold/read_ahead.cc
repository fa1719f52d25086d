#include "engine/fold/read_ahead.h"

#include <algorithm>

#include "engine/fold/candidates.h"
#include "engine/fold/shortlist.h"
#include "engine/parallel.h"

namespace memfold {
namespace {

/// Facts whose memories are read by one request.
constexpr std::size_t kFactsPerRead = 32;

void add_weighed(const EvaluationContext& context, const SearchedFact& fact, std::vector<Id>& ids) {
  const DecideOptions& options = context.options;
  const std::vector<RankedCandidate> ranked =
      rank_candidates(context.lane, fact.search, fact.index, fact.fact, has_direction(fact.row),
                      /*judged=*/true, context.models.embedder->calibration(), options);
  const std::size_t weighed = std::min(ranked.size(), std::size_t(options.max_judged));
  for (std::size_t i = 0; i < weighed; ++i) {
    ids.push_back(context.lane.features().view(ranked[i].ordinal).id);
  }
}

}  // namespace

void read_ahead(const EvaluationContext& context, const storage::Store& store,
                std::span<const SearchedFact> facts) {
  if (!judges(context.options, context.models) || facts.size() < 2) return;
  const std::size_t reads = (facts.size() + kFactsPerRead - 1) / kFactsPerRead;
  std::vector<std::vector<Memory>> found(reads);
  parallel_for(reads, [&](std::size_t r) {
    const std::size_t first = r * kFactsPerRead;
    std::vector<Id> ids;
    for (const SearchedFact& fact :
         facts.subspan(first, std::min(kFactsPerRead, facts.size() - first))) {
      add_weighed(context, fact, ids);
      context.models.analyst->identifiers(statement_of(fact.fact.memory));  // readings are kept
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    for (std::optional<Memory>& memory : store.memories(context.lane.key(), ids)) {
      if (memory) found[r].push_back(*std::move(memory));
    }
  });
  for (std::vector<Memory>& memories : found) context.group.take(std::move(memories));
}

}  // namespace memfold
