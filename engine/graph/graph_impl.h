// Inside of Graph.
#pragma once

#include "engine/graph/context.h"
#include "engine/graph/source_work.h"
#include "engine/recall/recall_counts.h"
#include "memfold/graph.h"

namespace memfold {

struct Graph::Impl {
  graph::Context context;
  graph::Fold fold;
  std::function<void(const std::function<void()>&)> in_arena;  ///< runs on the engine's threads
  std::function<void(const std::function<void()>&)> helped;    ///< here, with their help
  /// Memories that answer; counts nothing.
  std::function<std::vector<Hit>(const RecallQuery&)> recall_memories;
  /// Notes what a recall gave, to be written later.
  std::function<void(std::string_view user, std::span<const Recalled>)> count_recalls;

  std::function<void()> require_embedder;  ///< see Engine::Impl

  /// Under which names the store has them (engine/user_name.h).
  std::string own(std::string_view user) const;
  storage::UserKey key(std::string_view user) const { return storage::user_key(own(user)); }

  /// The node, without what is softly forgotten (engine/graph/veil.h).
  std::optional<Node> shown(const storage::UserKey& user, const Id& id) const;

  void require_writable(const char* what) const;
  /// The hits count as used now.
  template <typename Hits>
  void count(std::string_view user, const Hits& hits) const;
};

}  // namespace memfold
