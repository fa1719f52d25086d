// Names a statement mentions, in short normal forms that can be compared exactly.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/extractor/atoms.h"
#include "models/extractor/dates.h"

namespace memfold::models::extractor {

inline constexpr std::size_t kMaxEntities = 32;
inline constexpr std::size_t kMaxEntityBytes = 100;

enum class EntityKind : std::uint8_t {
  Money,
  Date,
  Url,
  Path,
  ManualPage,
  Symbol,
  Version,
  Id,
  Organisation,
  Name,
  Place,  ///< an organisation or place known by the ending of its name: 한누리병원, Room 3.12
  Quantity  ///< 70%, 50대, 5 mg
};

struct Entity {
  EntityKind kind;
  std::uint32_t first = 0, last = 0;  ///< atoms [first, last)
  std::string normal;
};

/// In order of appearance, at most kMaxEntities. Normal forms: money "50000000 KRW", dates
/// 2026-01-22, urls without scheme, manual pages open(2), symbols as written, versions 2.1, ids as
/// written in capitals, organisations and names in lower case, quantities without their
/// particles.
std::vector<Entity> find_entities(const Atoms& atoms, std::span<const DateMention> dates);

/// The distinct normal forms, in order.
std::vector<std::string> normal_forms(std::span<const Entity> entities);

}  // namespace memfold::models::extractor
