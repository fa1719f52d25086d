#include "tools/cli/commands.h"

#include "tools/cli/common_options.h"
#include "tools/cli/fields.h"
#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/present.h"
#include "tools/cli/table.h"

namespace memfold::tools {
namespace {

std::string action(DecisionKind kind, Operation operation) {
  return std::string(name(kind)) + " (" + std::string(name(operation)) + ")";
}

void print_counts(const Context& context, const ReplayReport& report) {
  Fields fields;
  fields.add("replayed", count_text(report.replayed));
  fields.add("skipped", count_text(report.skipped));
  for (std::size_t i = 0; i < report.by_kind_before.size(); ++i) {
    const std::uint64_t before = report.by_kind_before[i], after = report.by_kind_after[i];
    if (before == 0 && after == 0) continue;
    fields.add(std::string(name(DecisionKind(i))), count_text(before) + " -> " + count_text(after),
               before == after ? Ink::Plain : Ink::Yellow);
  }
  fields.add("changed", count_text(report.changes.size()));
  fields.print(context.out, context.screen);
}

void print_changes(const Context& context, const std::vector<ReplayChange>& changes,
                   std::size_t limit) {
  Table table({{"Sequence", Align::Right},
               {"Before"},
               {"After"},
               {"Score_before", Align::Right},
               {"Score_after", Align::Right},
               {"Content", Align::Left, true}});
  for (const ReplayChange& change : changes) {
    if (limit-- == 0) break;
    table.add({{std::to_string(change.sequence)},
               {action(change.kind_before, change.operation_before), ink_of(change.kind_before)},
               {action(change.kind_after, change.operation_after), ink_of(change.kind_after)},
               {fixed_text(change.score_before, 3)},
               {fixed_text(change.score_after, 3)},
               {change.content}});
  }
  table.print(context.out, context.screen);
}

class Replay final : public Command {
 public:
  Replay()
      : Command({"replay", "Decide logged facts again under other settings; writes nothing",
                 "  memfold replay --mode fast --db mail.db\n"
                 "  memfold replay --set decide.update_from=0.9 --from 2026-01-01 --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("--from", from_, "decided at or after")->type_name("TIME");
    app.add_option("--until", until_, "decided before")->type_name("TIME");
    app.add_option("--limit", limit_, "changes shown (default 50)")->type_name("N");
  }

  ExitCode run(Context& context) override {
    if (limit_ < 1 || limit_ > 100'000) throw UsageError("--limit must lie in 1..100000");
    ReplayQuery query{.user = context.user(), .decide = context.settings().decide};
    if (!from_.empty()) query.from = parse_time_option("--from", from_);
    if (!until_.empty()) query.until = parse_time_option("--until", until_);
    const Engine engine = context.open(Access::Compare);
    context.require_user(engine);
    const ReplayReport report = engine.admin().replay(query);
    if (context.json) {
      print_document(context.out, to_json(report));
      return kOk;
    }
    print_counts(context, report);
    if (report.changes.empty()) return kOk;
    print_heading(context.out, context.screen, "Changed decisions");
    print_changes(context, report.changes, std::size_t(limit_));
    if (report.changes.size() > std::size_t(limit_)) {
      context.out.flush();
      context.err << "More: " << count_text(report.changes.size() - std::size_t(limit_))
                  << " changes are not shown; see --limit\n";
    }
    return kOk;
  }

 private:
  std::string from_, until_;
  int limit_ = 50;
};

}  // namespace

std::unique_ptr<Command> make_replay() {
  return std::make_unique<Replay>();
}

}  // namespace memfold::tools
