// Edges as bytes: storage/schema/edge.fbs. The ends and the type are in the key, not in the value.
// See codec_common.h for the contract.
#pragma once

#include "memfold/memory.h"
#include "storage/codec_common.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const Edge& edge);

/// The edge without its ends and type.
Edge decode_edge(std::string_view bytes);

}  // namespace memfold::storage
