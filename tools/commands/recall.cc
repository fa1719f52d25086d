#include "tools/commands/recall.h"

#include "tools/common_options.h"
#include "tools/figures.h"
#include "tools/json.h"
#include "tools/setting_value.h"
#include "tools/table.h"
#include "tools/text_width.h"

namespace memfold::tools {
namespace {

/// Two lines a hit: the statement, then when, what and which.
void print_hits(const Context& context, const std::vector<Hit>& hits) {
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const Memory& memory = hits[i].memory;
    const std::string lead = std::to_string(i + 1) + ". ";
    const std::size_t room = context.screen.width - lead.size();
    const std::string indent(lead.size(), ' ');
    context.out << lead << paint(context.screen, Ink::Bold, fit(printable(memory.content), room))
                << '\n';
    context.out << indent << to_string(memory.occurred_at) << "  " << name(memory.category)
                << "  score " << fixed_text(hits[i].score, 3) << " (" << printable(hits[i].why)
                << ")\n"
                << indent << paint(context.screen, Ink::Dim, to_string(memory.id)) << "\n";
  }
}

void print_table(const Context& context, const std::vector<Hit>& hits) {
  Table table(
      {{"Score"}, {"Occurred_at"}, {"Category"}, {"Id"}, {"Version"}, {"Why"}, {"Content"}});
  for (const Hit& hit : hits) {
    table.add({{fixed_text(hit.score, 3)},
               {to_string(hit.memory.occurred_at)},
               {std::string(name(hit.memory.category))},
               {to_string(hit.memory.id)},
               {std::to_string(hit.memory.version)},
               {hit.why},
               {hit.memory.content}});
  }
  table.print(context.out, context.screen);
}

class Recall final : public Command {
 public:
  Recall()
      : Command({"recall", "Find the memories that answer a question",
                 "  memfold recall \"Q1 캠페인 예산\" -k 5 --db mail.db\n"
                 "  memfold recall \"budget\" --category decision --since 2026-01-01 --db mail.db\n"
                 "  memfold recall \"campaign budget\" --as-of 2026-02-01 --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("query", text_, "what to look for")->type_name("TEXT");
    app.add_option("-k,--k", query_.k, "how many (default 10)")->type_name("N");
    app.add_option("--threshold", query_.threshold, "leave out lower scores (0..1)")
        ->type_name("SCORE");
    app.add_option("--category", category_, join(all_names<Category>(), ", "))->type_name("NAME");
    app.add_option("--person", query_.person, "an address or name that takes part")
        ->type_name("NAME");
    app.add_option("--thread", query_.thread_id, "of this thread")->type_name("ID");
    app.add_option("--entity", query_.entity, "that mentions this entity")->type_name("NAME");
    app.add_option("--since", since_, "occurred at or after")->type_name("TIME");
    app.add_option("--until", until_, "occurred before")->type_name("TIME");
    app.add_option("--by", by_, join(all_names<RecallBy>(), ", ") + " (default both)")
        ->type_name("WAY");
    app.add_option("--valid-at", valid_at_, "what is true in the world then")->type_name("TIME");
    app.add_option("--as-of", as_of_, "what the store believed then")->type_name("TIME");
    app.add_option("--state", states_,
                   "only in these states: " + join(all_names<MemoryState>(), ", "))
        ->type_name("NAME")
        ->delimiter(',');
    app.add_flag("--archived", query_.archived, "what is archived as well");
    app.add_flag("--peek", query_.peek, "only look: what is found does not count as used");
  }

  ExitCode run(Context& context) override {
    check();
    query_.user = context.user();
    query_.text = text_;
    const Engine engine = open(context);
    context.require_user(engine);
    const std::vector<Hit> hits = engine.recall(query_);
    if (context.json) {
      print_document(context.out, {{"hits", to_json(hits)}});
    } else if (!context.screen.terminal) {
      print_table(context, hits);
    } else if (hits.empty()) {
      context.out << "Nothing matches; try other words, or fewer filters.\n";
    } else {
      print_hits(context, hits);
    }
    return kOk;
  }

 private:
  /// Beside a process that writes, a recall can only look.
  Engine open(const Context& context) const {
    if (query_.peek) return context.open(Access::Read);
    try {
      return context.open(Access::Change);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::Locked && error.code() != ErrorCode::Io) throw;
      return context.open(Access::Read);
    }
  }

  template <typename E>
  static E named(const std::string& option, const std::string& text) {
    E value{};
    const std::string wrong = read_value(text, value);
    if (!wrong.empty()) throw UsageError(option + " " + wrong + ", not \"" + text + "\"");
    return value;
  }

  void check() {
    if (text_.empty()) throw UsageError("recall needs a question, e.g. memfold recall \"budget\"");
    if (query_.k < 1 || query_.k > 10'000) throw UsageError("-k must lie in 1..10000");
    if (!(query_.threshold >= 0 && query_.threshold <= 1)) {
      throw UsageError("--threshold must lie in 0..1");
    }
    if (!category_.empty()) query_.category = named<Category>("--category", category_);
    if (!by_.empty()) query_.by = named<RecallBy>("--by", by_);
    for (const std::string& state : states_) {
      query_.states.push_back(named<MemoryState>("--state", state));
    }
    if (!valid_at_.empty()) query_.valid_at = parse_time_option("--valid-at", valid_at_);
    if (!as_of_.empty()) query_.as_of = parse_time_option("--as-of", as_of_);
    if (!since_.empty()) query_.occurred_from = parse_time_option("--since", since_);
    if (!until_.empty()) query_.occurred_until = parse_time_option("--until", until_);
  }

  RecallQuery query_;
  std::string text_, category_, since_, until_, by_, valid_at_, as_of_;
  std::vector<std::string> states_;
};

}  // namespace

std::unique_ptr<Command> make_recall() {
  return std::make_unique<Recall>();
}

}  // namespace memfold::tools
