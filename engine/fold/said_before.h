// Facts that were folded before: retries, and statements that are made again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engine/fold/prepare.h"
#include "memfold/decision.h"
#include "memfold/fact.h"

namespace memfold {

/// Nothing but its words tells this fact from one that says the same later: no key, no time, no
/// source.
bool is_untimed(const Fact& fact);

/// The fact as it is said for the n-th time, n from 1: under a key and an id of its own from 2 on.
Id nth_fact_id(const PreparedFact& fact, std::uint32_t n);
PreparedFact nth_time(const PreparedFact& fact, std::uint32_t n);

/// What is asked of the call at hand and of the store.
struct Past {
  std::function<bool(const Id& fact)> is_known;
  /// How a known fact was decided; nothing when the log does not say any more.
  std::function<std::optional<Decision>(const Id& fact)> decision;
  /// As the decisions so far left it; nothing when it was erased.
  std::function<std::optional<Memory>(const Id& memory)> memory;
  /// Whether the call goes on to say this.
  std::function<bool(const Id& content_hash)> is_said_later;
};

/// A fact that is known.
struct SaidBefore {
  std::uint32_t times = 1;  ///< it was folded
  Id last;                  ///< the fact id of the last of them
  /// What stands in the place of the memory that held it; nothing where that is still current.
  std::optional<Memory> replaced_by{};
  bool is_news = false;  ///< it is said again, now that something else is current
};

/// Of a fact that is known, untimed or not: only an untimed one can be news. docs/decisions/0018
SaidBefore said_before(const Fact& fact, const PreparedFact& prepared, const Past& past);

/// What a reason says of it, led in by "; "; empty: nothing. `sequence` is that of the last; 0: it
/// has none.
std::string reason_said_before(const SaidBefore& before, std::uint64_t sequence);

}  // namespace memfold
