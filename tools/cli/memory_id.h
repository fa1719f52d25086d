// Memory ids on the command line.
#pragma once

#include <string>

#include "memfold/engine.h"
#include "tools/cli/context.h"

namespace memfold::tools {

/// Reads `text`; throws UsageError saying what an id looks like and where to find one.
Id require_memory_id(const std::string& command, const std::string& text);

/// The error to throw when this user has no memory `id`: names the users there are when this one
/// has nothing at all.
Error no_such_memory(const Context& context, const Engine& engine, const Id& id);

}  // namespace memfold::tools
