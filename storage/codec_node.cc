#include "storage/codec_node.h"

#include "storage/ranges.h"
#include "storage/schema/node_generated.h"

namespace memfold::storage {
namespace {

using Notes = flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<schema::Note>>>;

Notes write_notes(Builder& builder, const std::vector<Note>& notes) {
  if (notes.empty()) return {};
  check_table_list(notes.size(), "notes");
  std::vector<flatbuffers::Offset<schema::Note>> offsets;
  offsets.reserve(notes.size());
  for (const Note& note : notes) {
    const Text text = write_text(builder, note.text);
    const Text added_by = write_text(builder, note.added_by);
    const Ids sources = write_ids(builder, note.sources);
    const auto memory = to_schema(note.memory);
    schema::NoteBuilder table(builder);
    table.add_text(text);
    table.add_memory(pointer_to(memory));
    table.add_added_by(added_by);
    table.add_sources(sources);
    table.add_date_added(note.date_added.micros);
    table.add_lifetime(static_cast<std::uint8_t>(note.lifetime));
    if (note.expires_at) table.add_expires_at(note.expires_at->micros);
    offsets.push_back(table.Finish());
  }
  return builder.CreateVector(offsets);
}

Note read_note(ValueReader& reader, const schema::Note& stored) {
  Note note;
  note.text = reader.text(stored.text());
  note.memory = from_schema(stored.memory());
  note.added_by = reader.text(stored.added_by());
  note.sources = reader.ids(stored.sources());
  note.date_added = {stored.date_added()};
  note.lifetime = read_kind<NoteLifetime>(stored.lifetime(), "note lifetime");
  note.expires_at = from_schema(stored.expires_at());
  return note;
}

/// What has to be written before the table that refers to it.
struct Outside {
  Text user, name, title, type, description, embedding_model, withheld;
  Texts aliases, keywords, tags;
  Notes notes;
  flatbuffers::Offset<flatbuffers::Vector<std::int32_t>> mention_days;
  flatbuffers::Offset<flatbuffers::Vector<std::int16_t>> embedding;
  flatbuffers::Offset<flatbuffers::Vector<const schema::DueItem*>> due;
};

template <typename T>
flatbuffers::Offset<flatbuffers::Vector<T>> write_numbers(Builder& builder,
                                                          const std::vector<T>& numbers) {
  if (numbers.empty()) return {};
  return builder.CreateVector(numbers);
}

Outside write_outside(Builder& builder, const Node& node) {
  Outside outside;
  outside.user = write_text(builder, node.user);
  outside.name = write_text(builder, node.name);
  outside.title = write_text(builder, node.title);
  outside.type = write_text(builder, node.type);
  outside.description = write_text(builder, node.description);
  outside.embedding_model = write_text(builder, node.embedding_model);
  outside.withheld = write_text(builder, node.withheld);
  outside.aliases = write_texts(builder, node.aliases);
  outside.keywords = write_texts(builder, node.keywords);
  outside.tags = write_texts(builder, node.tags);
  outside.notes = write_notes(builder, node.notes);
  outside.mention_days = write_numbers(builder, node.mention_days);
  outside.embedding = write_numbers(builder, node.embedding);
  std::vector<schema::DueItem> due;
  for (const DueItem& item : node.due) {
    due.emplace_back(item.at.micros, static_cast<std::uint8_t>(item.task));
  }
  if (!due.empty()) outside.due = builder.CreateVectorOfStructs(due);
  return outside;
}

void add_outside(schema::NodeBuilder& table, const Outside& outside) {
  table.add_user(outside.user);
  table.add_name(outside.name);
  table.add_title(outside.title);
  table.add_type(outside.type);
  table.add_description(outside.description);
  table.add_embedding_model(outside.embedding_model);
  table.add_withheld(outside.withheld);
  table.add_aliases(outside.aliases);
  table.add_keywords(outside.keywords);
  table.add_tags(outside.tags);
  table.add_notes(outside.notes);
  table.add_mention_days(outside.mention_days);
  table.add_embedding(outside.embedding);
  table.add_due(outside.due);
}

void add_times(schema::NodeBuilder& table, const Node& node) {
  table.add_created_at(node.created_at.micros);
  table.add_updated_at(node.updated_at.micros);
  if (node.last_recall_interval) table.add_last_recall_interval(*node.last_recall_interval);
  if (node.last_accessed_at) table.add_last_accessed_at(node.last_accessed_at->micros);
  if (node.archive_at) table.add_archive_at(node.archive_at->micros);
  if (node.first_at) table.add_first_at(node.first_at->micros);
  if (node.last_at) table.add_last_at(node.last_at->micros);
  if (node.filed_until) table.add_filed_until(node.filed_until->micros);
  if (node.distilled_until) table.add_distilled_until(node.distilled_until->micros);
}

template <typename T>
std::vector<T> read_numbers(ValueReader& reader, const flatbuffers::Vector<T>* stored) {
  if (stored == nullptr) return {};
  reader.take(stored->size(), sizeof(T));
  return {stored->begin(), stored->end()};
}

void read_lifecycle(Lifecycle& life, const schema::Node& stored) {
  life.state = read_kind<MemoryState>(stored.kinds()->state(), "state");
  life.ttl_policy = read_kind<TtlPolicy>(stored.kinds()->ttl_policy(), "ttl policy");
  life.confidence = stored.figures()->confidence();
  life.salience = stored.figures()->salience();
  life.decay_gradient = stored.figures()->decay_gradient();
  life.created_at = {stored.created_at()};
  life.access_count = stored.access_count();
  life.recall_frequency = stored.recall_frequency();
  if (stored.last_recall_interval()) life.last_recall_interval = *stored.last_recall_interval();
  life.last_accessed_at = from_schema(stored.last_accessed_at());
  life.archive_at = from_schema(stored.archive_at());
}

void read_texts(ValueReader& reader, Node& node, const schema::Node& stored) {
  node.user = reader.text(stored.user());
  node.name = reader.text(stored.name());
  node.title = reader.text(stored.title());
  node.type = reader.text(stored.type());
  node.aliases = reader.texts(stored.aliases());
  node.description = reader.text(stored.description());
  node.keywords = reader.texts(stored.keywords());
  node.tags = reader.texts(stored.tags());
  node.embedding_model = reader.text(stored.embedding_model());
  node.withheld = reader.text(stored.withheld());
}

}  // namespace

std::string_view encode(Builder& builder, const Node& node) {
  require_in_range(node, ErrorCode::InvalidArgument);
  builder.Clear();
  const Outside outside = write_outside(builder, node);
  const schema::Id id = to_schema(node.id);
  const auto from = to_schema(node.from), to = to_schema(node.to);
  const auto storyline = to_schema(node.storyline), macro = to_schema(node.macro);
  const schema::NodeKinds kinds(
      static_cast<std::uint8_t>(node.kind), static_cast<std::uint8_t>(node.state),
      static_cast<std::uint8_t>(node.ttl_policy), static_cast<std::uint8_t>(node.attitude));
  const schema::NodeFigures figures(node.confidence, node.salience, node.decay_gradient,
                                    node.proximity);
  schema::NodeBuilder table(builder);
  table.add_figures(&figures);
  add_times(table, node);
  add_outside(table, outside);
  table.add_access_count(node.access_count);
  table.add_recall_frequency(node.recall_frequency);
  table.add_source_count(node.source_count);
  table.add_storyline_count(node.storyline_count);
  table.add_unfiled_sources(node.unfiled_sources);
  table.add_undistilled_sources(node.undistilled_sources);
  table.add_kinds(&kinds);
  table.add_id(&id);
  table.add_from(pointer_to(from));
  table.add_to(pointer_to(to));
  table.add_storyline(pointer_to(storyline));
  table.add_macro(pointer_to(macro));
  table.add_is_owner(node.is_owner);
  table.add_dirty(node.dirty);
  builder.Finish(table.Finish(), schema::NodeIdentifier());
  return finished(builder);
}

Node decode_graph_node(std::string_view bytes) {
  const auto& stored = verified_root<schema::Node>(bytes, schema::NodeIdentifier());
  ValueReader reader(bytes);
  Node node;
  read_lifecycle(node, stored);
  node.id = from_schema(*stored.id());
  node.kind = read_kind<NodeKind>(stored.kinds()->kind(), "node kind");
  node.attitude = read_kind<Attitude>(stored.kinds()->attitude(), "attitude");
  node.proximity = stored.figures()->proximity();
  read_texts(reader, node, stored);
  if (stored.notes() != nullptr) {
    for (const schema::Note* note : *stored.notes()) node.notes.push_back(read_note(reader, *note));
  }
  node.is_owner = stored.is_owner();
  node.dirty = stored.dirty();
  node.source_count = stored.source_count();
  node.storyline_count = stored.storyline_count();
  node.mention_days = read_numbers(reader, stored.mention_days());
  node.first_at = from_schema(stored.first_at());
  node.last_at = from_schema(stored.last_at());
  node.updated_at = {stored.updated_at()};
  node.storyline = from_schema(stored.storyline());
  node.macro = from_schema(stored.macro());
  node.unfiled_sources = stored.unfiled_sources();
  node.filed_until = from_schema(stored.filed_until());
  node.undistilled_sources = stored.undistilled_sources();
  node.distilled_until = from_schema(stored.distilled_until());
  node.from = from_schema(stored.from());
  node.to = from_schema(stored.to());
  node.embedding = read_numbers(reader, stored.embedding());
  if (stored.due() != nullptr) {
    reader.take(stored.due()->size(), sizeof(schema::DueItem));
    for (const schema::DueItem* item : *stored.due()) {
      node.due.push_back({read_kind<Task>(item->task(), "task"), {item->at()}});
    }
  }
  require_in_range(node, ErrorCode::Corruption);
  return node;
}

}  // namespace memfold::storage
