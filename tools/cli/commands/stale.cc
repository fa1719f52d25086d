#include "tools/cli/commands.h"

#include "tools/cli/json.h"
#include "tools/cli/table.h"

namespace memfold::tools {
namespace {

class Stale final : public Command {
 public:
  Stale()
      : Command({"stale", "List memories that rest on one that was superseded or forgotten",
                 "  memfold stale --db mail.db"}) {}

  void configure(CLI::App&) override {}

  ExitCode run(Context& context) override {
    const Engine engine = context.open(Access::Read);
    context.require_user(engine);
    const std::vector<StaleMemory> stale = engine.stale(context.user());
    if (context.json) {
      print_document(context.out, {{"stale", to_json(stale)}});
      return kOk;
    }
    if (stale.empty() && context.screen.terminal) {
      context.out << "Nothing rests on a memory that is gone.\n";
      return kOk;
    }
    Table table({{"Id"}, {"Reason", Align::Left, true}, {"Content", Align::Left, true}});
    for (const StaleMemory& one : stale) {
      table.add({Cell{to_string(one.memory.id)}, Cell{one.reason}, Cell{one.memory.content}});
    }
    table.print(context.out, context.screen);
    return kOk;
  }
};

}  // namespace

std::unique_ptr<Command> make_stale() {
  return std::make_unique<Stale>();
}

}  // namespace memfold::tools
