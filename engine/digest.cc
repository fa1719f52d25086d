#include "engine/digest.h"

#include <bit>

#include "core/hash.h"

namespace memfold {
namespace {

/// Feeds values to the hash field by field; optional fields are preceded by whether they are there.
class Absorber {
 public:
  void text(std::string_view value) { hash_.field(value); }
  void number(std::uint64_t value) { hash_.field(value); }
  void real(double value) { number(std::bit_cast<std::uint64_t>(value)); }
  void time(Time value) { number(std::uint64_t(value.micros)); }
  void id(const Id& value) {
    hash_.raw({reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size()});
  }
  template <typename T, typename Put>
  void optional(const std::optional<T>& value, Put put) {
    number(value.has_value());
    if (value) put(*value);
  }
  void time(const std::optional<Time>& value) {
    optional(value, [&](Time t) { time(t); });
  }
  void id(const std::optional<Id>& value) {
    optional(value, [&](const Id& i) { id(i); });
  }
  void texts(const std::vector<std::string>& values) {
    number(values.size());
    for (const std::string& value : values) text(value);
  }
  void ids(const std::vector<Id>& values) {
    number(values.size());
    for (const Id& value : values) id(value);
  }
  void kind(auto value) { number(std::uint64_t(value)); }
  void row(std::span<const std::int16_t> values) {
    for (const std::int16_t value : values) {
      const char bytes[] = {static_cast<char>(value & 0xFF),
                            static_cast<char>((value >> 8) & 0xFF)};
      hash_.raw({bytes, sizeof bytes});
    }
  }
  std::string finish() {
    const Sha256::Digest digest = hash_.finish();
    return to_hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
  }

 private:
  Sha256 hash_;
};

void absorb(Absorber& a, const Memory& m) {
  a.id(m.id);
  a.text(m.content);
  a.kind(m.category);
  a.real(m.importance);
  a.number(m.importance_factors.size());
  for (const ImportanceFactor& factor : m.importance_factors) {
    a.text(factor.factor);
    a.real(factor.weight);
    a.text(factor.evidence);
  }
  a.real(m.confidence);
  a.kind(m.source_type);
  a.text(m.source_id);
  a.texts(m.sources);
  a.text(m.thread_id);
  a.texts(m.people);
  a.text(m.subject);
  a.texts(m.entities);
  a.texts(m.keywords);
  a.texts(m.tags);
  for (const Time t : {m.stated_at, m.occurred_at, m.created_at, m.updated_at}) a.time(t);
  for (const auto& t :
       {m.valid_from, m.valid_until, m.superseded_at, m.last_accessed_at, m.deleted_at}) {
    a.time(t);
  }
  a.id(m.superseded_by);
  a.number(m.version);
  a.id(m.previous_version_id);
  a.id(m.chain_id);
  a.ids(m.merge_source_ids);
  a.text(m.embedding_model);
  a.number(m.slot);
  a.real(m.salience);
  a.kind(m.state);
  a.number(m.access_count);
  a.number(m.recall_frequency);
  a.optional(m.last_recall_interval, [&](double days) { a.real(days); });
  a.real(m.decay_gradient);
  a.kind(m.ttl_policy);
  a.text(m.delete_trigger);
}

void absorb(Absorber& a, const storage::VersionRecord& v) {
  a.id(v.chain_id);
  a.number(v.version);
  a.id(v.memory_id);
  a.optional(v.operation, [&](Operation operation) { a.kind(operation); });
  a.number(v.log_sequence);
  a.time(v.at);
  a.number(v.backdated);
  a.optional(v.state, [&](const Memory& state) { absorb(a, state); });
}

void absorb(Absorber& a, const Edge& e) {
  a.id(e.from);
  a.id(e.to);
  a.kind(e.type);
  a.real(e.strength);
  a.time(e.created_at);
  a.text(e.provenance);
}

void absorb(Absorber& a, const Score& score) {
  a.real(score.total);
  for (const double factor : score.factors) a.real(factor);
  for (const bool present : score.present) a.number(present);
  for (const double weight : score.weights) a.real(weight);
  a.kind(score.weight_set);
  a.real(score.cosine);
}

void absorb(Absorber& a, const std::vector<PropertyChange>& changes) {
  a.number(changes.size());
  for (const PropertyChange& change : changes) {
    a.text(change.property);
    a.text(change.old_value);
    a.text(change.new_value);
    a.kind(change.change);
  }
}

void absorb(Absorber& a, const Decision& d) {
  a.id(d.id);
  a.number(d.sequence);
  a.time(d.at);
  a.kind(d.trigger);
  a.kind(d.kind);
  a.kind(d.operation);
  a.kind(d.status);
  a.kind(d.state);
  a.number(d.backdated);
  a.number(d.review);
  a.number(d.redacted);
  if (d.lost) a.text("lost");  // stores that lost nothing keep the digest they had
  a.id(d.fact_id);
  a.id(d.memory_id);
  a.id(d.target_id);
  a.ids(d.related_ids);
  a.optional(d.relationship_type, [&](EdgeType type) { a.kind(type); });
  absorb(a, d.score);
  a.kind(d.band);
  a.number(d.analyses);
  a.optional(d.verdict, [&](Verdict verdict) { a.kind(verdict); });
  a.real(d.confidence);
  absorb(a, d.property_changes);
  a.text(d.reason);
  a.number(d.rivals.size());
  for (const Rival& rival : d.rivals) {
    a.id(rival.memory_id);
    a.real(rival.score);
    a.text(rival.why);
  }
  a.text(d.idempotency_key);
  a.text(d.source_id);
  a.id(d.content_hash);
  a.optional(d.answers, [&](std::uint64_t sequence) { a.number(sequence); });
  // Stores written before it was kept keep their digests.
  if (!d.analyst.empty()) a.text(d.analyst);
}

void absorb(Absorber& a, const storage::LogStates& states) {
  const auto put = [&](const Memory& memory) { absorb(a, memory); };
  a.optional(states.fact, put);
  a.optional(states.before, put);
  a.optional(states.after, put);
}

void absorb(Absorber& a, const Review& r) {
  a.number(r.sequence);
  a.time(r.at);
  a.kind(r.state);
  a.number(r.held);
  absorb(a, r.fact);
  a.id(r.target_id);
  a.kind(r.verdict);
  a.real(r.confidence);
  absorb(a, r.property_changes);
  a.text(r.reasoning);
  a.row(r.row);
  a.optional(r.resolution, [&](std::uint64_t sequence) { a.number(sequence); });
  a.time(r.resolved_at);
}

void absorb(Absorber& a, const Lifecycle& life) {
  a.real(life.confidence);
  a.time(life.created_at);
  a.real(life.salience);
  a.kind(life.state);
  a.number(life.access_count);
  a.number(life.recall_frequency);
  a.optional(life.last_recall_interval, [&](double days) { a.real(days); });
  a.real(life.decay_gradient);
  a.time(life.last_accessed_at);
  a.kind(life.ttl_policy);
}

void absorb(Absorber& a, const Note& note) {
  a.text(note.text);
  a.id(note.memory);
  a.text(note.added_by);
  a.ids(note.sources);
  a.time(note.date_added);
  a.kind(note.lifetime);
  a.time(note.expires_at);
}

/// What a node waits for follows from the rest.
void absorb(Absorber& a, const Node& n) {
  a.id(n.id);
  a.kind(n.kind);
  absorb(a, static_cast<const Lifecycle&>(n));
  for (const std::string* text : {&n.name, &n.title, &n.type, &n.description, &n.embedding_model}) {
    a.text(*text);
  }
  for (const auto* texts : {&n.aliases, &n.keywords, &n.tags}) a.texts(*texts);
  a.number(n.notes.size());
  for (const Note& note : n.notes) absorb(a, note);
  for (const bool flag : {n.is_owner, n.dirty}) a.number(flag);
  for (const std::uint32_t count :
       {n.source_count, n.storyline_count, n.unfiled_sources, n.undistilled_sources}) {
    a.number(count);
  }
  a.number(n.mention_days.size());
  for (const std::int32_t day : n.mention_days) a.number(std::uint64_t(std::int64_t{day}));
  for (const auto& time : {n.first_at, n.last_at, n.filed_until, n.distilled_until}) a.time(time);
  a.time(n.updated_at);
  for (const auto& id : {n.storyline, n.macro, n.from, n.to}) a.id(id);
  a.kind(n.attitude);
  a.real(n.proximity);
  a.row(n.embedding);
  if (!n.withheld.empty()) a.text(n.withheld);  // stores without it keep the digest they had
}

/// Not which file it was taken from, nor where in it.
void absorb(Absorber& a, const Source& s) {
  a.id(s.id);
  for (const std::string* text :
       {&s.user, &s.team, &s.source_id, &s.title, &s.processed, &s.summary}) {
    a.text(*text);
  }
  for (const auto* texts : {&s.participants, &s.keywords, &s.tags}) a.texts(*texts);
  a.kind(s.form);
  a.kind(s.status);
  a.kind(s.sensitivity);
  a.time(s.started_at);
  a.time(s.ended_at);
  a.time(s.received_at);
  if (s.source_type) a.kind(*s.source_type);  // likewise
}

void absorb(Absorber& a, const SourceJob& job) {
  a.id(job.id);
  a.text(job.user);
  a.text(job.team);
  a.id(job.source);
  a.kind(job.step);
  a.number(std::uint64_t(job.attempts));
  a.time(job.run_at);
  a.number(job.dead);
  a.text(job.error);
}

void absorb_graph(Absorber& a, const storage::Store& store, const storage::UserKey& key) {
  store.scan_nodes(key, [&](const Node& node) { absorb(a, node); });
  store.scan_graph_edges(key, storage::EdgeEnd::From, [&](const Edge& edge) { absorb(a, edge); });
  store.scan_sources(key, [&](const Source& source) {
    absorb(a, source);
    a.text(store.raw_source(key, source.id).value_or(""));
  });
}

void absorb_user(Absorber& a, const storage::Store& store, const storage::UserKey& key,
                 const storage::UserRecord& user) {
  a.text(user.user);
  a.number(user.next_sequence);
  a.number(user.next_slot);
  store.scan_memories(key, [&](const Memory& memory) { absorb(a, memory); });
  store.scan_versions(key, [&](const storage::VersionRecord& version) { absorb(a, version); });
  store.scan_vectors(key, [&](std::uint64_t slot, const Id& id, std::span<const std::int16_t> row) {
    a.number(slot);
    a.id(id);
    a.row(row);
  });
  store.scan_edges(key, false, [&](const Edge& edge) { absorb(a, edge); });
  store.scan_decisions(key, [&](const Decision& decision) { absorb(a, decision); });
  store.scan_log_states(key, [&](const storage::LogPosition& position,
                                 const storage::LogStates& states, const storage::Digest&) {
    a.number(position.sequence);
    absorb(a, states);
  });
  store.scan_reviews(key, [&](const Review& review) { absorb(a, review); });
  store.scan_facts(key, [&](const Id& fact, std::uint64_t sequence) {
    a.id(fact);
    a.number(sequence);
  });
  absorb_graph(a, store, key);
}

}  // namespace

std::string digest_store(const storage::Store& store) {
  Absorber absorber;
  absorber.text(store.identity().embedder);
  absorber.number(std::uint64_t(store.identity().dimension));
  store.scan_users([&](const storage::UserKey& key, const storage::UserRecord& user) {
    absorb_user(absorber, store, key, user);
  });
  store.scan_jobs([&](const SourceJob& job) { absorb(absorber, job); });
  return absorber.finish();
}

}  // namespace memfold
