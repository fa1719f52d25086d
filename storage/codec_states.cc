#include "storage/codec_states.h"

#include "storage/codec_memory.h"
#include "storage/schema/states_generated.h"
#include "storage/table_read.h"

namespace memfold::storage {
namespace {

using Stored = flatbuffers::Offset<schema::Memory>;

Stored write_optional(Builder& builder, const Memory* memory) {
  return memory == nullptr ? Stored() : write_memory(builder, *memory);
}

}  // namespace

std::string_view encode(Builder& builder, const LogStatesView& states) {
  builder.Clear();
  const Stored fact = write_optional(builder, states.fact);
  const Stored before = write_optional(builder, states.before);
  const Stored after = write_optional(builder, states.after);
  schema::LogStatesBuilder table(builder);
  table.add_fact(fact);
  table.add_before(before);
  table.add_after(after);
  builder.Finish(table.Finish(), schema::LogStatesIdentifier());
  return finished(builder);
}

LogStates decode_states(std::string_view bytes) {
  return decode_table<LogStates, schema::LogStates>(bytes, schema::LogStatesIdentifier());
}

}  // namespace memfold::storage
