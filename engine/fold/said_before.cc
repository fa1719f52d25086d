#include "engine/fold/said_before.h"

namespace memfold {
namespace {

/// The last n for which known(n) holds; it holds for 1 and, up to there, for all.
template <typename Known>
std::uint32_t last_known(const Known& known) {
  std::uint32_t below = 1;
  std::uint32_t above = 2;
  while (known(above)) {
    below = above;
    above *= 2;
  }
  while (above - below > 1) {
    const std::uint32_t middle = below + (above - below) / 2;
    (known(middle) ? below : above) = middle;
  }
  return below;
}

/// What is current in the place of a memory; nothing where it is itself, or is gone.
std::optional<Memory> successor(const Id& memory, const Past& past) {
  std::optional<Memory> at = past.memory(memory);
  if (!at || !at->superseded_by) return std::nullopt;
  while (at && at->superseded_by) at = past.memory(*at->superseded_by);
  return at;
}

/// What the fact said that made this version, or the version itself where no fact did.
Id said_by(const Memory& memory, const Past& past) {
  if (past.is_known(memory.id)) {
    if (const auto decision = past.decision(memory.id)) return decision->content_hash;
  }
  return hash_content(memory.content);
}

}  // namespace

bool is_untimed(const Fact& fact) {
  return fact.idempotency_key.empty() && fact.source_id.empty() && !fact.stated_at &&
         !fact.occurred_at;
}

Id nth_fact_id(const PreparedFact& fact, std::uint32_t n) {
  if (n == 1) return fact.fact_id;
  return derive_id(fact.memory.user, fact.idempotency_key + "#" + std::to_string(n));
}

PreparedFact nth_time(const PreparedFact& fact, std::uint32_t n) {
  PreparedFact again = fact;
  again.fact_id = nth_fact_id(fact, n);
  again.memory.id = again.fact_id;
  if (n > 1) again.idempotency_key += "#" + std::to_string(n);
  return again;
}

SaidBefore said_before(const Fact& fact, const PreparedFact& prepared, const Past& past) {
  const bool untimed = is_untimed(fact);
  SaidBefore before{.last = prepared.fact_id};
  if (untimed) {
    before.times =
        last_known([&](std::uint32_t n) { return past.is_known(nth_fact_id(prepared, n)); });
    before.last = nth_fact_id(prepared, before.times);
  }
  const std::optional<Decision> decision = past.decision(before.last);
  if (!decision || decision->redacted || decision->status == Status::Error) return before;
  before.replaced_by = successor(decision->memory_id, past);
  if (!before.replaced_by || !untimed) return before;
  const Memory& current = *before.replaced_by;
  before.is_news = !current.deleted_at && current.content != prepared.memory.content &&
                   !past.is_said_later(said_by(current, past));
  return before;
}

std::string reason_said_before(const SaidBefore& before, std::uint64_t sequence) {
  if (!before.replaced_by) return {};
  const std::string folded =
      "; folded before" + (sequence > 0 ? " as #" + std::to_string(sequence) : "");
  const std::string by = to_string(before.replaced_by->id);
  if (!before.is_news) return folded + " and replaced since by " + by;
  return folded + " and replaced since by " + by +
         "; said again, so it counts anew (a retry is told by a key, a time, a source or as one)";
}

}  // namespace memfold
