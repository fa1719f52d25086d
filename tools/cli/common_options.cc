#include "tools/cli/common_options.h"

#include <algorithm>

namespace memfold::tools {
namespace {

/// Options that are one setting each.
struct SettingFlag {
  const char* flag;
  const char* key;
  const char* shows;  ///< in --help, for what follows the flag
  const char* help;
};
constexpr SettingFlag kSettingFlags[] = {
    {"--db", "db", "DIR", "directory of the store (MEMFOLD_DB)"},
    {"--user", "user", "NAME", "whose memories (MEMFOLD_USER; default me)"},
    {"--mode", "mode", "MODE", "fast, balanced or accurate"},
    {"--threads", "threads", "N", "worker threads; 0: one per core"},
    {"--durability", "durability", "WHEN", "sync or relaxed"},
    {"--color", "color", "WHEN", "auto, always or never"},
    {"--log-level", "log_level", "LEVEL", "events on standard error: debug, info, warning, error"},
};

const char* const kGroup = "Common options";

}  // namespace

void add_common_options(CLI::App& app, CommonOptions& common) {
  for (const SettingFlag& flag : kSettingFlags) {
    const std::string key = flag.key;
    app.add_option_function<std::string>(
           flag.flag,
           [&common, key](const std::string& text) { common.named.emplace_back(key, text); },
           flag.help)
        ->type_name(flag.shows)
        ->group(kGroup);
  }
  app.add_option("--config", common.config_file, "YAML configuration (MEMFOLD_CONFIG)")
      ->type_name("FILE")
      ->group(kGroup);
  app.add_option("--set", common.set, "any key of `memfold config`; may be repeated")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(kGroup);
  app.add_option("--now", common.now, "stand the clock still, e.g. 2026-01-22T09:00:00+09:00")
      ->type_name("TIME")
      ->group(kGroup);
  app.add_flag("--json", common.json, "print JSON for programs")->group(kGroup);
}

ConfigSources config_sources(const CommonOptions& common,
                             const std::vector<std::pair<std::string, std::string>>& variables) {
  ConfigSources sources;
  sources.environment = variables;
  for (const auto& [name, value] : variables) {
    if (name == "MEMFOLD_CONFIG" && !value.empty()) sources.file = value;
  }
  if (!common.config_file.empty()) sources.file = common.config_file;
  for (const std::string& text : common.set) {
    sources.flags.push_back(parse_assignment(text, "--set"));
  }
  for (const auto& [key, text] : common.named) {
    const auto flag = std::ranges::find(kSettingFlags, key, &SettingFlag::key);
    sources.flags.push_back({key, {{text}, false}, flag->flag});
  }
  return sources;
}

Time parse_time_option(const std::string& option, const std::string& text) {
  const std::optional<Time> time = parse_time(text);
  if (time) return *time;
  throw UsageError(option + " needs a date such as 2026-01-22 or a time such as " +
                   "2026-01-22T09:00:00+09:00, not \"" + text + "\"");
}

std::optional<Time> fixed_now(const CommonOptions& common) {
  if (common.now.empty()) return std::nullopt;
  return parse_time_option("--now", common.now);
}

}  // namespace memfold::tools
