#include "tools/json.h"

#include "tools/text_width.h"

namespace memfold::tools {
namespace {

template <typename E>
Json name_of(const std::optional<E>& value) {
  return value ? Json(name(*value)) : Json(nullptr);
}

/// One entry a factor; null where one side lacks it.
Json by_factor(const std::array<double, kFactorCount>& values,
               const std::array<bool, kFactorCount>& present) {
  Json json = Json::object();
  for (std::size_t i = 0; i < kFactorCount; ++i) {
    json[std::string(kFactorNames[i])] = present[i] ? Json(values[i]) : Json(nullptr);
  }
  return json;
}

Json span_of(const TextSpan& span) {
  if (span.begin == 0 && span.end == 0) return nullptr;
  return Json::array({span.begin, span.end});
}

Json rival_json(const Rival& rival) {
  return {{"memory_id", to_json(rival.memory_id)}, {"score", rival.score}, {"why", rival.why}};
}

Json candidate_json(const Candidate& candidate) {
  Json json{{"memory_id", to_json(candidate.memory_id)}, {"content", candidate.content}};
  json.update(to_json(candidate.score));
  json["analysis"] = to_json(candidate.analysis);
  return json;
}

Json importance_json(const ImportanceFactor& factor) {
  return {{"factor", factor.factor}, {"weight", factor.weight}, {"evidence", factor.evidence}};
}

void add_times(Json& json, const Memory& memory) {
  json["stated_at"] = to_json(memory.stated_at);
  json["occurred_at"] = to_json(memory.occurred_at);
  json["valid_from"] = to_json(memory.valid_from);
  json["valid_until"] = to_json(memory.valid_until);
  json["created_at"] = to_json(memory.created_at);
  json["updated_at"] = to_json(memory.updated_at);
  json["superseded_at"] = to_json(memory.superseded_at);
  json["superseded_by"] = to_json(memory.superseded_by);
}

void add_lifecycle(Json& json, const Memory& memory) {
  json["salience"] = memory.salience;
  json["state"] = name(memory.state);
  json["access_count"] = memory.access_count;
  json["recall_frequency"] = memory.recall_frequency;
  json["last_recall_interval"] =
      memory.last_recall_interval ? Json(*memory.last_recall_interval) : Json(nullptr);
  json["decay_gradient"] = memory.decay_gradient;
  json["last_accessed_at"] = to_json(memory.last_accessed_at);
  json["ttl_policy"] = name(memory.ttl_policy);
  json["archive_at"] = to_json(memory.archive_at);
  json["deleted_at"] = to_json(memory.deleted_at);
  json["delete_trigger"] = memory.delete_trigger;
}

}  // namespace

Json to_json(Time time) {
  return to_string(time);
}

Json to_json(const Id& id) {
  return id ? Json(to_string(id)) : Json(nullptr);
}

Json to_json(const PropertyChange& change) {
  return {{"property", change.property},          {"old_value", change.old_value},
          {"new_value", change.new_value},        {"change", name(change.change)},
          {"old_span", span_of(change.old_span)}, {"new_span", span_of(change.new_span)}};
}

Json to_json(const Score& score) {
  return {{"score", score.total},
          {"factors", by_factor(score.factors, score.present)},
          {"weights", by_factor(score.weights, score.present)},
          {"weight_set", name(score.weight_set)},
          {"cosine", score.present[0] ? Json(score.cosine) : Json(nullptr)}};
}

Json to_json(const Decision& decision) {
  Json json{{"decision", name(decision.kind)},
            {"operation", name(decision.operation)},
            {"status", name(decision.status)},
            {"user", decision.user},
            {"memory_id", to_json(decision.memory_id)},
            {"target_memory_id", to_json(decision.target_id)},
            {"related_memory_ids", to_json(decision.related_ids)},
            {"relationship_type", name_of(decision.relationship_type)},
            {"band", name(decision.band)}};
  json.update(to_json(decision.score));
  json["verdict"] = name_of(decision.verdict);
  json["confidence"] = decision.confidence;
  json["analyst"] = decision.analyst.empty() ? Json(nullptr) : Json(decision.analyst);
  json["property_changes"] = to_json(decision.property_changes);
  json["reason"] = decision.reason;
  json["rivals"] = Json::array();
  for (const Rival& rival : decision.rivals) json["rivals"].push_back(rival_json(rival));
  json["backdated"] = decision.backdated;
  json["review"] = decision.review;
  json["already_folded"] = decision.already_folded;
  json["idempotency_key"] = decision.idempotency_key;
  json["source_id"] = decision.source_id;
  json["decision_id"] = to_json(decision.id);
  json["sequence"] = decision.sequence;
  json["at"] = to_json(decision.at);
  json["trigger"] = name(decision.trigger);
  json["answers"] = decision.answers ? Json(*decision.answers) : Json(nullptr);
  json["redacted"] = decision.redacted;
  json["lost"] = decision.lost;
  json["analyses"] = decision.analyses;
  json["kept_analyses"] = decision.kept_analyses;
  json["tokens"] = decision.tokens;
  json["processing_time_us"] = decision.processing_time_us;
  return json;
}

Json to_json(const Memory& memory) {
  Json json{{"id", to_json(memory.id)},        {"user", memory.user},
            {"content", memory.content},       {"category", name(memory.category)},
            {"importance", memory.importance}, {"importance_tier", name(memory.tier())}};
  json["importance_factors"] = Json::array();
  for (const ImportanceFactor& one : memory.importance_factors) {
    json["importance_factors"].push_back(importance_json(one));
  }
  json["confidence"] = memory.confidence;
  json["source_type"] = name(memory.source_type);
  json["source_id"] = memory.source_id;
  json["sources"] = memory.sources;
  json["thread_id"] = memory.thread_id;
  json["people"] = memory.people;
  json["subject"] = memory.subject;
  json["entities"] = memory.entities;
  json["keywords"] = memory.keywords;
  json["tags"] = memory.tags;
  add_times(json, memory);
  json["version"] = memory.version;
  json["previous_version_id"] = to_json(memory.previous_version_id);
  json["chain_id"] = to_json(memory.chain_id);
  json["merge_source_ids"] = to_json(memory.merge_source_ids);
  json["embedding_model"] = memory.embedding_model;
  add_lifecycle(json, memory);
  return json;
}

Json to_json(const Edge& edge) {
  return {{"from", to_json(edge.from)},
          {"to", to_json(edge.to)},
          {"type", name(edge.type)},
          {"strength", edge.strength},
          {"created_at", to_json(edge.created_at)},
          {"provenance", edge.provenance}};
}

Json to_json(const Hit& hit) {
  return {{"score", hit.score},
          {"why", hit.why},
          {"reasons",
           {{"content", hit.content},
            {"words", hit.words},
            {"keys", hit.keys},
            {"matched_words", hit.matched_words},
            {"matched_keys", hit.matched_keys}}},
          {"memory", to_json(hit.memory)}};
}

Json to_json(const VersionStep& step) {
  return {{"version", step.memory.version},
          {"current", step.current},
          {"operation", name_of(step.operation)},
          {"property_changes", to_json(step.changes)},
          {"reason", step.reason},
          {"memory", to_json(step.memory)}};
}

Json to_json(const Analysis& analysis) {
  return {{"verdict", name(analysis.verdict)},
          {"confidence", analysis.confidence},
          {"same_subject", analysis.same_subject},
          {"subject_a", analysis.subject_a},
          {"subject_b", analysis.subject_b},
          {"relationship", name(analysis.relationship)},
          {"relationship_type", name_of(analysis.relationship_type)},
          {"property_changes", to_json(analysis.property_changes)},
          {"reasoning", analysis.reasoning},
          {"key_factors", analysis.key_factors},
          {"answered", analysis.answered},
          {"analyst", analysis.analyst}};
}

Json to_json(const Explanation& explanation) {
  Json json{{"decision", to_json(explanation.decision)}, {"candidates", Json::array()}};
  for (const Candidate& candidate : explanation.candidates) {
    json["candidates"].push_back(candidate_json(candidate));
  }
  return json;
}

Json to_json(const LogPage& page) {
  return {{"entries", to_json(page.entries)},
          {"next_cursor", page.next_cursor.empty() ? Json(nullptr) : Json(page.next_cursor)}};
}

Json to_json(const LogAnalytics& analytics) {
  Json days = Json::object();
  for (const auto& [day, count] : analytics.by_day) days[to_string(day).substr(0, 10)] = count;
  return {{"entries", analytics.entries},
          {"by_decision", by_name(analytics.by_kind, DecisionKind::Create)},
          {"by_operation", by_name(analytics.by_operation, Operation::Add)},
          {"by_status", by_name(analytics.by_status, Status::Success)},
          {"by_verdict", by_name(analytics.by_verdict, Verdict::Unrelated)},
          {"by_day", days},
          {"reviews", analytics.reviews},
          {"backdated", analytics.backdated},
          {"analyses", analytics.analyses},
          {"kept_analyses", analytics.kept_analyses},
          {"tokens", analytics.tokens},
          {"score",
           {{"mean", analytics.score_mean},
            {"p50", analytics.score_p50},
            {"p95", analytics.score_p95}}},
          {"processing_time_us",
           {{"p50", analytics.time_p50_us},
            {"p95", analytics.time_p95_us},
            {"p99", analytics.time_p99_us}}}};
}

Json to_json(const JobReport& report) {
  Json counts = Json::object();
  for (const auto& [what, count] : report.counts) counts[what] = count;
  return {{"job", report.job},
          {"ran", report.ran},
          {"last_run", to_json(report.last_run)},
          {"counts", counts}};
}

Json to_json(const Stats& stats) {
  return {{"users", stats.users},
          {"memories", stats.memories},
          {"current_memories", stats.current_memories},
          {"edges", stats.edges},
          {"decisions", stats.decisions},
          {"by_decision", by_name(stats.by_kind, DecisionKind::Create)},
          {"by_operation", by_name(stats.by_operation, Operation::Add)},
          {"rejected", stats.rejected},
          {"reviews", stats.reviews},
          {"backdated", stats.backdated}};
}

Json to_json(const VerifyReport& report) {
  Json records = Json::object();
  for (const auto& [family, count] : report.records) records[family] = count;
  return {{"ok", report.problems.empty()},
          {"nodes", report.nodes},
          {"versions", report.versions},
          {"vectors", report.vectors},
          {"edges", report.edges},
          {"log_entries", report.log_entries},
          {"kept_analyses", report.kept_analyses},
          {"graph_nodes", report.graph_nodes},
          {"graph_edges", report.graph_edges},
          {"sources", report.sources},
          {"records", records},
          {"lost", report.lost},
          {"unread", report.unread},
          {"problems", report.problems}};
}

Json rejected_line(std::uint64_t line, const std::string& error) {
  return {{"status", name(Status::Error)}, {"error", error}, {"line", line}};
}

std::string json_text(const Json& json, int indent) {
  return escape_obeyed(json.dump(indent, ' ', false, Json::error_handler_t::replace));
}

void print_line(std::ostream& out, const Json& json) {
  out << json_text(json, -1) << '\n';
}

void print_document(std::ostream& out, const Json& json) {
  out << json_text(json, 2) << '\n';
}

}  // namespace memfold::tools
