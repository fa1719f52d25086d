// From a fact as given to a fact that can be compared: checked, normalised, keyed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/fold/versions.h"
#include "memfold/fact.h"
#include "memfold/id.h"
#include "memfold/memory.h"

namespace memfold {

/// The exact keys of a fact or memory, as 64-bit hashes.
struct ExactKeys {
  std::uint64_t thread = 0;             ///< 0: none
  std::vector<std::uint64_t> people;    ///< ascending, unique
  std::vector<std::uint64_t> entities;  ///< ascending, unique
  std::string subject;                  ///< normalised and case-folded; empty: none
  bool operator==(const ExactKeys&) const = default;
};

/// A fact ready to be compared. `memory` is what a CREATE would store, complete but for slot,
/// created_at and updated_at, which the decision fills in.
struct PreparedFact {
  std::string error;  ///< why the fact is rejected; empty: it is usable
  Id fact_id;         ///< of a rejected one: of this rejection; none when no user can be named
  std::string idempotency_key;
  Id content_hash;
  Memory memory;
  Named named = {};  ///< what `memory` has because the fact says so
  ExactKeys keys;
};

/// Why an embedding given by the host cannot be used; empty when it can or there is none.
std::string check_embedding(std::span<const float> embedding, int dimension);

/// Checks lengths, ranges and encoding and normalises every field. `now` stands in for missing
/// times; `dimension` is that of an embedding the host gave. Never throws for bad content: that is
/// `error`, and all that is set beside it are the fields a log entry can hold.
PreparedFact prepare(const Fact& fact, Time now, int dimension);

/// The keys of a memory's current fields.
ExactKeys exact_keys(const Memory& memory);

/// Key spaces: the same word as thread and as entity are different keys.
std::uint64_t thread_key(std::string_view normalised_thread);
std::uint64_t subject_key(std::string_view normalised_subject);
std::uint64_t person_key(std::string_view normalised_person);
std::uint64_t entity_key(std::string_view normalised_entity);

/// First 16 bytes of SHA-256 of the content.
Id hash_content(std::string_view content);

}  // namespace memfold
