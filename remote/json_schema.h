// Pieces of JSON Schema as strict mode takes them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "memfold/kinds.h"

namespace memfold::remote {

/// Keys stay in order: a model writes them in the order of the schema.
using Json = nlohmann::ordered_json;

Json text_schema();
Json number_schema();
Json list_schema(Json items);
/// Every property required and none besides, as strict mode wants it.
Json object_schema(Json properties);

/// The names of an enumeration.
template <typename E>
Json names_schema() {
  Json names = Json::array();
  for (const std::string_view one : all_names<E>()) names.push_back(std::string(one));
  return {{"type", "string"}, {"enum", std::move(names)}};
}

}  // namespace memfold::remote
