#include "storage/codec_version.h"

#include "storage/schema/version_generated.h"
#include "storage/table_read.h"
#include "storage/table_write.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const VersionRecord& record) {
  return encode_table<schema::VersionRecord>(builder, record, schema::VersionRecordIdentifier());
}

VersionRecord decode_version(std::string_view bytes) {
  return decode_table<VersionRecord, schema::VersionRecord>(bytes,
                                                            schema::VersionRecordIdentifier());
}

}  // namespace memfold::storage
