#include "tools/cli/commands.h"

#include <iterator>

#include "tools/cli/common_options.h"
#include "tools/cli/decision_list.h"
#include "tools/cli/fields.h"
#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/memory_id.h"
#include "tools/cli/present.h"
#include "tools/cli/settings.h"
#include "tools/cli/statement.h"
#include "tools/cli/table.h"

namespace memfold::tools {
namespace {

void print_analytics(const Context& context, const LogAnalytics& analytics) {
  const auto counts = [](const auto& values, auto first) {
    using E = decltype(first);
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] == 0) continue;
      text += (text.empty() ? "" : ", ") + count_text(values[i]) + " " +
              std::string(name(static_cast<E>(i)));
    }
    return text;
  };
  Fields fields;
  fields.add("entries", count_text(analytics.entries));
  fields.add_if("decisions", counts(analytics.by_kind, DecisionKind::Create));
  fields.add_if("operations", counts(analytics.by_operation, Operation::Add));
  fields.add_if("statuses", counts(analytics.by_status, Status::Success));
  fields.add_if("verdicts", counts(analytics.by_verdict, Verdict::Unrelated));
  fields.add("for review", count_text(analytics.reviews));
  fields.add("backdated", count_text(analytics.backdated));
  std::string analyses = count_text(analytics.analyses);
  if (analytics.kept_analyses > 0) analyses += ", " + count_text(analytics.kept_analyses) + " kept";
  if (analytics.tokens > 0) analyses += ", " + counted(analytics.tokens, "token");
  fields.add("analyses", analyses);
  fields.add("score", "mean " + fixed_text(analytics.score_mean, 3) + ", median " +
                          fixed_text(analytics.score_p50, 3) + ", p95 " +
                          fixed_text(analytics.score_p95, 3));
  fields.add("time", "median " + std::to_string(analytics.time_p50_us) + " us, p95 " +
                         std::to_string(analytics.time_p95_us) + " us, p99 " +
                         std::to_string(analytics.time_p99_us) + " us");
  fields.print(context.out, context.screen);
  if (analytics.by_day.empty()) return;
  print_heading(context.out, context.screen, "By day");
  Table table({{"Day"}, {"Decisions", Align::Right}});
  for (const auto& [day, count] : analytics.by_day) {
    table.add({Cell{to_string(day).substr(0, 10)}, Cell{count_text(count)}});
  }
  table.print(context.out, context.screen);
}

/// Texts of several options that take the printed names of an enumeration.
template <typename E>
std::vector<E> read_all(const char* option, const std::vector<std::string>& texts) {
  std::vector<E> values;
  for (const std::string& text : texts) {
    E value{};
    const std::string wrong = read_value(text, value);
    if (!wrong.empty())
      throw UsageError(std::string(option) + " " + wrong + ", not \"" + text + "\"");
    values.push_back(value);
  }
  return values;
}

template <typename E>
std::optional<E> read_one(const char* option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  return read_all<E>(option, {text}).front();
}

class Log final : public Command {
 public:
  Log()
      : Command({"log", "List decisions, newest first, or count them",
                 "  memfold log --decision UPDATE --limit 20 --db mail.db\n"
                 "  memfold log --from 2026-01-01 --until 2026-02-01 --oldest-first --db mail.db\n"
                 "  memfold log --memory 0123456789abcdef0123456789abcdef --db mail.db\n"
                 "  memfold log --analytics --verdict update --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("--decision", kinds_, join(all_names<DecisionKind>(), ", "))
        ->delimiter(',')
        ->type_name("KINDS");
    app.add_option("--operation", operations_, join(all_names<Operation>(), ", "))
        ->delimiter(',')
        ->type_name("OPERATIONS");
    app.add_option("--status", status_, join(all_names<Status>(), ", "))->type_name("STATUS");
    app.add_option("--verdict", verdict_, join(all_names<Verdict>(), ", "))->type_name("VERDICT");
    app.add_option("--trigger", trigger_, join(all_names<Trigger>(), ", "))->type_name("TRIGGER");
    app.add_option("--memory", memory_, "about any version of this memory")->type_name("ID");
    app.add_option("--source", query_.source_id, "about facts of this source")->type_name("ID");
    app.add_option("--min-score", query_.min_score, "score at least")->type_name("0..1");
    app.add_option("--max-score", query_.max_score, "score at most")->type_name("0..1");
    app.add_flag("--review", review_, "flagged for review");
    app.add_option("--from", from_, "decided at or after")->type_name("TIME");
    app.add_option("--until", until_, "decided before")->type_name("TIME");
    app.add_option("--limit", limit_, "entries a page (default 50)")->type_name("N");
    app.add_option("--cursor", query_.cursor, "go on behind an earlier page of the same query")
        ->type_name("CURSOR");
    app.add_flag("--oldest-first", oldest_first_, "oldest first");
    app.add_flag("--analytics", analytics_, "counts and spreads instead of entries");
  }

  ExitCode run(Context& context) override {
    check();
    query_.user = context.user();
    query_.newest_first = !oldest_first_;
    const Engine engine = context.open(Access::Read);
    context.require_user(engine);
    if (analytics_) return run_analytics(context, engine);
    const LogPage page = whole_page(engine);
    if (context.json) {
      Json json = to_json(page);
      for (std::size_t i = 0; i < page.entries.size(); ++i) {
        add_statement(json["entries"][i], engine.states(context.user(), page.entries[i].sequence));
      }
      print_document(context.out, json);
      return kOk;
    }
    if (context.screen.terminal && page.entries.empty()) {
      context.out << "No decision matches.\n";
    } else {
      print_decisions(context, page.entries, &engine);
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
    query_.kinds = read_all<DecisionKind>("--decision", kinds_);
    query_.operations = read_all<Operation>("--operation", operations_);
    query_.status = read_one<Status>("--status", status_);
    query_.verdict = read_one<Verdict>("--verdict", verdict_);
    query_.trigger = read_one<Trigger>("--trigger", trigger_);
    if (review_) query_.review = true;
    if (!memory_.empty()) query_.memory = require_memory_id("--memory", memory_);
    if (!from_.empty()) query_.from = parse_time_option("--from", from_);
    if (!until_.empty()) query_.until = parse_time_option("--until", until_);
  }

  /// Calls of a query for something rare may come back short; a person wants a full page.
  LogPage whole_page(const Engine& engine) const {
    LogQuery query = query_;
    LogPage page = engine.log(query);
    while (!page.next_cursor.empty() && page.entries.size() < query_.limit) {
      query.cursor = page.next_cursor;
      query.limit = query_.limit - page.entries.size();
      LogPage more = engine.log(query);
      std::move(more.entries.begin(), more.entries.end(), std::back_inserter(page.entries));
      page.next_cursor = more.next_cursor;
    }
    return page;
  }

  ExitCode run_analytics(const Context& context, const Engine& engine) const {
    const LogAnalytics analytics = engine.log_analytics(query_);
    if (context.json) {
      print_document(context.out, to_json(analytics));
    } else {
      print_analytics(context, analytics);
    }
    return kOk;
  }

  LogQuery query_;
  std::vector<std::string> kinds_, operations_;
  std::string status_, verdict_, trigger_, memory_, from_, until_;
  int limit_ = 50;
  bool oldest_first_ = false, analytics_ = false, review_ = false;
};

}  // namespace

std::unique_ptr<Command> make_log() {
  return std::make_unique<Log>();
}

}  // namespace memfold::tools
