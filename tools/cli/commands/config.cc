#include "tools/cli/commands.h"

#include "tools/cli/json.h"
#include "tools/cli/table.h"

namespace memfold::tools {
namespace {

Json value_json(const SettingKey& key, const SettingText& value) {
  if (value.is_list) return value.items;
  const bool is_literal = key.type == "0..1" || key.type == "number" || key.type == "true|false";
  return is_literal ? Json::parse(value.items.front()) : Json(value.items.front());
}

class ConfigCommand final : public Command {
 public:
  ConfigCommand()
      : Command({"config", "Show the effective configuration and where each value came from",
                 "  memfold config --config memfold.yaml\n"
                 "  memfold config --set decide.related_from=0.6 --changed"}) {}

  void configure(CLI::App& app) override {
    app.add_flag("--changed", changed_only_, "only what differs from the defaults");
    app.add_flag("--keys", explain_, "what each key means");
  }

  ExitCode run(Context& context) override {
    const bool explain = explain_;
    std::vector<Column> columns = {{"Key"}, {"Value"}, {"From"}};
    if (explain) columns = {{"Key"}, {"Values"}, {"Meaning", Align::Left, true}};
    Table table(std::move(columns));
    Json json = Json::object();
    for (const SettingKey& key : setting_keys()) {
      if (changed_only_ && !context.config.is_set(key.name)) continue;
      const SettingText value = key.get(context.settings());
      const std::string origin = context.config.origin(key.name);
      json[key.name] = {{"value", value_json(key, value)},
                        {"from", origin},
                        {"values", key.type},
                        {"environment", environment_name(key.name)},
                        {"help", key.help}};
      if (explain) {
        table.add({{key.name}, {key.type}, {key.help}});
      } else {
        const Ink ink = origin == "default" ? Ink::Dim : Ink::Green;
        table.add({{key.name}, {to_text(value)}, {origin, ink}});
      }
    }
    if (context.json) {
      print_document(context.out, json);
    } else {
      table.print(context.out, context.screen);
    }
    return kOk;
  }

 private:
  bool changed_only_ = false, explain_ = false;
};

}  // namespace

std::unique_ptr<Command> make_config() {
  return std::make_unique<ConfigCommand>();
}

}  // namespace memfold::tools
