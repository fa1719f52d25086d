#include "tools/cli/commands.h"

#include "storage/store_directory.h"
#include "tools/cli/fields.h"
#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

Fields fields_of(const Context& context, const Stats& stats, bool everyone) {
  Fields fields;
  fields.add("store",
             context.db() + " (" + bytes_text(storage::directory_bytes(context.db())) + ")");
  fields.add(everyone ? "users" : "user", everyone ? count_text(stats.users) : context.user());
  fields.add("current memories", count_text(stats.current_memories));
  fields.add("versions stored", count_text(stats.memories));
  fields.add("edges", count_text(stats.edges));
  fields.add("decisions", count_text(stats.decisions));
  for (std::size_t i = 0; i < stats.by_kind.size(); ++i) {
    fields.add("  " + std::string(name(static_cast<DecisionKind>(i))),
               count_text(stats.by_kind[i]));
  }
  for (std::size_t i = 0; i < stats.by_operation.size(); ++i) {
    if (stats.by_operation[i] == 0) continue;
    fields.add("  stored by " + std::string(name(static_cast<Operation>(i))),
               count_text(stats.by_operation[i]));
  }
  fields.add("rejected", count_text(stats.rejected));
  fields.add("for review", count_text(stats.reviews));
  fields.add("late arrivals", count_text(stats.backdated));
  return fields;
}

class StatsCommand final : public Command {
 public:
  StatsCommand()
      : Command({"stats", "Count what is stored and what was decided",
                 "  memfold stats --db mail.db\n"
                 "  memfold stats --user mina --db mail.db\n"
                 "  memfold stats --users --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_flag("--users", users_, "the names of all users instead of counts");
  }

  ExitCode run(Context& context) override {
    const Engine engine = context.open(Access::Read);
    if (users_) return list_users(context, engine);
    const bool everyone = !context.config.is_set("user");
    if (!everyone) context.require_user(engine);
    const Stats stats = engine.stats(everyone ? "" : context.user());
    if (context.json) {
      Json json{{"user", everyone ? Json(nullptr) : Json(context.user())}};
      json.update(to_json(stats));
      json["store_bytes"] = storage::directory_bytes(context.db());
      print_document(context.out, json);
    } else {
      fields_of(context, stats, everyone).print(context.out, context.screen);
    }
    return kOk;
  }

 private:
  static ExitCode list_users(const Context& context, const Engine& engine) {
    const std::vector<std::string> users = engine.users();
    if (context.json) {
      print_document(context.out, {{"users", users}});
      return kOk;
    }
    for (const std::string& user : users) context.out << printable(user) << '\n';
    return kOk;
  }

  bool users_ = false;
};

}  // namespace

std::unique_ptr<Command> make_stats() {
  return std::make_unique<StatsCommand>();
}

}  // namespace memfold::tools
