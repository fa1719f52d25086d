#include "tools/cli/commands.h"

#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

class Recover final : public Command {
 public:
  Recover()
      : Command({"recover", "Go on with what a damaged write-ahead log still gives",
                 "  memfold recover --db mail.db\n"
                 "  memfold recover --accept-shorter-history --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_flag("--accept-shorter-history", accept_,
                 "give up the decisions behind the damage; the logs are kept beside the store");
  }

  ExitCode run(Context& context) override {
    ShorterHistory shorter;
    if (accept_) shorter = Admin::accept_shorter_history(context.existing_db());
    // Throws what is missing where nothing was accepted.
    const Engine engine = context.open(Access::Read);
    std::uint64_t decisions = 0;
    for (const std::string& user : engine.users()) decisions += engine.stats(user).decisions;
    if (context.json) {
      print_document(context.out, {{"given_up_commits", shorter.commits},
                                   {"logs", shorter.logs},
                                   {"decisions", decisions}});
    } else if (shorter.logs.empty()) {
      context.out << "Nothing is missing: the store holds " << counted(decisions, "decision")
                  << ".\n";
    } else {
      context.out
          << "The store goes on with " << counted(decisions, "decision") << ". "
          << counted(shorter.commits, "commit") << " behind the damage "
          << (shorter.commits == 1 ? "was" : "were")
          << " given up; the logs as they were: " << printable(shorter.logs)
          << "\nThey may hold what you erase later: delete them when you need them no more.\n"
             "Folding the same facts again brings back what is missing.\n";
    }
    return kOk;
  }

 private:
  bool accept_ = false;
};

}  // namespace

std::unique_ptr<Command> make_recover() {
  return std::make_unique<Recover>();
}

}  // namespace memfold::tools
