#include "tools/cli/forgetting.h"

#include <algorithm>

#include "tools/cli/confirm.h"
#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/present.h"
#include "tools/cli/table.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

/// More than a person reads before they answer.
constexpr std::size_t kMostListed = 100;

/// Whole statements: whoever is asked has to see what they agree to.
void print_list(const Context& context, const std::vector<Forgotten>& chains) {
  for (std::size_t i = 0; i < chains.size() && i < kMostListed; ++i) {
    const std::string lead = std::to_string(i + 1) + ". ";
    const std::string indent(lead.size(), ' ');
    context.out << lead << paragraph(context.screen, chains[i].content, lead.size()) << '\n'
                << indent << counted(chains[i].versions, "version") << "  "
                << paint(context.screen, Ink::Dim, to_string(chains[i].chain_id)) << '\n';
  }
  if (chains.size() > kMostListed) {
    context.out << "and " << count_text(chains.size() - kMostListed) << " more\n";
  }
}

void print_table(const Context& context, const std::vector<Forgotten>& chains) {
  Table table({{"No"}, {"Versions"}, {"Chain_id"}, {"Content"}});
  for (std::size_t i = 0; i < chains.size(); ++i) {
    table.add({{std::to_string(i + 1)},
               {std::to_string(chains[i].versions)},
               {to_string(chains[i].chain_id)},
               {chains[i].content}});
  }
  table.print(context.out, context.screen);
}

/// What followed for the sources and what was made of them.
void print_graph(const Context& context, const ForgetReport& report) {
  if (report.sources_cleared > 0) {
    context.out
        << counted(report.sources_cleared, "source")
        << " that stated it lost all text; what was written from it will be written anew.\n";
  }
  if (report.sources_erased + report.nodes > 0) {
    context.out << "Erased " << counted(report.sources_erased, "source") << " and "
                << counted(report.nodes, "node") << " of the graph.\n";
  }
}

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
                << ". Another memory or source may say the same; else run the command again, and "
                   "`memfold verify`.\n";
  }
}

void print_counts(const Context& context, const ForgetReport& report,
                  const ForgetOptions& options) {
  const bool hard = options.erasure == Erasure::Hard;
  context.out << (hard ? "Erased " : "Forgot ") << counted(report.chains.size(), "chain") << ": "
              << counted(report.memories, "memory") << (hard ? "" : " hidden") << ", "
              << counted(report.edges, "edge") << (hard ? "" : " removed");
  if (hard) {
    context.out << "; " << counted(report.log_entries, "log entry") << " redacted, "
                << counted(report.reviews, "review") << " erased.\n";
    print_graph(context, report);
  } else {
    context.out << ". `memfold restore ID` brings a chain back.\n";
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
  if (context.screen.terminal) {
    print_list(context, chains);
  } else {
    print_table(context, chains);
  }
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

ExitCode print_report(const Context& context, const ForgetReport& report,
                      const ForgetOptions& options) {
  if (context.json) {
    print_document(context.out, to_json(report));
    return report.traces.empty() ? kOk : kFailed;
  }
  for (const Id& id : report.erased_before) {
    context.out << "Memory " << to_string(id)
                << " was erased before, and the files it was in were "
                   "rewritten.\n";
  }
  const bool only_before = report.chains.empty() && !report.erased_before.empty();
  if (!only_before) print_counts(context, report, options);
  if (report.searched) {
    print_proof(context, report);
  } else if (options.prove) {
    context.out << "Nothing was searched for: "
                << (only_before ? "nobody knows any more what it said"
                                : "the erased texts are too short to tell from chance")
                << ".\n";
  }
  return report.traces.empty() ? kOk : kFailed;
}

}  // namespace memfold::tools
