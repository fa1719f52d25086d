// The log of decisions.
#include "call/method.h"

namespace memfold::call {
namespace {

Json log(Engine& engine, LogQuery query) {
  return to_json(engine.log(query));
}

Json log_analytics(Engine& engine, LogQuery query) {
  return to_json(engine.log_analytics(query));
}

Json states(Engine& engine, DecisionRequest request) {
  require_given(request.sequence > 0, "sequence");
  const DecisionStates states = engine.states(request.user, request.sequence);
  return {{"decision", to_json(states.decision)},
          {"kept", name(states.kept)},
          {"fact", to_json(states.fact)},
          {"before", to_json(states.before)},
          {"after", to_json(states.after)}};
}

constexpr Method kLogMethods[] = {
    method<log>("log", "decisions of one user, page by page"),
    method<log_analytics>("log_analytics", "counts and spreads over decisions"),
    method<states>("states", "what a decision was about and what it changed"),
};

}  // namespace

std::span<const Method> log_methods() {
  return kLogMethods;
}

}  // namespace memfold::call
