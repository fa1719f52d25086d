// What the graph shows while some of what it was made of is softly forgotten.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "memfold/memory.h"
#include "memfold/node.h"
#include "memfold/source.h"
#include "storage/store.h"

namespace memfold::graph {

/// Takes out of sources, nodes and notes what says the same as a forgotten memory; what is stored
/// stays whole, so that a restoration needs nothing. Where nothing of the user is hidden it costs
/// one read. Built for one call, used by one thread.
class Veil {
 public:
  Veil(const storage::Store& store, const storage::UserKey& user);

  /// Nothing of this user is hidden.
  bool is_lifted() const { return lifted_; }

  /// The source without the lines that state what is forgotten, and without what of its summary,
  /// title, keywords and tags is then no longer said. Without any text where they cannot be found,
  /// or where all the source stated is forgotten.
  Source shown(Source source);
  /// Likewise the node of a source. Any other without notes that name a forgotten memory or rest on
  /// a source that stated one; its description is dealt with when it is forgotten (withhold.h).
  Node shown(Node node);
  std::optional<Node> shown(std::optional<Node> node) {
    return node ? std::optional(shown(std::move(*node))) : std::nullopt;
  }

  bool hides(const Note& note);

 private:
  /// What a source stated.
  struct Statements {
    std::vector<std::vector<std::string>> hidden;  ///< every text of each forgotten chain
    std::vector<std::string> visible;
  };
  const Statements& statements_of(const Id& source);
  std::vector<std::string> texts_of(const Memory& member) const;

  const storage::Store& store_;
  const storage::UserKey user_;
  const bool lifted_;
  std::map<Id, Statements> known_;  ///< by source
};

}  // namespace memfold::graph
