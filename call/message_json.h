// What an Extractor behind a door is given, and the facts it gives.
#pragma once

#include <vector>

#include "call/json.h"
#include "call/read_value.h"
#include "memfold/fact.h"
#include "memfold/message.h"

namespace memfold::call {

Json message_json(const Message& message);

/// A list of facts, each with what it has to say of its own; what comes from the message itself
/// (source, thread, people, when it was said, its key) is filled in. Throws Error(InvalidArgument)
/// naming the place of what cannot be used.
std::vector<Fact> facts_of(const RequestJson& json, const Message& message);

}  // namespace memfold::call
