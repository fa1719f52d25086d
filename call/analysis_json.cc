#include "call/analysis_json.h"

#include <stdexcept>

#include "call/read_value.h"
#include "core/fields/decision.h"

namespace memfold::call {
namespace {

Json statement_json(const Statement& statement) {
  return {{"content", statement.content},
          {"subject", statement.subject},
          {"occurred_at", to_json(statement.occurred_at)}};
}

}  // namespace

Json pair_json(const Statement& existing, const Statement& incoming) {
  return {{"existing", statement_json(existing)}, {"incoming", statement_json(incoming)}};
}

Analysis analysis_of(const nlohmann::json& answer, const std::string& analyst) {
  Analysis analysis;
  analysis.confidence = 1;
  try {
    read(answer, analysis, {});
  } catch (const Error& error) {
    throw std::invalid_argument(std::string("its answer: ") + error.what());
  }
  if (!answer.contains("verdict") || answer["verdict"].is_null())
    throw std::invalid_argument("its answer has no verdict");
  analysis.analyst = analyst;
  return analysis;
}

Analysis analysis_of_text(std::string_view answer, const std::string& analyst) {
  const auto json = nlohmann::json::parse(answer, nullptr, false);
  if (json.is_discarded()) throw std::invalid_argument("its answer is not JSON");
  return analysis_of(json, analyst);
}

}  // namespace memfold::call
