#include "tools/cli/commands.h"

#include <array>

#include "memfold/source_reader.h"
#include "tools/cli/action.h"
#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/memory_id.h"
#include "tools/cli/table.h"

namespace memfold::tools {
namespace {

class Jobs final : public Command {
 public:
  Jobs()
      : Command({"jobs", "Work sources into memories; see what waits and what failed",
                 "  memfold jobs run --db mail.db\n"
                 "  memfold jobs --db mail.db\n"
                 "  memfold jobs retry 0123456789abcdef0123456789abcdef --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("action", action_, "list (default), run or retry")->type_name("ACTION");
    app.add_option("id", id_, "of retry: the job")->type_name("ID");
    app.add_option("--team", team_, "of list and retry: this team's instead of the user's")
        ->type_name("NAME");
    app.add_option("--limit", limit_, "of run: steps at most")->type_name("N");
  }

  ExitCode run(Context& context) override {
    return (this->*find_action<Action>("jobs", action_, kActions).run)(context);
  }

 private:
  struct Action {
    std::string_view name;
    ExitCode (Jobs::*run)(Context&);
  };
  static const std::array<Action, 3> kActions;

  const std::string& owner(const Context& context) const {
    return team_.empty() ? context.user() : team_;
  }

  ExitCode list(Context& context) {
    const Engine engine = context.open(Access::Read);
    const std::vector<SourceJob> jobs = engine.graph().jobs(owner(context));
    if (jobs.empty() && team_.empty()) context.require_known_user(engine);
    if (context.json) {
      Json json = Json::array();
      for (const SourceJob& job : jobs) json.push_back(to_json(job));
      print_document(context.out, {{"jobs", json}});
      return kOk;
    }
    if (jobs.empty() && context.screen.terminal) {
      context.out << "Nothing waits.\n";
      return kOk;
    }
    Table table({{"Id"},
                 {"Step"},
                 {"Source"},
                 {"Run at"},
                 {"Tries", Align::Right},
                 {"State"},
                 {"Error", Align::Left, true}});
    for (const SourceJob& job : jobs) {
      table.add({Cell{to_string(job.id)}, Cell{std::string(name(job.step))},
                 Cell{to_string(job.source)}, Cell{to_string(job.run_at)},
                 Cell{std::to_string(job.attempts)}, Cell{job.dead ? "failed" : "waits"},
                 Cell{job.error}});
    }
    table.print(context.out, context.screen);
    return kOk;
  }

  ExitCode work(Context& context) {
    if (limit_ < 0) throw UsageError("--limit must be at least 1");
    EngineOptions options = context.engine_options(Access::Write);
    options.create_if_missing = false;
    options.models.source_reader = builtin_source_reader();
    options.models.extractor = context.extractor().extractor;
    Engine engine = Engine::open(context.existing_db(), std::move(options));
    const WorkReport report = engine.graph().work({std::size_t(limit_)});
    if (context.json) {
      print_document(context.out, to_json(report));
    } else {
      context.out << counted(report.processed, "source") << " processed, "
                  << counted(report.extracted, "source") << " extracted, "
                  << counted(report.decisions.size(), "fact") << " decided\n";
      if (report.retried > 0) {
        context.out << counted(report.retried, "step") << " failed and will be tried again\n";
      }
      if (report.dead > 0) {
        context.out
            << counted(report.dead, "step")
            << " failed for good: `memfold jobs` says why, `memfold jobs retry` tries again\n";
      }
      if (report.waiting > 0) context.out << counted(report.waiting, "step") << " waits\n";
    }
    print_warnings(context);
    return report.dead + report.retried > 0 ? kPartly : kOk;
  }

  ExitCode retry(Context& context) {
    const Id id = require_memory_id("jobs retry", id_);
    Engine engine = context.open(Access::Change);
    engine.graph().retry(owner(context), id);
    if (!context.json) context.out << "It is due now; `memfold jobs run` does it.\n";
    return kOk;
  }

  std::string action_ = "list", id_, team_;
  int limit_ = 0;
};

const std::array<Jobs::Action, 3> Jobs::kActions = {{
    {"list", &Jobs::list},
    {"run", &Jobs::work},
    {"retry", &Jobs::retry},
}};

}  // namespace

std::unique_ptr<Command> make_jobs() {
  return std::make_unique<Jobs>();
}

}  // namespace memfold::tools
