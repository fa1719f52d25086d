#include "tools/command.h"
#include "tools/commands/analyze.h"
#include "tools/commands/backfill.h"
#include "tools/commands/backup.h"
#include "tools/commands/calibrate.h"
#include "tools/commands/completion.h"
#include "tools/commands/config.h"
#include "tools/commands/doctor.h"
#include "tools/commands/eval.h"
#include "tools/commands/explain.h"
#include "tools/commands/export.h"
#include "tools/commands/fold.h"
#include "tools/commands/forget.h"
#include "tools/commands/graph.h"
#include "tools/commands/history.h"
#include "tools/commands/import.h"
#include "tools/commands/jobs.h"
#include "tools/commands/log.h"
#include "tools/commands/maintain.h"
#include "tools/commands/purge.h"
#include "tools/commands/recall.h"
#include "tools/commands/recover.h"
#include "tools/commands/reembed.h"
#include "tools/commands/replay.h"
#include "tools/commands/restore.h"
#include "tools/commands/review.h"
#include "tools/commands/show.h"
#include "tools/commands/source.h"
#include "tools/commands/stale.h"
#include "tools/commands/stats.h"
#include "tools/commands/traverse.h"
#include "tools/commands/undo.h"
#include "tools/commands/verify.h"

namespace memfold::tools {

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  for (const auto make :
       {make_backfill, make_fold,           make_explain,   make_recall,   make_show,
        make_history,  make_source,         make_jobs,      make_graph,    make_traverse,
        make_log,      make_stale,          make_stats,     make_forget,   make_restore,
        make_purge,    make_undo,           make_review,    make_replay,   make_analyze,
        make_eval,     make_calibrate,      make_export,    make_import,   make_verify,
        make_backup,   make_restore_backup, make_recover,   make_maintain, make_reembed,
        make_doctor,   make_config,         make_completion}) {
    commands.push_back(make());
  }
  return commands;
}

}  // namespace memfold::tools
