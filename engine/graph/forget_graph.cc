#include "engine/graph/forget_graph.h"

#include <algorithm>

#include "core/text.h"
#include "engine/graph/erased_lines.h"
#include "engine/graph/graph_batch.h"
#include "engine/graph/same_story.h"

namespace memfold::graph {
namespace {

/// The node's words that were made from sources. It will be described anew: a model without a
/// vector marks it (due_items.cc).
void empty(Node& node, Time now) {
  node.keywords.clear();
  node.tags.clear();
  if (node.description.empty() && node.embedding.empty() && node.withheld.empty()) return;
  node.description.clear();
  node.withheld.clear();
  node.embedding.clear();
  node.dirty = true;
  node.updated_at = now;
}

class Erasing {
 public:
  Erasing(const AmendContext& context, const ForgetQuery& query, const ErasedMemories& memories,
          bool with_lines, storage::CommitBatch& batch)
      : store_(context.store),
        query_(query),
        memories_(memories),
        texts_(memories.texts),
        with_lines_(with_lines),
        now_(context.options.clock()),
        batch_(context, query.user, &batch) {}

  ErasedGraph run() {
    find_sources();
    for (const Id& source : erased_.cleared) clear_source(source);
    for (const Id& source : erased_.gone) erase_source(source);
    settle_storylines();
    settle_anchors();
    settle_relationships();
    settle_macros();
    if (query_.everything) erase_rest();
    empty_what_quotes();
    erase_names();
    erase_jobs();
    batch_.collect();
    return std::move(erased_);
  }

 private:
  std::vector<Edge> edges(storage::EdgeEnd end, const Id& id, EdgeType type) const {
    std::vector<Edge> found = batch_.edges_of(id);
    std::erase_if(found, [&](const Edge& edge) {
      return edge.type != type || (end == storage::EdgeEnd::From ? edge.from : edge.to) != id;
    });
    return found;
  }
  std::vector<Edge> edges_from(const Id& id, EdgeType type) const {
    return edges(storage::EdgeEnd::From, id, type);
  }
  std::vector<Edge> edges_to(const Id& id, EdgeType type) const {
    return edges(storage::EdgeEnd::To, id, type);
  }
  bool is_erased(const Id& source) const {
    return erased_.cleared.contains(source) || erased_.gone.contains(source);
  }

  void find_sources() {
    for (const Id& memory : memories_.ids) {
      for (const Edge& edge : edges_to(memory, EdgeType::States)) {
        erased_.cleared.insert(edge.from);
        batch_.remove_edge(edge);
      }
    }
    for (const std::string& source_id : memories_.source_ids) {
      const Id id = source_id_of(query_.user, {}, source_id);
      if (store_.source(batch_.key(), id) || batch_.find(id) != nullptr) erased_.cleared.insert(id);
    }
    if (query_.everything) {
      store_.scan_sources(batch_.key(), [&](const Source& source) { go(source.id); });
    } else if (!query_.source_id.empty()) {
      const Id id = source_id_of(query_.user, {}, query_.source_id);
      if (store_.source(batch_.key(), id)) go(id);
    } else {
      return;
    }
    // Teams' sources have a node here alone.
    store_.scan_nodes(batch_.key(), [&](const Node& node) {
      if (node.kind != NodeKind::Source) return;
      if (query_.everything || node.name == query_.source_id) go(node.id);
    });
  }

  void go(const Id& source) {
    erased_.gone.insert(source);
    erased_.cleared.erase(source);
  }

  void collect_lines(const Source& source) {
    if (!with_lines_) return;
    add_lines(store_.raw_source(batch_.key(), source.id).value_or(""), erased_.lines);
    add_lines(source.processed, erased_.lines);
    add_lines(source.summary, erased_.lines);
  }

  void clear_source(const Id& id) {
    if (std::optional<Source> source = store_.source(batch_.key(), id)) {
      collect_lines(*source);
      for (std::string* text : {&source->title, &source->processed, &source->summary}) {
        text->clear();
      }
      for (auto* texts : {&source->participants, &source->keywords, &source->tags}) texts->clear();
      batch_.batch().put_source(*source, source->status);
      batch_.batch().delete_raw(id);
    }
    if (batch_.find(id) == nullptr) return;
    Node& node = batch_.change(id);
    node.title.clear();
    empty(node, now_);
    node.dirty = false;  // there is nothing left to describe it by
    note_what_quotes(id);
    for (const Edge& edge : edges_from(id, EdgeType::Attaches)) {
      Node& artifact = batch_.change(edge.to);
      artifact.name.clear();
      artifact.title.clear();
    }
  }

  /// What was made from the source's words.
  void note_what_quotes(const Id& source) {
    for (const Edge& edge : edges_from(source, EdgeType::Mentions)) anchors_.insert(edge.to);
    for (const Edge& edge : edges_to(source, EdgeType::Includes)) storylines_.insert(edge.from);
  }

  void erase_source(const Id& id) {
    if (const std::optional<Source> source = store_.source(batch_.key(), id)) {
      collect_lines(*source);
      batch_.batch().delete_source(id);
    }
    if (batch_.find(id) == nullptr) return;
    note_what_quotes(id);
    for (const Edge& edge : edges_from(id, EdgeType::Mentions)) {
      Node& anchor = batch_.change(edge.to);
      --anchor.source_count;
      const auto waits = [&](const std::optional<Time>& until, std::uint32_t count) {
        return count > 0 && (!until || edge.created_at > *until) ? 1u : 0u;
      };
      anchor.unfiled_sources -= waits(anchor.filed_until, anchor.unfiled_sources);
      anchor.undistilled_sources -= waits(anchor.distilled_until, anchor.undistilled_sources);
    }
    for (const Edge& edge : edges_to(id, EdgeType::Includes)) {
      --batch_.change(edge.from).source_count;
    }
    for (const Edge& edge : edges_from(id, EdgeType::Attaches)) erase(edge.to);
    erase(id);
  }

  void erase(const Id& id) {
    if (batch_.find(id) == nullptr) return;
    batch_.erase(id);
    nodes_.insert(id);
  }

  void settle_storylines() {
    for (const Id& id : storylines_) {
      for (const Edge& edge : edges_to(id, EdgeType::Groups)) macros_.insert(edge.from);
      Node& storyline = batch_.change(id);
      empty(storyline, now_);
      if (storyline.source_count == 0) erase_storyline(id);
    }
  }

  void erase_storyline(const Id& id) {
    for (const Edge& edge : edges_from(id, EdgeType::About)) {
      Node& anchor = batch_.change(edge.to);
      --anchor.storyline_count;
      if (anchor.storyline == id) anchor.storyline.reset();
    }
    for (const Edge& edge : edges_to(id, EdgeType::Groups)) {
      macros_.insert(edge.from);
      --batch_.change(edge.from).storyline_count;
    }
    erase(id);
  }

  /// An anchor no source speaks of any more goes, unless it is the owner, whom no source made.
  void settle_anchors() {
    for (const Id& id : anchors_) {
      Node& anchor = batch_.change(id);
      empty(anchor, now_);
      if (anchor.source_count > 0) continue;
      anchor.mention_days.clear();
      for (const Edge& edge : edges_to(id, EdgeType::About)) leave_story(anchor, edge);
      for (const Edge& edge : edges_to(id, EdgeType::RootedIn)) leave_story(anchor, edge);
      anchor.macro.reset();
      if (anchor.is_owner) continue;
      for (const Edge& edge : batch_.edges_of(id)) {
        if (edge.type == EdgeType::Relates) erase(edge.from == id ? edge.to : edge.from);
      }
      erase(id);
    }
  }

  /// The story goes on about the others it is about, and goes where there are none.
  void leave_story(Node& anchor, const Edge& about) {
    std::vector<Node> others;
    for (const Edge& edge : edges_from(about.from, about.type)) {
      if (edge.to != anchor.id) others.push_back(batch_.change(edge.to));
    }
    if (others.empty()) {
      return about.type == EdgeType::About ? erase_storyline(about.from) : erase(about.from);
    }
    batch_.remove_edge(about);
    if (about.type == EdgeType::About) --anchor.storyline_count;
    if (anchor.storyline == about.from) anchor.storyline.reset();
    Node& story = batch_.change(about.from);
    unhead_story(story, anchor, others);
    story.updated_at = now_;
  }

  std::set<Id> sources_of(const Id& anchor) const {
    std::set<Id> sources;
    for (const Edge& edge : edges_to(anchor, EdgeType::Mentions)) sources.insert(edge.from);
    return sources;
  }

  /// Which source made a relationship is not on record: it rests on those that mention both ends.
  void settle_relationships() {
    for (const Id& from : anchors_) {
      for (const Edge& edge : edges_from(from, EdgeType::Relates)) {
        const Node* relation = batch_.find(edge.to);
        if (relation == nullptr || !relation->to || !anchors_.contains(*relation->to)) continue;
        Node& changed = batch_.change(edge.to);
        empty(changed, now_);
        if (erased_.gone.empty()) continue;
        const std::set<Id> ours = sources_of(from), theirs = sources_of(*changed.to);
        const auto shared = std::count_if(ours.begin(), ours.end(),
                                          [&](const Id& id) { return theirs.contains(id); });
        changed.source_count = std::min(changed.source_count, std::uint32_t(shared));
        if (shared == 0) erase(edge.to);
      }
    }
  }

  void settle_macros() {
    for (const Id& id : macros_) {
      if (batch_.find(id) == nullptr) continue;
      Node& macro = batch_.change(id);
      empty(macro, now_);
      macro.source_count = 0;
      for (const Edge& edge : edges_from(id, EdgeType::Groups)) {
        macro.source_count += batch_.find(edge.to)->source_count;
      }
      if (macro.storyline_count > 0) continue;
      for (const Edge& edge : edges_from(id, EdgeType::RootedIn)) {
        batch_.change(edge.to).macro.reset();
      }
      erase(id);
    }
  }

  /// Whatever no source led to. The owner stays: who that is was told, and by whom it may be asked.
  void erase_rest() {
    std::vector<Id> rest;
    store_.scan_nodes(batch_.key(), [&](const Node& node) {
      if (!node.is_owner) rest.push_back(node.id);
    });
    for (const Id& id : rest) erase(id);
  }

  /// A note whose memory or sources went, or that says what was erased.
  bool must_go(const Note& note) const {
    if (query_.everything) return true;
    if (note.memory) return memories_.ids.contains(*note.memory);
    return texts_.in(note.text) || std::any_of(note.sources.begin(), note.sources.end(),
                                               [&](const Id& source) { return is_erased(source); });
  }
  bool names_gone(const Note& note) const {
    return std::any_of(note.sources.begin(), note.sources.end(),
                       [&](const Id& source) { return erased_.gone.contains(source); });
  }
  bool quotes(const Node& node) const {
    return texts_.in(node.description) || texts_.in(node.withheld);
  }
  bool is_touched(const Node& node) const {
    const bool noted = std::any_of(node.notes.begin(), node.notes.end(), [&](const Note& note) {
      return must_go(note) || names_gone(note);
    });
    return noted || (node.kind != NodeKind::Source && quotes(node));
  }

  /// Whatever a description was made from, it may have outlived: notes expire, descriptions stay.
  void empty_what_quotes() {
    std::vector<Id> touched;
    store_.scan_nodes(batch_.key(), [&](const Node& node) {
      if (is_touched(node)) touched.push_back(node.id);
    });
    for (const Id& id : touched) {
      if (batch_.find(id) == nullptr) continue;
      Node& node = batch_.change(id);
      const std::size_t dropped =
          std::erase_if(node.notes, [&](const Note& note) { return must_go(note); });
      for (Note& note : node.notes) {
        std::erase_if(note.sources,
                      [&](const Id& source) { return erased_.gone.contains(source); });
      }
      if (node.kind == NodeKind::Source) continue;  // it is described by its own words
      if (dropped > 0 || quotes(node)) empty(node, now_);
    }
  }

  void erase_names() {
    erased_.nodes = nodes_.size();
    if (nodes_.empty()) return;
    store_.scan_names(batch_.key(), [&](NodeKind kind, const Id& name, const Id& node) {
      if (nodes_.contains(node)) batch_.batch().delete_name(kind, name);
    });
  }

  /// What waits to be done with what is no longer there; errors may quote it.
  void erase_jobs() {
    store_.scan_jobs([&](const SourceJob& job) {
      if (job.user != query_.user) return;
      if (!job.team.empty()) {
        const bool wanted = query_.everything || erased_.gone.contains(job.source);
        if (wanted) erased_.team_jobs.push_back(job);
      } else if (query_.everything || is_erased(job.source)) {
        batch_.batch().delete_job(job.id);
      }
    });
  }

  const storage::Store& store_;
  const ForgetQuery& query_;
  const ErasedMemories& memories_;
  const PatternSet texts_;
  const bool with_lines_;
  const Time now_;
  GraphBatch batch_;
  ErasedGraph erased_;
  std::set<Id> anchors_, storylines_, macros_;  ///< that an erased source helped to describe
  std::set<Id> nodes_;                          ///< that went
};

}  // namespace

ErasedGraph erase_from_graph(const AmendContext& context, const ForgetQuery& query,
                             const ErasedMemories& memories, bool with_lines,
                             storage::CommitBatch& batch) {
  return Erasing(context, query, memories, with_lines, batch).run();
}

}  // namespace memfold::graph
