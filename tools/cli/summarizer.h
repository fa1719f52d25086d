// The Summarizer the configuration asks for, and what it did.
#pragma once

#include <memory>
#include <string>

#include "memfold/remote.h"
#include "tools/cli/json.h"
#include "tools/cli/settings.h"

namespace memfold::tools {

struct ConfiguredSummarizer {
  std::shared_ptr<const Summarizer> summarizer;
  std::shared_ptr<const RemoteSummarizer> remote;  ///< null for the built-in one
};

/// Throws UsageError for a key that is missing or no key.
ConfiguredSummarizer configured_summarizer(const SummarizerSettings& settings);

/// One line for a summary, empty for the built-in one and where nothing was asked.
std::string usage_text(const ConfiguredSummarizer& configured);
/// Null for the built-in one.
Json usage_json(const ConfiguredSummarizer& configured);

}  // namespace memfold::tools
