// What is done to every source, whether it waits in the queue or comes with an archive.
#pragma once

#include <string>
#include <vector>

#include "memfold/graph.h"
#include "memfold/models.h"

// The one part of the engine that another library calls past its public headers: memfold::ingest.
#pragma GCC visibility push(default)
namespace memfold::graph {

/// "Name <address>", or as much of it as is known.
std::string as_written(const Mailbox& person);

/// Sets summary and keywords to those of the clean text, and tags unless there are some.
void sum_up(Source& source, const Summarizer& summarizer);

/// Adds the facts of one message to those of its source and, unless it is an advertisement, what it
/// speaks of to `mentioned`, which merge() makes one of.
void hear(const Message& message, const Extractor& extractor, ExtractedSource& source,
          std::vector<MentionSet>& mentioned);

}  // namespace memfold::graph
#pragma GCC visibility pop
