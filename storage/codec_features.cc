#include "storage/codec_features.h"

#include "storage/ranges.h"
#include "storage/schema/features_generated.h"

namespace memfold::storage {
namespace {

using Integers = flatbuffers::Offset<flatbuffers::Vector<std::uint64_t>>;

Integers write_integers(Builder& builder, const std::vector<std::uint64_t>& integers) {
  return integers.empty() ? Integers() : builder.CreateVector(integers);
}

}  // namespace

std::string_view encode(Builder& builder, const FeatureRecord& features) {
  require_in_range(features, ErrorCode::InvalidArgument);
  builder.Clear();
  const Text subject = write_text(builder, features.subject);
  const Integers people = write_integers(builder, features.people_keys);
  const Integers entities = write_integers(builder, features.entity_keys);
  const schema::Id id = to_schema(features.id);

  schema::FeatureRecordBuilder table(builder);
  table.add_slot(features.slot);
  table.add_occurred_at(features.occurred_at.micros);
  table.add_thread_key(features.thread_key);
  table.add_subject(subject);
  table.add_people_keys(people);
  table.add_entity_keys(entities);
  table.add_id(&id);
  table.add_category(static_cast<std::uint8_t>(features.category));
  builder.Finish(table.Finish(), schema::FeatureRecordIdentifier());
  return finished(builder);
}

FeatureRecord decode_features(std::string_view bytes) {
  const auto& stored =
      verified_root<schema::FeatureRecord>(bytes, schema::FeatureRecordIdentifier());
  ValueReader reader(bytes);
  FeatureRecord features;
  features.slot = stored.slot();
  features.id = from_schema(*stored.id());
  features.thread_key = stored.thread_key();
  features.subject = reader.text(stored.subject());
  features.people_keys = reader.integers(stored.people_keys());
  features.entity_keys = reader.integers(stored.entity_keys());
  features.occurred_at = {stored.occurred_at()};
  features.category = read_kind<Category>(stored.category(), "category");
  require_in_range(features, ErrorCode::Corruption);
  return features;
}

}  // namespace memfold::storage
