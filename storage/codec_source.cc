#include "storage/codec_source.h"

#include "storage/schema/job_generated.h"
#include "storage/schema/source_generated.h"
#include "storage/table_read.h"
#include "storage/table_write.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const Source& source) {
  return encode_table<schema::Source>(builder, source, schema::SourceIdentifier());
}

std::string_view encode(Builder& builder, const Source& source, SourceStatus status) {
  if (status == source.status) return encode(builder, source);
  Source changed = source;
  changed.status = status;
  return encode(builder, changed);
}

Source decode_source(std::string_view bytes) {
  return decode_table<Source, schema::Source>(bytes, schema::SourceIdentifier());
}

std::string_view encode(Builder& builder, const SourceJob& job) {
  return encode_table<schema::Job>(builder, job, schema::JobIdentifier());
}

SourceJob decode_job(std::string_view bytes) {
  return decode_table<SourceJob, schema::Job>(bytes, schema::JobIdentifier());
}

}  // namespace memfold::storage
