#include "engine/graph/restore_graph.h"

#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "engine/graph/context.h"
#include "engine/graph/queue.h"
#include "memfold/graph.h"

namespace memfold::graph {
namespace {

class RestoreGraph {
 public:
  RestoreGraph(const storage::Store& store, const storage::UserKey& owner,
               storage::CommitBatch& batch, const std::function<bool(const Id&)>& is_memory,
               std::vector<std::string>& lost)
      : store_(store), owner_(owner), batch_(batch), is_memory_(is_memory), lost_(lost) {}

  std::uint64_t run() {
    store_.scan_nodes(owner_, [&](const Node& node) { kinds_[node.id] = node.kind; });
    drop_names();
    drop_edges();
    count_anew();
    restore_sources();
    mend_work();
    return changed_;
  }

 private:
  void drop_names() {
    store_.scan_names(owner_, [&](NodeKind kind, const Id& name, const Id& node) {
      const auto found = kinds_.find(node);
      if (found != kinds_.end() && found->second == kind) return;
      batch_.delete_name(kind, name);
      ++changed_;
    });
  }

  void drop_edges() {
    const auto there = [&](const Id& id) { return kinds_.contains(id) || is_memory_(id); };
    std::set<std::tuple<Id, EdgeType, Id>> seen;
    for (const storage::EdgeEnd end : {storage::EdgeEnd::From, storage::EdgeEnd::To}) {
      store_.scan_graph_edges(owner_, end, [&](const Edge& edge) {
        if (!seen.insert({edge.from, edge.type, edge.to}).second) return;
        if (!there(edge.from) || !there(edge.to)) {
          batch_.delete_graph_edge(edge);
          ++changed_;
          return;
        }
        if (edge.type == EdgeType::Mentions) ++sources_of_[edge.to];
        if (edge.type == EdgeType::Includes) ++sources_of_[edge.from];
        if (edge.type == EdgeType::About) ++storylines_of_[edge.to];
        if (edge.type == EdgeType::Groups) ++storylines_of_[edge.from];
      });
    }
  }

  void count_anew() {
    store_.scan_nodes(owner_, [&](const Node& node) {
      Node counted = node;
      if (is_anchor(node.kind) || node.kind == NodeKind::Storyline) {
        counted.source_count = sources_of_[node.id];
      }
      if (is_anchor(node.kind) || node.kind == NodeKind::Macro) {
        counted.storyline_count = storylines_of_[node.id];
      }
      for (std::optional<Id>* to :
           {&counted.storyline, &counted.macro, &counted.from, &counted.to}) {
        if (*to && !kinds_.contains(**to)) to->reset();
      }
      if (counted == node) return;
      batch_.put_node(counted, &node);
      ++changed_;
    });
  }

  /// What the graph knows of a source that is not there.
  void restore_sources() {
    store_.scan_sources(owner_, [&](const Source& source) { sources_[source.id] = source; });
    store_.scan_nodes(owner_, [&](const Node& node) {
      const bool own =
          node.kind == NodeKind::Source && node.id == source_id_of(node.user, {}, node.name);
      if (!own || sources_.contains(node.id)) return;
      Source source;
      source.id = node.id;
      source.user = node.user;
      source.source_id = node.name;
      source.form = parse_name<SourceForm>(node.type).value_or(SourceForm::TextNote);
      source.started_at = node.first_at;
      source.ended_at = node.last_at;
      source.status = SourceStatus::Extracted;
      source.received_at = node.updated_at;
      source.title = node.title;
      source.summary = node.description;
      source.keywords = node.keywords;
      source.tags = node.tags;
      batch_.put_source(source, source.status);
      ++changed_;
      lost_.push_back("the text of source " + to_string(source.id) + " of user " + node.user);
      sources_[source.id] = std::move(source);
    });
  }

  /// Jobs and raw contents of nothing go; what waits to be worked on is queued.
  void mend_work() {
    std::set<Id> worked_on, with_raw;
    store_.scan_jobs_of(owner_, [&](const SourceJob& job) {
      if (sources_.contains(job.source)) {
        worked_on.insert(job.source);
        return;
      }
      batch_.delete_job(job.id);
      ++changed_;
    });
    for (const Id& id : store_.raw_sources(owner_)) {
      with_raw.insert(id);
      if (sources_.contains(id)) continue;
      batch_.delete_raw(id);
      ++changed_;
      lost_.push_back("source " + to_string(id) + ", of which only the raw content was left");
    }
    for (const auto& [id, source] : sources_) {
      const bool raw = source.status == SourceStatus::Raw;
      const bool waits = raw || (source.team.empty() && source.status != SourceStatus::Extracted);
      if (!waits || !with_raw.contains(id) || worked_on.contains(id)) continue;
      batch_.put_job(job_for(source, raw ? JobStep::Process : JobStep::Extract, source.user));
      ++changed_;
    }
  }

  const storage::Store& store_;
  const storage::UserKey owner_;
  storage::CommitBatch& batch_;
  const std::function<bool(const Id&)>& is_memory_;
  std::vector<std::string>& lost_;
  std::uint64_t changed_ = 0;
  std::map<Id, NodeKind> kinds_;
  std::map<Id, Source> sources_;
  std::map<Id, std::uint32_t> sources_of_, storylines_of_;
};

}  // namespace

std::uint64_t restore_graph(const storage::Store& store, const storage::UserKey& owner,
                            storage::CommitBatch& batch,
                            const std::function<bool(const Id&)>& is_memory,
                            std::vector<std::string>& lost) {
  return RestoreGraph(store, owner, batch, is_memory, lost).run();
}

}  // namespace memfold::graph
