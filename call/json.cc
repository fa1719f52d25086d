#include "call/json.h"

#include "call/json_record.h"

namespace memfold::call {
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

Json candidate_json(const Candidate& candidate) {
  Json json{{"memory_id", to_json(candidate.memory_id)}, {"content", candidate.content}};
  json.update(to_json(candidate.score));
  json["analysis"] = to_json(candidate.analysis);
  return json;
}

}  // namespace

Json to_json(Time time) {
  return to_string(time);
}

Json to_json(const Id& id) {
  return id ? Json(to_string(id)) : Json(nullptr);
}

Json to_json(const PropertyChange& change) {
  return record_json(change);
}

Json to_json(const Score& score) {
  return record_json<Score>(
      score,
      {{20, "factors", [](const Score& s) { return by_factor(s.factors, s.present); }},
       {30, "weights", [](const Score& s) { return by_factor(s.weights, s.present); }},
       {50, "cosine", [](const Score& s) { return s.present[0] ? Json(s.cosine) : Json(); }}});
}

Json to_json(const Decision& decision) {
  return record_json(decision);
}

Json to_json(const Memory& memory) {
  return record_json<Memory>(
      memory, {{55, "importance_tier", [](const Memory& m) { return Json(name(m.tier())); }}});
}

Json to_json(const Edge& edge) {
  return record_json(edge);
}

/// Ten of them answer a recall. Appended, as a nested list of initialisers copies what it holds.
Json to_json(const Hit& hit) {
  Json json = Json::object(), reasons = Json::object();
  auto& keys = json.get_ref<Json::object_t&>();
  keys.reserve(4);
  auto& parts = reasons.get_ref<Json::object_t&>();
  parts.reserve(6);
  parts.emplace_back("content", hit.content);
  parts.emplace_back("words", hit.words);
  parts.emplace_back("keys", hit.keys);
  parts.emplace_back("near", hit.near);
  parts.emplace_back("matched_words", hit.matched_words);
  parts.emplace_back("matched_keys", hit.matched_keys);
  keys.emplace_back("score", hit.score);
  keys.emplace_back("why", hit.why);
  keys.emplace_back("reasons", std::move(reasons));
  keys.emplace_back("memory", to_json(hit.memory));
  return json;
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
  return record_json(analysis);
}

Json to_json(const Explanation& explanation) {
  Json json{{"decision", to_json(explanation.decision)}, {"candidates", Json::array()}};
  for (const Candidate& candidate : explanation.candidates) {
    json["candidates"].push_back(candidate_json(candidate));
  }
  return json;
}

Json to_json(const MemoryPage& page) {
  return {{"memories", to_json(page.memories)},
          {"next_cursor", page.next_cursor.empty() ? Json(nullptr) : Json(page.next_cursor)}};
}

Json to_json(const Profile& profile) {
  return {{"pinned", to_json(profile.pinned)},       {"preferences", to_json(profile.preferences)},
          {"tasks", to_json(profile.tasks)},         {"coming", to_json(profile.coming)},
          {"decisions", to_json(profile.decisions)}, {"important", to_json(profile.important)},
          {"newest", to_json(profile.newest)},       {"is_partial", profile.is_partial}};
}

Json to_json(const LogEvent& event) {
  Json fields = Json::object();
  for (const auto& [key, value] : event.fields) fields[key] = value;
  return {{"level", name(event.level)},
          {"event", event.event},
          {"text", event.text},
          {"fields", fields}};
}

Json to_json(const Metrics& metrics) {
  Json calls = Json::object();
  for (const CallMetrics& one : metrics.calls) {
    calls[one.call] = {{"calls", one.calls},          {"errors", one.errors},
                       {"total_us", one.total_us},    {"p50_us", one.p50_us},
                       {"p95_us", one.p95_us},        {"p99_us", one.p99_us},
                       {"longest_us", one.longest_us}};
  }
  return {{"calls", calls},
          {"facts", metrics.facts},
          {"over_limit", metrics.over_limit},
          {"lanes", metrics.lanes},
          {"resident_bytes", metrics.resident_bytes},
          {"mapped_bytes", metrics.mapped_bytes}};
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

}  // namespace memfold::call
