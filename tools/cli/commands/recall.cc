#include "tools/cli/commands.h"

#include <tuple>

#include "tools/cli/common_options.h"
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

/// Any name may be one of the host's own: what was probably meant cannot be told.
Category read_category(const std::string& text) {
  const std::string wrong = Category::wrong_name(text);
  if (!wrong.empty()) throw UsageError("--category " + wrong);
  return Category::named(text);
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
    app.add_option(
           "--category", category_,
           "of this category: " + join(all_names<Category::Kind>(), ", ") + ", or one of your own")
        ->type_name("NAME");
    app.add_option("--person", query_.person, "an address or name that takes part, or is spoken of")
        ->type_name("NAME");
    app.add_option("--thread", query_.thread_id, "of this thread")->type_name("ID");
    app.add_option("--session", query_.session_id, "of this session")->type_name("ID");
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
    app.add_flag("--include-expired", query_.expired,
                 "what is no longer true as well: valid_until has come");
    app.add_flag("--peek", query_.peek, "only look: what is found does not count as used");
  }

  ExitCode run(Context& context) override {
    check();
    query_.user = context.user();
    query_.text = text_;
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
        return "No storyline matches; try other words, fewer filters or --archived. `memfold "
               "maintain` tells them.";
      case Level::Macro:
        return "No macro matches; try other words, fewer filters or --granularity storyline.";
      default:
        return query_.expired ? "Nothing matches; try other words, or fewer filters."
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
    query.person = query_.person;
    query.from = query_.occurred_from;
    query.until = query_.occurred_until;
    query.archived = query_.archived;
    query.states = query_.states;
    query.by = query_.by;
    query.peek = query_.peek;
    return query;
  }

  /// Options that say nothing about what is looked for would be passed over in silence.
  void check_options() const {
    const bool stories = level_ == Level::Storyline || level_ == Level::Macro;
    const std::tuple<bool, const char*, bool> options[] = {
        {stories, "--category", category_.has_value()},
        {stories, "--thread", !query_.thread_id.empty()},
        {stories, "--session", !query_.session_id.empty()},
        {stories, "--entity", !query_.entity.empty()},
        {stories, "--include-expired", query_.expired},
        {level_ != Level::Memory, "--as-of", !as_of_.empty()},
        {level_ != Level::Memory, "--valid-at", !valid_at_.empty()}};
    for (const auto& [refused, option, given] : options) {
      if (refused && given) {
        throw UsageError(std::string(option) +
                         " chooses memories; leave it out with --granularity " + granularity_);
      }
    }
  }

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

  void check() {
    if (text_.empty()) throw UsageError("recall needs a question, e.g. memfold recall \"budget\"");
    if (query_.k < 1 || query_.k > 10'000) throw UsageError("-k must lie in 1..10000");
    if (!(query_.threshold >= 0 && query_.threshold <= 1)) {
      throw UsageError("--threshold must lie in 0..1");
    }
    level_ = read_level(granularity_);
    check_options();
    if (category_) query_.category = read_category(*category_);
    if (!by_.empty()) query_.by = named_option<RecallBy>("--by", by_);
    for (const std::string& state : states_) {
      query_.states.push_back(named_option<MemoryState>("--state", state));
    }
    if (!valid_at_.empty()) query_.valid_at = parse_time_option("--valid-at", valid_at_);
    if (!as_of_.empty()) query_.as_of = parse_time_option("--as-of", as_of_);
    if (!since_.empty()) query_.occurred_from = parse_time_option("--since", since_);
    if (!until_.empty()) query_.occurred_until = parse_time_option("--until", until_);
  }

  RecallQuery query_;
  Level level_ = Level::Memory;
  std::string granularity_ = "memory";
  std::optional<std::string> category_;
  std::string text_, since_, until_, by_, valid_at_, as_of_;
  std::vector<std::string> states_;
};

}  // namespace

std::unique_ptr<Command> make_recall() {
  return std::make_unique<Recall>();
}

}  // namespace memfold::tools
