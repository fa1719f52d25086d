#include "tools/commands/log.h"

#include "tools/common_options.h"
#include "tools/figures.h"
#include "tools/json.h"
#include "tools/present.h"
#include "tools/setting_value.h"
#include "tools/table.h"

namespace memfold::tools {
namespace {

std::string memory_text(const Decision& entry) {
  return entry.memory_id ? to_string(entry.memory_id) : std::string();
}

void print_entries(const Context& context, const LogPage& page) {
  for (const Decision& entry : page.entries) {
    context.out << paint(context.screen, Ink::Dim, "#" + std::to_string(entry.sequence)) << "  "
                << to_string(entry.at) << "  "
                << paint(context.screen, ink_of(entry.kind), action_text(entry));
    if (entry.band != Band::None) context.out << "  score " << fixed_text(entry.score.total, 3);
    if (entry.backdated) context.out << "  backdated";
    if (entry.review) context.out << "  " << paint(context.screen, Ink::Magenta, "for review");
    context.out << "\n    " << paragraph(context.screen, entry.reason, 4) << "\n    "
                << paint(context.screen, Ink::Dim, "memory " + memory_text(entry)) << '\n';
  }
}

void print_table(const Context& context, const LogPage& page) {
  Table table({{"Sequence"},
               {"At"},
               {"Decision"},
               {"Operation"},
               {"Score"},
               {"Memory_id"},
               {"Source_id"},
               {"Reason"}});
  for (const Decision& entry : page.entries) {
    table.add({{std::to_string(entry.sequence)},
               {to_string(entry.at)},
               {std::string(name(entry.kind))},
               {std::string(name(entry.operation))},
               {fixed_text(entry.score.total, 3)},
               {memory_text(entry)},
               {entry.source_id},
               {entry.reason}});
  }
  table.print(context.out, context.screen);
}

class Log final : public Command {
 public:
  Log()
      : Command(
            {"log", "List decisions, newest first",
             "  memfold log --decision UPDATE --limit 20 --db mail.db\n"
             "  memfold log --from 2026-01-01 --until 2026-02-01 --oldest-first --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("--decision", kind_, join(all_names<DecisionKind>(), ", "))->type_name("KIND");
    app.add_option("--from", from_, "decided at or after")->type_name("TIME");
    app.add_option("--until", until_, "decided before")->type_name("TIME");
    app.add_option("--limit", limit_, "entries a page (default 50)")->type_name("N");
    app.add_option("--cursor", query_.cursor, "go on behind an earlier page of the same query")
        ->type_name("CURSOR");
    app.add_flag("--oldest-first", oldest_first_, "oldest first");
  }

  ExitCode run(Context& context) override {
    check();
    query_.user = context.user();
    query_.newest_first = !oldest_first_;
    const Engine engine = context.open(Access::Read);
    context.require_user(engine);
    const LogPage page = engine.log(query_);
    if (context.json) {
      print_document(context.out, to_json(page));
      return kOk;
    }
    if (!context.screen.terminal) {
      print_table(context, page);
    } else if (page.entries.empty()) {
      context.out << "No decision matches.\n";
    } else {
      print_entries(context, page);
    }
    if (!page.next_cursor.empty()) {
      context.out.flush();
      context.err << "More: repeat with --cursor " << page.next_cursor << '\n';
    }
    return kOk;
  }

 private:
  void check() {
    if (limit_ < 1 || limit_ > 100'000) throw UsageError("--limit must lie in 1..100000");
    query_.limit = std::size_t(limit_);
    if (!kind_.empty()) {
      DecisionKind kind{};
      const std::string wrong = read_value(kind_, kind);
      if (!wrong.empty()) throw UsageError("--decision " + wrong + ", not \"" + kind_ + "\"");
      query_.kind = kind;
    }
    if (!from_.empty()) query_.from = parse_time_option("--from", from_);
    if (!until_.empty()) query_.until = parse_time_option("--until", until_);
  }

  LogQuery query_;
  std::string kind_, from_, until_;
  int limit_ = 50;
  bool oldest_first_ = false;
};

}  // namespace

std::unique_ptr<Command> make_log() {
  return std::make_unique<Log>();
}

}  // namespace memfold::tools
