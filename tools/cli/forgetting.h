// What `forget` and `purge` share: showing what would go, asking, and saying what went.
#pragma once

#include <optional>
#include <vector>

#include "tools/cli/command.h"

namespace memfold::tools {

/// When the last version of a chain was hidden; nothing while any of it is visible.
std::optional<Time> hidden_at(const Engine& engine, const std::string& user, const Id& chain);

/// Shows the chains and lets a person decide; with `yes` that is decided already. False: they
/// said no, and were told that nothing was changed. Throws UsageError where nobody can be asked.
bool agreed(const Context& context, const std::vector<Forgotten>& chains, Erasure erasure,
            bool yes);

/// The chains, numbered; nothing with --json, whose one document is the report.
void print_chains(const Context& context, const std::vector<Forgotten>& chains);

/// Says what was done. kFailed when the search for the erased contents found any.
ExitCode print_report(const Context& context, const ForgetReport& report,
                      const ForgetOptions& options);

}  // namespace memfold::tools
