#include "remote/schema.h"

#include <string>

namespace memfold::remote {
namespace {

Json text() {
  return {{"type", "string"}};
}

Json list_of(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

/// Strict mode wants every property required and none besides.
Json object_of(Json properties) {
  Json required = Json::array();
  for (const auto& [key, unused] : properties.items()) required.push_back(key);
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

template <typename E>
Json one_of() {
  Json names = Json::array();
  for (const std::string_view one : all_names<E>()) names.push_back(std::string(one));
  return {{"type", "string"}, {"enum", std::move(names)}};
}

Json link_type() {
  Json names = Json::array();
  for (const EdgeType type : kLinkTypes) names.push_back(std::string(name(type)));
  names.push_back(nullptr);
  return {{"type", {"string", "null"}}, {"enum", std::move(names)}};
}

}  // namespace

Json answer_schema() {
  const Json change = object_of({{"property", text()},
                                 {"old_value", text()},
                                 {"new_value", text()},
                                 {"change", one_of<ChangeKind>()}});
  return object_of({{"reasoning", text()},
                    {"key_factors", list_of(text())},
                    {"subject_a", text()},
                    {"subject_b", text()},
                    {"same_subject", {{"type", "boolean"}}},
                    {"relationship", one_of<SubjectRelation>()},
                    {"property_changes", list_of(change)},
                    {"verdict", one_of<Verdict>()},
                    {"relationship_type", link_type()},
                    {"confidence", {{"type", "number"}}}});
}

}  // namespace memfold::remote
