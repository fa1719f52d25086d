#include "storage/codec_version.h"

#include "storage/codec_memory.h"
#include "storage/ranges.h"
#include "storage/schema/version_generated.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const VersionRecord& version) {
  require_in_range(version, ErrorCode::InvalidArgument);
  builder.Clear();
  flatbuffers::Offset<schema::Memory> state;
  if (version.state) state = write_memory(builder, *version.state);
  const schema::Id chain_id = to_schema(version.chain_id), memory_id = to_schema(version.memory_id);

  schema::VersionRecordBuilder table(builder);
  table.add_log_sequence(version.log_sequence);
  table.add_at(version.at.micros);
  table.add_version(version.version);
  table.add_state(state);
  table.add_backdated(version.backdated);
  table.add_chain_id(&chain_id);
  table.add_memory_id(&memory_id);
  if (version.operation) table.add_operation(static_cast<std::uint8_t>(*version.operation));
  builder.Finish(table.Finish(), schema::VersionRecordIdentifier());
  return finished(builder);
}

VersionRecord decode_version(std::string_view bytes) {
  const auto& stored =
      verified_root<schema::VersionRecord>(bytes, schema::VersionRecordIdentifier());
  ValueReader reader(bytes);
  VersionRecord version;
  version.chain_id = from_schema(*stored.chain_id());
  version.version = stored.version();
  version.memory_id = from_schema(*stored.memory_id());
  version.operation = read_kind<Operation>(stored.operation(), "operation");
  version.log_sequence = stored.log_sequence();
  version.at = {stored.at()};
  version.backdated = stored.backdated();
  if (stored.state() != nullptr) version.state = read_memory(reader, *stored.state());
  require_in_range(version, ErrorCode::Corruption);
  return version;
}

}  // namespace memfold::storage
