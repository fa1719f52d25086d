// The fields of every record of a store, by the names they have in an export. One list serves
// writing and reading; docs/export.md says what they mean.
#pragma once

#include <concepts>
#include <type_traits>

#include "engine/export/json_archive.h"
#include "memfold/node.h"
#include "memfold/review.h"
#include "memfold/source.h"
#include "storage/store.h"

namespace memfold::exporting {

template <typename T, typename Of>
concept Is = std::same_as<std::remove_const_t<T>, Of>;

/// A memory with the vector it has.
struct StoredMemory {
  Memory memory;
  std::vector<std::int16_t> vector;
};
/// An entry of the log with the states it was made of, as far as they are kept.
struct StoredEntry {
  storage::LogEntry entry;
  std::optional<storage::LogStates> states;
};
struct StoredFact {
  Id id;
  std::uint64_t sequence = 0;
};
struct StoredName {
  NodeKind kind = NodeKind::Person;
  Id name, node;
};
struct StoredSource {
  Source source;
  std::string raw;
};
struct StoredCheckpoint {
  std::string name, value;
};

template <typename A>
void lifecycle_fields(A& a, auto& life) {
  a("confidence", life.confidence);
  a("created_at", life.created_at);
  a("salience", life.salience);
  a("state", life.state);
  a("access_count", life.access_count);
  a("recall_frequency", life.recall_frequency);
  a("last_recall_interval", life.last_recall_interval);
  a("decay_gradient", life.decay_gradient);
  a("last_accessed_at", life.last_accessed_at);
  a("ttl_policy", life.ttl_policy);
  a("archive_at", life.archive_at);
}

template <typename A>
void fields(A& a, Is<ImportanceFactor> auto& factor) {
  a("factor", factor.factor);
  a("weight", factor.weight);
  a("evidence", factor.evidence);
}

template <typename A>
void fields(A& a, Is<Memory> auto& memory) {
  a("id", memory.id);
  a("user", memory.user);
  a("content", memory.content);
  a("category", memory.category);
  a("importance", memory.importance);
  a("importance_factors", memory.importance_factors);
  a("source_type", memory.source_type);
  a("source_id", memory.source_id);
  a("sources", memory.sources);
  a("thread_id", memory.thread_id);
  a("people", memory.people);
  a("subject", memory.subject);
  a("entities", memory.entities);
  a("keywords", memory.keywords);
  a("tags", memory.tags);
  a("stated_at", memory.stated_at);
  a("occurred_at", memory.occurred_at);
  a("valid_from", memory.valid_from);
  a("valid_until", memory.valid_until);
  a("updated_at", memory.updated_at);
  a("superseded_at", memory.superseded_at);
  a("superseded_by", memory.superseded_by);
  a("version", memory.version);
  a("previous_version_id", memory.previous_version_id);
  a("chain_id", memory.chain_id);
  a("merge_source_ids", memory.merge_source_ids);
  a("embedding_model", memory.embedding_model);
  a("slot", memory.slot);
  a("deleted_at", memory.deleted_at);
  a("delete_trigger", memory.delete_trigger);
  lifecycle_fields(a, memory);
}

template <typename A>
void fields(A& a, Is<StoredMemory> auto& stored) {
  fields(a, stored.memory);
  a("vector", stored.vector);
}

template <typename A>
void fields(A& a, Is<storage::VersionRecord> auto& version) {
  a("chain_id", version.chain_id);
  a("version", version.version);
  a("memory_id", version.memory_id);
  a("operation", version.operation);
  a("log_sequence", version.log_sequence);
  a("at", version.at);
  a("backdated", version.backdated);
  a("state", version.state);
}

template <typename A>
void fields(A& a, Is<Edge> auto& edge) {
  a("from", edge.from);
  a("type", edge.type);
  a("to", edge.to);
  a("strength", edge.strength);
  a("created_at", edge.created_at);
  a("provenance", edge.provenance);
}

template <typename A>
void fields(A& a, Is<TextSpan> auto& span) {
  a("begin", span.begin);
  a("end", span.end);
}

template <typename A>
void fields(A& a, Is<PropertyChange> auto& change) {
  a("property", change.property);
  a("old_value", change.old_value);
  a("new_value", change.new_value);
  a("change", change.change);
  a("old_span", change.old_span);
  a("new_span", change.new_span);
}

template <typename A>
void fields(A& a, Is<Score> auto& score) {
  a("total", score.total);
  a("factors", score.factors);
  a("present", score.present);
  a("weights", score.weights);
  a("weight_set", score.weight_set);
  a("cosine", score.cosine);
}

template <typename A>
void fields(A& a, Is<Rival> auto& rival) {
  a("memory_id", rival.memory_id);
  a("score", rival.score);
  a("why", rival.why);
}

template <typename A>
void fields(A& a, Is<Decision> auto& decision) {
  a("id", decision.id);
  a("sequence", decision.sequence);
  a("user", decision.user);
  a("at", decision.at);
  a("trigger", decision.trigger);
  a("kind", decision.kind);
  a("operation", decision.operation);
  a("status", decision.status);
  a("state", decision.state);
  a("backdated", decision.backdated);
  a("review", decision.review);
  a("redacted", decision.redacted);
  a("lost", decision.lost);
  a("fact_id", decision.fact_id);
  a("memory_id", decision.memory_id);
  a("target_id", decision.target_id);
  a("related_ids", decision.related_ids);
  a("relationship_type", decision.relationship_type);
  a("score", decision.score);
  a("band", decision.band);
  a("verdict", decision.verdict);
  a("confidence", decision.confidence);
  a("property_changes", decision.property_changes);
  a("reason", decision.reason);
  a("rivals", decision.rivals);
  a("idempotency_key", decision.idempotency_key);
  a("source_id", decision.source_id);
  a("content_hash", decision.content_hash);
  a("processing_time_us", decision.processing_time_us);
  a("analyses", decision.analyses);
  a("kept_analyses", decision.kept_analyses);
  a("tokens", decision.tokens);
  a("error", decision.error);
  a("answers", decision.answers);
  a("analyst", decision.analyst);
}

template <typename A>
void fields(A& a, Is<storage::LogStates> auto& states) {
  a("fact", states.fact);
  a("before", states.before);
  a("after", states.after);
}

template <typename A>
void fields(A& a, Is<StoredEntry> auto& stored) {
  a("decision", stored.entry.decision);
  a("chain", stored.entry.chain);
  a("states_digest", stored.entry.states);
  a("states", stored.states);
}

template <typename A>
void fields(A& a, Is<Review> auto& review) {
  a("sequence", review.sequence);
  a("at", review.at);
  a("state", review.state);
  a("held", review.held);
  a("fact", review.fact);
  a("target_id", review.target_id);
  a("verdict", review.verdict);
  a("confidence", review.confidence);
  a("property_changes", review.property_changes);
  a("reasoning", review.reasoning);
  a("row", review.row);
  a("resolution", review.resolution);
  a("resolved_at", review.resolved_at);
}

template <typename A>
void fields(A& a, Is<StoredFact> auto& fact) {
  a("id", fact.id);
  a("sequence", fact.sequence);
}

template <typename A>
void fields(A& a, Is<Note> auto& note) {
  a("text", note.text);
  a("memory", note.memory);
  a("added_by", note.added_by);
  a("sources", note.sources);
  a("date_added", note.date_added);
  a("lifetime", note.lifetime);
  a("expires_at", note.expires_at);
}

template <typename A>
void fields(A& a, Is<DueItem> auto& item) {
  a("task", item.task);
  a("at", item.at);
}

template <typename A>
void fields(A& a, Is<Node> auto& node) {
  a("id", node.id);
  a("kind", node.kind);
  a("user", node.user);
  a("name", node.name);
  a("title", node.title);
  a("type", node.type);
  a("aliases", node.aliases);
  a("description", node.description);
  a("keywords", node.keywords);
  a("tags", node.tags);
  a("notes", node.notes);
  a("is_owner", node.is_owner);
  a("dirty", node.dirty);
  a("source_count", node.source_count);
  a("storyline_count", node.storyline_count);
  a("mention_days", node.mention_days);
  a("first_at", node.first_at);
  a("last_at", node.last_at);
  a("updated_at", node.updated_at);
  a("storyline", node.storyline);
  a("macro", node.macro);
  a("unfiled_sources", node.unfiled_sources);
  a("filed_until", node.filed_until);
  a("undistilled_sources", node.undistilled_sources);
  a("distilled_until", node.distilled_until);
  a("from", node.from);
  a("to", node.to);
  a("attitude", node.attitude);
  a("proximity", node.proximity);
  a("embedding", node.embedding);
  a("embedding_model", node.embedding_model);
  a("due", node.due);
  a("withheld", node.withheld);
  lifecycle_fields(a, node);
}

template <typename A>
void fields(A& a, Is<StoredName> auto& name) {
  a("kind", name.kind);
  a("name", name.name);
  a("node", name.node);
}

template <typename A>
void fields(A& a, Is<StoredSource> auto& stored) {
  auto& source = stored.source;
  a("id", source.id);
  a("user", source.user);
  a("team", source.team);
  a("source_id", source.source_id);
  a("form", source.form);
  a("provenance", source.provenance);
  a("participants", source.participants);
  a("started_at", source.started_at);
  a("ended_at", source.ended_at);
  a("sensitivity", source.sensitivity);
  a("status", source.status);
  a("received_at", source.received_at);
  a("title", source.title);
  a("processed", source.processed);
  a("summary", source.summary);
  a("keywords", source.keywords);
  a("tags", source.tags);
  a("source_type", source.source_type);
  a("raw", stored.raw);
}

template <typename A>
void fields(A& a, Is<SourceJob> auto& job) {
  a("id", job.id);
  a("user", job.user);
  a("team", job.team);
  a("source", job.source);
  a("step", job.step);
  a("attempts", job.attempts);
  a("run_at", job.run_at);
  a("dead", job.dead);
  a("error", job.error);
}

template <typename A>
void fields(A& a, Is<storage::UserRecord> auto& user) {
  a("user", user.user);
  a("next_sequence", user.next_sequence);
  a("next_slot", user.next_slot);
  a("memories", user.memories);
  a("current_memories", user.current_memories);
  a("edges", user.edges);
  a("by_kind", user.by_kind);
  a("by_operation", user.by_operation);
  a("rejected", user.rejected);
  a("reviews", user.reviews);
  a("backdated", user.backdated);
  a("deleted", user.deleted);
  a("pending_reviews", user.pending_reviews);
  a("first_sequence", user.first_sequence);
  a("log_digest", user.log_digest);
  a("base_digest", user.base_digest);
}

template <typename A>
void fields(A& a, Is<StoredCheckpoint> auto& checkpoint) {
  a("name", checkpoint.name);
  a("value", checkpoint.value);
}

}  // namespace memfold::exporting
