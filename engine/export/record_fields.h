// The lines of an export as fields: those of records by their lists (core/fields), and what stands
// with some of them. The same serves writing and reading; docs/export.md says what they mean.
#pragma once

#include <concepts>
#include <type_traits>

#include "engine/export/json_archive.h"
#include "storage/record_fields.h"
#include "storage/store.h"

namespace memfold::exporting {

template <typename T, typename Of>
concept Is = std::same_as<std::remove_const_t<T>, Of>;

/// A memory with the vector it has.
struct StoredMemory {
  Memory memory;
  std::vector<std::int16_t> vector;
};
/// An entry of the log with the states it was made of, as far as they are kept.
struct StoredEntry {
  storage::LogEntry entry;
  std::optional<storage::LogStates> states;
};
struct StoredFact {
  Id id;
  std::uint64_t sequence = 0;
};
struct StoredName {
  NodeKind kind = NodeKind::Person;
  Id name, node;
};
struct StoredSource {
  Source source;
  std::string raw;
};
struct StoredCheckpoint {
  std::string name, value;
};

/// Of a record that has a list of its fields: all that is kept with it.
template <typename A, typename Record>
requires fields::Described<Record>
void visit_fields(A& a, Record& record) {
  fields::for_each_field(record, [&](auto row, auto& value) {
    if constexpr (row.traits.kept != fields::Kept::Apart) a(row.field.name, value);
  });
}

template <typename A>
void visit_fields(A& a, Is<StoredMemory> auto& stored) {
  visit_fields(a, stored.memory);
  a("vector", stored.vector);
}

template <typename A>
void visit_fields(A& a, Is<StoredEntry> auto& stored) {
  a("decision", stored.entry.decision);
  a("chain", stored.entry.chain);
  a("states_digest", stored.entry.states);
  a("states", stored.states);
}

template <typename A>
void visit_fields(A& a, Is<StoredFact> auto& fact) {
  a("id", fact.id);
  a("sequence", fact.sequence);
}

template <typename A>
void visit_fields(A& a, Is<StoredName> auto& name) {
  a("kind", name.kind);
  a("name", name.name);
  a("node", name.node);
}

template <typename A>
void visit_fields(A& a, Is<StoredSource> auto& stored) {
  visit_fields(a, stored.source);
  a("raw", stored.raw);
}

template <typename A>
void visit_fields(A& a, Is<StoredCheckpoint> auto& checkpoint) {
  a("name", checkpoint.name);
  a("value", checkpoint.value);
}

}  // namespace memfold::exporting
