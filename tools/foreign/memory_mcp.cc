#include <algorithm>

#include "tools/foreign/foreign_json.h"

namespace memfold::tools {
namespace {

/// "works_at" as words.
std::string spoken(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// An observation stands alone only with whom it is about.
std::string stating(const std::string& name, const std::string& observation) {
  return observation.find(name) == std::string::npos ? name + ": " + observation : observation;
}

void add_entity(const ForeignJson& entity, const std::string& user, ForeignFacts& found) {
  const std::string name = text_at(entity, {"name"}), type = text_at(entity, {"entityType"});
  const auto observations = entity.find("observations");
  if (observations == entity.end() || !observations->is_array()) {
    ++found.entries;
    ++found.left_out["an entity has no observations"];
    return;
  }
  for (const ForeignJson& observation : *observations) {
    const auto* text = observation.get_ptr<const std::string*>();
    ForeignJson fact{{"user", user},
                     {"content", text ? stating(name, *text) : std::string()},
                     {"source_id", "memory-mcp:" + name},
                     {"entities", {name}}};
    if (!type.empty()) fact["tags"] = {type};
    add_fact(fact, found);
  }
}

void add_relation(const ForeignJson& relation, const std::string& user, ForeignFacts& found) {
  const std::string from = text_at(relation, {"from"}), to = text_at(relation, {"to"});
  const std::string type = text_at(relation, {"relationType"});
  if (from.empty() || to.empty() || type.empty()) {
    ++found.entries;
    ++found.left_out["a relation lacks an end or a type"];
    return;
  }
  add_fact({{"user", user},
            {"content", from + " " + spoken(type) + " " + to + "."},
            {"source_id", "memory-mcp:" + from},
            {"entities", {from, to}},
            {"tags", {"relation"}}},
           found);
}

}  // namespace

ForeignFacts read_memory_mcp(std::string_view text, const std::string& user) {
  ForeignFacts found;
  for (const ForeignJson& line : json_lines(text)) {
    const std::string type = line.is_object() ? text_at(line, {"type"}) : std::string();
    if (type == "entity") {
      add_entity(line, user, found);
    } else if (type == "relation") {
      add_relation(line, user, found);
    } else {
      ++found.entries;
      ++found.left_out["it is neither entity nor relation"];
    }
  }
  return found;
}

}  // namespace memfold::tools
