#include "engine/graph/source_work.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/hash.h"
#include "core/text.h"
#include "engine/fold/embed_facts.h"
#include "engine/graph/connect.h"
#include "engine/graph/graph_batch.h"
#include "engine/graph/queue.h"
#include "engine/graph/source_steps.h"
#include "engine/parallel.h"
#include "memfold/error.h"

namespace memfold {

Id source_id_of(std::string_view user, std::string_view team, std::string_view source_id) {
  return derive_id(graph::owner_of(user, team), "source/" + std::string(source_id));
}

namespace graph {
namespace {

constexpr std::size_t kSourcesAtOnce = 64;

/// A source as stored, with its raw content.
Source load(const storage::Store& store, const SourceJob& job) {
  const storage::UserKey owner = storage::user_key(owner_of(job));
  std::optional<Source> source = store.source(owner, job.source);
  if (!source) {
    throw Error(ErrorCode::NotFound, "there is no source " + to_string(job.source));
  }
  source->raw = store.raw_source(owner, job.source).value_or("");
  return std::move(*source);
}

SourceReading read(const Context& context, const Source& source) {
  if (!context.options.models.source_reader) {
    throw Error(ErrorCode::Unsupported,
                "this engine has no source reader: set EngineOptions::models.source_reader");
  }
  return context.options.models.source_reader->read(source);
}

/// The step `process`.
void process(const Context& context, Source& source) {
  const SourceReading reading = read(context, source);
  source.title = reading.title;
  source.processed = reading.text;
  source.started_at = source.started_at ? source.started_at : reading.started_at;
  source.ended_at = source.ended_at ? source.ended_at : reading.ended_at;
  if (source.participants.empty()) {
    for (const Mailbox& person : reading.participants) {
      source.participants.push_back(as_written(person));
    }
  }
  sum_up(source, *context.options.models.summarizer);
  source.status = std::max(source.status, SourceStatus::Processed);
}

/// The step `extract`, as far as it changes nothing.
ExtractedSource extract(const Context& context, Source source, const std::string& user) {
  // A team's source may be wanted before its own step was taken.
  if (source.status == SourceStatus::Raw) process(context, source);
  if (!context.options.models.extractor) {
    throw Error(ErrorCode::Unsupported,
                "this engine has no extractor: set EngineOptions::models.extractor");
  }
  const Extractor& extractor = *context.options.models.extractor;
  const SourceReading reading = read(context, source);
  ExtractedSource extracted;
  std::vector<MentionSet> parts;
  for (const Message& message : reading.messages) {
    hear(message, extractor, extracted, parts);
    extracted.attachments.insert(extracted.attachments.end(), message.attachments.begin(),
                                 message.attachments.end());
  }
  for (Fact& fact : extracted.facts) {
    fact.user = user;
    fact.source_id = source.source_id;
    fact.source_type = source.source_type.value_or(SourceType::Bootstrapped);
  }
  extracted.mentioned = merge(parts);
  source.raw.clear();  // stored already
  extracted.source = std::move(source);
  return extracted;
}

/// Which memory holds what each fact of a source says; none where it was rejected or erased since.
std::vector<std::optional<Id>> memory_ids(const storage::Store& store, const storage::UserKey& user,
                                          std::span<const Decision> decisions) {
  std::vector<Id> ids;
  for (const Decision& decision : decisions) ids.push_back(decision.memory_id);
  const std::vector<std::optional<Memory>> stored = store.memories(user, ids);
  std::vector<std::optional<Id>> found(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (stored[i] && decisions[i].status != Status::Error) found[i] = ids[i];
  }
  return found;
}

/// The vectors of the sources' summaries, a row each; empty where there is no summary.
std::vector<std::vector<std::int16_t>> rows_of(const Embedder& embedder,
                                               std::span<const ExtractedSource> sources) {
  std::vector<std::string_view> summaries;
  for (const ExtractedSource& source : sources) summaries.push_back(source.source.summary);
  const std::vector<std::int16_t> all = embed_texts(embedder, summaries);
  const auto dimension = std::ptrdiff_t(embedder.dimension());
  std::vector<std::vector<std::int16_t>> rows(sources.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto begin = all.begin() + std::ptrdiff_t(i) * dimension;
    if (!summaries[i].empty()) rows[i].assign(begin, begin + dimension);
  }
  return rows;
}

void ensure_owner_known(const Context& context, const std::string& user) {
  if (context.store.user(storage::user_key(user))) return;
  context.lanes.with_locked(user, [&] {
    storage::CommitBatch batch(user);
    know_owner(context.store, batch, user);
    if (!batch.empty()) context.store.commit(std::move(batch));
  });
}

/// Ties sources of one user in, whose facts were folded; `add` puts into the same commit what goes
/// with it.
std::uint64_t connect_all(const Context& context, std::span<const ExtractedSource> sources,
                          std::span<const Decision> decisions, const FoldOptions& options,
                          const std::function<void(storage::CommitBatch&)>& add) {
  std::vector<std::vector<std::int16_t>> rows = rows_of(*context.options.models.embedder, sources);
  const std::string& user = sources.front().source.user;
  // Only the graph is held below, and a user's record belongs to whoever folds.
  ensure_owner_known(context, user);
  std::uint64_t connected = 0;
  context.lanes.with_graph(user, [&] {
    GraphBatch batch(context, user);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const std::span<const Decision> own = decisions.first(sources[i].facts.size());
      decisions = decisions.subspan(own.size());
      connected += connect(batch, sources[i], std::move(rows[i]),
                           memory_ids(context.store, batch.key(), own));
    }
    add(batch.batch());
    if (!options.checkpoint_name.empty()) {
      batch.batch().put_checkpoint(options.checkpoint_name, options.checkpoint_value);
    }
    batch.commit();
  });
  return connected;
}

/// What is stored of sources that come whole.
void put_sources(const storage::Store& store, std::span<const ExtractedSource> sources,
                 storage::CommitBatch& batch) {
  for (const ExtractedSource& extracted : sources) {
    const Source& source = extracted.source;
    // What was forgotten of a source is not brought back by reading it again.
    const auto known = store.source(storage::user_key(source.user), source.id);
    if (known && known->status == SourceStatus::Extracted) continue;
    batch.put_source(source, SourceStatus::Extracted);
    if (!source.raw.empty()) batch.put_raw(source.id, source.raw);
  }
}

std::vector<Decision> fold_facts(const Fold& fold, std::span<const ExtractedSource> sources,
                                 FoldOptions options) {
  std::vector<Fact> facts;
  for (const ExtractedSource& source : sources) {
    facts.insert(facts.end(), source.facts.begin(), source.facts.end());
  }
  options.checkpoint_name.clear();
  return facts.empty() ? std::vector<Decision>() : fold(facts, options);
}

/// A job taken up for work, and what became of it.
struct WorkItem {
  SourceJob job;
  Source source;
  ExtractedSource extracted;
  std::optional<std::string> error;
  bool hopeless = false;  ///< no retry would help
};

/// Runs a part of the work on some items. What goes wrong is theirs, unless the store is at fault.
template <typename Work>
void attempt(std::span<WorkItem* const> items, const Work& work) {
  const auto blame = [&](const char* error, bool hopeless) {
    for (WorkItem* item : items) {
      item->error = error;
      item->hopeless = hopeless;
    }
  };
  try {
    work();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::Corruption || error.code() == ErrorCode::Io) throw;
    blame(error.what(), error.code() == ErrorCode::InvalidArgument);
  } catch (const std::exception& error) {
    blame(error.what(), false);
  }
}

/// What can be done at the same time for many jobs, and changes nothing.
void prepare(const Context& context, WorkItem& item) {
  WorkItem* const self = &item;
  attempt({&self, 1}, [&] {
    item.source = load(context.store, item.job);
    if (item.job.step == JobStep::Process) {
      process(context, item.source);
    } else {
      item.source.user = item.job.user;
      item.extracted = extract(context, item.source, item.job.user);
    }
  });
}

class Worker {
 public:
  Worker(const Context& context, const Fold& fold)
      : context_(context), fold_(fold), now_(context.options.clock()) {}

  WorkReport run(const WorkOptions& options) {
    // A step may queue the next one.
    for (bool more = true; more;) {
      const std::size_t done = count_;
      const std::vector<SourceJob> due = due_jobs(options);
      for (std::size_t begin = 0; begin < due.size(); begin += kSourcesAtOnce) {
        const std::size_t count = std::min(kSourcesAtOnce, due.size() - begin);
        take(std::span(due).subspan(begin, count));
      }
      more = count_ > done;
    }
    context_.store.scan_jobs([&](const SourceJob& job) { report_.waiting += !job.dead; });
    context_.store.sync();
    return std::move(report_);
  }

 private:
  static bool is_processing(const SourceJob& job) { return job.step == JobStep::Process; }

  std::vector<SourceJob> due_jobs(const WorkOptions& options) {
    std::vector<SourceJob> due = jobs(context_.store, options.owner);
    std::erase_if(due, [&](const SourceJob& job) {
      return job.dead || job.run_at > now_ || (options.source && job.source != options.source);
    });
    // Everything is processed before anything is extracted, so that the order in which facts are
    // folded does not depend on where earlier work was cut short.
    const bool to_process = std::any_of(due.begin(), due.end(), is_processing);
    std::erase_if(due, [&](const SourceJob& job) { return to_process && !is_processing(job); });
    const std::size_t left = options.limit == 0 ? due.size() : options.limit - count_;
    if (due.size() > left) due.resize(left);
    return due;
  }

  void take(std::span<const SourceJob> due) {
    std::vector<WorkItem> items(due.size());
    for (std::size_t i = 0; i < due.size(); ++i) items[i].job = due[i];
    parallel_for(items.size(), [&](std::size_t i) { prepare(context_, items[i]); });
    count_ += items.size();
    std::map<std::string, std::vector<WorkItem*>> extracted;  // by user
    for (WorkItem& item : items) {
      if (item.error) {
        fail(item);
      } else if (item.job.step == JobStep::Process) {
        finish_processing(item);
      } else {
        extracted[item.job.user].push_back(&item);
      }
    }
    for (const auto& [user, ready] : extracted) finish_extracting(ready);
  }

  void finish_processing(const WorkItem& item) {
    storage::CommitBatch batch(owner_of(item.job));
    batch.put_source(item.source, SourceStatus::Processed);
    batch.delete_job(item.job.id);
    if (item.source.team.empty()) {
      batch.put_job(job_for(item.source, JobStep::Extract, item.source.user));
    }
    report_.processed += settle(item.job, std::move(batch));
  }

  /// All together; one by one where that fails, so that one source does not stop the others.
  void finish_extracting(std::span<WorkItem* const> items) {
    attempt(items, [&] { fold_and_finish(items); });
    if (!items.front()->error) return;
    if (items.size() == 1) return fail(*items.front());
    for (WorkItem* const& item : items) {
      item->error.reset();
      finish_extracting({&item, 1});
    }
  }

  void fold_and_finish(std::span<WorkItem* const> all) {
    std::vector<ExtractedSource> sources;
    for (const WorkItem* item : all) sources.push_back(item->extracted);
    std::vector<Decision> decisions = fold_facts(fold_, sources, {});
    const std::vector<WorkItem*> items = hold_back(all, sources, decisions);
    if (items.empty()) return;
    connect_all(context_, sources, decisions, {}, [&](storage::CommitBatch& batch) {
      for (const WorkItem* item : items) {
        if (!item->job.team.empty()) continue;  // lies with the team
        batch.put_source(item->source, SourceStatus::Extracted);
        batch.delete_job(item->job.id);
      }
    });
    for (const WorkItem* item : items) {
      if (item->job.team.empty()) continue;
      storage::CommitBatch batch(owner_of(item->job));
      batch.delete_job(item->job.id);
      context_.store.commit(std::move(batch));
    }
    report_.extracted += items.size();
    std::move(decisions.begin(), decisions.end(), std::back_inserter(report_.decisions));
  }

  /// Sources of whose facts some were refused for want of room wait like those that failed, and
  /// with them their ties: what of them was stored is known when they are tried again. Leaves the
  /// sources and decisions of the others, which are returned.
  std::vector<WorkItem*> hold_back(std::span<WorkItem* const> items,
                                   std::vector<ExtractedSource>& sources,
                                   std::vector<Decision>& decisions) {
    std::vector<WorkItem*> ready;
    std::vector<ExtractedSource> kept_sources;
    std::vector<Decision> kept;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::span own = std::span(decisions).subspan(begin, sources[i].facts.size());
      begin += own.size();
      const auto refused = std::ranges::find(own, true, &Decision::over_limit);
      if (refused != own.end()) {
        fail(items[i]->job, refused->error, /*hopeless=*/false);
        std::ranges::move(own, std::back_inserter(report_.decisions));
        continue;
      }
      ready.push_back(items[i]);
      kept_sources.push_back(std::move(sources[i]));
      std::ranges::move(own, std::back_inserter(kept));
    }
    sources = std::move(kept_sources);
    decisions = std::move(kept);
    return ready;
  }

  void fail(const WorkItem& item) { fail(item.job, *item.error, item.hopeless); }

  void fail(SourceJob job, const std::string& error, bool hopeless) {
    ++job.attempts;
    job.error = error;
    job.dead = hopeless || job.attempts >= context_.options.queue.max_attempts;
    if (!job.dead) job.run_at = {now_.micros + wait_after(job, context_.options.queue)};
    storage::CommitBatch batch(owner_of(job));
    batch.put_job(job);
    (job.dead ? report_.dead : report_.retried) += settle(job, std::move(batch));
  }

  /// Commits what became of a job, unless someone else has done it meanwhile; whether it did.
  bool settle(const SourceJob& job, storage::CommitBatch&& batch) {
    const std::string owner = owner_of(job);
    bool waits = false;
    context_.lanes.with_locked(owner, [&] {
      waits = context_.store.job(storage::user_key(owner), job.id).has_value();
      if (waits) context_.store.commit(std::move(batch));
    });
    return waits;
  }

  const Context& context_;
  const Fold& fold_;
  const Time now_;
  std::size_t count_ = 0;
  WorkReport report_;
};

}  // namespace

std::int64_t wait_after(const SourceJob& job, const QueueOptions& options) {
  const double doublings = std::min(job.attempts - 1, 60);
  const double seconds =
      std::min(double(options.first_wait_seconds) * std::ldexp(1, int(doublings)),
               double(options.longest_wait_seconds));
  const std::uint64_t hash = hash64(to_string(job.id) + "/" + std::to_string(job.attempts));
  const double place = double(hash >> 11) / double(std::uint64_t{1} << 53);  // 0..1
  return std::int64_t(seconds * (1 + options.jitter * (2 * place - 1)) * double(kMicrosPerSecond));
}

SourceReceipt add_source(const Context& context, Source source) {
  if (source.user.empty() == source.team.empty()) {
    throw Error(ErrorCode::InvalidArgument, "add_source: a source belongs to a user or to a team");
  }
  if (std::max(source.user.size(), source.team.size()) > kMaxUserBytes) {
    throw Error(ErrorCode::InvalidArgument, "add_source: the owner's name has more than " +
                                                std::to_string(kMaxUserBytes) + " bytes");
  }
  if (source.raw.empty()) {
    throw Error(ErrorCode::InvalidArgument, "add_source: the source is empty");
  }
  if (source.raw.size() > kMaxRawBytes) {
    throw Error(ErrorCode::InvalidArgument,
                "add_source: the source has more than " + std::to_string(kMaxRawBytes) + " bytes");
  }
  if (source.source_id.size() > kMaxFieldBytes) {
    throw Error(ErrorCode::InvalidArgument,
                "add_source: source_id has more than " + std::to_string(kMaxFieldBytes) + " bytes");
  }
  if (source.source_id.empty() && context.options.models.source_reader) {
    source.source_id = context.options.models.source_reader->own_id(source);
  }
  if (source.source_id.empty()) {
    source.source_id = to_string(derive_id("source", source.raw));
  }
  const std::string owner = owner_of(source.user, source.team);
  const storage::UserKey key = storage::user_key(owner);
  source.id = source_id_of(source.user, source.team, source.source_id);
  SourceReceipt receipt{source.id, false};
  context.lanes.with_locked(owner, [&] {
    if (context.store.source(key, source.id)) {
      receipt.known = true;
      return;
    }
    const Time now = context.options.clock();
    source.received_at = now;
    storage::CommitBatch batch(owner);
    know_owner(context.store, batch, owner);
    batch.put_raw(source.id, source.raw);
    batch.put_source(source, SourceStatus::Raw);
    batch.put_job(job_for(source, JobStep::Process, source.user));
    context.store.commit(std::move(batch));
  });
  context.store.sync();
  return receipt;
}

FoldedSources fold_sources(const Context& context, const Fold& fold,
                           std::span<const ExtractedSource> sources, const FoldOptions& options) {
  FoldedSources folded;
  folded.decisions = fold_facts(fold, sources, options);
  if (options.dry_run || sources.empty()) return folded;
  folded.connected = connect_sources(context, sources, folded.decisions, options);
  return folded;
}

std::uint64_t connect_sources(const Context& context, std::span<const ExtractedSource> sources,
                              std::span<const Decision> decisions, const FoldOptions& options) {
  return connect_all(context, sources, decisions, options, [&](storage::CommitBatch& batch) {
    put_sources(context.store, sources, batch);
  });
}

WorkReport work(const Context& context, const Fold& fold, const WorkOptions& options) {
  return Worker(context, fold).run(options);
}

}  // namespace graph
}  // namespace memfold
