#include "tools/decision_list.h"

#include "tools/figures.h"
#include "tools/present.h"
#include "tools/table.h"

namespace memfold::tools {
namespace {

std::string memory_text(const Decision& entry) {
  return entry.memory_id ? to_string(entry.memory_id) : std::string();
}

void print_entry(const Context& context, const Decision& entry) {
  context.out << paint(context.screen, Ink::Dim, "#" + std::to_string(entry.sequence)) << "  "
              << to_string(entry.at) << "  "
              << paint(context.screen, ink_of(entry.kind), action_text(entry));
  if (entry.band != Band::None) context.out << "  score " << fixed_text(entry.score.total, 3);
  if (entry.backdated) context.out << "  backdated";
  if (entry.review) context.out << "  " << paint(context.screen, Ink::Magenta, "for review");
  if (entry.answers) context.out << "  answers #" << *entry.answers;
  if (entry.redacted) context.out << "  " << paint(context.screen, Ink::Dim, "redacted");
  context.out << "\n    " << paragraph(context.screen, entry.reason, 4) << "\n    "
              << paint(context.screen, Ink::Dim, "memory " + memory_text(entry)) << '\n';
}

void print_table(const Context& context, const std::vector<Decision>& decisions) {
  Table table({{"Sequence"},
               {"At"},
               {"Decision"},
               {"Operation"},
               {"Score"},
               {"Memory_id"},
               {"Source_id"},
               {"Reason"}});
  for (const Decision& entry : decisions) {
    const bool rejected = entry.status == Status::Error;
    table.add({{std::to_string(entry.sequence)},
               {to_string(entry.at)},
               {rejected ? "REJECTED" : std::string(name(entry.kind))},
               {rejected ? "" : std::string(name(entry.operation))},
               {fixed_text(entry.score.total, 3)},
               {memory_text(entry)},
               {entry.source_id},
               {entry.reason}});
  }
  table.print(context.out, context.screen);
}

}  // namespace

void print_decisions(const Context& context, const std::vector<Decision>& decisions) {
  if (!context.screen.terminal) return print_table(context, decisions);
  for (const Decision& entry : decisions) print_entry(context, entry);
}

}  // namespace memfold::tools
