#include "call/settings_json.h"

#include "call/nearest_name.h"

namespace memfold::call {
namespace {

/// As it would stand in a file of settings; null: it is no single value.
std::optional<std::string> scalar_text(const RequestJson& json) {
  if (const auto* text = json.get_ptr<const std::string*>()) return *text;
  if (json.is_number() || json.is_boolean()) return json.dump();
  return std::nullopt;
}

SettingText setting_text(const RequestJson& json, const Place& place) {
  if (auto text = scalar_text(json)) return {{std::move(*text)}, false};
  if (!json.is_array()) refuse(place, "must be a value, or a list of them");
  SettingText value{{}, true};
  for (std::size_t i = 0; i < json.size(); ++i) {
    auto text = scalar_text(json[i]);
    if (!text) refuse(place.at(i), "must be a single value");
    value.items.push_back(std::move(*text));
  }
  return value;
}

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const SettingKey& key : setting_keys()) names.push_back(key.name);
  return names;
}

/// What concerns a command, or a model elsewhere.
bool is_of_engine(std::string_view key) {
  constexpr std::string_view kOthers[] = {"db",         "user",        "batch",
                                          "color",      "log_level",   "analyst.",
                                          "extractor.", "summarizer.", "embedder."};
  if (key == "embedder.kind") return true;
  for (const std::string_view other : kOthers) {
    if (other.back() == '.' ? key.starts_with(other) : key == other) return false;
  }
  return true;
}

}  // namespace

void read_settings(const RequestJson& json, const std::string& prefix, Settings& settings,
                   const Place& place) {
  read_detail::require_object(json, place);
  for (const auto& [name, value] : json.items()) {
    const std::string key = prefix + name;
    const Place inside = place.in(name);
    const SettingKey* known = find_setting(key);
    if (known == nullptr && value.is_object()) {
      read_settings(value, key + ".", settings, inside);
      continue;
    }
    if (known == nullptr) refuse_key(place, key, known_names());
    if (!is_of_engine(key)) refuse(inside, "is a setting of the command, not of an engine");
    if (value.is_null()) continue;
    const std::string wrong = known->set(settings, setting_text(value, inside));
    if (!wrong.empty()) refuse(inside, wrong);
  }
}

}  // namespace memfold::call
