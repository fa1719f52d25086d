// Everything a message speaks of: people, concepts and entities, and how they relate.
#pragma once

#include <span>

#include "memfold/fact.h"
#include "memfold/message.h"
#include "memfold/node.h"

namespace memfold::models::extractor {

inline constexpr std::size_t kMaxMentions = 32, kMaxRelations = 32;

/// People of the headers first (sender, recipients, copied), then what the text speaks of, the best
/// supported first, then concepts. docs/graph.md says what confidence and support mean. Relations:
/// corresponds_with, from the sender to each recipient, proximity 1 / recipients; works_for, from a
/// person to an organisation that the signature or the domain of the address names, proximity 0.5
/// for each of the two. Pure; linear in the message but for limits.
MentionSet find_mentions(const Message& message, std::span<const Fact> facts);

}  // namespace memfold::models::extractor
