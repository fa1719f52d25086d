// Inside of Graph.
#pragma once

#include "engine/graph/context.h"
#include "engine/graph/source_work.h"
#include "memfold/graph.h"

namespace memfold {

struct Graph::Impl {
  graph::Context context;
  graph::Fold fold;
  std::function<void(const std::function<void()>&)> in_arena;  ///< runs on the engine's threads

  void require_writable(const char* what) const;
};

}  // namespace memfold
