#include "tools/cli/commands.h"

#include "tools/cli/common_options.h"
#include "tools/cli/filter_options.h"
#include "tools/cli/json.h"
#include "tools/cli/table.h"

namespace memfold::tools {
namespace {

class List final : public Command {
 public:
  List()
      : Command({"list", "List current memories, newest first, page by page",
                 "  memfold list --limit 20 --db mail.db\n"
                 "  memfold list --category decision --person mina@example.com --db mail.db\n"
                 "  memfold list --oldest-first --json --db mail.db"}) {}

  void configure(CLI::App& app) override {
    filter_.configure(app);
    app.add_option("--limit", limit_, "memories a page (default 50)")->type_name("N");
    app.add_option("--cursor", query_.cursor, "go on behind an earlier page of the same query")
        ->type_name("CURSOR");
    app.add_flag("--oldest-first", oldest_first_, "oldest first");
  }

  ExitCode run(Context& context) override {
    if (limit_ < 1 || limit_ > kMostAPage) throw UsageError("--limit must lie in 1..10000");
    query_.where = filter_.read();
    query_.limit = std::size_t(limit_);
    query_.newest_first = !oldest_first_;
    query_.user = context.user();
    const Engine engine = context.open(Access::Read);
    context.require_user(engine);
    const MemoryPage page = whole_page(engine);
    if (context.json) {
      print_document(context.out, to_json(page));
      return kOk;
    }
    print(context, page);
    return kOk;
  }

 private:
  static constexpr int kMostAPage = 10'000;

  /// A page may be short where what is asked for is rare; a person wants it full.
  MemoryPage whole_page(const Engine& engine) {
    MemoryPage page = engine.list(query_);
    while (page.memories.size() < query_.limit && !page.next_cursor.empty()) {
      ListQuery rest = query_;
      rest.cursor = page.next_cursor;
      rest.limit = query_.limit - page.memories.size();
      MemoryPage more = engine.list(rest);
      page.next_cursor = std::move(more.next_cursor);
      for (Memory& memory : more.memories) page.memories.push_back(std::move(memory));
    }
    return page;
  }

  static void print(const Context& context, const MemoryPage& page) {
    if (page.memories.empty() && context.screen.terminal) {
      context.out
          << "Nothing to list; try fewer filters, --include-archived or --include-expired.\n";
      return;
    }
    Table table({{"Id"}, {"Occurred"}, {"Category"}, {"Content", Align::Left, true}});
    for (const Memory& memory : page.memories) {
      table.add({Cell{to_string(memory.id)}, Cell{to_string(memory.occurred_at).substr(0, 10)},
                 Cell{std::string(memory.category.name())}, Cell{memory.content}});
    }
    table.print(context.out, context.screen);
    if (!page.next_cursor.empty()) {
      context.err << "More: repeat with --cursor " << page.next_cursor << '\n';
    }
  }

  FilterOptions filter_;
  ListQuery query_;
  int limit_ = 50;
  bool oldest_first_ = false;
};

}  // namespace

std::unique_ptr<Command> make_list() {
  return std::make_unique<List>();
}

}  // namespace memfold::tools
