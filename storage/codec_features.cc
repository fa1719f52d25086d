#include "storage/codec_features.h"

#include "storage/schema/features_generated.h"
#include "storage/table_read.h"
#include "storage/table_write.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const FeatureRecord& record) {
  return encode_table<schema::FeatureRecord>(builder, record, schema::FeatureRecordIdentifier());
}

FeatureRecord decode_features(std::string_view bytes) {
  return decode_table<FeatureRecord, schema::FeatureRecord>(bytes,
                                                            schema::FeatureRecordIdentifier());
}

}  // namespace memfold::storage
