// What a decision was about, read from the states kept with it.
#pragma once

#include <optional>
#include <string>

#include "memfold/engine.h"
#include "tools/cli/context.h"
#include "tools/cli/json.h"

namespace memfold::tools {

/// The fact's text or, of a decision about none, that of the memory it acted on; nothing where it
/// is not kept, or softly forgotten.
std::optional<std::string> statement_of(const DecisionStates& states);

/// That text, or in brackets why there is none.
std::string statement_text(const DecisionStates& states);

/// `statement`: the text or null; `statement_kept`: StatesKept.
void add_statement(Json& json, const DecisionStates& states);

/// One decision of the log with all that is kept of it; or its JSON.
void print_decision(const Context& context, const Engine& engine, std::uint64_t sequence);

/// What was skipped because this chain said it already, oldest first; nothing printed where nothing
/// was.
void print_skipped(const Context& context, const Engine& engine, const Id& memory);
Json skipped_json(const Context& context, const Engine& engine, const Id& memory);

}  // namespace memfold::tools
