#include "tools/cli/config.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include "memfold/error.h"
#include "memfold/options.h"
#include "tools/cli/settings.h"

namespace memfold::tools {
namespace {

constexpr std::size_t kMaxConfigBytes = 1 << 20;
constexpr int kMaxDepth = 4;
constexpr std::size_t kMaxValues = 1000;

/// MEMFOLD_* variables that are no settings: of this command, of the kernels, of the crash test.
constexpr std::array<std::string_view, 3> kOtherVariables = {"MEMFOLD_CONFIG", "MEMFOLD_ISA",
                                                             "MEMFOLD_KILLS"};

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const SettingKey& key : setting_keys()) names.push_back(key.name);
  return names;
}

/// Turns a tree of YAML into assignments, refusing what no configuration needs: aliases can make a
/// small text an endless one.
class YamlFlattener {
 public:
  explicit YamlFlattener(std::string where) : where_(std::move(where)) {}

  std::vector<Assignment> run(const YAML::Node& root) {
    if (root.IsNull()) return {};
    if (!root.IsMap()) fail(root, "a configuration is a map of keys and values");
    walk(root, "", 0);
    return std::move(assignments_);
  }

 private:
  [[noreturn]] void fail(const YAML::Node& node, const std::string& what) const {
    throw UsageError(place(node) + ": " + what);
  }

  std::string place(const YAML::Node& node) const {
    const int line = node.Mark().line;
    return line < 0 ? where_ : where_ + ":" + std::to_string(line + 1);
  }

  void walk(const YAML::Node& map, const std::string& prefix, int depth) {
    if (depth >= kMaxDepth) fail(map, "keys are nested too deeply");
    for (const auto& entry : map) {
      if (!entry.first.IsScalar()) fail(entry.first, "a key must be a single word");
      const std::string key =
          prefix.empty() ? entry.first.Scalar() : prefix + "." + entry.first.Scalar();
      if (entry.second.IsMap() && !find_setting(key)) {
        walk(entry.second, key, depth + 1);
      } else {
        add(key, entry.first, entry.second);
      }
    }
  }

  void add(const std::string& key, const YAML::Node& name, const YAML::Node& node) {
    if (assignments_.size() >= kMaxValues) fail(name, "too many keys");
    if (!find_setting(key)) {
      fail(name, "unknown key " + key + suggestion(key, known_names()));
    }
    for (const Assignment& earlier : assignments_) {
      if (earlier.key == key) fail(name, key + " is given twice; first at " + earlier.origin);
    }
    assignments_.push_back({key, value_of(key, node), place(name)});
  }

  SettingText value_of(const std::string& key, const YAML::Node& node) const {
    if (node.IsScalar()) return {{node.Scalar()}, false};
    if (node.IsNull()) fail(node, key + " has no value");
    if (!node.IsSequence()) fail(node, key + " must be a value, not a map");
    if (node.size() > kMaxValues) fail(node, key + " has too many items");
    SettingText value{{}, true};
    for (const auto& item : node) {
      if (!item.IsScalar()) fail(item, "every item of " + key + " must be a single value");
      value.items.push_back(item.Scalar());
    }
    return value;
  }

  std::string where_;
  std::vector<Assignment> assignments_;
};

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kMaxConfigBytes + 1, '\0');
  if (!file) throw UsageError("cannot read the configuration " + path + "; check --config");
  file.read(text.data(), std::streamsize(text.size()));
  if (file.bad()) throw UsageError("cannot read the configuration " + path + "; is it a file?");
  text.resize(std::size_t(file.gcount()));
  if (text.size() > kMaxConfigBytes) {
    throw UsageError("the configuration " + path + " is larger than 1 MiB; is it the right file?");
  }
  return text;
}

/// A value given as one text: lists are separated by commas there.
SettingText split_value(const SettingKey& key, std::string_view text) {
  if (key.type != "list") return {{std::string(text)}, false};
  SettingText value{{}, true};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    if (end > 0) value.items.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return value;
}

void apply(const Assignment& assignment, Config& config) {
  const SettingKey* const key = find_setting(assignment.key);
  if (!key) {
    throw UsageError(assignment.origin + ": unknown key " + assignment.key +
                     suggestion(assignment.key, known_names()));
  }
  const std::string wrong = key->set(config.settings, assignment.value);
  if (!wrong.empty()) {
    throw UsageError(assignment.origin + ": " + key->name + " " + wrong + ", not \"" +
                     to_text(assignment.value) + "\"");
  }
  config.origins[key->name] = assignment.origin;
}

/// Which settings an error of validate() is about: it starts with the name of a field of `section`.
std::string culprits(const Config& config, const std::string& section, const std::string& message) {
  const std::string field = section + message.substr(0, message.find(' '));
  std::string text;
  for (const auto& [key, origin] : config.origins) {
    if (key.compare(0, field.size(), field) != 0) continue;
    text += (text.empty() ? " (" : ", ") + key + " from " + origin;
  }
  return text.empty() ? text : text + ")";
}

template <typename Options>
void check_section(const Config& config, const std::string& section, const Options& options) {
  try {
    validate(options);
  } catch (const Error& error) {
    throw UsageError("configuration: " + section + error.what() +
                     culprits(config, section, error.what()));
  }
}

void check(const Config& config) {
  const Settings& settings = config.settings;
  check_section(config, "decide.", settings.decide);
  if (settings.analyst.kind != AnalystKind::Builtin) {
    check_section(config, "analyst.", settings.analyst.remote);
  }
  if (settings.embedder.kind == EmbedderKind::Remote) {
    check_section(config, "embedder.", settings.embedder.remote);
  }
  if (settings.extractor.kind != ModelKind::Builtin) {
    check_section(config, "extractor.", settings.extractor.remote);
  }
  const struct {
    const char* key;
    bool good;
    const char* must;
  } checks[] = {{"threads", settings.threads >= 0 && settings.threads <= 1024, "lie in 0..1024"},
                {"batch", settings.batch >= 1 && settings.batch <= 100'000, "lie in 1..100000"},
                {"user", !settings.user.empty() && settings.user.size() <= kMaxUserBytes,
                 "have 1..256 bytes"}};
  for (const auto& one : checks) {
    if (!one.good) {
      throw UsageError(config.origin(one.key) + ": " + one.key + " must " + one.must);
    }
  }
}

}  // namespace

std::string Config::origin(const std::string& key) const {
  const auto found = origins.find(key);
  return found == origins.end() ? "default" : found->second;
}

std::vector<Assignment> parse_yaml(std::string_view text, const std::string& where) {
  try {
    return YamlFlattener(where).run(YAML::Load(std::string(text)));
  } catch (const YAML::Exception& error) {
    const std::string line = error.mark.is_null() ? "" : ":" + std::to_string(error.mark.line + 1);
    throw UsageError(where + line + ": not YAML: " + error.msg);
  }
}

std::vector<Assignment> parse_environment(
    const std::vector<std::pair<std::string, std::string>>& variables) {
  std::vector<std::string> known(kOtherVariables.begin(), kOtherVariables.end());
  for (const SettingKey& key : setting_keys()) known.push_back(environment_name(key.name));
  std::vector<Assignment> assignments;
  for (const auto& [variable, text] : variables) {
    if (variable.compare(0, 8, "MEMFOLD_") != 0) continue;
    const std::size_t place =
        std::size_t(std::find(known.begin(), known.end(), variable) - known.begin());
    if (place == known.size()) {
      throw UsageError("unknown environment variable " + variable + suggestion(variable, known));
    }
    if (place < kOtherVariables.size()) continue;
    const SettingKey& key = setting_keys()[place - kOtherVariables.size()];
    assignments.push_back({key.name, split_value(key, text), variable});
  }
  return assignments;
}

Assignment parse_assignment(std::string_view text, const std::string& origin) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    throw UsageError(origin + " needs key=value, not \"" + std::string(text) + "\"");
  }
  const std::string name(text.substr(0, equals));
  const SettingKey* const key = find_setting(name);
  if (!key) {
    throw UsageError(origin + ": unknown key " + name + suggestion(name, known_names()));
  }
  return {name, split_value(*key, text.substr(equals + 1)), origin};
}

Config load_config(const ConfigSources& sources) {
  Config config;
  config.file = sources.file;
  const auto apply_all = [&](const std::vector<Assignment>& assignments) {
    for (const Assignment& assignment : assignments) apply(assignment, config);
  };
  if (sources.file) apply_all(parse_yaml(read_file(*sources.file), *sources.file));
  apply_all(parse_environment(sources.environment));
  apply_all(sources.flags);
  check(config);
  return config;
}

}  // namespace memfold::tools
