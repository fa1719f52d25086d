#include "call/show.h"

#include <array>

#include "call/show_record.h"
#include "core/printed.h"

namespace memfold::call {
namespace {

/// One entry a factor; null where one side lacks it.
void show_by_factor(Writer& out, const std::array<double, kFactorCount>& values,
                    const std::array<bool, kFactorCount>& present) {
  out.begin_object(kFactorCount);
  for (std::size_t i = 0; i < kFactorCount; ++i) {
    out.key(kFactorNames[i]);
    show(out, present[i] ? std::optional(values[i]) : std::nullopt);
  }
  out.end_object();
}

template <typename Counts>
void show_counts(Writer& out, const Counts& counts) {
  out.begin_object(counts.size());
  for (const auto& [what, count] : counts) {
    out.given_key(what);
    out.natural(count);
  }
  out.end_object();
}

void show_candidate(Writer& out, const Candidate& candidate) {
  out.begin_object(3 + fields::kFieldCount<Score>);
  Entry("memory_id", candidate.memory_id).write(out);
  Entry("content", candidate.content).write(out);
  show_parts(out, candidate.score);
  Entry("analysis", candidate.analysis).write(out);
  out.end_object();
}

void show_call(Writer& out, const CallMetrics& call) {
  show_object(out, {{"calls", call.calls},
                    {"errors", call.errors},
                    {"total_us", call.total_us},
                    {"p50_us", call.p50_us},
                    {"p95_us", call.p95_us},
                    {"p99_us", call.p99_us},
                    {"longest_us", call.longest_us}});
}

}  // namespace

void show_parts(Writer& out, const Score& score) {
  const auto cosine = [](Writer& to, const Score& of) {
    show(to, of.present[0] ? std::optional(of.cosine) : std::nullopt);
  };
  show_fields<Score>(
      out, score,
      {{20, "factors",
        [](Writer& to, const Score& of) { show_by_factor(to, of.factors, of.present); }},
       {30, "weights",
        [](Writer& to, const Score& of) { show_by_factor(to, of.weights, of.present); }},
       {50, "cosine", cosine}});
}

void show(Writer& out, Time time) {
  PrintedTime buffer;
  out.text(printed(time, buffer));
}

void show(Writer& out, const Id& id) {
  if (!id) return out.null();
  PrintedId buffer;
  out.text(printed(id, buffer));
}

void show(Writer& out, const Category& category) {
  if (category.is_own()) {
    out.text(category.name());
  } else {
    out.name(category.name());
  }
}

void show(Writer& out, const TextSpan& span) {
  if (span == TextSpan{}) return out.null();
  out.begin_list(2);
  show(out, span.begin);
  show(out, span.end);
  out.end_list();
}

void show(Writer& out, const std::vector<Metadatum>& metadata) {
  out.begin_object(metadata.size());
  for (const Metadatum& one : metadata) {
    out.given_key(one.key);
    out.text(one.value);
  }
  out.end_object();
}

void show(Writer& out, const std::map<std::string, std::uint64_t>& counts) {
  show_counts(out, counts);
}

void show(Writer& out, const std::vector<std::pair<std::string, std::uint64_t>>& counts) {
  show_counts(out, counts);
}

void show(Writer& out, const PropertyChange& change) {
  show_record(out, change);
}

void show(Writer& out, const Score& score) {
  out.begin_object(fields::kFieldCount<Score> + 1);
  show_parts(out, score);
  out.end_object();
}

void show(Writer& out, const Decision& decision) {
  show_record(out, decision);
}

void show(Writer& out, const Memory& memory) {
  show_record<Memory>(
      out, memory,
      {{55, "importance_tier", [](Writer& to, const Memory& of) { show(to, of.tier()); }}});
}

void show(Writer& out, const Edge& edge) {
  show_record(out, edge);
}

void show(Writer& out, const Hit& hit) {
  show_object(out, {{"score", hit.score},
                    {"why", hit.why},
                    {"reasons", Object{{{"content", hit.content},
                                        {"words", hit.words},
                                        {"keys", hit.keys},
                                        {"near", hit.near},
                                        {"matched_words", hit.matched_words},
                                        {"matched_keys", hit.matched_keys}}}},
                    {"memory", hit.memory}});
}

void show(Writer& out, const VersionStep& step) {
  show_object(out, {{"version", step.memory.version},
                    {"current", step.current},
                    {"operation", step.operation},
                    {"property_changes", step.changes},
                    {"reason", step.reason},
                    {"memory", step.memory}});
}

void show(Writer& out, const Analysis& analysis) {
  show_record(out, analysis);
}

void show(Writer& out, const Explanation& explanation) {
  const auto candidates = [&](Writer& to) {
    to.begin_list(explanation.candidates.size());
    for (const Candidate& candidate : explanation.candidates) show_candidate(to, candidate);
    to.end_list();
  };
  show_object(out, {{"decision", explanation.decision}, {"candidates", candidates}});
}

void show(Writer& out, const MemoryPage& page) {
  show_object(out, {{"memories", page.memories}, {"next_cursor", or_null(page.next_cursor)}});
}

void show(Writer& out, const Profile& profile) {
  show_object(out, {{"pinned", profile.pinned},
                    {"preferences", profile.preferences},
                    {"tasks", profile.tasks},
                    {"coming", profile.coming},
                    {"decisions", profile.decisions},
                    {"important", profile.important},
                    {"newest", profile.newest},
                    {"is_partial", profile.is_partial}});
}

void show(Writer& out, const Metrics& metrics) {
  const auto calls = [&](Writer& to) {
    to.begin_object(metrics.calls.size());
    for (const CallMetrics& one : metrics.calls) {
      to.given_key(one.call);
      show_call(to, one);
    }
    to.end_object();
  };
  show_object(out, {{"calls", calls},
                    {"facts", metrics.facts},
                    {"over_limit", metrics.over_limit},
                    {"lanes", metrics.lanes},
                    {"resident_bytes", metrics.resident_bytes},
                    {"mapped_bytes", metrics.mapped_bytes}});
}

void show(Writer& out, const LogEvent& event) {
  const auto fields = [&](Writer& to) {
    to.begin_object(event.fields.size());
    for (const auto& [key, value] : event.fields) {
      to.given_key(key);
      to.text(value);
    }
    to.end_object();
  };
  show_object(out, {{"level", name(event.level)},
                    {"event", event.event},
                    {"text", event.text},
                    {"fields", fields}});
}

void show(Writer& out, const LogPage& page) {
  show_object(out, {{"entries", page.entries}, {"next_cursor", or_null(page.next_cursor)}});
}

void show(Writer& out, const LogAnalytics& analytics) {
  const auto days = [&](Writer& to) {
    to.begin_object(analytics.by_day.size());
    for (const auto& [day, count] : analytics.by_day) {
      PrintedTime buffer;
      to.given_key(printed(day, buffer).substr(0, 10));
      to.natural(count);
    }
    to.end_object();
  };
  show_object(out, {{"entries", analytics.entries},
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
                    {"score", Object{{{"mean", analytics.score_mean},
                                      {"p50", analytics.score_p50},
                                      {"p95", analytics.score_p95}}}},
                    {"processing_time_us", Object{{{"p50", analytics.time_p50_us},
                                                   {"p95", analytics.time_p95_us},
                                                   {"p99", analytics.time_p99_us}}}}});
}

void show(Writer& out, const JobReport& report) {
  show_object(out, {{"job", report.job},
                    {"ran", report.ran},
                    {"last_run", report.last_run},
                    {"counts", report.counts}});
}

void show(Writer& out, const Stats& stats) {
  show_object(out, {{"users", stats.users},
                    {"memories", stats.memories},
                    {"current_memories", stats.current_memories},
                    {"edges", stats.edges},
                    {"decisions", stats.decisions},
                    {"by_decision", by_name(stats.by_kind, DecisionKind::Create)},
                    {"by_operation", by_name(stats.by_operation, Operation::Add)},
                    {"rejected", stats.rejected},
                    {"reviews", stats.reviews},
                    {"backdated", stats.backdated}});
}

void show(Writer& out, const VerifyReport& report) {
  show_object(out, {{"ok", report.problems.empty()},
                    {"nodes", report.nodes},
                    {"versions", report.versions},
                    {"vectors", report.vectors},
                    {"edges", report.edges},
                    {"log_entries", report.log_entries},
                    {"kept_analyses", report.kept_analyses},
                    {"graph_nodes", report.graph_nodes},
                    {"graph_edges", report.graph_edges},
                    {"sources", report.sources},
                    {"records", report.records},
                    {"lost", report.lost},
                    {"unread", report.unread},
                    {"problems", report.problems}});
}

void show(Writer& out, const DecisionStates& states) {
  show_object(out, {{"decision", states.decision},
                    {"kept", states.kept},
                    {"fact", states.fact},
                    {"before", states.before},
                    {"after", states.after}});
}

void show(Writer& out, const StoredEmbedder& stored) {
  show_object(out, {{"name", stored.name}, {"dimension", stored.dimension}, {"next", stored.next}});
}

void show(Writer& out, const ExportReport& report) {
  show_object(out, {{"users", report.users},
                    {"counts", report.counts},
                    {"bytes", report.bytes},
                    {"edges_without_end", report.edges_without_end},
                    {"hidden", report.hidden}});
}

void show(Writer& out, const ImportReport& report) {
  show_object(out, {{"users", report.users}, {"counts", report.counts}, {"bytes", report.bytes}});
}

}  // namespace memfold::call
