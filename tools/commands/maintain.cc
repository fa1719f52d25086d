#include "tools/commands/maintain.h"

#include "tools/figures.h"
#include "tools/json.h"

namespace memfold::tools {
namespace {

class Maintain final : public Command {
 public:
  Maintain()
      : Command({"maintain", "Do what is due: let the log forget what retention allows",
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
    if (days == 0) {
      context.out << "Nothing to do: log.retention_days is 0, the log keeps everything.\n";
      return kOk;
    }
    context.out << "Log of " << counted(report.users, "user") << ": states older than " << days
                << " days dropped";
    if (context.settings().retention_drops_entries) {
      context.out << ", and with them " << count_text(report.entries_dropped) << " entries";
    }
    context.out << ".\n";
    return kOk;
  }
};

}  // namespace

std::unique_ptr<Command> make_maintain() {
  return std::make_unique<Maintain>();
}

}  // namespace memfold::tools
