// What one mail of an archive becomes: its facts, and itself as a source of the graph.
#pragma once

#include <string>

#include "memfold/graph.h"
#include "memfold/models.h"

namespace memfold::ingest {

/// The mail as an extracted source of `user`: the facts of the mails it passes on, then its own;
/// what it speaks of, unless it is an advertisement; title, clean text, summary, keywords. `raw` is
/// kept when it fits. Facts and source say they come from `source_type`. Source::received_at is the
/// caller's to set.
ExtractedSource extract_mail(const Message& message, std::string raw, const std::string& user,
                             SourceType source_type, const Extractor& extractor,
                             const Summarizer& summarizer);

}  // namespace memfold::ingest
