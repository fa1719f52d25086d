#include "storage/codec_source.h"

#include "storage/ranges.h"
#include "storage/schema/job_generated.h"
#include "storage/schema/source_generated.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const Source& source, SourceStatus status) {
  require_in_range(source, ErrorCode::InvalidArgument);
  builder.Clear();
  const Text user = write_text(builder, source.user);
  const Text team = write_text(builder, source.team);
  const Text source_id = write_text(builder, source.source_id);
  const Text provenance = write_text(builder, source.provenance);
  const Text title = write_text(builder, source.title);
  const Text processed = write_text(builder, source.processed);
  const Text summary = write_text(builder, source.summary);
  const Texts keywords = write_texts(builder, source.keywords);
  const Texts tags = write_texts(builder, source.tags);
  const Texts participants = write_texts(builder, source.participants);
  const schema::Id id = to_schema(source.id);
  schema::SourceBuilder table(builder);
  if (source.started_at) table.add_started_at(source.started_at->micros);
  if (source.ended_at) table.add_ended_at(source.ended_at->micros);
  table.add_received_at(source.received_at.micros);
  table.add_user(user);
  table.add_team(team);
  table.add_source_id(source_id);
  table.add_provenance(provenance);
  table.add_title(title);
  table.add_processed(processed);
  table.add_summary(summary);
  table.add_keywords(keywords);
  table.add_tags(tags);
  table.add_participants(participants);
  table.add_id(&id);
  table.add_form(static_cast<std::uint8_t>(source.form));
  table.add_status(static_cast<std::uint8_t>(status));
  table.add_sensitivity(static_cast<std::uint8_t>(source.sensitivity));
  if (source.source_type) table.add_source_type(static_cast<std::uint8_t>(*source.source_type));
  builder.Finish(table.Finish(), schema::SourceIdentifier());
  return finished(builder);
}

Source decode_source(std::string_view bytes) {
  const auto& stored = verified_root<schema::Source>(bytes, schema::SourceIdentifier());
  ValueReader reader(bytes);
  Source source;
  source.id = from_schema(*stored.id());
  source.user = reader.text(stored.user());
  source.team = reader.text(stored.team());
  source.source_id = reader.text(stored.source_id());
  source.form = read_kind<SourceForm>(stored.form(), "source form");
  source.status = read_kind<SourceStatus>(stored.status(), "source status");
  source.sensitivity = read_kind<Sensitivity>(stored.sensitivity(), "sensitivity");
  source.provenance = reader.text(stored.provenance());
  source.participants = reader.texts(stored.participants());
  source.started_at = from_schema(stored.started_at());
  source.ended_at = from_schema(stored.ended_at());
  source.received_at = {stored.received_at()};
  source.title = reader.text(stored.title());
  source.processed = reader.text(stored.processed());
  source.summary = reader.text(stored.summary());
  source.keywords = reader.texts(stored.keywords());
  source.tags = reader.texts(stored.tags());
  if (stored.source_type()) {
    source.source_type = read_kind<SourceType>(*stored.source_type(), "source type");
  }
  require_in_range(source, ErrorCode::Corruption);
  return source;
}

std::string_view encode(Builder& builder, const SourceJob& job) {
  require_in_range(job, ErrorCode::InvalidArgument);
  builder.Clear();
  const Text user = write_text(builder, job.user);
  const Text team = write_text(builder, job.team);
  const Text error = write_text(builder, job.error);
  const schema::Id id = to_schema(job.id), source = to_schema(job.source);
  schema::JobBuilder table(builder);
  table.add_run_at(job.run_at.micros);
  table.add_attempts(static_cast<std::uint32_t>(job.attempts));
  table.add_user(user);
  table.add_team(team);
  table.add_error(error);
  table.add_id(&id);
  table.add_source(&source);
  table.add_step(static_cast<std::uint8_t>(job.step));
  table.add_dead(job.dead);
  builder.Finish(table.Finish(), schema::JobIdentifier());
  return finished(builder);
}

SourceJob decode_job(std::string_view bytes) {
  const auto& stored = verified_root<schema::Job>(bytes, schema::JobIdentifier());
  ValueReader reader(bytes);
  SourceJob job;
  job.id = from_schema(*stored.id());
  job.source = from_schema(*stored.source());
  job.user = reader.text(stored.user());
  job.team = reader.text(stored.team());
  job.step = read_kind<JobStep>(stored.step(), "job step");
  job.dead = stored.dead();
  job.attempts = static_cast<int>(stored.attempts());
  job.run_at = {stored.run_at()};
  job.error = reader.text(stored.error());
  require_in_range(job, ErrorCode::Corruption);
  return job;
}

}  // namespace memfold::storage
