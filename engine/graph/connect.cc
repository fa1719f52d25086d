#include "engine/graph/connect.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/name_forms.h"
#include "core/text.h"
#include "engine/graph/due_items.h"
#include "engine/graph/notes.h"
#include "memfold/lifecycle.h"

namespace memfold::graph {
namespace {

/// Attaches one source; what it needs at every step.
class SourceConnector {
 public:
  SourceConnector(GraphBatch& batch, const ExtractedSource& source, std::vector<std::int16_t> row)
      : batch_(batch),
        source_(source),
        row_(std::move(row)),
        options_(batch.context().options),
        id_(source.source.id),
        at_(time_of(source.source)) {}

  void run(std::span<const std::optional<Id>> memories) {
    add_source_node();
    for (const std::optional<Id>& memory : memories) {
      if (memory) edge(id_, EdgeType::States, *memory);
    }
    add_artifacts();
    mention_all(memories);
    relate_all();
    join_storylines();
  }

 private:
  void edge(const Id& from, EdgeType type, const Id& to, double strength = 1) {
    batch_.put_edge({from, to, type, strength, at_, "source"});
  }

  void add_source_node() {
    Node node;
    node.id = id_;
    node.kind = NodeKind::Source;
    node.name = source_.source.source_id;
    node.title = source_.source.title;
    node.type = std::string(name(source_.source.form));
    node.description = source_.source.summary;
    node.keywords = source_.source.keywords;
    node.tags = source_.source.tags;
    node.created_at = source_.source.received_at;
    node.updated_at = source_.source.received_at;
    node.first_at = source_.source.started_at.value_or(at_);
    node.last_at = at_;
    node.embedding = std::move(row_);
    node.embedding_model = node.embedding.empty() ? "" : options_.models.embedder->name();
    batch_.add(std::move(node));
  }

  void add_artifacts() {
    for (std::size_t i = 0; i < source_.attachments.size(); ++i) {
      const Attachment& attachment = source_.attachments[i];
      Node node;
      node.id = derive_id(batch_.user(), "artifact/" + to_string(id_) + "/" + std::to_string(i));
      node.kind = NodeKind::Artifact;
      node.name = node.title = attachment.file_name;
      node.type = attachment.content_type;
      node.created_at = node.updated_at = source_.source.received_at;
      node.first_at = node.last_at = at_;
      edge(id_, EdgeType::Attaches, node.id);
      batch_.add(std::move(node));
    }
  }

  bool is_accepted(const Mention& mention) const {
    return mention.confidence >= options_.graph.accept_confidence &&
           mention.support > options_.graph.accept_support_above;
  }

  /// What is known is recognised on less than it takes to make something new.
  void mention_all(std::span<const std::optional<Id>> memories) {
    for (const Mention& mention : source_.mentioned.mentions) {
      anchors_.push_back({});
      if (!is_anchor(mention.kind) || mention.name.empty()) continue;
      const std::string& type = mention.kind == NodeKind::Entity ? mention.type : kNoType;
      const std::vector<std::string> keys =
          match_keys(mention.kind, mention.name, type, mention.aliases);
      std::optional<Id> known = batch_.find_name({mention.kind, type}, keys);
      if (mention.copied) {  // can be followed, but is no word about them
        if (known) edge(id_, EdgeType::CopiedTo, *known, mention.confidence);
        continue;
      }
      if (!known && !is_accepted(mention)) continue;
      const Id anchor = known ? *known : add_anchor(mention, type);
      batch_.file_names({mention.kind, type}, anchor, keys);
      anchors_.back() = anchor;
      if (!mentioned_.insert(anchor).second) continue;
      count_mention(anchor, mention, known.has_value());
      note_statements(batch_.change(anchor), memories);
    }
  }

  Id add_anchor(const Mention& mention, const std::string& type) {
    Node node;
    node.kind = mention.kind;
    node.name = mention.kind == NodeKind::Person ? canonical_person(mention.name)
                                                 : normalise_key(mention.name);
    node.id = derive_id(batch_.user(), std::string(name(node.kind)) + "/" + type + "/" + node.name);
    node.title = collapse_spaces(to_nfc(to_valid_utf8(mention.name)));
    node.type = type;
    node.confidence = mention.confidence;
    node.created_at = at_;
    node.first_at = node.last_at = at_;
    return batch_.add(std::move(node)).id;
  }

  void count_mention(const Id& id, const Mention& mention, bool known) {
    Node& node = batch_.change(id);
    edge(id_, EdgeType::Mentions, id, mention.confidence);
    ++node.source_count;
    const std::int32_t day = day_of(at_);
    const auto place = std::lower_bound(node.mention_days.begin(), node.mention_days.end(), day);
    if (place == node.mention_days.end() || *place != day) node.mention_days.insert(place, day);
    node.first_at = std::min(node.first_at.value_or(at_), at_);
    node.last_at = std::max(node.last_at.value_or(at_), at_);
    node.updated_at = at_;
    if (!node.filed_until || at_ > *node.filed_until) ++node.unfiled_sources;
    if (!node.distilled_until || at_ > *node.distilled_until) ++node.undistilled_sources;
    for (const std::string& alias : mention.aliases) {
      const std::string key = normalise_key(alias);
      const auto at = std::lower_bound(node.aliases.begin(), node.aliases.end(), key);
      if (at == node.aliases.end() || *at != key) node.aliases.insert(at, key);
    }
    // Being spoken of again is being used.
    if (known) static_cast<Lifecycle&>(node) = recalled(node, mention.confidence, at_, lifecycle());
  }

  /// What the source says of the node, by reference to the memories that hold it.
  void note_statements(Node& node, std::span<const std::optional<Id>> memories) {
    for (std::size_t i = 0; i < memories.size(); ++i) {
      const Fact& fact = source_.facts[i];
      if (!memories[i] || !is_about(fact, node)) continue;
      Note note;
      note.memory = memories[i];
      note.added_by = "extract";
      note.sources = {id_};
      note.date_added = at_;
      note.lifetime = lifetime_of(fact.category.value_or(Category::Misc));
      insert_note(node, std::move(note), options_.graph);
    }
  }

  void relate_all() {
    for (const MentionedRelation& relation : source_.mentioned.relations) {
      if (relation.from >= anchors_.size() || relation.to >= anchors_.size()) continue;
      const std::optional<Id>&from = anchors_[relation.from], &to = anchors_[relation.to];
      if (from && to && *from != *to) relate(*from, *to, relation);
    }
  }

  void relate(const Id& from, const Id& to, const MentionedRelation& relation) {
    const Id id = derive_id(batch_.user(), "relationship/" + to_string(from) + "/" + to_string(to) +
                                               "/" + relation.type);
    if (!related_.insert(id).second) return;
    const bool known = batch_.find(id) != nullptr;
    if (!known) {
      Node node;
      node.id = id;
      node.kind = NodeKind::Relationship;
      node.type = node.title = relation.type;
      node.from = from;
      node.to = to;
      node.created_at = at_;
      node.first_at = at_;
      edge(from, EdgeType::Relates, id);
      edge(id, EdgeType::Relates, to);
      batch_.add(std::move(node));
    }
    Node& node = batch_.change(id);
    ++node.source_count;
    node.first_at = std::min(node.first_at.value_or(at_), at_);
    node.last_at = std::max(node.last_at.value_or(at_), at_);
    node.updated_at = at_;
    if (relation.attitude != Attitude::Unknown) node.attitude = relation.attitude;
    // Each meeting closes a tenth of the distance left, as far as it was a close one.
    node.proximity += (1 - node.proximity) * 0.1 * std::clamp(relation.proximity, 0.0, 1.0);
    if (known) static_cast<Lifecycle&>(node) = recalled(node, relation.proximity, at_, lifecycle());
  }

  struct Choice {
    Id storyline;
    double score = 0;
  };

  /// The anchors' storylines that still take sources, best first.
  std::vector<Choice> open_storylines() {
    std::vector<Choice> choices;
    std::set<Id> seen;  // one may be about several of them
    const std::int64_t quiet = options_.graph.quiet_days * kMicrosPerDay;
    const Node& own = *batch_.find(id_);
    for (const Id& anchor : mentioned_) {
      const std::optional<Id> id = batch_.find(anchor)->storyline;
      if (!id) continue;
      const Node* storyline = batch_.find(*id);
      const bool in_use = storyline != nullptr && storyline->state != MemoryState::Archived;
      const std::int64_t gap = in_use ? at_.micros - storyline->last_at->micros : 0;
      if (!in_use || gap > quiet) {
        batch_.change(anchor).storyline.reset();  // a chapter that is closed
        continue;
      }
      if (at_ < *storyline->first_at) continue;  // from before it began
      if (!seen.insert(*id).second) continue;
      const double recent = 1 - std::clamp(double(gap) / double(quiet), 0.0, 1.0);
      choices.push_back({*id, recent + similarity(own, *storyline)});
    }
    std::sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
      return a.score != b.score ? a.score > b.score : a.storyline < b.storyline;
    });
    return choices;
  }

  double similarity(const Node& a, const Node& b) const {
    if (a.embedding.size() != b.embedding.size() || a.embedding_model != b.embedding_model) {
      return 0;
    }
    std::int64_t dot = 0;
    for (std::size_t i = 0; i < a.embedding.size(); ++i) {
      dot += std::int32_t(a.embedding[i]) * b.embedding[i];
    }
    return std::clamp(double(dot) / kDotScale, 0.0, 1.0);
  }

  void join_storylines() {
    std::vector<Choice> choices = open_storylines();
    choices.resize(std::min(choices.size(), std::size_t(options_.graph.storylines_a_source)));
    for (const Choice& choice : choices) join(choice.storyline);
  }

  void join(const Id& id) {
    Node& storyline = batch_.change(id);
    edge(id, EdgeType::Includes, id_);
    ++storyline.source_count;
    storyline.last_at = std::max(storyline.last_at.value_or(at_), at_);
    storyline.dirty = true;
    storyline.updated_at = at_;
    static_cast<Lifecycle&>(storyline) = recalled(storyline, 1, at_, lifecycle());
    std::set<Id> macros;
    for (const Edge& about : batch_.context().store.graph_edges(
             batch_.key(), storage::EdgeEnd::From, id, EdgeType::About)) {
      Node& anchor = batch_.change(about.to);
      if (anchor.storyline == id && mentioned_.contains(anchor.id)) {
        const bool counted = !anchor.filed_until || at_ > *anchor.filed_until;
        anchor.unfiled_sources -= counted && anchor.unfiled_sources > 0 ? 1 : 0;
        anchor.filed_until = std::max(anchor.filed_until.value_or(at_), at_);
      }
      if (!anchor.macro || !macros.insert(*anchor.macro).second) continue;
      Node& macro = batch_.change(*anchor.macro);
      ++macro.source_count;
      macro.last_at = std::max(macro.last_at.value_or(at_), at_);
      macro.dirty = true;
      macro.updated_at = at_;
    }
  }

  const LifecycleOptions& lifecycle() const { return options_.lifecycle; }

  inline static const std::string kNoType;

  GraphBatch& batch_;
  const ExtractedSource& source_;
  std::vector<std::int16_t> row_;  ///< of its summary
  const EngineOptions& options_;
  const Id id_;
  const Time at_;
  std::vector<std::optional<Id>> anchors_;  ///< of each mention
  std::set<Id> mentioned_, related_;
};

}  // namespace

bool connect(GraphBatch& batch, const ExtractedSource& source, std::vector<std::int16_t> row,
             std::span<const std::optional<Id>> memories) {
  if (batch.find(source.source.id) != nullptr) return false;
  SourceConnector(batch, source, std::move(row)).run(memories);
  return true;
}

}  // namespace memfold::graph
