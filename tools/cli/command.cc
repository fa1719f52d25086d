#include "tools/cli/command.h"
#include "tools/cli/commands.h"

namespace memfold::tools {

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  for (const auto make :
       {make_backfill, make_fold,       make_explain, make_recall, make_list,
        make_profile,  make_show,       make_history, make_source, make_jobs,
        make_graph,    make_traverse,   make_log,     make_stale,  make_stats,
        make_edit,     make_forget,     make_restore, make_purge,  make_undo,
        make_review,   make_replay,     make_analyze, make_eval,   make_calibrate,
        make_export,   make_import,     make_verify,  make_backup, make_restore_backup,
        make_recover,  make_maintain,   make_reembed, make_mcp,    make_doctor,
        make_config,   make_completion, make_manual}) {
    commands.push_back(make());
  }
  return commands;
}

}  // namespace memfold::tools
