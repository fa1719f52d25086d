#include "tools/cli/commands.h"

#include "tools/cli/fields.h"
#include "tools/cli/json.h"
#include "tools/cli/memory_id.h"
#include "tools/cli/present.h"
#include "tools/cli/table.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

std::string changes_text(const std::vector<PropertyChange>& changes) {
  std::string text;
  for (const PropertyChange& change : changes) {
    text += (text.empty() ? "" : "; ") + change_text(change);
  }
  return text;
}

std::string operation_text(const VersionStep& step) {
  return step.operation ? std::string(name(*step.operation)) : std::string();
}

void print_steps(const Context& context, const std::vector<VersionStep>& steps) {
  for (const VersionStep& step : steps) {
    std::string title =
        "Version " + std::to_string(step.memory.version) + ", " + to_string(step.memory.stated_at);
    if (step.current) title += ", current";
    context.out << paint(context.screen, step.current ? Ink::Green : Ink::Bold, title) << '\n';
    Fields fields;
    fields.add("  content", step.memory.content);
    fields.add_if("  changed", changes_text(step.changes));
    fields.add_if("  by", operation_text(step));
    fields.add_if("  because", step.reason);
    fields.add("  id", to_string(step.memory.id));
    fields.print(context.out, context.screen);
  }
}

void print_table(const Context& context, const std::vector<VersionStep>& steps) {
  Table table({{"Version"},
               {"Current"},
               {"Stated_at"},
               {"Operation"},
               {"Id"},
               {"Changes"},
               {"Reason"},
               {"Content"}});
  for (const VersionStep& step : steps) {
    table.add({{std::to_string(step.memory.version)},
               {step.current ? "yes" : "no"},
               {to_string(step.memory.stated_at)},
               {operation_text(step)},
               {to_string(step.memory.id)},
               {changes_text(step.changes)},
               {step.reason},
               {step.memory.content}});
  }
  table.print(context.out, context.screen);
}

class History final : public Command {
 public:
  History()
      : Command({"history", "Show every version of a memory, oldest first",
                 "  memfold history 0123456789abcdef0123456789abcdef --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("id", id_, "the id of any version, 32 hex digits")->type_name("ID");
  }

  ExitCode run(Context& context) override {
    const Id id = require_memory_id("history", id_);
    const Engine engine = context.open(Access::Read);
    const std::vector<VersionStep> steps = engine.history(context.user(), id);
    if (steps.empty()) throw no_such_memory(context, engine, id);
    if (context.json) {
      print_document(context.out, {{"versions", to_json(steps)}});
    } else if (context.screen.terminal) {
      print_steps(context, steps);
    } else {
      print_table(context, steps);
    }
    return kOk;
  }

 private:
  std::string id_;
};

}  // namespace

std::unique_ptr<Command> make_history() {
  return std::make_unique<History>();
}

}  // namespace memfold::tools
