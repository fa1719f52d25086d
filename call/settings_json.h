// Settings as JSON: the keys of docs/config.md, nested ({"decide": {"judge": false}}) or with dots.
#pragma once

#include "call/read_value.h"
#include "call/settings.h"

namespace memfold::call {

/// Sets what `json` says. `prefix`: what the keys stand below, as "decide."; empty: all of them.
/// Throws Error(InvalidArgument) naming the key.
void read_settings(const RequestJson& json, const std::string& prefix, Settings& settings,
                   const Place& place);

}  // namespace memfold::call
