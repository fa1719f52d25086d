// Memories as bytes: storage/schema/memory.fbs. See codec_common.h for the contract of all codecs.
#pragma once

#include "memfold/memory.h"
#include "storage/codec_common.h"

namespace memfold::storage {

namespace schema {
struct Memory;
}

std::string_view encode(Builder& builder, const Memory& memory);
Memory decode_memory(std::string_view bytes);

/// As part of another value.
flatbuffers::Offset<schema::Memory> write_memory(Builder& builder, const Memory& memory);
Memory read_memory(ValueReader& reader, const schema::Memory& stored);

}  // namespace memfold::storage
