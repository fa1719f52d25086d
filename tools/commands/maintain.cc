#include "tools/commands/maintain.h"

#include "tools/figures.h"
#include "tools/json.h"

namespace memfold::tools {
namespace {

class Maintain final : public Command {
 public:
  Maintain()
      : Command({"maintain", "Do what is due: retention of the log, limits of the review queue",
                 "  memfold maintain --db mail.db\n"
                 "  memfold maintain --now 2027-01-01 --db mail.db"}) {}

  void configure(CLI::App&) override {}

  ExitCode run(Context& context) override {
    Engine engine = context.open(Access::Change);
    const RetentionReport report = engine.apply_retention();
    if (context.json) {
      print_document(context.out, to_json(report));
      return kOk;
    }
    const int days = context.settings().log_retention_days;
    context.out << "Looked at " << counted(report.users, "user") << ".\n";
    if (days == 0) {
      context.out << "The log keeps everything: log.retention_days is 0.\n";
    } else {
      context.out << "The log let go of states older than " << days << " days";
      if (context.settings().retention_drops_entries) {
        context.out << " and of " << count_text(report.entries_dropped) << " entries";
      }
      context.out << ".\n";
    }
    if (report.reviews_dismissed > 0) {
      context.out << "Dismissed " << counted(report.reviews_dismissed, "review")
                  << " that waited too long or were too many.\n";
    }
    return kOk;
  }
};

}  // namespace

std::unique_ptr<Command> make_maintain() {
  return std::make_unique<Maintain>();
}

}  // namespace memfold::tools
