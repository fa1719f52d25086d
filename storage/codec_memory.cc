#include "storage/codec_memory.h"

#include "storage/schema/memory_generated.h"
#include "storage/table_read.h"
#include "storage/table_write.h"

namespace memfold::storage {

flatbuffers::Offset<schema::Memory> write_memory(Builder& builder, const Memory& memory) {
  require_in_range(memory, ErrorCode::InvalidArgument);
  return write_table<schema::Memory>(builder, memory);
}

Memory read_memory(ValueReader& reader, const schema::Memory& stored) {
  Memory memory;
  RecordReader(reader).read(memory, stored);
  require_in_range(memory, ErrorCode::Corruption);
  return memory;
}

std::string_view encode(Builder& builder, const Memory& memory) {
  return encode_table<schema::Memory>(builder, memory, schema::MemoryIdentifier());
}

Memory decode_memory(std::string_view bytes) {
  return decode_table<Memory, schema::Memory>(bytes, schema::MemoryIdentifier());
}

}  // namespace memfold::storage
