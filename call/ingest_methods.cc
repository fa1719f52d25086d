// Mailboxes, and files of facts. Built where memfold::ingest is.
#include "call/engine_options.h"
#include "call/ingest_requests.h"
#include "call/message_json.h"
#include "call/method.h"
#include "core/unless_stopped.h"
#include "memfold/ingest.h"

namespace memfold::call {
namespace {

/// Stopped by the caller, by the time, and by who is told of the progress.
class Stop {
 public:
  Stop(const Call& call, std::uint32_t timeout_ms)
      : when_(stop_of(call, timeout_ms)), passed_on_(when_.token, Request{source_}) {
    when_.token = source_.get_token();
  }
  const StopWhen& when() const { return when_; }
  void request() { source_.request_stop(); }

 private:
  struct Request {
    std::stop_source source;
    void operator()() { source.request_stop(); }
  };
  StopWhen when_;
  std::stop_source source_;
  std::stop_callback<Request> passed_on_;
};

KeepSources kept_sources(const std::string& wanted) {
  constexpr std::pair<std::string_view, KeepSources> kChoices[] = {
      {"all", KeepSources::All}, {"used", KeepSources::Used}, {"none", KeepSources::None}};
  for (const auto& [choice, keep] : kChoices) {
    if (choice == wanted) return keep;
  }
  const Place place;
  refuse(place.in("sources"), "must be one of all, used, none");
}

void show_backfill(Writer& out, const BackfillCounts& counts) {
  show_object(out, {{"messages", counts.messages},
                    {"used", counts.used},
                    {"empty", counts.empty},
                    {"filtered", counts.filtered},
                    {"duplicate", counts.duplicate},
                    {"broken", counts.broken},
                    {"facts", counts.facts},
                    {"by_decision", by_name(counts.by_kind, DecisionKind::Create)},
                    {"already_folded", counts.already_folded},
                    {"rejected", counts.rejected},
                    {"over_limit", counts.over_limit},
                    {"reviews", counts.reviews}});
}

/// Borrows them.
auto shown_counts(const BackfillCounts& counts) {
  return [&counts](Writer& out) { show_backfill(out, counts); };
}

void show_progress(Writer& out, const BackfillProgress& progress) {
  show_object(out, {{"counts", shown_counts(progress.counts)},
                    {"bytes_done", progress.bytes_done},
                    {"bytes_total", progress.bytes_total},
                    {"input", progress.input}});
}

void show_summary(Writer& out, const BackfillSummary& summary) {
  const auto broken = [&](Writer& to) {
    to.begin_list(summary.broken.size());
    for (const BrokenMessage& one : summary.broken) {
      show_object(to, {{"source", one.source}, {"offset", one.offset}, {"reason", one.reason}});
    }
    to.end_list();
  };
  show_object(out, {{"counts", shown_counts(summary.counts)},
                    {"earlier", shown_counts(summary.earlier)},
                    {"broken", broken},
                    {"inputs", summary.inputs},
                    {"resumed", summary.resumed},
                    {"other_files", summary.other_files},
                    {"stopped", summary.stopped},
                    {"elapsed_seconds", summary.elapsed_seconds}});
}

Shown backfill_paths(const Call& call, BackfillRequest request) {
  require_given(!request.user.empty(), "user");
  require_given(!request.paths.empty(), "paths");
  Stop stop(call, request.timeout_ms);
  BackfillOptions options;
  options.user = request.user;
  options.filter = {request.since, request.until, request.from, request.labels};
  options.sources = kept_sources(request.sources);
  options.source_type = request.source_type;
  options.dry_run = request.dry_run;
  options.resume = request.resume;
  options.chunk = request.chunk;
  options.limit = request.limit;
  options.threads = call.engine.options().threads;
  options.stop = stop.when();
  const Control& control = call.control;
  options.on_progress = [&](const BackfillProgress& progress) {
    const auto figures = [&](Writer& out) { show_progress(out, progress); };
    if (control.on_progress && !control.on_progress(figures)) stop.request();
  };
  return [summary = backfill(call.engine, request.paths, options)](Writer& out) {
    show_summary(out, summary);
  };
}

/// A line that was refused, and why. Lines are told by number; the decisions are in the log.
struct LineProblem {
  std::uint64_t line;
  std::string reason;
};

void show_summary(Writer& out, const JsonlFoldSummary& summary,
                  const std::vector<LineProblem>& problems) {
  const auto show_problems = [&](Writer& to) {
    to.begin_list(problems.size());
    for (const LineProblem& one : problems) {
      show_object(to, {{"line", one.line}, {"reason", one.reason}});
    }
    to.end_list();
  };
  const auto unknown_keys = [&](Writer& to) {
    to.begin_object(summary.unknown_keys.size());
    for (const auto& [key, found] : summary.unknown_keys) {
      to.given_key(key);
      to.natural(found.count);
    }
    to.end_object();
  };
  show_object(out, {{"lines", summary.lines},
                    {"by_decision", by_name(summary.by_kind, DecisionKind::Create)},
                    {"already_folded", summary.already_folded},
                    {"refused", summary.refused},
                    {"rejected", summary.rejected},
                    {"over_limit", summary.over_limit},
                    {"reviews", summary.reviews},
                    {"problems", show_problems},
                    {"unknown_keys", unknown_keys},
                    {"stopped", summary.stopped}});
}

Shown fold_file(const Call& call, FoldFileRequest request) {
  require_given(!request.path.empty(), "path");
  FactReadOptions reading;
  reading.default_user = request.user;
  reading.stop = stop_of(call, request.timeout_ms);
  JsonlFoldOptions options;
  options.fold.dry_run = request.dry_run;
  options.fold.trigger = Trigger::Backfill;
  options.fold.retry = true;
  options.fold.stop = reading.stop;
  std::vector<LineProblem> problems;
  const auto tell = [&](const LineOutcome& line) {
    const bool refused = line.decision && line.decision->status == Status::Error;
    if ((!line.rejected && !refused) || problems.size() >= kMaxBrokenListed) return;
    problems.push_back({line.line, refused ? line.decision->error : line.rejected->reason});
  };
  JsonlFoldSummary summary;
  std::unique_ptr<FactReader> reader;
  summary.stopped = !unless_stopped([&] { reader = open_facts(request.path, reading); });
  if (reader) summary = fold_jsonl(call.engine, *reader, options, tell);
  return [summary = std::move(summary), problems = std::move(problems)](Writer& out) {
    show_summary(out, summary, problems);
  };
}

/// What a host's own throws is a failure of the model, as it is through the engine.
std::vector<Fact> extracted(const Extractor& extractor, const Message& message) {
  try {
    return extractor.extract(message);
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& failed) {
    throw Error(ErrorCode::Model, "extractor " + extractor.name() + " failed: " + failed.what());
  }
}

Shown extract(Engine& engine, ExtractRequest request) {
  const Models& models = engine.options().models;
  if (!models.source_reader || !models.extractor) {
    throw Error(ErrorCode::Unsupported, "this engine has no reader of sources, or no extractor");
  }
  Source source;
  source.user = request.user;
  source.source_id = request.source_id;
  source.form = request.form;
  source.raw = std::move(request.raw);
  source.started_at = request.started_at;
  source.received_at = engine.options().clock();
  std::vector<Fact> facts;
  for (const Message& message : models.source_reader->read(source).messages) {
    for (Fact& fact : extracted(*models.extractor, message)) {
      fact.user = request.user;
      fact.source_type = request.source_type;
      facts.push_back(std::move(fact));
    }
  }
  return shown("facts", facts);
}

constexpr Method kIngestMethods[] = {
    method<extract>("extract", "the facts a mail, conversation or note states; stores nothing"),
    method<backfill_paths>("backfill", "turn mailbox archives into memories; resumable",
                           Effect::Writes),
    method<fold_file>("fold_file", "fold a file of facts, one JSON object a line", Effect::Writes),
};

}  // namespace

std::span<const Method> ingest_methods() {
  return kIngestMethods;
}

Models built_in_models() {
  return complete_models();
}

}  // namespace memfold::call
