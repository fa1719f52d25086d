// Working sources into the graph: adding them, the queue, reading, extracting, folding, tying in.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/graph/context.h"
#include "memfold/graph.h"

namespace memfold::graph {

/// Engine::fold.
using Fold = std::function<std::vector<Decision>(std::span<const Fact>, const FoldOptions&)>;

/// See Graph::add_source.
SourceReceipt add_source(const Context& context, Source source);

/// See Graph::fold_sources.
FoldedSources fold_sources(const Context& context, const Fold& fold,
                           std::span<const ExtractedSource> sources, const FoldOptions& options);

/// See Graph::connect.
std::uint64_t connect_sources(const Context& context, std::span<const ExtractedSource> sources,
                              std::span<const Decision> decisions, const FoldOptions& options);

/// See Graph::work.
WorkReport work(const Context& context, const Fold& fold, const WorkOptions& options);

/// How long a job that failed `attempts` times waits, in microseconds: the first wait, doubled with
/// every further attempt up to the longest, moved by up to `jitter` of it as the job's id says.
std::int64_t wait_after(const SourceJob& job, const QueueOptions& options);

}  // namespace memfold::graph
