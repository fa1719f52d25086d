#include "tools/cli/decision_list.h"

#include "tools/cli/figures.h"
#include "tools/cli/present.h"
#include "tools/cli/statement.h"
#include "tools/cli/table.h"

namespace memfold::tools {
namespace {

std::string memory_text(const Decision& entry) {
  return entry.memory_id ? to_string(entry.memory_id) : std::string();
}

void print_entry(const Context& context, const Decision& entry, const std::string& statement) {
  context.out << paint(context.screen, Ink::Dim, "#" + std::to_string(entry.sequence)) << "  "
              << to_string(entry.at) << "  "
              << paint(context.screen, ink_of(entry.kind), action_text(entry));
  if (entry.band != Band::None) context.out << "  score " << fixed_text(entry.score.total, 3);
  if (entry.backdated) context.out << "  backdated";
  if (entry.review) context.out << "  " << paint(context.screen, Ink::Magenta, "for review");
  if (entry.answers) context.out << "  answers #" << *entry.answers;
  if (entry.redacted) context.out << "  " << paint(context.screen, Ink::Dim, "redacted");
  if (!statement.empty()) {
    context.out << "\n    "
                << paint(context.screen, Ink::Bold, paragraph(context.screen, statement, 4));
  }
  context.out << "\n    " << paragraph(context.screen, entry.reason, 4) << "\n    "
              << paint(context.screen, Ink::Dim, "memory " + memory_text(entry)) << '\n';
}

std::string statement_of(const Context& context, const Engine* engine, const Decision& entry) {
  if (engine == nullptr) return {};
  return statement_text(engine->states(context.user(), entry.sequence));
}

void print_table(const Context& context, const std::vector<Decision>& decisions,
                 const Engine* engine) {
  std::vector<Column> columns = {{"Sequence"}, {"At"},        {"Decision"},  {"Operation"},
                                 {"Score"},    {"Memory_id"}, {"Source_id"}, {"Reason"}};
  if (engine != nullptr) columns.push_back({"Statement"});
  Table table(std::move(columns));
  for (const Decision& entry : decisions) {
    const bool rejected = entry.status == Status::Error;
    table.add({{std::to_string(entry.sequence)},
               {to_string(entry.at)},
               {rejected ? "REJECTED" : std::string(name(entry.kind))},
               {rejected ? "" : std::string(name(entry.operation))},
               {fixed_text(entry.score.total, 3)},
               {memory_text(entry)},
               {entry.source_id},
               {entry.reason},
               {statement_of(context, engine, entry)}});
  }
  table.print(context.out, context.screen);
}

}  // namespace

void print_decisions(const Context& context, const std::vector<Decision>& decisions,
                     const Engine* engine) {
  if (!context.screen.terminal) return print_table(context, decisions, engine);
  for (const Decision& entry : decisions) {
    print_entry(context, entry, statement_of(context, engine, entry));
  }
}

}  // namespace memfold::tools
