#include "engine/graph/due_items.h"

#include <algorithm>

namespace memfold::graph {

bool in_use(const Node& node) {
  return node.state == MemoryState::Active || node.state == MemoryState::Core;
}

namespace {

std::optional<Time> first_expiry(const Node& node) {
  std::optional<Time> first;
  for (const Note& note : node.notes) {
    if (note.expires_at && (!first || *note.expires_at < *first)) first = note.expires_at;
  }
  return first;
}

bool wants_storyline(const Node& node, const GraphOptions& options) {
  return is_anchor(node.kind) && !node.is_owner && in_use(node) && !node.storyline &&
         node.unfiled_sources >= std::uint32_t(options.storyline_sources) &&
         days_mentioned(node, node.filed_until) >= options.storyline_days;
}

bool wants_macro(const Node& node, const GraphOptions& options) {
  return is_anchor(node.kind) && in_use(node) && !node.macro &&
         node.storyline_count >= std::uint32_t(options.macro_storylines);
}

/// When it was last used or grew; a description that was emptied is written anew however long ago
/// that was.
std::optional<Time> stale_since(const Node& node, std::optional<Time> used) {
  return used && is_emptied(node) ? std::max(*used, node.updated_at) : used;
}

bool wants_description(const Node& node) {
  return node.dirty && in_use(node) &&
         (is_anchor(node.kind) || node.kind == NodeKind::Relationship);
}

/// A source that nobody asks for any more. One that was used often is let go of earlier: what made
/// it useful is worth a note.
std::optional<Time> source_rests(const Node& node, const GraphOptions& options,
                                 const LifecycleOptions& lifecycle) {
  const bool often = node.access_count >= std::uint32_t(lifecycle.core_accesses);
  const std::optional<Time> faded =
      faded_time(node, often ? options.distil_often_below : options.distil_below, lifecycle);
  if (!faded || !node.last_at) return std::nullopt;
  return std::max(*faded, Time{node.last_at->micros + options.distil_after_days * kMicrosPerDay});
}

/// An anchor that many sources share and that has rested. The owner is in all of them: no subject.
std::optional<Time> anchor_rests(const Node& node, const GraphOptions& options) {
  if (node.is_owner || !node.last_at) return std::nullopt;
  if (node.undistilled_sources < std::uint32_t(options.distil_sources)) return std::nullopt;
  return Time{node.last_at->micros + options.distil_after_days * kMicrosPerDay};
}

std::optional<Time> distil_time(const Node& node, const EngineOptions& options) {
  if (node.state == MemoryState::Archived) return std::nullopt;
  if (node.kind == NodeKind::Source) return source_rests(node, options.graph, options.lifecycle);
  return is_anchor(node.kind) ? anchor_rests(node, options.graph) : std::nullopt;
}

}  // namespace

std::int32_t day_of(Time time) {
  const std::int64_t day = time.micros / kMicrosPerDay;
  return static_cast<std::int32_t>(time.micros % kMicrosPerDay < 0 ? day - 1 : day);
}

int days_mentioned(const Node& node, std::optional<Time> after) {
  if (!after) return static_cast<int>(node.mention_days.size());
  // The day of `after` itself may hold a mention that is filed already.
  const auto first =
      std::upper_bound(node.mention_days.begin(), node.mention_days.end(), day_of(*after));
  return static_cast<int>(node.mention_days.end() - first);
}

std::vector<DueItem> due_items(const Node& node, const EngineOptions& engine) {
  const GraphOptions& options = engine.graph;
  std::vector<DueItem> items;
  const auto add = [&](Task task, std::optional<Time> at) {
    if (at) items.push_back({task, *at});
  };
  add(Task::ArchiveNode, node.archive_at);
  add(Task::CleanNotes, first_expiry(node));
  if (wants_description(node)) {
    add(Task::Consolidate, stale_since(node, node.last_accessed_at));
  }
  if (wants_storyline(node, options)) add(Task::PromoteStoryline, node.first_at);
  if (node.kind == NodeKind::Storyline && node.dirty && in_use(node)) {
    add(Task::RefreshStoryline, stale_since(node, node.last_at));
  }
  if (wants_macro(node, options)) add(Task::PromoteMacro, node.first_at);
  if (node.kind == NodeKind::Macro && node.dirty && in_use(node)) {
    add(Task::RefreshMacro, node.updated_at);
  }
  add(Task::Distil, distil_time(node, engine));
  return items;
}

void settle(Node& node, const EngineOptions& options) {
  const bool episodic = node.kind == NodeKind::Source || node.kind == NodeKind::Artifact;
  node.archive_at = archive_time(
      node, episodic ? options.lifecycle.ephemeral_source_days : options.lifecycle.ephemeral_days,
      options.lifecycle);
  node.due = due_items(node, options);
}

}  // namespace memfold::graph
