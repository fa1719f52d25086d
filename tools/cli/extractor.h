// The Extractor the configuration asks for, and what it did.
#pragma once

#include <memory>
#include <string>

#include "memfold/remote.h"
#include "tools/cli/json.h"
#include "tools/cli/settings.h"

namespace memfold::tools {

struct ConfiguredExtractor {
  std::shared_ptr<const Extractor> extractor;
  std::shared_ptr<const RemoteExtractor> remote;  ///< null for the built-in one
};

/// Throws UsageError for a key that is missing or no key.
ConfiguredExtractor configured_extractor(const ExtractorSettings& settings,
                                         const ImportanceOptions& importance);

/// One line for a summary, empty for the built-in one.
std::string usage_text(const ConfiguredExtractor& configured);
/// Null for the built-in one.
Json usage_json(const ConfiguredExtractor& configured);

}  // namespace memfold::tools
