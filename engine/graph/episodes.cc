// From episodes to what they taught: sources at rest become notes on what they were about.
#include <algorithm>
#include <map>

#include "engine/graph/graph_jobs.h"
#include "engine/graph/job_tools.h"
#include "engine/graph/notes.h"
#include "engine/graph/veil.h"

namespace memfold::graph {
namespace {

constexpr std::size_t kInsightSentences = 2;

/// Sources that belong together, by time.
using Cluster = std::vector<Node>;

class Distillation {
 public:
  Distillation(const Context& context, std::string_view user, Time now)
      : context_(context),
        options_(context.options.graph),
        batch_(context, user),
        veil_(context.store, batch_.key()),
        now_(now) {}

  Counts run() {
    std::vector<Node> anchors, faded;
    for (Node& node : waiting(batch_, Task::Distil, kBeginning, {now_.micros + 1}, SIZE_MAX)) {
      std::vector<Node>& nodes = node.kind == NodeKind::Source ? faded : anchors;
      if (nodes.size() < std::size_t(options_.distilled_a_week)) nodes.push_back(std::move(node));
    }
    for (const Node& anchor : anchors) distil_anchor(anchor.id);
    for (const auto& [anchor, sources] : by_rarest_anchor(faded)) {
      for (const Cluster& cluster : clusters_of(sources)) distil(anchor, cluster);
    }
    for (const Node& source : faded) put_away(source.id);  // those that are about nothing known
    batch_.commit();
    return {{"insights", insights_}, {"sources_archived", archived_}};
  }

 private:
  bool rests(const Node& source) const {
    return source.state != MemoryState::Archived &&
           source.last_at <= days_before(now_, options_.distil_after_days);
  }

  /// Sources of one anchor, told apart where a pause says so.
  std::vector<Cluster> clusters_of(std::vector<Node> sources) const {
    std::sort(sources.begin(), sources.end(), [](const Node& a, const Node& b) {
      return std::tie(a.last_at, a.id) < std::tie(b.last_at, b.id);
    });
    std::vector<Cluster> clusters;
    for (Node& source : sources) {
      const bool near =
          !clusters.empty() && source.last_at->micros - clusters.back().back().last_at->micros <=
                                   options_.distil_gap_days * kMicrosPerDay;
      if (!near) clusters.emplace_back();
      clusters.back().push_back(std::move(source));
    }
    return clusters;
  }

  void distil_anchor(const Id& id) {
    std::vector<Node> sources;
    for (const Edge& edge :
         context_.store.graph_edges(batch_.key(), storage::EdgeEnd::To, id, EdgeType::Mentions)) {
      const Node* source = batch_.find(edge.from);
      if (source != nullptr && rests(*source)) sources.push_back(*source);
    }
    for (const Cluster& cluster : clusters_of(std::move(sources))) {
      if (cluster.size() >= std::size_t(options_.distil_sources)) distil(id, cluster);
    }
    Node& anchor = batch_.change(id);
    anchor.undistilled_sources = 0;
    anchor.distilled_until = anchor.last_at;
  }

  /// One insight; the sources go.
  void distil(const Id& anchor, const Cluster& cluster) {
    std::vector<std::string> texts;
    Note note;
    for (const Node& source : cluster) {
      std::string said = veil_.shown(source).description;
      if (!said.empty()) texts.push_back(std::move(said));
      note.sources.push_back(source.id);
    }
    note.text = summarise(context_, texts, kInsightSentences);
    note.added_by = "distil";
    note.date_added = *cluster.back().last_at;
    if (!note.text.empty()) {
      insert_note(batch_.change(anchor), std::move(note), options_);
      ++insights_;
    }
    for (const Node& source : cluster) put_away(source.id);
  }

  void put_away(const Id& id) {
    Node& source = batch_.change(id);
    if (source.state == MemoryState::Archived) return;
    source.state = MemoryState::Archived;
    source.updated_at = now_;
    ++archived_;
  }

  /// Faded sources by the one thing that tells most about each: the anchor fewest others share.
  std::map<Id, std::vector<Node>> by_rarest_anchor(std::span<const Node> sources) {
    std::map<Id, std::vector<Node>> groups;
    for (const Node& source : sources) {
      if (batch_.find(source.id)->state == MemoryState::Archived) continue;
      const Node* rarest = nullptr;
      for (const Edge& edge : context_.store.graph_edges(batch_.key(), storage::EdgeEnd::From,
                                                         source.id, EdgeType::Mentions)) {
        const Node* anchor = batch_.find(edge.to);
        if (anchor == nullptr || anchor->is_owner) continue;
        if (rarest == nullptr || anchor->source_count < rarest->source_count) rarest = anchor;
      }
      if (rarest != nullptr) groups[rarest->id].push_back(source);
    }
    return groups;
  }

  const Context& context_;
  const GraphOptions& options_;
  GraphBatch batch_;
  Veil veil_;
  const Time now_;
  std::uint64_t insights_ = 0, archived_ = 0;
};

}  // namespace

Counts distil_episodes(const Context& context, std::string_view user, Time now) {
  return Distillation(context, user, now).run();
}

}  // namespace memfold::graph
