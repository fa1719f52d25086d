#include "remote/schema.h"

#include <string>

namespace memfold::remote {
namespace {

Json link_type() {
  Json names = Json::array();
  for (const EdgeType type : kLinkTypes) names.push_back(std::string(name(type)));
  names.push_back(nullptr);
  return {{"type", {"string", "null"}}, {"enum", std::move(names)}};
}

}  // namespace

Json answer_schema() {
  const Json change = object_schema({{"property", text_schema()},
                                     {"old_value", text_schema()},
                                     {"new_value", text_schema()},
                                     {"change", names_schema<ChangeKind>()}});
  return object_schema({{"reasoning", text_schema()},
                        {"key_factors", list_schema(text_schema())},
                        {"subject_a", text_schema()},
                        {"subject_b", text_schema()},
                        {"same_subject", {{"type", "boolean"}}},
                        {"relationship", names_schema<SubjectRelation>()},
                        {"property_changes", list_schema(change)},
                        {"verdict", names_schema<Verdict>()},
                        {"relationship_type", link_type()},
                        {"confidence", number_schema()}});
}

}  // namespace memfold::remote
