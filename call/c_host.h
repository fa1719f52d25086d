// The callbacks of a C host as the models an engine knows.
#pragma once

#include <algorithm>
#include <cstring>

#include "call/engine_options.h"
#include "memfold.h"
#include "memfold/error.h"

namespace memfold::call {

/// A struct as far as the host that was compiled with it knows it, zeros behind: what comes later
/// is put at its end. Throws Error(InvalidArgument) where its size is less than any version's.
template <typename Struct>
Struct known_part(const Struct& given, const char* problem) {
  constexpr std::size_t kFirstSize = sizeof(Struct);  // of version 0.1
  if (given.size < kFirstSize) throw Error(ErrorCode::InvalidArgument, problem);
  Struct known{};
  std::memcpy(&known, &given, std::min(given.size, sizeof(Struct)));
  return known;
}

/// Copies the structs; the callbacks and their contexts stay the host's. Throws
/// Error(InvalidArgument) for a struct that is not filled in.
HostModels host_models(const mf_host& host);

}  // namespace memfold::call
