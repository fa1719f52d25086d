#include "tools/cli/commands.h"

#include "memfold/fact_lines.h"
#include "tools/cli/figures.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/named_option.h"
#include "tools/cli/unknown_keys.h"
#include "tools/eval/scratch_store.h"

namespace memfold::tools {
namespace {

Json line_json(const LineOutcome& outcome) {
  if (outcome.rejected) return rejected_line(outcome.line, outcome.rejected->reason);
  const Decision& decision = *outcome.decision;
  if (decision.status != Status::Error) return to_json(decision);
  Json json = rejected_line(outcome.line, decision.error);
  json["user"] = decision.user;
  json["idempotency_key"] = decision.idempotency_key;
  json["source_id"] = decision.source_id;
  json["over_limit"] = decision.over_limit;
  return json;
}

std::string summary_text(const JsonlFoldSummary& summary) {
  std::string text = counted(summary.lines, "line") + ":";
  const char* separator = " ";
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count == 0) return;
    text += separator + count_text(count) + " " + std::string(what);
    separator = ", ";
  };
  for (std::size_t i = 0; i < summary.by_kind.size(); ++i) {
    add(summary.by_kind[i], name(static_cast<DecisionKind>(i)));
  }
  add(summary.already_folded, "already folded");
  add(summary.refused + summary.rejected, "rejected");
  add(summary.over_limit, "over limits.max_memories");
  add(summary.reviews, "for review");
  return summary.lines == 0 ? "no lines: nothing to do" : text;
}

/// What remote models were asked, on standard error: standard output is for decisions.
void print_usage(const Context& context, const Engine& engine) {
  const ConfiguredAnalyst& analyst = context.analyst();
  const ConfiguredEmbedder& embedder = context.embedder();
  if (!analyst.remote && !embedder.remote) return;
  const std::uint64_t kept = engine.stats().kept_analyses;
  if (context.json) {
    print_line(context.err,
               {{"analyst", usage_json(analyst, kept)}, {"embedder", usage_json(embedder)}});
    return;
  }
  if (embedder.remote) context.err << "Embedder: " << usage_text(embedder) << '\n';
  if (analyst.remote) context.err << "Analyst: " << usage_text(analyst, kept) << '\n';
}

class Fold final : public Command {
 public:
  Fold()
      : Command({"fold", "Fold facts given as JSON lines; print one decision a line",
                 "  memfold fold facts.jsonl --db mail.db > decisions.jsonl\n"
                 "  echo '{\"user\":\"me\",\"content\":\"예산은 5000만원\"}' | memfold fold --db "
                 "mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("file,--file", file_, "facts, one JSON object a line; default: standard input")
        ->type_name("FILE");
    app.add_option("--batch", batch_, "facts decided together (default 512)")->type_name("N");
    app.add_option("--source-type", source_type_,
                   "of lines that do not say: " + join(all_names<SourceType>(), ", ") +
                       " (default realtime)")
        ->type_name("TYPE");
    app.add_option("--session", session_, "of lines that do not say")->type_name("ID");
    app.add_flag("--dry-run", dry_run_, "decide, write nothing");
    app.add_flag("--retry", retry_,
                 "these lines were given before: whatever is known is answered from the log");
    app.add_flag("--quiet", quiet_, "no summary on standard error");
  }

  ExitCode run(Context& context) override {
    const Interrupt interrupt;
    // Before the store is opened, so that a wrong name leaves no empty store behind.
    const auto reader = open(context, interrupt);
    ScratchOrStore store(context, dry_run_, Durability::Sync);
    const auto options = make_options(context, interrupt);
    const JsonlFoldSummary summary = fold_jsonl(
        store.engine(), *reader, options,
        [&](const LineOutcome& outcome) { print_line(context.out, line_json(outcome)); });
    context.out.flush();
    print_unknown_keys(context.err, summary.unknown_keys);
    if (!quiet_) {
      context.err << (dry_run_ ? "Dry run, " : "") << summary_text(summary) << '\n';
      print_usage(context, store.engine());
    }
    print_warnings(context);
    if (summary.stopped) {
      throw Error(ErrorCode::Stopped,
                  "interrupted after " + counted(summary.lines, "line") +
                      ", which are folded; run again with --retry to go on: they "
                      "will be answered from the log");
    }
    return summary.refused + summary.rejected + summary.over_limit > 0 ? kPartly : kOk;
  }

 private:
  std::unique_ptr<FactReader> open(const Context& context, const Interrupt& interrupt) const {
    FactReadOptions read;
    if (context.config.is_set("user")) read.default_user = context.user();
    read.default_session = session_;
    if (!source_type_.empty()) {
      read.default_source_type = named_option<SourceType>("--source-type", source_type_);
    }
    read.stop = interrupt.stop();
    try {
      return open_facts(file_, read);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::Stopped) throw;
      throw Error(ErrorCode::Stopped, "interrupted before anything was read; nothing was done");
    }
  }

  JsonlFoldOptions make_options(const Context& context, const Interrupt& interrupt) const {
    if (batch_ < 0 || batch_ > 100'000) throw UsageError("--batch must lie in 1..100000");
    JsonlFoldOptions options;
    options.fold.batch = batch_ > 0 ? batch_ : context.settings().batch;
    options.fold.dry_run = dry_run_;
    options.fold.retry = retry_;
    options.fold.trigger = Trigger::Manual;
    // A dry run forgets what it decided at the end of a call: one call sees all facts.
    options.batch =
        dry_run_ ? std::numeric_limits<std::size_t>::max() : std::size_t(options.fold.batch);
    options.fold.stop = interrupt.stop();
    return options;
  }

  std::string file_ = "-", source_type_, session_;
  int batch_ = 0;
  bool retry_ = false, dry_run_ = false, quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> make_fold() {
  return std::make_unique<Fold>();
}

}  // namespace memfold::tools
