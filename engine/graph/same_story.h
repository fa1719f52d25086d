// Stories that several anchors share: what is told once is about all of them.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "engine/graph/graph_batch.h"

namespace memfold::graph {

/// Stories of one level, storylines or macros, by what they are made of.
class SameStory {
 public:
  /// `part`: the edge from a story to its parts, Includes or Groups.
  SameStory(GraphBatch& batch, EdgeType part) : batch_(batch), part_(part) {}

  /// The story in use that has nearly the same parts: at least GraphOptions::same_story of what is
  /// in either is in both. Of several the nearest, then the smallest id.
  std::optional<Id> find(std::span<const Id> parts) const;

  /// Told now: the store does not know of it before the batch is committed.
  void add(const Id& story, std::span<const Id> parts);

 private:
  GraphBatch& batch_;
  const EdgeType part_;
  std::map<Id, std::vector<Id>> told_;  ///< stories by part
};

/// How much a story of a person counts beside one of a thing or a concept: people write whatever
/// it is about.
inline constexpr double kPersonShare = 0.5;
double story_weight(NodeKind anchor);

/// The story is about this anchor too. It bears the name of whatever says most: things before
/// people, then whoever came first. All its anchors are among its keywords.
void head_story(Node& story, const Node& anchor);
/// It is no longer about this anchor; `others` are those it is about.
void unhead_story(Node& story, const Node& anchor, std::span<const Node> others);

}  // namespace memfold::graph
