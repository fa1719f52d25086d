// Pairs of names that are the same or are not: what near_key() has to say of them.
#pragma once

#include <span>
#include <string_view>

#include "memfold/kinds.h"

namespace memfold {

struct NamePair {
  NodeKind kind;
  std::string_view type, one, other;
  bool same;
};
std::span<const NamePair> person_pairs();
std::span<const NamePair> thing_pairs();

}  // namespace memfold
