// The commands of `memfold`, one file each in tools/cli/commands, in the order `memfold --help`
// lists them. What each does stands in its own summary.
#pragma once

#include <memory>

#include "tools/cli/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_backfill();
std::unique_ptr<Command> make_fold();
std::unique_ptr<Command> make_explain();
std::unique_ptr<Command> make_recall();
std::unique_ptr<Command> make_list();
std::unique_ptr<Command> make_profile();
std::unique_ptr<Command> make_show();
std::unique_ptr<Command> make_history();
std::unique_ptr<Command> make_source();
std::unique_ptr<Command> make_jobs();
std::unique_ptr<Command> make_graph();
std::unique_ptr<Command> make_traverse();
std::unique_ptr<Command> make_log();
std::unique_ptr<Command> make_stale();
std::unique_ptr<Command> make_stats();
std::unique_ptr<Command> make_edit();
std::unique_ptr<Command> make_forget();
std::unique_ptr<Command> make_restore();
std::unique_ptr<Command> make_purge();
std::unique_ptr<Command> make_undo();
std::unique_ptr<Command> make_review();
std::unique_ptr<Command> make_replay();
std::unique_ptr<Command> make_analyze();
std::unique_ptr<Command> make_eval();
std::unique_ptr<Command> make_calibrate();
std::unique_ptr<Command> make_export();
std::unique_ptr<Command> make_import();
std::unique_ptr<Command> make_verify();
std::unique_ptr<Command> make_backup();
std::unique_ptr<Command> make_restore_backup();
std::unique_ptr<Command> make_recover();
std::unique_ptr<Command> make_maintain();
std::unique_ptr<Command> make_reembed();
std::unique_ptr<Command> make_mcp();
std::unique_ptr<Command> make_doctor();
std::unique_ptr<Command> make_config();
std::unique_ptr<Command> make_completion();
std::unique_ptr<Command> make_manual();

}  // namespace memfold::tools
