// The log of decisions.
#include "call/method.h"

namespace memfold::call {
namespace {

Shown log(Engine& engine, LogQuery query) {
  return shown(engine.log(query));
}

Shown log_analytics(Engine& engine, LogQuery query) {
  return shown(engine.log_analytics(query));
}

Shown states(Engine& engine, DecisionRequest request) {
  require_given(request.sequence > 0, "sequence");
  return shown(engine.states(request.user, request.sequence));
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
