// What an Extractor behind a door is given, and the facts it gives.
#pragma once

#include <vector>

#include "call/read_value.h"
#include "call/show.h"
#include "memfold/fact.h"
#include "memfold/message.h"

namespace memfold::call {

void show(Writer& out, const Mailbox& mailbox);
void show(Writer& out, const Message& message);

/// A list of facts, each with what it has to say of its own; what comes from the message itself
/// (source, thread, people, when it was said, its key) is filled in. Throws Error(InvalidArgument)
/// naming the place of what cannot be used.
std::vector<Fact> facts_of(const RequestJson& json, const Message& message);

}  // namespace memfold::call
