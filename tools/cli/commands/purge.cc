#include "tools/cli/commands.h"

#include "tools/cli/common_options.h"
#include "tools/cli/confirm.h"
#include "tools/cli/forgetting.h"
#include "tools/cli/json.h"

namespace memfold::tools {
namespace {

class Purge final : public Command {
 public:
  Purge()
      : Command({"purge", "Erase for good what was forgotten before a time",
                 "  memfold purge --before 2026-01-01 --db mail.db\n"
                 "  memfold purge --before 2026-01-01 --prove --yes --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("--before", before_, "forgotten before this")->type_name("TIME");
    app.add_flag("--prove", prove_, "search every file afterwards");
    app.add_flag("--yes", yes_, "do not ask");
  }

  ExitCode run(Context& context) override {
    if (before_.empty())
      throw UsageError("purge needs --before TIME: what was forgotten till then");
    const Time before = parse_time_option("--before", before_);
    Engine engine = context.open(yes_ || can_ask(context) ? Access::Change : Access::Read);
    context.require_user(engine);
    const std::vector<Forgotten> chains = find_due(engine, context.user(), before);
    if (chains.empty()) {
      if (context.json) {
        print_document(context.out, to_json(ForgetReport()));
      } else {
        context.out << "Nothing to erase: nothing was forgotten before " << to_string(before)
                    << ".\n";
      }
      return kOk;
    }
    if (!agreed(context, chains, Erasure::Hard, yes_)) return kOk;
    return print_report(context, engine.purge(context.user(), before, prove_),
                        {.erasure = Erasure::Hard, .prove = prove_});
  }

 private:
  static std::vector<Forgotten> find_due(const Engine& engine, const std::string& user,
                                         Time before) {
    std::vector<Forgotten> chains = engine.find_forgettable({.user = user, .everything = true});
    std::erase_if(chains, [&](const Forgotten& chain) {
      // The first version alone rules out nearly all of them.
      const std::optional<Memory> first = engine.get(user, chain.chain_id);
      if (first && !first->deleted_at) return true;
      const std::optional<Time> hidden = hidden_at(engine, user, chain.chain_id);
      return !hidden || *hidden >= before;
    });
    return chains;
  }

  std::string before_;
  bool prove_ = false, yes_ = false;
};

}  // namespace

std::unique_ptr<Command> make_purge() {
  return std::make_unique<Purge>();
}

}  // namespace memfold::tools
