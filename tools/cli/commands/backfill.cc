#include "tools/cli/commands.h"

#include <algorithm>

#include "ingest/byte_source.h"
#include "memfold/ingest.h"
#include "tools/cli/backfill_report.h"
#include "tools/cli/common_options.h"
#include "tools/cli/figures.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/named_option.h"
#include "tools/cli/progress.h"
#include "tools/cli/report_page.h"
#include "tools/cli/unknown_keys.h"
#include "tools/eval/scratch_store.h"

namespace memfold::tools {
namespace {

/// Chunks in hand are finished when a run is stopped, so they are small where each mail takes long;
/// they are large where vectors come in batches over a network.
constexpr std::size_t kChunkOfSlowExtractor = 16, kChunkOfSlowEmbedder = 256;

/// Shows how far a file of facts has come.
class FactsProgress {
 public:
  FactsProgress(Progress* progress, const FactReader& reader) : progress_(progress) {
    figures_.bytes_total = reader.bytes_total();
  }

  void add(const LineOutcome& line) {
    if (progress_ == nullptr) return;
    ++figures_.facts;
    const bool decided = line.decision && line.decision->status != Status::Error;
    if (decided && !line.decision->already_folded) {
      ++figures_.by_kind[std::size_t(line.decision->kind)];
    }
    figures_.bytes_done = line.offset;
    progress_->update(figures_);
  }

 private:
  Progress* progress_;
  ProgressFigures figures_;
};

class Backfill final : public Command {
 public:
  Backfill()
      : Command({"backfill", "Turn a mailbox archive of any size into memories; resumable",
                 "  memfold backfill takeout.mbox --db mail.db\n"
                 "  memfold backfill ~/Maildir old.mbox.gz --since 2025-01-01 --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option(
           "inputs", inputs_,
           "mbox, .mbox.gz, Maildir, .eml, a folder of them, facts as JSONL; - for standard input")
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
    app.add_option(
           "--sources", sources_,
           "mails kept as sources of the graph: all (default), used (those that gave facts) "
           "or none")
        ->type_name("WHICH");
    app.add_option("--source-type", source_type_,
                   "where it comes from: " + join(all_names<SourceType>(), ", ") +
                       " (default bootstrapped; of facts that do not say: realtime)")
        ->type_name("TYPE");
    app.add_flag("--dry-run", options_.dry_run, "decide, write nothing");
    app.add_option("--report", report_,
                   "write the page DIR/backfill.html about the run and the store")
        ->type_name("DIR");
    app.add_flag("--quiet", quiet_, "no progress, no summary");
  }

  ExitCode run(Context& context) override {
    set_options(context);
    const Interrupt interrupt;
    options_.stop = interrupt.stop();
    sort_inputs();
    const std::string page = report_.empty() ? "" : prepare_report(report_);
    const ConfiguredExtractor extractor = extractor_for_mail(context);
    ScratchOrStore store(context, options_.dry_run, Durability::Relaxed);
    Progress progress(context.err, context.error_screen, steady_seconds);
    if (!quiet_ && !context.json) {
      options_.on_progress = [&](const BackfillProgress& now) { progress.update(figures_of(now)); };
    }
    BackfillSummary summary;
    options_.extractor = extractor.extractor;
    if (!mail_.empty()) summary = backfill(store.engine(), mail_, options_);
    progress.finish();
    fold_facts(context, store.engine(), summary);
    report(context, store.engine(), summary, page, extractor);
    if (interrupt.is_set() && summary.stopped) {
      throw Error(ErrorCode::Stopped, interrupted_text(options_.dry_run, resumes()));
    }
    const BackfillCounts& counts = summary.counts;
    return counts.broken + counts.rejected + counts.over_limit > 0 ? kPartly : kOk;
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
    if (options_.filter.since && options_.filter.until &&
        *options_.filter.since >= *options_.filter.until) {
      throw UsageError("--since must lie before --until: no mail is at or after " + since_ +
                       " and before " + until_);
    }
    options_.sources = sources_kept();
    if (!source_type_.empty()) {
      options_.source_type = named_option<SourceType>("--source-type", source_type_);
    }
    if (options_.dry_run && !report_.empty()) {
      throw UsageError("--report tells of the store a run left, and --dry-run leaves none");
    }
  }

  KeepSources sources_kept() const {
    constexpr std::pair<std::string_view, KeepSources> kChoices[] = {
        {"all", KeepSources::All}, {"used", KeepSources::Used}, {"none", KeepSources::None}};
    for (const auto& [name, choice] : kChoices) {
      if (name == sources_) return choice;
    }
    throw UsageError("--sources must be all, used or none");
  }

  /// None where there are only facts: they need no key for it.
  ConfiguredExtractor extractor_for_mail(const Context& context) {
    if (mail_.empty()) return {};
    const ConfiguredExtractor& extractor = context.extractor();
    if (extractor.remote) {
      options_.extract_at_once = context.settings().extractor.remote.max_concurrent;
      options_.chunk = kChunkOfSlowExtractor;
    } else if (context.embedder().remote) {
      options_.chunk = kChunkOfSlowEmbedder;
    }
    return extractor;
  }

  bool resumes() const {
    return options_.resume && std::none_of(mail_.begin(), mail_.end(), ingest::is_stream);
  }

  /// Mails and facts are read differently. Complains about a wrong path before a store is made.
  void sort_inputs() {
    for (const std::string& path : inputs_) {
      const std::vector<Archive> found = find_archives(path);
      const bool is_facts = found.size() == 1 && found.front().kind == ArchiveKind::Jsonl;
      (is_facts ? facts_ : mail_).push_back(path);
    }
  }

  /// Files of facts, line by line; a line seen before is answered from the log.
  void fold_facts(const Context& context, Engine& engine, BackfillSummary& summary) const {
    FactReadOptions read;
    read.default_user = context.user();
    read.stop = options_.stop;
    if (!source_type_.empty()) read.default_source_type = options_.source_type;
    JsonlFoldOptions fold;
    fold.fold.batch = context.settings().batch;
    fold.fold.dry_run = options_.dry_run;
    fold.fold.trigger = Trigger::Backfill;
    fold.fold.retry = true;
    fold.batch = std::size_t(context.settings().batch);
    fold.fold.stop = options_.stop;
    for (const std::string& path : facts_) {
      if (summary.stopped) return;
      const double started = steady_seconds();
      Progress progress(context.err, context.error_screen, steady_seconds);
      const auto reader = open_facts(path, read);
      FactsProgress shown(quiet_ || context.json ? nullptr : &progress, *reader);
      const auto on_line = [&](const LineOutcome& line) {
        shown.add(line);
        if (summary.broken.size() >= kMaxBrokenListed) return;
        const std::string number = "line " + std::to_string(line.line) + ": ";
        if (line.rejected) {
          summary.broken.push_back({path, line.offset, number + line.rejected->reason});
        } else if (line.decision->status == Status::Error && !line.decision->over_limit) {
          summary.broken.push_back({path, line.offset, number + line.decision->error});
        }
      };
      const auto folded = fold_jsonl(engine, *reader, fold, on_line);
      progress.finish();
      print_unknown_keys(context.err, folded.unknown_keys);
      add_facts(summary, folded, steady_seconds() - started);
    }
  }

  void report(const Context& context, const Engine& engine, const BackfillSummary& summary,
              const std::string& page, const ConfiguredExtractor& extractor) const {
    const BackfillReport whole{summary,
                               engine.stats(context.user()),
                               context.settings().db,
                               options_.dry_run,
                               !mail_.empty(),
                               context.analyst(),
                               context.embedder(),
                               extractor,
                               context.summarizer(),
                               page};
    if (!page.empty()) write_page(context, engine, whole);
    if (context.json) {
      print_document(context.out, to_json(whole));
    } else if (!quiet_) {
      print(context.out, context.screen, whole);
      if (options_.limit > 0 && summary.counts.messages == options_.limit) {
        context.out << "Stopped at the limit of " << counted(options_.limit, "message")
                    << (options_.dry_run ? ".\n" : "; the next run goes on from here.\n");
      }
    }
    context.out.flush();
    print_warnings(context);
  }

  void write_page(const Context& context, const Engine& engine, const BackfillReport& run) const {
    storage::StoreOptions reading;
    reading.create_if_missing = false;
    reading.read_only = true;
    const auto store = storage::Store::open(context.db(), reading);
    const StoreSurvey found = survey(engine, *store, context.user());
    write_report(run.page, report_page({run, found, context.user(), inputs_, context.clock()()}));
  }

  BackfillOptions options_;
  std::vector<std::string> inputs_, mail_, facts_;
  std::string since_, until_, report_, source_type_, sources_ = "all";
  long long limit_ = 0;
  bool no_resume_ = false, quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> make_backfill() {
  return std::make_unique<Backfill>();
}

}  // namespace memfold::tools
