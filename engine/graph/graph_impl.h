// Inside of Graph.
#pragma once

#include "engine/graph/context.h"
#include "engine/graph/source_work.h"
#include "engine/recall_counts.h"
#include "memfold/graph.h"

namespace memfold {

struct Graph::Impl {
  graph::Context context;
  graph::Fold fold;
  std::function<void(const std::function<void()>&)> in_arena;  ///< runs on the engine's threads
  /// Notes what a recall gave, to be written later.
  std::function<void(std::string_view user, std::span<const Recalled>)> count_recalls;

  void require_writable(const char* what) const;
};

}  // namespace memfold
