#include "storage/codec_edge.h"

#include "storage/schema/edge_generated.h"
#include "storage/table_read.h"
#include "storage/table_write.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const Edge& record) {
  return encode_table<schema::Edge>(builder, record, schema::EdgeIdentifier());
}

Edge decode_edge(std::string_view bytes) {
  return decode_table<Edge, schema::Edge>(bytes, schema::EdgeIdentifier());
}

}  // namespace memfold::storage
