// In the place of ingest_methods.cc where memfold::ingest is not built.
#include "call/engine_options.h"
#include "call/method.h"

namespace memfold::call {

std::span<const Method> ingest_methods() {
  return {};
}

Models built_in_models() {
  return builtin_models();
}

}  // namespace memfold::call
