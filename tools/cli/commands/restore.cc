#include "tools/cli/commands.h"

#include "tools/cli/decision_list.h"
#include "tools/cli/json.h"
#include "tools/cli/memory_id.h"

namespace memfold::tools {
namespace {

class Restore final : public Command {
 public:
  Restore()
      : Command({"restore", "Bring back what was forgotten, as long as it was not erased",
                 "  memfold restore 0123456789abcdef0123456789abcdef --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("id", id_, "the id of any version, 32 hex digits")->type_name("ID");
  }

  ExitCode run(Context& context) override {
    const Id id = require_memory_id("restore", id_);
    Engine engine = context.open(Access::Change);
    if (!engine.get(context.user(), id)) throw no_such_memory(context, engine, id);
    const Decision decision = engine.restore(context.user(), id);
    if (context.json) {
      print_document(context.out, {{"decision", to_json(decision)}});
    } else {
      print_decisions(context, {decision});
    }
    return kOk;
  }

 private:
  std::string id_;
};

}  // namespace

std::unique_ptr<Command> make_restore() {
  return std::make_unique<Restore>();
}

}  // namespace memfold::tools
