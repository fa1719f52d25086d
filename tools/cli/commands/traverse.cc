#include "tools/cli/commands.h"

#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/memory_id.h"
#include "tools/cli/named_option.h"
#include "tools/cli/node_text.h"
#include "tools/cli/table.h"

namespace memfold::tools {
namespace {

class Traverse final : public Command {
 public:
  Traverse()
      : Command(
            {"traverse", "Follow edges from a memory or node, level by level",
             "  memfold traverse 0123456789abcdef0123456789abcdef --depth 2 --db mail.db\n"
             "  memfold traverse 0123456789abcdef0123456789abcdef --type includes --type states "
             "--db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("id", id_, "where to start: a memory's or node's id")->type_name("ID");
    app.add_option("--type", types_,
                   "of edges followed; repeatable: " + join(all_names<EdgeType>(), ", "))
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("TYPE");
    app.add_option("--depth", query_.depth, "edges from the start at most (default 1)")
        ->type_name("N");
    app.add_option("--limit", limit_, "edges listed (default 1000)")->type_name("N");
  }

  ExitCode run(Context& context) override {
    query_.start = require_memory_id("traverse", id_);
    for (const std::string& text : types_) {
      query_.types.push_back(named_option<EdgeType>("--type", text));
    }
    if (limit_ < 1 || query_.depth < 1) throw UsageError("--limit and --depth must be at least 1");
    query_.limit = std::size_t(limit_);
    query_.user = context.user();
    const Engine engine = context.open(Access::Read);
    const std::vector<GraphStep> steps = engine.graph().traverse(query_);
    if (context.json) {
      Json json = Json::array();
      for (const GraphStep& step : steps) json.push_back(to_json(step));
      print_document(context.out, {{"steps", json}});
      return kOk;
    }
    Table table({{"Depth", Align::Right},
                 {"From", Align::Left, true},
                 {"Edge"},
                 {"To", Align::Left, true},
                 {"To id"}});
    for (const GraphStep& step : steps) {
      table.add(
          {Cell{std::to_string(step.depth)}, Cell{label_of(engine, context.user(), step.edge.from)},
           Cell{std::string(name(step.edge.type))},
           Cell{label_of(engine, context.user(), step.edge.to)}, Cell{to_string(step.edge.to)}});
    }
    table.print(context.out, context.screen);
    return kOk;
  }

 private:
  TraverseQuery query_;
  std::string id_;
  std::vector<std::string> types_;
  int limit_ = 1000;
};

}  // namespace

std::unique_ptr<Command> make_traverse() {
  return std::make_unique<Traverse>();
}

}  // namespace memfold::tools
