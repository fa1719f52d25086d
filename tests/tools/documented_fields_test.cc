// The documents name every field that is stored, printed and read, as the lists of fields have
// them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/fields/fact.h"
#include "engine/export/columns.h"
#include "storage/record_fields.h"
#include "tools/cli/json.h"

namespace memfold {
namespace {

using testing::ElementsAreArray;
using testing::UnorderedElementsAreArray;
using Names = std::vector<std::string>;

std::string document(const std::string& name) {
  std::ifstream in(std::string(MEMFOLD_SOURCE_DIR) + "/docs/" + name);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// What stands in a document behind `from`, up to `to`.
std::string part(const std::string& name, const std::string& from, const std::string& to) {
  const std::string text = document(name);
  const std::size_t begin = text.find(from);
  EXPECT_NE(begin, std::string::npos) << name << " lacks " << from;
  if (begin == std::string::npos) return {};
  const std::size_t behind = begin + from.size();
  return text.substr(behind, text.find(to, behind) - behind);
}

/// The names in it, without what stands in brackets behind one, and italics.
Names names_in(const std::string& text) {
  Names names;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '[' || c == '{' || c == '(') ++depth;
    if (c == ']' || c == '}' || c == ')') --depth;
    if (c != '`') continue;
    const std::size_t end = text.find('`', i + 1);
    if (depth == 0) names.push_back(text.substr(i + 1, end - i - 1));
    i = end;
  }
  return names;
}

/// The row of a type in the table of docs/export.md.
std::string exported(const std::string& type) {
  return part("export.md", "\n| " + type + " | ", " |\n");
}

template <typename Record, typename Owner = Record>
Names fields_of(const Names& more = {}) {
  Names names;
  const Record record{};
  fields::for_each_field(record, [&](auto row, const auto&) {
    using Of = typename std::remove_cvref_t<decltype(row.field)>::Of;
    const bool kept = row.traits.kept != fields::Kept::Apart;
    if (kept && std::is_same_v<Of, Owner>) names.emplace_back(row.name);
  });
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

template <typename T>
Names columns_of(std::span<const exporting::Column<T>> columns) {
  Names names;
  for (const auto& column : columns) names.emplace_back(column.name);
  return names;
}

Names keys_of(const tools::Json& json, const Names& more = {}) {
  Names names = more;
  for (const auto& [key, value] : json.items()) names.push_back(key);
  return names;
}

TEST(DocumentedFields, OfExports) {
  EXPECT_THAT(names_in(exported("`user`")), ElementsAreArray(fields_of<storage::UserRecord>()));
  EXPECT_THAT(names_in(exported("`memory`")), ElementsAreArray(fields_of<Memory>({"vector"})));
  EXPECT_THAT(names_in(exported("*lifecycle*")), ElementsAreArray(fields_of<Memory, Lifecycle>()));
  EXPECT_THAT(names_in(exported("`version`")),
              ElementsAreArray(fields_of<storage::VersionRecord>()));
  EXPECT_THAT(names_in(exported("`edge`, `graph_edge`")), ElementsAreArray(fields_of<Edge>()));
  EXPECT_THAT(names_in(exported("`review`")), ElementsAreArray(fields_of<Review>()));
  EXPECT_THAT(names_in(exported("`node`")), ElementsAreArray(fields_of<Node>()));
  EXPECT_THAT(names_in(exported("`source`")), ElementsAreArray(fields_of<Source>({"raw"})));
  EXPECT_THAT(names_in(exported("`job`")), ElementsAreArray(fields_of<SourceJob>()));
}

TEST(DocumentedFields, OfExportedParts) {
  const auto in_log = [](const char* from, const char* to) {
    return names_in(part("export.md", from, to));
  };
  EXPECT_THAT(in_log("| `log` | `decision` {", "}; `chain`"),
              ElementsAreArray(fields_of<Decision>()));
  EXPECT_THAT(in_log("`score` {", "}, `band`"), ElementsAreArray(fields_of<Score>()));
  EXPECT_THAT(in_log("`property_changes` [{", "{`begin`"),
              ElementsAreArray(fields_of<PropertyChange>()));
  EXPECT_THAT(in_log("`rivals` [{", "}]"), ElementsAreArray(fields_of<Rival>()));
  EXPECT_THAT(in_log("`states` {", "}"), ElementsAreArray(fields_of<storage::LogStates>()));
  EXPECT_THAT(in_log("`importance_factors` [{", "}]"),
              ElementsAreArray(fields_of<ImportanceFactor>()));
  EXPECT_THAT(in_log("`notes` [{", "}]"), ElementsAreArray(fields_of<Note>()));
  EXPECT_THAT(in_log("`due` [{", "}]"), ElementsAreArray(fields_of<DueItem>()));
}

TEST(DocumentedFields, OfGraphColumns) {
  EXPECT_THAT(names_in(exported("memories")),
              ElementsAreArray(columns_of(exporting::memory_columns())));
  EXPECT_THAT(names_in(exported("other nodes")),
              ElementsAreArray(columns_of(exporting::node_columns())));
  EXPECT_THAT(names_in(exported("edges")), ElementsAreArray(columns_of(exporting::edge_columns())));
}

TEST(DocumentedFields, OfWhatCommandsPrint) {
  using tools::to_json;
  EXPECT_THAT(names_in(part("cli.md", "A **memory** has every field of the model but `slot`: ",
                            ". `salience`")),
              ElementsAreArray(keys_of(to_json(Memory{}))));
  EXPECT_THAT(names_in(part("cli.md", "A **node** has ", ".\n")),
              ElementsAreArray(keys_of(to_json(Node{}))));
  Source source;
  source.raw = "read";
  Names of_source = names_in(part("cli.md", "A **source** has ", ".\n"));
  std::erase(of_source, "show --raw");
  EXPECT_THAT(of_source, ElementsAreArray(keys_of(to_json(source))));
  EXPECT_THAT(names_in(part("cli.md", "`jobs` [{`id`", "}]")), ElementsAreArray([] {
                Names names = keys_of(to_json(SourceJob{}));
                names.erase(names.begin());
                return names;
              }()));
  EXPECT_THAT(names_in(part("cli.md", "A review: ", ".\n")),
              ElementsAreArray(keys_of(to_json(Review{}))));
  EXPECT_THAT(names_in(part("cli.md", "said. `--json`: ", ".\n")),
              ElementsAreArray(keys_of(to_json(Analysis{}))));
}

TEST(DocumentedFields, OfDecisionLines) {
  Names names;
  std::stringstream rows(part("cli.md", "A decision line:\n", "\nA line that is known"));
  for (std::string row; std::getline(rows, row);) {
    const std::size_t end = row.find(" | ", 2);
    if (end == std::string::npos) continue;
    for (const std::string& name : names_in(row.substr(0, end))) names.push_back(name);
  }
  EXPECT_THAT(names, UnorderedElementsAreArray(keys_of(tools::to_json(Decision{}))));
}

TEST(DocumentedFields, OfFacts) {
  const Names names = names_in(part("cli.md", "Keys of a fact: ", ". A line without"));
  EXPECT_THAT(names, UnorderedElementsAreArray(fields_of<Fact>()));
}

}  // namespace
}  // namespace memfold
