#include "storage/codec_memory.h"

#include "storage/ranges.h"
#include "storage/schema/memory_generated.h"

namespace memfold::storage {
namespace {

using Factors = flatbuffers::Vector<flatbuffers::Offset<schema::ImportanceFactor>>;

flatbuffers::Offset<Factors> write_factors(Builder& builder,
                                           std::span<const ImportanceFactor> factors) {
  if (factors.empty()) return {};
  check_table_list(factors.size(), "importance factors");
  std::vector<flatbuffers::Offset<schema::ImportanceFactor>> offsets;
  offsets.reserve(factors.size());
  for (const ImportanceFactor& factor : factors) {
    const Text factor_name = write_text(builder, factor.factor);
    const Text evidence = write_text(builder, factor.evidence);
    schema::ImportanceFactorBuilder table(builder);
    table.add_weight(factor.weight);
    table.add_factor(factor_name);
    table.add_evidence(evidence);
    offsets.push_back(table.Finish());
  }
  return builder.CreateVector(offsets);
}

std::vector<ImportanceFactor> read_factors(ValueReader& reader, const Factors* factors) {
  std::vector<ImportanceFactor> result;
  if (factors == nullptr) return result;
  reader.take(factors->size(), 4);
  result.reserve(factors->size());
  for (const schema::ImportanceFactor* stored : *factors) {
    ImportanceFactor& factor = result.emplace_back();
    factor.factor = reader.text(stored->factor());
    factor.weight = stored->weight().value_or(0);
    factor.evidence = reader.text(stored->evidence());
  }
  return result;
}

/// Everything of a memory that lies outside its table, which must be written first.
struct Outside {
  Text user, content, source_id, thread_id, subject, embedding_model, delete_trigger;
  Texts sources, people, entities, keywords, tags;
  flatbuffers::Offset<Factors> factors;
  Ids merge_source_ids;
};

Outside write_outside(Builder& builder, const Memory& memory) {
  Outside outside;
  outside.user = write_text(builder, memory.user);
  outside.content = write_text(builder, memory.content);
  outside.source_id = write_text(builder, memory.source_id);
  outside.thread_id = write_text(builder, memory.thread_id);
  outside.subject = write_text(builder, memory.subject);
  outside.embedding_model = write_text(builder, memory.embedding_model);
  outside.delete_trigger = write_text(builder, memory.delete_trigger);
  outside.sources = write_texts(builder, memory.sources);
  outside.people = write_texts(builder, memory.people);
  outside.entities = write_texts(builder, memory.entities);
  outside.keywords = write_texts(builder, memory.keywords);
  outside.tags = write_texts(builder, memory.tags);
  outside.factors = write_factors(builder, memory.importance_factors);
  outside.merge_source_ids = write_ids(builder, memory.merge_source_ids);
  return outside;
}

void add_outside(schema::MemoryBuilder& table, const Outside& outside) {
  table.add_user(outside.user);
  table.add_content(outside.content);
  table.add_importance_factors(outside.factors);
  table.add_source_id(outside.source_id);
  table.add_sources(outside.sources);
  table.add_thread_id(outside.thread_id);
  table.add_people(outside.people);
  table.add_subject(outside.subject);
  table.add_entities(outside.entities);
  table.add_keywords(outside.keywords);
  table.add_tags(outside.tags);
  table.add_embedding_model(outside.embedding_model);
  table.add_merge_source_ids(outside.merge_source_ids);
  table.add_delete_trigger(outside.delete_trigger);
}

void add_optional_times(schema::MemoryBuilder& table, const Memory& memory) {
  if (memory.superseded_at) table.add_superseded_at(memory.superseded_at->micros);
  if (memory.valid_from) table.add_valid_from(memory.valid_from->micros);
  if (memory.valid_until) table.add_valid_until(memory.valid_until->micros);
  if (memory.last_accessed_at) table.add_last_accessed_at(memory.last_accessed_at->micros);
  if (memory.deleted_at) table.add_deleted_at(memory.deleted_at->micros);
  if (memory.archive_at) table.add_archive_at(memory.archive_at->micros);
  if (memory.last_recall_interval) table.add_last_recall_interval(*memory.last_recall_interval);
}

}  // namespace

flatbuffers::Offset<schema::Memory> write_memory(Builder& builder, const Memory& memory) {
  require_in_range(memory, ErrorCode::InvalidArgument);
  const Outside outside = write_outside(builder, memory);
  const schema::Id id = to_schema(memory.id), chain_id = to_schema(memory.chain_id);
  const auto previous = to_schema(memory.previous_version_id);
  const auto superseded_by = to_schema(memory.superseded_by);
  const schema::MemoryKinds kinds(
      static_cast<std::uint8_t>(memory.category), static_cast<std::uint8_t>(memory.source_type),
      static_cast<std::uint8_t>(memory.state), static_cast<std::uint8_t>(memory.ttl_policy));
  const schema::MemoryFigures figures(memory.importance, memory.confidence, memory.salience,
                                      memory.decay_gradient);
  const schema::MemoryTimes times(memory.stated_at.micros, memory.occurred_at.micros,
                                  memory.created_at.micros, memory.updated_at.micros);
  schema::MemoryBuilder table(builder);
  table.add_figures(&figures);
  table.add_times(&times);
  table.add_slot(memory.slot);
  add_optional_times(table, memory);
  add_outside(table, outside);
  table.add_version(memory.version);
  table.add_access_count(memory.access_count);
  table.add_recall_frequency(memory.recall_frequency);
  table.add_kinds(&kinds);
  table.add_id(&id);
  table.add_chain_id(&chain_id);
  table.add_previous_version_id(pointer_to(previous));
  table.add_superseded_by(pointer_to(superseded_by));
  return table.Finish();
}

std::string_view encode(Builder& builder, const Memory& memory) {
  builder.Clear();
  builder.Finish(write_memory(builder, memory), schema::MemoryIdentifier());
  return finished(builder);
}

Memory read_memory(ValueReader& reader, const schema::Memory& stored) {
  Memory memory;
  memory.id = from_schema(*stored.id());
  memory.chain_id = from_schema(*stored.chain_id());
  memory.category = read_kind<Category>(stored.kinds()->category(), "category");
  memory.source_type = read_kind<SourceType>(stored.kinds()->source_type(), "source type");
  memory.state = read_kind<MemoryState>(stored.kinds()->state(), "memory state");
  memory.ttl_policy = read_kind<TtlPolicy>(stored.kinds()->ttl_policy(), "ttl policy");
  memory.importance = stored.figures()->importance();
  memory.confidence = stored.figures()->confidence();
  memory.salience = stored.figures()->salience();
  memory.decay_gradient = stored.figures()->decay_gradient();
  memory.stated_at = {stored.times()->stated_at()};
  memory.occurred_at = {stored.times()->occurred_at()};
  memory.created_at = {stored.times()->created_at()};
  memory.updated_at = {stored.times()->updated_at()};
  memory.version = stored.version();
  memory.slot = stored.slot();
  memory.user = reader.text(stored.user());
  memory.content = reader.text(stored.content());
  memory.importance_factors = read_factors(reader, stored.importance_factors());
  memory.source_id = reader.text(stored.source_id());
  memory.sources = reader.texts(stored.sources());
  memory.thread_id = reader.text(stored.thread_id());
  memory.people = reader.texts(stored.people());
  memory.subject = reader.text(stored.subject());
  memory.entities = reader.texts(stored.entities());
  memory.keywords = reader.texts(stored.keywords());
  memory.tags = reader.texts(stored.tags());
  memory.embedding_model = reader.text(stored.embedding_model());
  memory.previous_version_id = from_schema(stored.previous_version_id());
  memory.merge_source_ids = reader.ids(stored.merge_source_ids());
  memory.superseded_by = from_schema(stored.superseded_by());
  memory.superseded_at = from_schema(stored.superseded_at());
  memory.valid_from = from_schema(stored.valid_from());
  memory.valid_until = from_schema(stored.valid_until());
  memory.access_count = stored.access_count();
  memory.recall_frequency = stored.recall_frequency();
  memory.last_recall_interval = stored.last_recall_interval();
  memory.last_accessed_at = from_schema(stored.last_accessed_at());
  memory.deleted_at = from_schema(stored.deleted_at());
  memory.archive_at = from_schema(stored.archive_at());
  memory.delete_trigger = reader.text(stored.delete_trigger());
  require_in_range(memory, ErrorCode::Corruption);
  return memory;
}

Memory decode_memory(std::string_view bytes) {
  const auto& root = verified_root<schema::Memory>(bytes, schema::MemoryIdentifier());
  ValueReader reader(bytes);
  return read_memory(reader, root);
}

}  // namespace memfold::storage
