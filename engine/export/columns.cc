#include "engine/export/columns.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace memfold::exporting {
namespace {

using Text = std::optional<std::string>;

Text text(const std::string& value) {
  return value.empty() ? Text() : Text(value);
}
Text time(Time value) {
  return to_string(value);
}
Text time(const std::optional<Time>& value) {
  return value ? time(*value) : Text();
}
/// The shortest digits that read back as the same number.
Text real(double value) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return std::string(digits.data(), end);
}
Text integer(std::uint64_t value) {
  return std::to_string(value);
}
Text flag(bool value) {
  return value ? "true" : "false";
}
template <typename E>
Text word(E value) {
  return std::string(name(value));
}
Text list(const std::vector<std::string>& values) {
  if (values.empty()) return std::nullopt;
  std::string joined;
  for (const std::string& value : values) {
    if (!joined.empty()) joined += ';';
    std::string part = value;
    std::replace(part.begin(), part.end(), ';', ',');
    joined += part;
  }
  return joined;
}

using M = const Memory&;
constexpr Column<Memory> kMemoryColumns[] = {
    {"user", ColumnType::Text, [](M m) { return text(m.user); }},
    {"content", ColumnType::Text, [](M m) { return text(m.content); }},
    {"category", ColumnType::Text, [](M m) { return word(m.category); }},
    {"importance", ColumnType::Real, [](M m) { return real(m.importance); }},
    {"confidence", ColumnType::Real, [](M m) { return real(m.confidence); }},
    {"salience", ColumnType::Real, [](M m) { return real(m.salience); }},
    {"state", ColumnType::Text, [](M m) { return word(m.state); }},
    {"source_type", ColumnType::Text, [](M m) { return word(m.source_type); }},
    {"sources", ColumnType::List, [](M m) { return list(m.sources); }},
    {"thread_id", ColumnType::Text, [](M m) { return text(m.thread_id); }},
    {"people", ColumnType::List, [](M m) { return list(m.people); }},
    {"subject", ColumnType::Text, [](M m) { return text(m.subject); }},
    {"entities", ColumnType::List, [](M m) { return list(m.entities); }},
    {"keywords", ColumnType::List, [](M m) { return list(m.keywords); }},
    {"tags", ColumnType::List, [](M m) { return list(m.tags); }},
    {"stated_at", ColumnType::Time, [](M m) { return time(m.stated_at); }},
    {"occurred_at", ColumnType::Time, [](M m) { return time(m.occurred_at); }},
    {"valid_from", ColumnType::Time, [](M m) { return time(m.valid_from); }},
    {"valid_until", ColumnType::Time, [](M m) { return time(m.valid_until); }},
    {"created_at", ColumnType::Time, [](M m) { return time(m.created_at); }},
    {"updated_at", ColumnType::Time, [](M m) { return time(m.updated_at); }},
    {"superseded_at", ColumnType::Time, [](M m) { return time(m.superseded_at); }},
    {"deleted_at", ColumnType::Time, [](M m) { return time(m.deleted_at); }},
    {"version", ColumnType::Integer, [](M m) { return integer(m.version); }},
    {"chain_id", ColumnType::Text, [](M m) { return text(to_string(m.chain_id)); }},
    {"current", ColumnType::Flag, [](M m) { return flag(m.is_current()); }},
};

using N = const Node&;
constexpr Column<Node> kNodeColumns[] = {
    {"user", ColumnType::Text, [](N n) { return text(n.user); }},
    {"name", ColumnType::Text, [](N n) { return text(n.name); }},
    {"title", ColumnType::Text, [](N n) { return text(n.title); }},
    {"type", ColumnType::Text, [](N n) { return text(n.type); }},
    {"description", ColumnType::Text, [](N n) { return text(n.description); }},
    {"aliases", ColumnType::List, [](N n) { return list(n.aliases); }},
    {"keywords", ColumnType::List, [](N n) { return list(n.keywords); }},
    {"tags", ColumnType::List, [](N n) { return list(n.tags); }},
    {"confidence", ColumnType::Real, [](N n) { return real(n.confidence); }},
    {"salience", ColumnType::Real, [](N n) { return real(n.salience); }},
    {"state", ColumnType::Text, [](N n) { return word(n.state); }},
    {"owner", ColumnType::Flag, [](N n) { return flag(n.is_owner); }},
    {"source_count", ColumnType::Integer, [](N n) { return integer(n.source_count); }},
    {"storyline_count", ColumnType::Integer, [](N n) { return integer(n.storyline_count); }},
    {"attitude", ColumnType::Text, [](N n) { return word(n.attitude); }},
    {"proximity", ColumnType::Real, [](N n) { return real(n.proximity); }},
    {"first_at", ColumnType::Time, [](N n) { return time(n.first_at); }},
    {"last_at", ColumnType::Time, [](N n) { return time(n.last_at); }},
    {"created_at", ColumnType::Time, [](N n) { return time(n.created_at); }},
    {"updated_at", ColumnType::Time, [](N n) { return time(n.updated_at); }},
};

using E = const Edge&;
constexpr Column<Edge> kEdgeColumns[] = {
    {"strength", ColumnType::Real, [](E e) { return real(e.strength); }},
    {"created_at", ColumnType::Time, [](E e) { return time(e.created_at); }},
    {"provenance", ColumnType::Text, [](E e) { return text(e.provenance); }},
};

}  // namespace

std::span<const Column<Memory>> memory_columns() {
  return kMemoryColumns;
}
std::span<const Column<Node>> node_columns() {
  return kNodeColumns;
}
std::span<const Column<Edge>> edge_columns() {
  return kEdgeColumns;
}

}  // namespace memfold::exporting
