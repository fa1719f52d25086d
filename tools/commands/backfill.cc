#include "tools/commands/backfill.h"

#include <chrono>

#include "ingest/backfill.h"
#include "tools/backfill_report.h"
#include "tools/common_options.h"
#include "tools/figures.h"
#include "tools/interrupt.h"
#include "tools/progress.h"
#include "tools/scratch_store.h"

namespace memfold::tools {
namespace {

double steady_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

ProgressFigures figures_of(const ingest::BackfillProgress& progress) {
  return {progress.counts.messages, progress.counts.facts, progress.counts.by_kind,
          progress.bytes_done, progress.bytes_total};
}

class Backfill final : public Command {
 public:
  Backfill()
      : Command({"backfill", "Turn a mailbox archive of any size into memories; resumable",
                 "  memfold backfill takeout.mbox --db mail.db\n"
                 "  memfold backfill ~/Maildir old.mbox.gz --since 2025-01-01 --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("inputs", inputs_,
                   "mbox, .mbox.gz, Maildir, .eml, a folder of them; - for stdin")
        ->type_name("PATH");
    app.add_option("--since", since_, "mails dated at or after")->type_name("TIME");
    app.add_option("--until", until_, "mails dated before")->type_name("TIME");
    app.add_option("--from", options_.filter.from, "part of a sender's name or address; repeatable")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("TEXT");
    app.add_option("--label", options_.filter.labels, "a Gmail label; repeatable")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("NAME");
    app.add_option("--limit", limit_, "stop after this many mails; the next run goes on")
        ->type_name("N");
    app.add_flag("--no-resume", no_resume_, "read from the start; facts known are skipped");
    app.add_flag("--dry-run", options_.dry_run, "decide, write nothing");
    app.add_flag("--quiet", quiet_, "no progress, no summary");
  }

  ExitCode run(Context& context) override {
    set_options(context);
    const InterruptFlag interrupt;
    options_.stop = &interrupt.flag();
    for (const std::string& path : inputs_) ingest::expand_input(path);  // complain before opening
    ScratchOrStore store(context, options_.dry_run, Durability::Relaxed);
    const auto extractor = builtin_extractor(context.settings().importance);

    Progress progress(context.err, context.error_screen, steady_seconds);
    if (!quiet_ && !context.json) {
      options_.on_progress = [&](const ingest::BackfillProgress& now) {
        progress.update(figures_of(now));
      };
    }
    const ingest::BackfillSummary summary = backfill(store.engine(), *extractor, inputs_, options_);
    progress.finish();
    report(context, store.engine(), summary);
    if (interrupt.is_set() && summary.stopped) {
      throw Error(ErrorCode::Io,
                  "interrupted; everything up to here is stored: run the same "
                  "command again to go on from this place");
    }
    return summary.counts.broken + summary.counts.rejected > 0 ? kPartly : kOk;
  }

 private:
  void set_options(const Context& context) {
    if (inputs_.empty()) {
      throw UsageError("backfill needs an archive, e.g. memfold backfill takeout.mbox");
    }
    if (limit_ < 0) throw UsageError("--limit must be at least 1");
    options_.limit = std::uint64_t(limit_);
    options_.user = context.user();
    options_.threads = context.settings().threads;
    options_.resume = !no_resume_;
    if (!since_.empty()) options_.filter.since = parse_time_option("--since", since_);
    if (!until_.empty()) options_.filter.until = parse_time_option("--until", until_);
  }

  void report(const Context& context, const Engine& engine,
              const ingest::BackfillSummary& summary) const {
    const BackfillReport whole{summary, engine.stats(context.user()), context.settings().db,
                               options_.dry_run};
    if (context.json) {
      print_document(context.out, to_json(whole));
    } else if (!quiet_) {
      print(context.out, context.screen, whole);
    }
    context.out.flush();
  }

  ingest::BackfillOptions options_;
  std::vector<std::string> inputs_;
  std::string since_, until_;
  long long limit_ = 0;
  bool no_resume_ = false, quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> make_backfill() {
  return std::make_unique<Backfill>();
}

}  // namespace memfold::tools
