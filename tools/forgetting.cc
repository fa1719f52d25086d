#include "tools/forgetting.h"

#include <algorithm>

#include "tools/confirm.h"
#include "tools/figures.h"
#include "tools/json.h"
#include "tools/table.h"
#include "tools/text_width.h"

namespace memfold::tools {
namespace {

void print_proof(const Context& context, const ForgetReport& report) {
  for (const std::string& trace : report.traces) {
    context.out << paint(context.screen, Ink::Red, "trace: ") << printable(trace) << '\n';
  }
  context.out << "Searched " << count_text(report.bytes_searched) << " bytes in every file: ";
  if (report.traces.empty()) {
    context.out << paint(context.screen, Ink::Green, "nothing left") << ".\n";
  } else {
    context.out << paint(context.screen, Ink::Red,
                         counted(report.traces.size(), "file") + " still hold some of it")
                << ". Run the same command again; `memfold verify` checks the store.\n";
  }
}

}  // namespace

std::optional<Time> hidden_at(const Engine& engine, const std::string& user, const Id& chain) {
  std::optional<Time> last;
  for (const VersionStep& step : engine.history(user, chain)) {
    // A merged version of the past is kept as it was then; what counts is how its memory is now.
    const std::optional<Memory> memory = engine.get(user, step.memory.id);
    if (!memory || !memory->deleted_at) return std::nullopt;
    last = std::max(last, memory->deleted_at);
  }
  return last;
}

void print_chains(const Context& context, const std::vector<Forgotten>& chains) {
  if (context.json) return;
  Table table({{"No", Align::Right},
               {"Versions", Align::Right},
               {"Chain_id"},
               {"Content", Align::Left, true}});
  for (std::size_t i = 0; i < chains.size(); ++i) {
    table.add({{std::to_string(i + 1)},
               {std::to_string(chains[i].versions)},
               {to_string(chains[i].chain_id)},
               {chains[i].content}});
  }
  table.print(context.out, context.screen);
  context.out.flush();
}

bool agreed(const Context& context, const std::vector<Forgotten>& chains, Erasure erasure,
            bool yes) {
  print_chains(context, chains);
  if (yes) return true;
  if (context.json) print_document(context.out, {{"would_forget", to_json(chains)}});
  const bool hard = erasure == Erasure::Hard;
  const std::string what = counted(chains.size(), "chain");
  const bool agrees = confirm(context, hard ? "Erase " + what + " for good" : "Forget " + what,
                              what + " would be " + (hard ? "erased for good" : "forgotten"));
  if (!agrees) context.out << "Nothing was changed.\n";
  return agrees;
}

ExitCode print_report(const Context& context, const ForgetReport& report, Erasure erasure) {
  if (context.json) {
    print_document(context.out, to_json(report));
    return report.traces.empty() ? kOk : kFailed;
  }
  const bool hard = erasure == Erasure::Hard;
  context.out << (hard ? "Erased " : "Forgot ") << counted(report.chains.size(), "chain") << ": "
              << counted(report.memories, "memory") << " and " << counted(report.edges, "edge");
  if (hard) {
    context.out << "; " << counted(report.log_entries, "log entry") << " redacted, "
                << counted(report.reviews, "review") << " erased.\n";
  } else {
    context.out << " hidden. `memfold restore ID` brings a chain back.\n";
  }
  if (report.searched) print_proof(context, report);
  return report.traces.empty() ? kOk : kFailed;
}

}  // namespace memfold::tools
