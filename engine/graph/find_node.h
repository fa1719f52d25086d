// Looking nodes up by name.
#pragma once

#include <optional>
#include <string_view>

#include "storage/store.h"

namespace memfold::graph {

/// The node of this kind and type known by that name or address, after careful matching.
std::optional<Id> find_node(const storage::Store& store, const storage::UserKey& user,
                            NodeKind kind, std::string_view name, std::string_view type = {});

}  // namespace memfold::graph
