// The ways into the decision log.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "memfold/decision.h"
#include "memfold/id.h"
#include "memfold/kinds.h"

namespace memfold::storage {

struct AllEntries {
  bool operator==(const AllEntries&) const = default;
};
/// hash64 of a source id: entries of a source and, very rarely, of another with the same hash.
struct SourceHash {
  std::uint64_t value = 0;
  bool operator==(const SourceHash&) const = default;
};
SourceHash source_hash(std::string_view source_id);

/// One index of the log: everything, one operation, one memory, one source. A memory's index holds
/// what concerned it (as target or result) but the decisions its versions name: those are most, and
/// would be written twice.
using LogRoute = std::variant<AllEntries, Operation, Id, SourceHash>;

/// Whether the decision led to a version, which names it. A tombstone has outlived its version.
bool led_to_version(const Decision& decision);

/// Every route that leads to the decision, each once.
std::vector<LogRoute> routes_of(const Decision& decision);

}  // namespace memfold::storage
