#include "remote/json_schema.h"

namespace memfold::remote {

Json text_schema() {
  return {{"type", "string"}};
}

Json number_schema() {
  return {{"type", "number"}};
}

Json list_schema(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

Json object_schema(Json properties) {
  Json required = Json::array();
  for (const auto& [key, unused] : properties.items()) required.push_back(key);
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

}  // namespace memfold::remote
