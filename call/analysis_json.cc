#include "call/analysis_json.h"

#include <stdexcept>

#include "core/fields/decision.h"

namespace memfold::call {

void show(Writer& out, const Statement& statement) {
  show_object(out, {{"content", statement.content},
                    {"subject", statement.subject},
                    {"occurred_at", statement.occurred_at}});
}

Analysis analysis_of(const RequestJson& answer, const std::string& analyst) {
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
  const auto json = RequestJson::parse(answer, nullptr, false);
  if (json.is_discarded()) throw std::invalid_argument("its answer is not JSON");
  return analysis_of(json, analyst);
}

}  // namespace memfold::call
