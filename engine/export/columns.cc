#include "engine/export/columns.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "core/fields/graph.h"

namespace memfold::exporting {
namespace {

using Text = std::optional<std::string>;

Text cell(const std::string& value) {
  return value.empty() ? Text() : Text(value);
}
Text cell(const Id& value) {
  return to_string(value);
}
Text cell(Time value) {
  return to_string(value);
}
Text cell(const std::optional<Time>& value) {
  return value ? cell(*value) : Text();
}
/// The shortest digits that read back as the same number.
Text cell(double value) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return std::string(digits.data(), end);
}
Text cell(std::uint32_t value) {
  return std::to_string(value);
}
Text cell(bool value) {
  return value ? "true" : "false";
}
template <typename E>
requires std::is_enum_v<E> Text cell(E value) {
  return std::string(name(value));
}
Text cell(const Category& value) {
  return std::string(value.name());
}
Text cell(const std::vector<std::string>& values) {
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

template <typename T>
constexpr ColumnType kType = std::is_enum_v<T> ? ColumnType::Text : ColumnType::Integer;
template <>
constexpr ColumnType kType<std::string> = ColumnType::Text;
template <>
constexpr ColumnType kType<Category> = ColumnType::Text;
template <>
constexpr ColumnType kType<Id> = ColumnType::Text;
template <>
constexpr ColumnType kType<double> = ColumnType::Real;
template <>
constexpr ColumnType kType<bool> = ColumnType::Flag;
template <>
constexpr ColumnType kType<Time> = ColumnType::Time;
template <>
constexpr ColumnType kType<std::optional<Time>> = ColumnType::Time;
template <>
constexpr ColumnType kType<std::vector<std::string>> = ColumnType::List;

template <typename Record, std::size_t kIndex>
constexpr Column<Record> column() {
  using Row = fields::Row<Record, kIndex>;
  return {Row::name_in(&fields::Traits::column), kType<typename Row::Value>,
          [](const Record& record) { return cell(record.*Row::field.member); }};
}

/// Of the fields that have a place there (core/fields), then those that follow from them.
template <typename Record, std::same_as<Column<Record>>... More>
constexpr auto columns(const More&... more) {
  constexpr auto& order = fields::kOrder<Record, &fields::Traits::column>;
  return [&]<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
    return std::array{column<Record, order[kIndices]>()..., more...};
  }
  (std::make_index_sequence<order.size()>());
}

constexpr auto kMemoryColumns = columns<Memory>(Column<Memory>{
    "current", ColumnType::Flag, [](const Memory& memory) { return cell(memory.is_current()); }});
constexpr auto kNodeColumns = columns<Node>();
constexpr auto kEdgeColumns = columns<Edge>();

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
