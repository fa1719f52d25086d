// Finding memories for a query.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "engine/fold/lane.h"
#include "memfold/engine.h"
#include "storage/store.h"

namespace memfold {

/// Throws Error: InvalidArgument for a query that asks for nothing; Unsupported where it asks for
/// words and the models cannot read them.
void check(const RecallQuery& query, const Models& models);

/// The memories of the lane best for `query`, best first; ties in ascending ordinal. read() gives
/// the memory of an ordinal, nothing where it is no answer after all. Everything but time travel is
/// heeded.
std::vector<Hit> recall(const Lane& lane, const EngineOptions& options, const RecallQuery& query,
                        const std::function<std::optional<Memory>(Ordinal)>& read);

/// Among the current memories of the store, which are the lane's.
std::vector<Hit> recall_current(const storage::Store& store, const Lane& lane,
                                const EngineOptions& options, const RecallQuery& query);

/// Among those that answer for query.as_of and query.valid_at. Reads all that is stored of the
/// user.
std::vector<Hit> recall_past(const storage::Store& store, const EngineOptions& options,
                             const RecallQuery& query);

}  // namespace memfold
