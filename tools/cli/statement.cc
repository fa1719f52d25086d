#include "tools/cli/statement.h"

#include "tools/cli/fields.h"
#include "tools/cli/figures.h"
#include "tools/cli/present.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

/// In the order of StatesKept.
constexpr std::string_view kWhyNone[] = {"", "(never kept)", "(dropped by retention)", "(erased)",
                                         "(forgotten; `memfold restore` brings it back)"};

constexpr std::size_t kSkippedAtOnce = 500;
/// As many as a person reads; the log has them all.
constexpr std::size_t kSkippedShown = 20;

/// What left the chain as it was, oldest first, up to `limit`.
std::vector<DecisionStates> skipped_of(const Engine& engine, const std::string& user,
                                       const Id& memory, std::size_t limit) {
  LogQuery query;
  query.user = user;
  query.memory = memory;
  query.operations = {Operation::Noop};
  query.newest_first = false;
  query.limit = kSkippedAtOnce;
  std::vector<DecisionStates> skipped;
  do {
    LogPage page = engine.log(query);
    for (const Decision& entry : page.entries) {
      if (skipped.size() == limit) return skipped;
      skipped.push_back(engine.states(user, entry.sequence));
    }
    query.cursor = page.next_cursor;
  } while (!query.cursor.empty());
  return skipped;
}

/// As far as a person may see them.
void hide_forgotten(DecisionStates& states) {
  if (states.kept != StatesKept::Forgotten) return;
  states.fact.reset();
  states.before.reset();
  states.after.reset();
}

Fields fields_of(const DecisionStates& states) {
  const Decision& entry = states.decision;
  Fields fields;
  fields.add("statement", statement_text(states), Ink::Bold);
  fields.add("decision", "#" + std::to_string(entry.sequence) + ", " + action_text(entry));
  fields.add_if("reason", entry.reason);
  fields.add_if("error", entry.error);
  fields.add("decided at", to_string(entry.at) + ", " + std::string(name(entry.trigger)));
  if (entry.memory_id) fields.add("memory", to_string(entry.memory_id));
  if (entry.target_id) fields.add("acted on", to_string(*entry.target_id));
  if (states.before) fields.add("before", states.before->content);
  if (states.after) fields.add("after", states.after->content);
  fields.add_if("source", entry.source_id);
  if (states.fact) {
    fields.add("stated at", to_string(states.fact->stated_at));
    fields.add_if("people", join_texts(states.fact->people));
    fields.add_if("subject", states.fact->subject);
  }
  fields.add_if("compared by", entry.analyst);
  fields.add_if("key", entry.idempotency_key);
  if (entry.answers) fields.add("answers", "#" + std::to_string(*entry.answers));
  return fields;
}

}  // namespace

std::optional<std::string> statement_of(const DecisionStates& states) {
  if (states.kept != StatesKept::Kept) return std::nullopt;
  for (const auto* memory : {&states.fact, &states.before, &states.after}) {
    if (*memory) return (*memory)->content;
  }
  return std::nullopt;
}

std::string statement_text(const DecisionStates& states) {
  return statement_of(states).value_or(std::string(kWhyNone[std::size_t(states.kept)]));
}

void add_statement(Json& json, const DecisionStates& states) {
  const std::optional<std::string> text = statement_of(states);
  json["statement"] = text ? Json(*text) : Json(nullptr);
  json["statement_kept"] = name(states.kept);
}

void print_decision(const Context& context, const Engine& engine, std::uint64_t sequence) {
  DecisionStates states = engine.states(context.user(), sequence);
  hide_forgotten(states);
  if (!context.json) return fields_of(states).print(context.out, context.screen);
  Json json = to_json(states.decision);
  add_statement(json, states);
  print_document(context.out, {{"decision", json},
                               {"fact", to_json(states.fact)},
                               {"before", to_json(states.before)},
                               {"after", to_json(states.after)}});
}

void print_skipped(const Context& context, const Engine& engine, const Id& memory) {
  const std::vector<DecisionStates> skipped =
      skipped_of(engine, context.user(), memory, kSkippedShown + 1);
  if (skipped.empty()) return;
  print_heading(context.out, context.screen, "Skipped, for it says so already");
  for (std::size_t i = 0; i < skipped.size() && i < kSkippedShown; ++i) {
    const Decision& entry = skipped[i].decision;
    const std::string line = "#" + std::to_string(entry.sequence) + "  " +
                             to_string(entry.at).substr(0, 10) + "  " +
                             printable(statement_text(skipped[i]));
    context.out << "  " << (context.screen.terminal ? fit(line, context.screen.width - 2) : line)
                << '\n';
  }
  if (skipped.size() <= kSkippedShown) return;
  context.out << "  ... and more: `memfold log --operation NOOP --memory " << to_string(memory)
              << "`\n";
}

Json skipped_json(const Context& context, const Engine& engine, const Id& memory) {
  Json list = Json::array();
  for (const DecisionStates& states : skipped_of(engine, context.user(), memory, SIZE_MAX)) {
    const Decision& entry = states.decision;
    Json json{{"sequence", entry.sequence},
              {"at", to_json(entry.at)},
              {"source_id", entry.source_id},
              {"score", entry.score.total}};
    add_statement(json, states);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace memfold::tools
