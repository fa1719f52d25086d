// What is shown of what people do to a store beside folding: forgetting, reviews, replay.
#include "call/show_record.h"

namespace memfold::call {

void show(Writer& out, const ReplayChange& change) {
  show_object(out, {{"sequence", change.sequence},
                    {"content", change.content},
                    {"decision_before", change.kind_before},
                    {"decision_after", change.kind_after},
                    {"operation_before", change.operation_before},
                    {"operation_after", change.operation_after},
                    {"target_before", change.target_before},
                    {"target_after", change.target_after},
                    {"score_before", change.score_before},
                    {"score_after", change.score_after},
                    {"reason_before", change.reason_before},
                    {"reason_after", change.reason_after}});
}

void show(Writer& out, const Forgotten& chain) {
  show_object(
      out,
      {{"chain_id", chain.chain_id}, {"versions", chain.versions}, {"content", chain.content}});
}

void show(Writer& out, const ForgetReport& report) {
  show_object(out, {{"chains", report.chains},
                    {"decisions", report.decisions},
                    {"erased_before", report.erased_before},
                    {"memories", report.memories},
                    {"edges", report.edges},
                    {"log_entries", report.log_entries},
                    {"reviews", report.reviews},
                    {"sources_cleared", report.sources_cleared},
                    {"sources_erased", report.sources_erased},
                    {"nodes", report.nodes},
                    {"searched", report.searched},
                    {"bytes_searched", report.bytes_searched},
                    {"traces", report.traces}});
}

void show(Writer& out, const Review& review) {
  show_record(out, review);
}

void show(Writer& out, const ReplayReport& report) {
  show_object(out, {{"replayed", report.replayed},
                    {"skipped", report.skipped},
                    {"by_decision_before", by_name(report.by_kind_before, DecisionKind::Create)},
                    {"by_decision_after", by_name(report.by_kind_after, DecisionKind::Create)},
                    {"changes", report.changes}});
}

void show(Writer& out, const StaleMemory& stale) {
  show_object(out, {{"memory", stale.memory},
                    {"rests_on", stale.rests_on},
                    {"type", stale.type},
                    {"reason", stale.reason}});
}

void show(Writer& out, const RepairReport& report) {
  show_object(out, {{"problems", report.problems},
                    {"remaining", report.remaining},
                    {"lost", report.lost},
                    {"restored", report.restored},
                    {"rebuilt", report.rebuilt}});
}

}  // namespace memfold::call
