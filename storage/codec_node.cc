#include "storage/codec_node.h"

#include "storage/schema/node_generated.h"
#include "storage/table_read.h"
#include "storage/table_write.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const Node& record) {
  return encode_table<schema::Node>(builder, record, schema::NodeIdentifier());
}

Node decode_graph_node(std::string_view bytes) {
  return decode_table<Node, schema::Node>(bytes, schema::NodeIdentifier());
}

}  // namespace memfold::storage
