#include "engine/graph/same_story.h"

#include <algorithm>

#include "engine/graph/job_tools.h"

namespace memfold::graph {
namespace {

bool is_story_of(const Node& story, NodeKind kind) {
  return story.type == name(kind);
}

/// As kept in Node::type.
double weight_of(const Node& story) {
  return is_story_of(story, NodeKind::Person) ? kPersonShare : 1;
}

void bear_name_of(Node& story, const Node& anchor) {
  story.name = anchor.name;
  story.title = anchor.title;
  story.type = std::string(name(anchor.kind));
}

}  // namespace

std::optional<Id> SameStory::find(std::span<const Id> parts) const {
  std::map<Id, std::size_t> shared;
  for (const Id& part : parts) {
    for (const Edge& edge :
         batch_.context().store.graph_edges(batch_.key(), storage::EdgeEnd::To, part, part_)) {
      ++shared[edge.from];
    }
    const auto now = told_.find(part);
    if (now == told_.end()) continue;
    for (const Id& story : now->second) ++shared[story];
  }
  std::optional<Id> nearest;
  double most = batch_.context().options.graph.same_story;
  for (const auto& [id, count] : shared) {
    const Node* story = batch_.find(id);
    if (story == nullptr || !in_use(*story)) continue;
    const std::size_t own =
        part_ == EdgeType::Includes ? story->source_count : story->storyline_count;
    const double share = double(count) / double(own + parts.size() - count);
    if (share < most || (nearest && share == most)) continue;
    nearest = id;
    most = share;
  }
  return nearest;
}

void SameStory::add(const Id& story, std::span<const Id> parts) {
  for (const Id& part : parts) told_[part].push_back(story);
}

double story_weight(NodeKind anchor) {
  return anchor == NodeKind::Person ? kPersonShare : 1;
}

void head_story(Node& story, const Node& anchor) {
  if (story.title.empty() || story_weight(anchor.kind) > weight_of(story)) {
    bear_name_of(story, anchor);
  }
  const auto place = std::lower_bound(story.keywords.begin(), story.keywords.end(), anchor.title);
  if (place == story.keywords.end() || *place != anchor.title) {
    story.keywords.insert(place, anchor.title);
  }
}

void unhead_story(Node& story, const Node& anchor, std::span<const Node> others) {
  story.title.clear();
  std::erase(story.keywords, anchor.title);
  for (const Node& other : others) head_story(story, other);
}

}  // namespace memfold::graph
