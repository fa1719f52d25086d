// Nodes of the graph as FlatBuffers.
#pragma once

#include "memfold/node.h"
#include "storage/codec_common.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const Node& node);
Node decode_graph_node(std::string_view bytes);

}  // namespace memfold::storage
