// The options every command takes.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "memfold/time.h"
#include "tools/cli/config.h"

namespace memfold::tools {

struct CommonOptions {
  std::string config_file, now;
  bool json = false;
  std::vector<std::pair<std::string, std::string>> named;  ///< key and value of --db, --mode ...
  std::vector<std::string> set;                            ///< key=value of --set
};

/// Adds them to the program and to each command, so that they may stand before or after its name.
/// `common` must outlive `app`.
void add_common_options(CLI::App& app, CommonOptions& common);

/// Throws UsageError for a --set that is no assignment.
ConfigSources config_sources(const CommonOptions& common,
                             const std::vector<std::pair<std::string, std::string>>& variables);

/// A time on the command line. Throws UsageError naming `option` and the form it needs.
Time parse_time_option(const std::string& option, const std::string& text);

/// The time of --now.
std::optional<Time> fixed_now(const CommonOptions& common);

}  // namespace memfold::tools
