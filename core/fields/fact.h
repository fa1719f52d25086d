// The fields of facts: what a JSON line may hold, in the order in which they are checked.
#pragma once

#include "core/fields/memory.h"
#include "memfold/fact.h"

namespace memfold::fields {

// Lists hold texts of at most so many bytes each; a list of factors says itself what it may hold.
template <>
inline constexpr auto kFields<Fact> = std::tuple{
    field("user", &Fact::user).taken().within(bytes(kMaxUserBytes)),
    field("content", &Fact::content).made().within(bytes(kMaxContentBytes)),
    field("idempotency_key", &Fact::idempotency_key).within(bytes(kMaxFieldBytes)),
    field("source_id", &Fact::source_id).taken().within(bytes(kMaxFieldBytes)),
    field("source_type", &Fact::source_type).taken(),
    field("thread_id", &Fact::thread_id).taken().within(bytes(kMaxFieldBytes)),
    field("session_id", &Fact::session_id).taken().within(bytes(kMaxFieldBytes)),
    field("agent_id", &Fact::agent_id).taken().within(bytes(kMaxFieldBytes)),
    field("run_id", &Fact::run_id).taken().within(bytes(kMaxFieldBytes)),
    field("subject", &Fact::subject).made().within(bytes(kMaxFieldBytes)),
    field("people", &Fact::people).made().within(bytes(kMaxFieldBytes)),
    field("entities", &Fact::entities).made().within(bytes(kMaxFieldBytes)),
    field("keywords", &Fact::keywords).made().within(bytes(kMaxFieldBytes)),
    field("tags", &Fact::tags).made().within(bytes(kMaxFieldBytes)),
    field("metadata", &Fact::metadata).made(),
    field("category", &Fact::category).made(),
    field("importance", &Fact::importance).made().within(kUnit),
    field("confidence", &Fact::confidence).made().within(kUnit),
    field("importance_factors", &Fact::importance_factors).taken(),
    field("stated_at", &Fact::stated_at).made().within(kMoment),
    field("occurred_at", &Fact::occurred_at).made().within(kMoment),
    field("valid_from", &Fact::valid_from).taken().within(kMoment),
    field("valid_until", &Fact::valid_until).taken().within(kMoment),
    field("ttl_policy", &Fact::ttl_policy).made(),
    field("embedding", &Fact::embedding),
};

static_assert(kHaveRanges<Fact>, "a text, time or figure says what it may be: within()");

static_assert(
    std::apply(
        [](const auto&... row) {
          return ((has_row<Memory>(row.name) == (row.traits.given != Given::Unsaid)) && ...);
        },
        kFields<Fact>),
    "a field of a fact says how its memory comes by it, taken() or made(), where that has one");

/// visit(Row of Fact, fact's value, memory's value) for every field both have.
template <typename AFact, typename AMemory, typename Visit>
void for_each_field_of_both(AFact& fact, AMemory& memory, Visit visit) {
  for_each_field(fact, [&](auto row, auto& of_fact) {
    for_each_field(memory, [&](auto other, auto& of_memory) {
      if constexpr (row.name == other.name) visit(row, of_fact, of_memory);
    });
  });
}

}  // namespace memfold::fields
