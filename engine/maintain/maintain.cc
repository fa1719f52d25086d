#include "engine/maintain/maintain.h"

#include <algorithm>
#include <charconv>

#include "core/tell.h"
#include "engine/amend/review_queue.h"
#include "engine/graph/graph_jobs.h"
#include "engine/log/retention.h"
#include "engine/records.h"
#include "memfold/error.h"
#include "memfold/lifecycle.h"

namespace memfold {
namespace {

using Counts = std::vector<std::pair<std::string, std::uint64_t>>;

/// Memories put away by one commit.
constexpr std::size_t kArchivedPerCommit = 1024;

/// Archives what is due of one user; the index of what falls due is all that is searched.
std::uint64_t archive_due(storage::Store& store, std::string_view user, Time now) {
  const storage::UserKey key = storage::user_key(user);
  const Time until{now.micros + 1};
  std::uint64_t count = 0;
  while (true) {
    const std::vector<storage::DueEntry> due =
        store.due(key, Task::ArchiveMemory, {INT64_MIN}, until, kArchivedPerCommit);
    if (due.empty()) return count;
    storage::CommitBatch batch(user);
    for (const auto& [at, id] : due) {
      const std::optional<Memory> memory = store.memory(key, id);
      if (!memory || memory->archive_at >= until) {
        throw Error(ErrorCode::Corruption, "memory " + to_string(id) + " of user " +
                                               std::string(user) +
                                               " is due without being so; run `memfold verify`");
      }
      batch.put_memory(archived(*memory, now), &*memory);
    }
    store.commit(std::move(batch));
    count += due.size();
  }
}

std::optional<Time> read_time(const storage::Store& store, const std::string& checkpoint) {
  const std::string text = store.checkpoint(checkpoint).value_or("");
  Time time;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), time.micros);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return time;
}

/// Whether a run noted for `at` has done what was due at `due`. One in the future was made under
/// a clock that was wrong, or stood elsewhere: were it believed, nothing would be due until then.
bool is_done(const std::optional<Time>& at, Time due, Time now) {
  return at && *at >= due && *at <= now;
}

/// One job of one run.
struct JobRun {
  const MaintainContext& context;
  std::string_view job;
  /// When it fell due; none where it was asked for by name.
  std::optional<Time> due_since;
};

Counts run_archive(const JobRun& run) {
  const MaintainContext& context = run.context;
  std::uint64_t archived = 0;
  const Time now = context.options.clock();
  for (const std::string& user : user_names(context.store)) {
    context.stop.check("maintenance");
    context.lanes.with_locked(user, [&] { archived += archive_due(context.store, user, now); });
  }
  return {{"memories_archived", archived}};
}

Counts run_retention(const JobRun& run) {
  const RetentionReport report = apply_retention(run.context);
  return {{"entries_dropped", report.entries_dropped},
          {"reviews_dismissed", report.reviews_dismissed}};
}

/// A job of the graph, for every user; what it did is summed up. Each user's commit says when it
/// was made: taken up after it was cut short, a job that does so much a night does not do it twice.
template <Counts (*run_for)(const graph::Context&, std::string_view, Time)>
Counts for_users(const JobRun& run) {
  const MaintainContext& context = run.context;
  Counts total;
  const Time now = context.options.clock();
  graph::Context graph{{context.store, context.options}, context.lanes};
  graph.stamp.value = std::to_string(now.micros);
  for (const std::string& user : user_names(context.store)) {
    context.stop.check("maintenance");
    graph.stamp.name = "job/" + to_string(derive_id(user, "job/" + std::string(run.job)));
    context.lanes.with_locked(user, [&] {
      const std::optional<Time> last = read_time(context.store, graph.stamp.name);
      const bool done = run.due_since && is_done(last, *run.due_since, now);
      const Counts counts = done ? Counts() : run_for(graph, user, now);
      if (counts.empty()) return;
      total.resize(counts.size());
      for (std::size_t i = 0; i < counts.size(); ++i) {
        total[i].first = counts[i].first;
        total[i].second += counts[i].second;
      }
    });
  }
  return total;
}

Counts run_archive_all(const JobRun& run) {
  Counts counts = run_archive(run);
  for (auto& count : for_users<graph::archive_nodes>(run)) counts.push_back(std::move(count));
  return counts;
}

struct Job {
  std::string_view name;
  Schedule schedule;
  Counts (*run)(const JobRun&);
};

/// In the order in which a run that finds several due makes them: by the hour, what archives first.
constexpr Job kJobs[] = {
    {"archive", {.hour = 0, .minute = 30}, run_archive_all},
    {"retention", {.hour = 1, .minute = 0}, run_retention},
    {"promote_macros", {.hour = 2, .minute = 0, .sundays = true}, for_users<graph::promote_macros>},
    {"refresh_macros",
     {.hour = 2, .minute = 30, .sundays = true},
     for_users<graph::refresh_macros>},
    {"promote_storylines", {.hour = 3, .minute = 0}, for_users<graph::promote_storylines>},
    {"refresh_storylines", {.hour = 3, .minute = 30}, for_users<graph::refresh_storylines>},
    {"clean_notes", {.hour = 4, .minute = 0}, for_users<graph::clean_notes>},
    {"consolidate", {.hour = 4, .minute = 30}, for_users<graph::consolidate_descriptions>},
    {"distil", {.hour = 5, .minute = 0, .sundays = true}, for_users<graph::distil_episodes>},
};

std::string checkpoint_of(const Job& job) {
  return "job/" + std::string(job.name);
}

/// Only once all of it is done: a run that was cut short is made again.
void note_run(storage::Store& store, const Job& job, Time now) {
  storage::CommitBatch batch("");
  batch.put_checkpoint(checkpoint_of(job), std::to_string(now.micros));
  store.commit(std::move(batch));
}

void tell_of(const JobReport& report, const LogOptions& log) {
  if (!listens(log, LogLevel::Info)) return;
  std::string counts;
  for (const auto& [name, count] : report.counts) {
    counts += (counts.empty() ? "" : ", ") + name + " " + std::to_string(count);
  }
  tell(log, LogLevel::Info, "maintenance_job", "a maintenance job was run",
       {{"job", report.job}, {"counts", counts}});
}

void require_known(const std::vector<std::string>& names) {
  std::string known;
  for (const Job& job : kJobs) known += (known.empty() ? "" : ", ") + std::string(job.name);
  for (const std::string& name : names) {
    if (std::any_of(std::begin(kJobs), std::end(kJobs),
                    [&](const Job& job) { return job.name == name; })) {
      continue;
    }
    throw Error(ErrorCode::InvalidArgument, "there is no job \"" + name + "\"; there are " + known);
  }
}

}  // namespace

Time Schedule::last_before(Time now) const {
  constexpr std::int64_t kEpochWeekday = 4;  // 1970 began on a Thursday; Sunday is 0
  const std::int64_t into_day = (hour * 60 + minute) * 60 * kMicrosPerSecond;
  std::int64_t day = now.micros / kMicrosPerDay - (now.micros % kMicrosPerDay < 0);
  if (now.micros - day * kMicrosPerDay < into_day) --day;
  if (sundays) day -= ((day + kEpochWeekday) % 7 + 7) % 7;
  return {day * kMicrosPerDay + into_day};
}

std::vector<JobReport> maintain(const MaintainContext& context, const MaintainOptions& options) {
  require_known(options.jobs);
  std::vector<JobReport> reports;
  const Time now = context.options.clock();
  for (const Job& job : kJobs) {
    JobReport report;
    report.job = job.name;
    report.last_run = read_time(context.store, checkpoint_of(job));
    const bool named =
        std::find(options.jobs.begin(), options.jobs.end(), job.name) != options.jobs.end();
    const Time scheduled = job.schedule.last_before(now);
    const bool is_due = !is_done(report.last_run, scheduled, now);
    report.ran = options.jobs.empty() ? is_due : named;
    if (report.ran) {
      const bool by_name = !options.jobs.empty();
      report.counts =
          job.run({context, job.name, by_name ? std::nullopt : std::optional(scheduled)});
      note_run(context.store, job, now);
      tell_of(report, context.options.log);
    }
    reports.push_back(std::move(report));
  }
  context.store.sync();
  return reports;
}

RetentionReport apply_retention(const MaintainContext& context) {
  RetentionReport report;
  const EngineOptions& options = context.options;
  const Time cutoff{options.clock().micros - options.log_retention_days * kMicrosPerDay};
  for (const std::string& user : user_names(context.store)) {
    context.stop.check("maintenance");
    ++report.users;
    // What is loaded holds the user's record, which says where the log begins and ends.
    context.lanes.with_unloaded(user, [&] {
      std::uint64_t dropped = 0;
      if (options.log_retention_days > 0) {
        dropped = drop_old_log(context.store, user, cutoff, options.retention_drops_entries);
      }
      const std::uint64_t dismissed = dismiss_overdue({context.store, options}, user);
      report.entries_dropped += dropped;
      report.reviews_dismissed += dismissed;
      return dropped + dismissed > 0;
    });
  }
  context.store.sync();
  if (report.reviews_dismissed > 0) {
    tell(options.log, LogLevel::Info, "reviews_dismissed",
         "cases waited too long for a person, or were too many: retention dismissed them",
         {{"cases", std::to_string(report.reviews_dismissed)}});
  }
  return report;
}

}  // namespace memfold
