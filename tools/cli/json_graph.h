// The JSON of the graph: nodes, sources, jobs, steps.
#pragma once

#include "memfold/graph.h"
#include "tools/cli/json.h"

namespace memfold::tools {

Json to_json(const Node& node);
/// What is shown of a node as part of another: what it is, when, and its text.
Json part_json(const Node& node);
/// With its raw content where it has been read.
Json to_json(const Source& source);
Json to_json(const SourceJob& job);
Json to_json(const GraphStep& step);
Json to_json(const WorkReport& report);

}  // namespace memfold::tools
