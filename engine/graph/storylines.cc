// Storylines: what an anchor's sources tell, as one story, as long as they keep coming.
#include <algorithm>

#include "engine/graph/due_items.h"
#include "engine/graph/graph_jobs.h"
#include "engine/graph/job_tools.h"
#include "engine/graph/notes.h"
#include "engine/graph/same_story.h"
#include "engine/graph/story_text.h"
#include "engine/graph/veil.h"

namespace memfold::graph {
namespace {

constexpr std::size_t kEnough = 3;  // sources that name a thing, to tell its story from those alone

/// Sources of an anchor without a pause longer than `quiet_days`.
struct Chapter {
  std::vector<Edge> sources;  ///< by time; edges from the sources to the anchor
  Time first() const { return sources.front().created_at; }
  Time last() const { return sources.back().created_at; }
  std::vector<Id> ids() const {
    std::vector<Id> ids;
    for (const Edge& source : sources) ids.push_back(source.from);
    return ids;
  }
  int days() const {
    int count = 0;
    std::int32_t before = 0;
    for (const Edge& source : sources) {
      const std::int32_t day = day_of(source.created_at);
      count += count == 0 || day != before ? 1 : 0;
      before = day;
    }
    return count;
  }
};

std::vector<Chapter> chapters_of(std::span<const Edge> sources, int quiet_days) {
  std::vector<Chapter> chapters;
  for (const Edge& source : sources) {
    const bool goes_on =
        !chapters.empty() &&
        source.created_at.micros - chapters.back().last().micros <= quiet_days * kMicrosPerDay;
    if (!goes_on) chapters.emplace_back();
    chapters.back().sources.push_back(source);
  }
  return chapters;
}

/// What the newest `count` of these sources say, oldest first.
std::vector<Telling> tellings_of(GraphBatch& batch, Veil& veil, std::span<const Edge> sources,
                                 Id Edge::*end, std::size_t count) {
  std::vector<Telling> tellings;
  for (const Edge& edge : sources.last(std::min(count, sources.size()))) {
    const Node* stored = batch.find(edge.*end);
    if (stored == nullptr || stored->description.empty()) continue;
    Node source = veil.shown(*stored);
    if (source.description.empty()) continue;
    tellings.push_back({std::move(source.title), std::move(source.description)});
  }
  return tellings;
}

/// Of these those that name the thing, where they are enough to tell its story: its sources speak
/// of other things as well. What people say seldom names them.
std::vector<Telling> telling_of(const Node& story, std::vector<Telling> all) {
  if (story.type == name(NodeKind::Person)) return all;
  std::vector<Telling> telling;
  for (const Telling& one : all) {
    if (is_named_in(one.text, story)) telling.push_back(one);
  }
  return telling.size() < kEnough ? all : telling;
}

/// Those with the most to tell first.
bool comes_first(const Node& a, const Node& b) {
  const double ours = a.source_count * story_weight(a.kind);
  const double theirs = b.source_count * story_weight(b.kind);
  return ours != theirs ? ours > theirs : a.id < b.id;
}

class Promotion {
 public:
  Promotion(const Context& context, std::string_view user, Time now)
      : context_(context),
        options_(context.options.graph),
        batch_(context, user),
        veil_(context.store, batch_.key()),
        now_(now),
        known_(batch_, EdgeType::Includes) {}

  Counts run() {
    const Time until = days_before(now_, options_.storyline_after_days);
    std::vector<Node> anchors =
        waiting(batch_, Task::PromoteStoryline, kBeginning, until, SIZE_MAX);
    std::sort(anchors.begin(), anchors.end(), comes_first);
    const auto share = std::size_t(options_.storylines_a_night);
    if (anchors.size() > share) anchors.resize(share);
    for (const Node& anchor : anchors) promote(anchor.id);
    batch_.commit();
    return {{"storylines_promoted", promoted_}, {"storylines_shared", shared_}};
  }

 private:
  void promote(const Id& id) {
    Node& anchor = batch_.change(id);
    std::vector<Edge> sources = by_time(
        context_.store.graph_edges(batch_.key(), storage::EdgeEnd::To, id, EdgeType::Mentions));
    std::erase_if(sources, [&](const Edge& edge) {
      return anchor.filed_until && edge.created_at <= *anchor.filed_until;
    });
    anchor.unfiled_sources = 0;
    for (const Chapter& chapter : chapters_of(sources, options_.quiet_days)) {
      const bool open = chapter.last() >= days_before(now_, options_.quiet_days);
      if (chapter.sources.size() >= std::size_t(options_.storyline_sources) &&
          chapter.days() >= options_.storyline_days) {
        const Id storyline = tell(anchor, chapter);
        if (open) anchor.storyline = storyline;
      } else if (open) {
        anchor.unfiled_sources = std::uint32_t(chapter.sources.size());  // it may go on
        break;
      }
      anchor.filed_until = chapter.last();
    }
    anchor.updated_at = now_;
  }

  /// Its storyline: a new one, unless nearly the same is told already.
  Id tell(Node& anchor, const Chapter& chapter) {
    const std::vector<Id> sources = chapter.ids();
    const std::optional<Id> known = known_.find(sources);
    return known ? share(anchor, chapter, *known) : tell_anew(anchor, chapter);
  }

  Id share(Node& anchor, const Chapter& chapter, const Id& id) {
    Node& storyline = batch_.change(id);
    std::vector<Id> added;
    for (const Edge& source : chapter.sources) {
      if (batch_.has_edge(id, EdgeType::Includes, source.from)) continue;
      batch_.put_edge({id, source.from, EdgeType::Includes, 1, source.created_at, "promote"});
      added.push_back(source.from);
    }
    known_.add(id, added);
    storyline.source_count += std::uint32_t(added.size());
    storyline.first_at = std::min(*storyline.first_at, chapter.first());
    storyline.last_at = std::max(*storyline.last_at, chapter.last());
    storyline.dirty = storyline.dirty || !added.empty();
    storyline.updated_at = now_;
    const std::string title = storyline.title;
    head_story(storyline, anchor);
    if (storyline.title != title) storyline.embedding_model.clear();  // that has the title too
    if (!storyline.description.empty()) describe(context_, storyline, storyline.description);
    be_about(anchor, storyline);
    ++shared_;
    return id;
  }

  void be_about(Node& anchor, const Node& storyline) {
    if (batch_.has_edge(storyline.id, EdgeType::About, anchor.id)) return;
    batch_.put_edge({storyline.id, anchor.id, EdgeType::About, 1, *storyline.first_at, "promote"});
    ++anchor.storyline_count;
    if (anchor.macro) add_to_macro(*anchor.macro, storyline);
  }

  Id tell_anew(Node& anchor, const Chapter& chapter) {
    Node node;
    node.id = derive_id(batch_.user(), "storyline/" + to_string(anchor.id) + "/" +
                                           to_string(chapter.sources.front().from));
    node.kind = NodeKind::Storyline;
    head_story(node, anchor);
    node.state = MemoryState::Active;
    node.created_at = now_;
    node.last_accessed_at = now_;  // it is new, however old what it tells
    node.source_count = std::uint32_t(chapter.sources.size());
    node.first_at = chapter.first();
    node.last_at = chapter.last();
    node.updated_at = now_;
    const std::vector<Telling> tellings =
        tellings_of(batch_, veil_, chapter.sources, &Edge::from, SIZE_MAX);
    describe(context_, node, tell_storyline(context_, telling_of(node, tellings)));
    for (const Edge& source : chapter.sources) {
      batch_.put_edge({node.id, source.from, EdgeType::Includes, 1, source.created_at, "promote"});
    }
    be_about(anchor, node);
    known_.add(node.id, chapter.ids());
    ++promoted_;
    const Id id = node.id;
    const std::string key = to_string(id);
    batch_.add(std::move(node));
    batch_.file_names({NodeKind::Storyline}, id, {&key, 1});
    return id;
  }

  void add_to_macro(const Id& id, const Node& storyline) {
    if (batch_.has_edge(id, EdgeType::Groups, storyline.id)) return;  // of an anchor it shares
    Node& macro = batch_.change(id);
    batch_.put_edge({id, storyline.id, EdgeType::Groups, 1, *storyline.first_at, "promote"});
    ++macro.storyline_count;
    macro.source_count += storyline.source_count;
    macro.last_at = std::max(macro.last_at, storyline.last_at);
    macro.dirty = true;
    macro.updated_at = now_;
  }

  const Context& context_;
  const GraphOptions& options_;
  GraphBatch batch_;
  Veil veil_;
  const Time now_;
  SameStory known_;
  std::uint64_t promoted_ = 0, shared_ = 0;
};

}  // namespace

Counts promote_storylines(const Context& context, std::string_view user, Time now) {
  return Promotion(context, user, now).run();
}

Counts refresh_storylines(const Context& context, std::string_view user, Time now) {
  const GraphOptions& options = context.options.graph;
  GraphBatch batch(context, user);
  Veil veil(context.store, batch.key());
  std::uint64_t refreshed = 0;
  const std::vector<Node> due =
      waiting(batch, Task::RefreshStoryline, days_before(now, options.quiet_days), kEnd,
              std::size_t(options.refreshed_a_night));
  for (const Node& stale : due) {
    Node& storyline = batch.change(stale.id);
    const std::vector<Edge> sources = by_time(context.store.graph_edges(
        batch.key(), storage::EdgeEnd::From, stale.id, EdgeType::Includes));
    const std::vector<Telling> newest =
        tellings_of(batch, veil, sources, &Edge::to, std::size_t(options.refresh_sources));
    for (const Edge& about : context.store.graph_edges(batch.key(), storage::EdgeEnd::From,
                                                       stale.id, EdgeType::About)) {
      head_story(storyline, *batch.find(about.to));
    }
    describe(context, storyline,
             retell_storyline(context, storyline.description, telling_of(storyline, newest)));
    storyline.dirty = false;
    storyline.updated_at = now;
    ++refreshed;
    if (is_emptied(stale)) tell_emptied_macros(batch, stale.id, now);
  }
  batch.commit();
  return {{"storylines_refreshed", refreshed}};
}

}  // namespace memfold::graph
