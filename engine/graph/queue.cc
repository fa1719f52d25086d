#include "engine/graph/queue.h"

#include <algorithm>
#include <tuple>

#include "memfold/error.h"

namespace memfold::graph {

std::string owner_of(const SourceJob& job) {
  return owner_of(job.user, job.team);
}

SourceJob job_for(const Source& source, JobStep step, std::string_view user) {
  SourceJob job;
  const std::string owner = owner_of(source.user, source.team);
  job.id = derive_id(owner, "job/" + std::string(name(step)) + "/" + to_string(source.id) + "/" +
                                std::string(user));
  job.user = user;
  job.team = source.team;
  job.source = source.id;
  job.step = step;
  job.run_at = source.received_at;
  return job;
}

std::vector<SourceJob> jobs(const storage::Store& store, std::string_view owner) {
  std::vector<SourceJob> found;
  store.scan_jobs([&](const SourceJob& job) {
    if (owner.empty() || job.user == owner || job.team == owner) found.push_back(job);
  });
  std::sort(found.begin(), found.end(), [](const SourceJob& a, const SourceJob& b) {
    return std::tie(a.run_at, a.id) < std::tie(b.run_at, b.id);
  });
  return found;
}

void retry(const Context& context, std::string_view owner, const Id& job) {
  for (SourceJob& known : jobs(context.store, owner)) {
    if (known.id != job) continue;
    known.dead = false;
    known.attempts = 0;
    known.run_at = context.options.clock();
    storage::CommitBatch batch(owner_of(known));
    batch.put_job(known);
    context.store.commit(std::move(batch));
    context.store.sync();
    return;
  }
  throw Error(ErrorCode::NotFound,
              std::string(owner) + " has no job " + to_string(job) + "; see `memfold jobs`");
}

std::uint64_t extract_for(const Context& context, std::string_view user, std::string_view team,
                          std::span<const Id> sources) {
  const std::string owner = owner_of_team(team);
  const storage::UserKey team_key = storage::user_key(owner), user_key = storage::user_key(user);
  std::vector<Source> wanted;
  if (sources.empty()) {
    context.store.scan_sources(team_key, [&](const Source& source) { wanted.push_back(source); });
  }
  for (const Id& id : sources) {
    const std::optional<Source> source = context.store.source(team_key, id);
    if (!source) {
      throw Error(ErrorCode::NotFound,
                  "team " + std::string(team) + " has no source " + to_string(id));
    }
    wanted.push_back(*source);
  }
  storage::CommitBatch batch(owner);
  std::uint64_t queued = 0;
  for (const Source& source : wanted) {
    if (context.store.node(user_key, source.id)) continue;  // extracted before
    const SourceJob job = job_for(source, JobStep::Extract, user);
    if (context.store.job(team_key, job.id)) continue;
    batch.put_job(job);
    ++queued;
  }
  if (!batch.empty()) context.store.commit(std::move(batch));
  context.store.sync();
  return queued;
}

}  // namespace memfold::graph
