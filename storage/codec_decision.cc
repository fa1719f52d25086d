#include "storage/codec_decision.h"

#include "storage/schema/decision_generated.h"
#include "storage/table_read.h"
#include "storage/table_write.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const Decision& record) {
  return encode_table<schema::Decision>(builder, record, schema::DecisionIdentifier());
}

Decision decode_decision(std::string_view bytes) {
  return decode_table<Decision, schema::Decision>(bytes, schema::DecisionIdentifier());
}

}  // namespace memfold::storage
