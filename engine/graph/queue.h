// The queue of work on sources: what waits, asking for more, trying again.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/context.h"
#include "memfold/source.h"

namespace memfold::graph {

/// Whose store a job lies in.
std::string owner_of(const SourceJob& job);

/// A step of work on the source for a user, due since the source came in: steps are taken in that
/// order whenever the one before was.
SourceJob job_for(const Source& source, JobStep step, std::string_view user);

/// See Graph::jobs, retry and extract_for.
std::vector<SourceJob> jobs(const storage::Store& store, std::string_view owner);
void retry(const Context& context, std::string_view owner, const Id& job);
std::uint64_t extract_for(const Context& context, std::string_view user, std::string_view team,
                          std::span<const Id> sources);

}  // namespace memfold::graph
