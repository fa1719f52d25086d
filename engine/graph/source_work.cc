#include "engine/graph/source_work.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "core/hash.h"
#include "core/name_forms.h"
#include "core/text.h"
#include "engine/embed_facts.h"
#include "engine/graph/attach.h"
#include "engine/graph/graph_batch.h"
#include "engine/graph/queue.h"
#include "engine/parallel.h"
#include "memfold/error.h"

namespace memfold {

Id source_id_of(std::string_view user, std::string_view team, std::string_view source_id) {
  return derive_id(graph::owner_of(user, team), "source/" + std::string(source_id));
}

SpokenOf merge(std::span<const SpokenOf> parts) {
  SpokenOf all;
  std::map<std::tuple<NodeKind, std::string, std::string>, std::size_t> places;
  std::set<std::tuple<std::size_t, std::size_t, std::string>> related;
  for (const SpokenOf& part : parts) {
    std::vector<std::size_t> place_of;
    for (const Mention& mention : part.mentions) {
      const std::string key = mention.kind == NodeKind::Person ? canonical_person(mention.name)
                                                               : normalise_key(mention.name);
      const auto [entry, added] =
          places.try_emplace({mention.kind, mention.type, key}, all.mentions.size());
      place_of.push_back(entry->second);
      if (added) {
        all.mentions.push_back(mention);
        continue;
      }
      Mention& known = all.mentions[entry->second];
      known.confidence = std::max(known.confidence, mention.confidence);
      known.support += mention.support;
      for (const std::string& alias : mention.aliases) {
        if (std::find(known.aliases.begin(), known.aliases.end(), alias) == known.aliases.end()) {
          known.aliases.push_back(alias);
        }
      }
    }
    for (MentionedRelation relation : part.relations) {
      relation.from = place_of.at(relation.from);
      relation.to = place_of.at(relation.to);
      if (related.insert({relation.from, relation.to, relation.type}).second) {
        all.relations.push_back(relation);
      }
    }
  }
  return all;
}

namespace graph {
namespace {

constexpr std::size_t kSourcesAtOnce = 64;
constexpr std::size_t kSummarySentences = 2;
constexpr std::size_t kKeywords = 10, kTags = 5;
constexpr std::size_t kSummarisedBytes = 64 * 1024;  ///< of a long source

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

std::vector<std::string> participants_of(const SourceReading& reading) {
  std::vector<std::string> participants;
  for (const Mailbox& person : reading.participants) {
    participants.push_back(person.address.empty() ? person.name
                           : person.name.empty()  ? person.address
                                                  : person.name + " <" + person.address + ">");
  }
  return participants;
}

/// The step `process`.
void process(const Context& context, Source& source) {
  const SourceReading reading = read(context, source);
  const Summarizer& summarizer = *context.options.models.summarizer;
  source.title = reading.title;
  source.processed = reading.text;
  source.started_at = source.started_at ? source.started_at : reading.started_at;
  source.ended_at = source.ended_at ? source.ended_at : reading.ended_at;
  if (source.participants.empty()) source.participants = participants_of(reading);
  const std::string_view text = cut_at_word(source.processed, kSummarisedBytes);
  source.summary = summarizer.summarise(std::span(&text, 1), kSummarySentences);
  source.keywords = summarizer.keywords(text, kKeywords);
  if (source.tags.empty()) {
    source.tags.assign(
        source.keywords.begin(),
        source.keywords.begin() + std::ptrdiff_t(std::min(kTags, source.keywords.size())));
  }
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
  std::vector<SpokenOf> parts;
  for (const Message& message : reading.messages) {
    std::vector<Fact> facts = extractor.extract(message);
    parts.push_back(extractor.spoken_of(message, facts));
    for (Fact& fact : facts) {
      fact.user = user;
      fact.source_id = source.source_id;
      fact.source_type = SourceType::Bootstrapped;
      extracted.facts.push_back(std::move(fact));
    }
    extracted.attachments.insert(extracted.attachments.end(), message.attachments.begin(),
                                 message.attachments.end());
  }
  extracted.spoken_of = merge(parts);
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

/// Folds the facts of sources of one user and ties the sources in; `add` puts into the same commit
/// what goes with it.
FoldedSources fold_and_attach(const Context& context, const Fold& fold,
                              std::span<const ExtractedSource> sources, const FoldOptions& options,
                              const std::function<void(storage::CommitBatch&)>& add) {
  FoldedSources folded;
  std::vector<Fact> facts;
  for (const ExtractedSource& source : sources) {
    facts.insert(facts.end(), source.facts.begin(), source.facts.end());
  }
  FoldOptions fold_options = options;
  fold_options.checkpoint_name.clear();
  if (!facts.empty()) folded.decisions = fold(facts, fold_options);
  if (options.dry_run || sources.empty()) return folded;

  std::vector<std::string_view> summaries;
  for (const ExtractedSource& source : sources) summaries.push_back(source.source.summary);
  const Embedder& embedder = *context.options.models.embedder;
  const std::vector<std::int16_t> rows = embed_texts(embedder, summaries);
  const auto dimension = std::size_t(embedder.dimension());

  const std::string& user = sources.front().source.user;
  context.lanes.with_locked(user, [&] {
    GraphBatch batch(context, user);
    std::size_t next = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const std::span<const Decision> own =
          std::span(folded.decisions).subspan(next, sources[i].facts.size());
      next += sources[i].facts.size();
      std::vector<std::int16_t> row;
      if (!summaries[i].empty()) {
        const auto begin = rows.begin() + std::ptrdiff_t(i * dimension);
        row.assign(begin, begin + std::ptrdiff_t(dimension));
      }
      const bool attached =
          attach(batch, sources[i], std::move(row), memory_ids(context.store, batch.key(), own));
      folded.attached += attached ? 1 : 0;
    }
    add(batch.batch());
    if (!options.checkpoint_name.empty()) {
      batch.batch().put_checkpoint(options.checkpoint_name, options.checkpoint_value);
    }
    batch.commit();
  });
  return folded;
}

/// A job in hand and what became of it.
struct Turn {
  SourceJob job;
  Source source;
  ExtractedSource extracted;
  std::optional<std::string> error;
  bool hopeless = false;  ///< no retry would help
};

/// Runs a part of the work on some turns. What goes wrong is theirs, unless the store is at fault.
template <typename Work>
void attempt(std::span<Turn* const> turns, const Work& work) {
  const auto blame = [&](const char* error, bool hopeless) {
    for (Turn* turn : turns) {
      turn->error = error;
      turn->hopeless = hopeless;
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
void prepare(const Context& context, Turn& turn) {
  Turn* const self = &turn;
  attempt({&self, 1}, [&] {
    turn.source = load(context.store, turn.job);
    if (turn.job.step == JobStep::Process) {
      process(context, turn.source);
    } else {
      turn.source.user = turn.job.user;
      turn.extracted = extract(context, turn.source, turn.job.user);
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
    std::vector<SourceJob> due = jobs(context_.store, {});
    std::erase_if(due, [&](const SourceJob& job) { return job.dead || job.run_at > now_; });
    // Everything is processed before anything is extracted, so that the order in which facts are
    // folded does not depend on where earlier work was cut short.
    const bool to_process = std::any_of(due.begin(), due.end(), is_processing);
    std::erase_if(due, [&](const SourceJob& job) { return to_process && !is_processing(job); });
    const std::size_t left = options.limit == 0 ? due.size() : options.limit - count_;
    if (due.size() > left) due.resize(left);
    return due;
  }

  void take(std::span<const SourceJob> due) {
    std::vector<Turn> turns(due.size());
    for (std::size_t i = 0; i < due.size(); ++i) turns[i].job = due[i];
    parallel_for(turns.size(), [&](std::size_t i) { prepare(context_, turns[i]); });
    count_ += turns.size();
    std::map<std::string, std::vector<Turn*>> extracted;  // by user
    for (Turn& turn : turns) {
      if (turn.error) {
        fail(turn);
      } else if (turn.job.step == JobStep::Process) {
        finish_processing(turn);
      } else {
        extracted[turn.job.user].push_back(&turn);
      }
    }
    for (const auto& [user, ready] : extracted) finish_extracting(ready);
  }

  void finish_processing(const Turn& turn) {
    storage::CommitBatch batch(owner_of(turn.job));
    Source source = turn.source;
    source.raw.clear();
    batch.put_source(source);
    batch.delete_job(turn.job.id);
    if (source.team.empty()) {
      batch.put_job(job_for(source, JobStep::Extract, source.user));
    }
    report_.processed += settle(turn.job, std::move(batch));
  }

  /// All together; one by one where that fails, so that one source does not stop the others.
  void finish_extracting(std::span<Turn* const> turns) {
    attempt(turns, [&] { fold_and_finish(turns); });
    if (!turns.front()->error) return;
    if (turns.size() == 1) return fail(*turns.front());
    for (Turn* const& turn : turns) {
      turn->error.reset();
      finish_extracting({&turn, 1});
    }
  }

  void fold_and_finish(std::span<Turn* const> turns) {
    std::vector<ExtractedSource> sources;
    for (const Turn* turn : turns) sources.push_back(turn->extracted);
    FoldedSources folded =
        fold_and_attach(context_, fold_, sources, {}, [&](storage::CommitBatch& batch) {
          for (const Turn* turn : turns) {
            if (!turn->job.team.empty()) continue;  // lies with the team
            Source source = turn->source;
            source.raw.clear();
            source.status = SourceStatus::Extracted;
            batch.put_source(source);
            batch.delete_job(turn->job.id);
          }
        });
    for (const Turn* turn : turns) {
      if (turn->job.team.empty()) continue;
      storage::CommitBatch batch(owner_of(turn->job));
      batch.delete_job(turn->job.id);
      context_.store.commit(std::move(batch));
    }
    report_.extracted += turns.size();
    std::move(folded.decisions.begin(), folded.decisions.end(),
              std::back_inserter(report_.decisions));
  }

  void fail(const Turn& turn) {
    SourceJob job = turn.job;
    ++job.attempts;
    job.error = *turn.error;
    job.dead = turn.hopeless || job.attempts >= context_.options.queue.max_attempts;
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
    source.status = SourceStatus::Raw;
    source.received_at = now;
    storage::CommitBatch batch(owner);
    know_owner(context.store, batch, owner);
    batch.put_raw(source.id, source.raw);
    batch.put_source(source);
    batch.put_job(job_for(source, JobStep::Process, source.user));
    context.store.commit(std::move(batch));
  });
  context.store.sync();
  return receipt;
}

FoldedSources fold_sources(const Context& context, const Fold& fold,
                           std::span<const ExtractedSource> sources, const FoldOptions& options) {
  return fold_and_attach(context, fold, sources, options, [&](storage::CommitBatch& batch) {
    for (const ExtractedSource& source : sources) {
      // What was forgotten of a source is not brought back by reading it again.
      const auto known =
          context.store.source(storage::user_key(source.source.user), source.source.id);
      if (known && known->status == SourceStatus::Extracted) continue;
      Source stored = source.source;
      stored.status = SourceStatus::Extracted;
      batch.put_source(stored);
      if (!stored.raw.empty()) batch.put_raw(stored.id, stored.raw);
    }
  });
}

WorkReport work(const Context& context, const Fold& fold, const WorkOptions& options) {
  return Worker(context, fold).run(options);
}

}  // namespace graph
}  // namespace memfold
