#include "engine/graph/find_node.h"

#include "core/name_forms.h"
#include "core/text.h"
#include "engine/graph/graph_batch.h"

namespace memfold::graph {

std::optional<Id> find_node(const storage::Store& store, const storage::UserKey& user,
                            NodeKind kind, std::string_view name, std::string_view type) {
  std::vector<Id> digests;
  // An address is a key of its own, before the name it may be made of.
  if (kind == NodeKind::Person && name.find('@') != name.npos) {
    digests.push_back(name_digest({kind, type}, normalise_key(name)));
  }
  for (const std::string& one : match_keys(kind, name, type)) {
    digests.push_back(name_digest({kind, type}, one));
  }
  for (const std::optional<Id>& id : store.find_names(user, kind, digests)) {
    if (id) return id;
  }
  return std::nullopt;
}

}  // namespace memfold::graph
