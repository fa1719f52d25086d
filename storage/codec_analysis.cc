#include "storage/codec_analysis.h"

#include "storage/schema/analysis_generated.h"
#include "storage/table_read.h"
#include "storage/table_write.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const Analysis& record) {
  return encode_table<schema::Analysis>(builder, record, schema::AnalysisIdentifier());
}

Analysis decode_analysis(std::string_view bytes) {
  return decode_table<Analysis, schema::Analysis>(bytes, schema::AnalysisIdentifier());
}

}  // namespace memfold::storage
