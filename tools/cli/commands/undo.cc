#include "tools/cli/commands.h"

#include "tools/cli/decision_list.h"
#include "tools/cli/json.h"
#include "tools/cli/sequence_number.h"

namespace memfold::tools {
namespace {

class Undo final : public Command {
 public:
  Undo()
      : Command({"undo", "Take a decision back by a new one; history keeps both",
                 "  memfold undo 12 --db mail.db\n"
                 "  memfold undo 12 --cascade --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("sequence", sequence_, "the decision's number, as `memfold log` prints it")
        ->type_name("SEQUENCE");
    app.add_flag("--cascade", options_.cascade,
                 "first undo the later decisions that depend on it, newest first");
  }

  ExitCode run(Context& context) override {
    const std::uint64_t sequence = require_sequence("undo", sequence_, "memfold log");
    Engine engine = context.open(Access::Change);
    context.require_user(engine);
    const std::vector<Decision> written = undo(context, engine, sequence);
    if (context.json) {
      print_document(context.out, {{"decisions", to_json(written)}});
    } else {
      print_decisions(context, written);
    }
    return kOk;
  }

 private:
  /// The engine names what is wrong; which option helps is known here.
  std::vector<Decision> undo(const Context& context, Engine& engine, std::uint64_t sequence) const {
    try {
      return engine.undo(context.user(), sequence, options_);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::NotFound) throw;
      throw Error(error.code(),
                  error.what() + std::string("; `memfold log` prints the numbers there are"));
    }
  }

  std::string sequence_;
  UndoOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_undo() {
  return std::make_unique<Undo>();
}

}  // namespace memfold::tools
