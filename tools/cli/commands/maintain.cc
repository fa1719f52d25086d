#include "tools/cli/commands.h"

#include <algorithm>

#include "tools/cli/figures.h"
#include "tools/cli/json.h"

namespace memfold::tools {
namespace {

std::string what_it_did(const JobReport& report) {
  std::string text;
  for (const auto& [what, count] : report.counts) {
    if (count == 0) continue;
    std::string words = what;
    std::replace(words.begin(), words.end(), '_', ' ');
    text += (text.empty() ? "" : ", ") + count_text(count) + " " + words;
  }
  return text.empty() ? "nothing to do" : text;
}

class Maintain final : public Command {
 public:
  Maintain()
      : Command({"maintain", "Do what is due: put away what has faded, let the log forget",
                 "  memfold maintain --db mail.db\n"
                 "  memfold maintain --job archive --now 2027-01-01 --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("--job", options_.jobs, "this job, due or not; may be repeated")
        ->type_name("NAME");
  }

  ExitCode run(Context& context) override {
    EngineOptions engine_options = context.engine_options(Access::Change);
    engine_options.models.summarizer = context.summarizer().summarizer;
    Engine engine = Engine::open(context.existing_db(), engine_options);
    const std::vector<JobReport> reports = engine.maintain(options_);
    if (context.json) {
      Json jobs = Json::array();
      for (const JobReport& report : reports) jobs.push_back(to_json(report));
      print_document(context.out, {{"jobs", jobs}});
      return kOk;
    }
    for (const JobReport& report : reports) {
      if (report.ran) {
        context.out << report.job << ": " << what_it_did(report) << "\n";
      } else if (options_.jobs.empty()) {
        context.out << report.job << ": not due, last run " << to_string(*report.last_run) << "\n";
      }
    }
    return kOk;
  }

 private:
  MaintainOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_maintain() {
  return std::make_unique<Maintain>();
}

}  // namespace memfold::tools
