// The effective configuration: YAML file < environment (MEMFOLD_*) < flags.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "memfold/error.h"
#include "tools/cli/settings.h"

namespace memfold::tools {

/// The command line, the configuration or what they name cannot be used as given: exit code 2.
class UsageError : public Error {
 public:
  /// An Error, since models that are made on first use throw it through the engine.
  explicit UsageError(const std::string& message) : Error(ErrorCode::InvalidArgument, message) {}
};

/// One value as it was written somewhere.
struct Assignment {
  std::string key;
  SettingText value;
  std::string origin;  ///< "mail.yaml:3", "MEMFOLD_MODE", "--mode"
};

/// Where values come from, weakest first.
struct ConfigSources {
  std::optional<std::string> file;                               ///< path of a YAML file
  std::vector<std::pair<std::string, std::string>> environment;  ///< MEMFOLD_* variables
  std::vector<Assignment> flags;
};

struct Config {
  Settings settings;
  std::map<std::string, std::string> origins;  ///< key -> origin; absent: the default
  std::optional<std::string> file;

  bool is_set(const std::string& key) const { return origins.count(key) > 0; }
  std::string origin(const std::string& key) const;
};

/// The assignments of a YAML text; `where` names it in errors. Throws UsageError for text that is
/// not YAML, is too deep or too large, or holds an unknown key (naming the nearest one).
std::vector<Assignment> parse_yaml(std::string_view text, const std::string& where);

/// The assignments of MEMFOLD_* variables; others are ignored. Throws UsageError.
std::vector<Assignment> parse_environment(
    const std::vector<std::pair<std::string, std::string>>& variables);

/// One `key=value` of --set. Throws UsageError.
Assignment parse_assignment(std::string_view text, const std::string& origin);

/// Puts the layers on top of each other and checks the result as a whole. Throws UsageError.
Config load_config(const ConfigSources& sources);

}  // namespace memfold::tools
