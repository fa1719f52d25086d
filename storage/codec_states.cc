#include "storage/codec_states.h"

#include "storage/codec_memory.h"
#include "storage/schema/states_generated.h"

namespace memfold::storage {
namespace {

using Stored = flatbuffers::Offset<schema::Memory>;

Stored write_optional(Builder& builder, const Memory* memory) {
  return memory == nullptr ? Stored() : write_memory(builder, *memory);
}

std::optional<Memory> read_optional(ValueReader& reader, const schema::Memory* stored) {
  return stored == nullptr ? std::nullopt : std::optional(read_memory(reader, *stored));
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
  const auto& stored = verified_root<schema::LogStates>(bytes, schema::LogStatesIdentifier());
  ValueReader reader(bytes);
  LogStates states;
  states.fact = read_optional(reader, stored.fact());
  states.before = read_optional(reader, stored.before());
  states.after = read_optional(reader, stored.after());
  return states;
}

}  // namespace memfold::storage
