// The Analyst the configuration asks for, and what it did.
#pragma once

#include <memory>
#include <string>

#include "memfold/remote.h"
#include "tools/cli/json.h"
#include "tools/cli/settings.h"

namespace memfold::tools {

struct ConfiguredAnalyst {
  std::shared_ptr<const Analyst> analyst;
  std::shared_ptr<const RemoteAnalyst> remote;    ///< null for the built-in one
  std::shared_ptr<const CascadeAnalyst> cascade;  ///< null unless one
};

/// Throws UsageError for a key that is missing or no key.
ConfiguredAnalyst configured_analyst(const AnalystSettings& settings);

/// What it asked of the endpoint, for a summary: one line, empty for the built-in one. `kept` is
/// how many comparisons the store answered in its place.
std::string usage_text(const ConfiguredAnalyst& configured, std::uint64_t kept);
/// Null for the built-in one.
Json usage_json(const ConfiguredAnalyst& configured, std::uint64_t kept);

}  // namespace memfold::tools
