#include "tools/cli/commands.h"

#include "tools/cli/common_options.h"
#include "tools/cli/filter_options.h"
#include "tools/cli/named_option.h"
#include "tools/cli/recall_text.h"

namespace memfold::tools {
namespace {

/// What is looked for.
enum class Level { Memory, Source, Storyline, Macro };

struct LevelName {
  std::string_view name;
  Level level;
};
constexpr LevelName kLevelNames[] = {
    {"memory", Level::Memory}, {"source", Level::Source}, {"storyline", Level::Storyline},
    {"macro", Level::Macro},   {"1", Level::Memory},      {"2", Level::Storyline},
    {"3", Level::Macro},       {"micro", Level::Memory},  {"meso", Level::Storyline},
};

Level read_level(const std::string& text) {
  std::vector<std::string> names;
  for (const LevelName& known : kLevelNames) {
    if (known.name == text) return known.level;
    names.emplace_back(known.name);
  }
  throw UsageError("--granularity must be memory (1), source, storyline (2) or macro (3), not \"" +
                   printable(text) + "\"" + suggestion(text, names));
}

class Recall final : public Command {
 public:
  Recall()
      : Command({"recall", "Find the memories, sources or storylines that answer a question",
                 "  memfold recall \"Q1 캠페인 예산\" -k 5 --db mail.db\n"
                 "  memfold recall \"budget\" --category decision --since 2026-01-01 --db mail.db\n"
                 "  memfold recall \"campaign budget\" --valid-at 2026-02-01 --db mail.db\n"
                 "  memfold recall \"캠페인\" --granularity storyline --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("query", text_, "what to look for")->type_name("TEXT");
    app.add_option("-k,--k", query_.k, "how many (default 10)")->type_name("N");
    app.add_option("--granularity", granularity_,
                   "memory (1, the default), source, storyline (2) or macro (3)")
        ->type_name("LEVEL");
    app.add_option("--threshold", query_.threshold, "leave out lower scores (0..1)")
        ->type_name("SCORE");
    filter_.configure(app);
    app.add_option("--by", by_, join(all_names<RecallBy>(), ", ") + " (default both)")
        ->type_name("WAY");
    app.add_option("--valid-at", valid_at_, "what is true in the world then")->type_name("TIME");
    app.add_option("--as-of", as_of_, "what the store believed then")->type_name("TIME");
    app.add_flag("--peek", peek_, "only look: what is found does not count as used");
  }

  ExitCode run(Context& context) override {
    check();
    query_.user = context.user();
    query_.text = text_;
    query_.count_use = !peek_;
    const Engine engine = open(context);
    context.require_user(engine);
    switch (level_) {
      case Level::Memory:
        show(context, engine.recall(query_));
        break;
      case Level::Source:
        show(context, engine.graph().recall_sources(query_));
        break;
      case Level::Storyline:
      case Level::Macro:
        show(context, engine.graph().recall(story_query()));
        break;
    }
    return kOk;
  }

 private:
  template <typename Hits>
  void show(const Context& context, const Hits& hits) const {
    if (context.json) {
      Json json = Json::array();
      for (const auto& hit : hits) json.push_back(to_json(hit));
      print_document(context.out, {{"hits", json}});
    } else if (hits.empty() && context.screen.terminal) {
      context.out << nothing_found() << '\n';
    } else {
      print_hits(context, hits);
    }
  }

  const char* nothing_found() const {
    if (query_.as_of) {
      return "The store believed nothing then that matches; what was true then is asked for with "
             "--valid-at.";
    }
    switch (level_) {
      case Level::Storyline:
        return "No storyline matches; try other words, fewer filters or --include-archived. "
               "`memfold "
               "maintain` tells them.";
      case Level::Macro:
        return "No macro matches; try other words, fewer filters or --granularity storyline.";
      default:
        return query_.where.include_expired ? "Nothing matches; try other words, or fewer filters."
                                            : "Nothing matches; try other words, fewer filters or "
                                              "--include-expired.";
    }
  }

  StoryQuery story_query() const {
    StoryQuery query;
    query.user = query_.user;
    query.text = query_.text;
    query.granularity = level_ == Level::Macro ? Granularity::Macro : Granularity::Meso;
    query.k = query_.k;
    query.threshold = query_.threshold;
    query.person = query_.where.person;
    query.from = query_.where.occurred_from;
    query.until = query_.where.occurred_until;
    query.include_archived = query_.where.include_archived;
    query.states = query_.where.states;
    query.by = query_.by;
    query.count_use = query_.count_use;
    return query;
  }

  /// Options that say nothing about what is looked for would be passed over in silence.
  void check_options() const {
    std::vector<const char*> refused;
    if (level_ == Level::Storyline || level_ == Level::Macro) refused = filter_.of_memories_alone();
    if (level_ != Level::Memory && !as_of_.empty()) refused.push_back("--as-of");
    if (level_ != Level::Memory && !valid_at_.empty()) refused.push_back("--valid-at");
    if (refused.empty()) return;
    throw UsageError(std::string(refused.front()) +
                     " chooses memories; leave it out with --granularity " + granularity_);
  }

  /// Beside a process that writes, a recall can only look.
  Engine open(const Context& context) const {
    if (peek_) return context.open(Access::Read);
    try {
      return context.open(Access::Change);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::Locked && error.code() != ErrorCode::Io) throw;
      return context.open(Access::Read);
    }
  }

  void check() {
    if (text_.empty()) throw UsageError("recall needs a question, e.g. memfold recall \"budget\"");
    if (query_.k < 1 || query_.k > 10'000) throw UsageError("-k must lie in 1..10000");
    if (!(query_.threshold >= 0 && query_.threshold <= 1)) {
      throw UsageError("--threshold must lie in 0..1");
    }
    level_ = read_level(granularity_);
    check_options();
    query_.where = filter_.read();
    if (!by_.empty()) query_.by = named_option<RecallBy>("--by", by_);
    if (!valid_at_.empty()) query_.valid_at = parse_time_option("--valid-at", valid_at_);
    if (!as_of_.empty()) query_.as_of = parse_time_option("--as-of", as_of_);
  }

  RecallQuery query_;
  Level level_ = Level::Memory;
  std::string granularity_ = "memory";
  bool peek_ = false;
  FilterOptions filter_;
  std::string text_, by_, valid_at_, as_of_;
};

}  // namespace

std::unique_ptr<Command> make_recall() {
  return std::make_unique<Recall>();
}

}  // namespace memfold::tools
