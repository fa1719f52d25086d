// The JSON of what people do to a store beside folding: forgetting, reviews, replay.
#include "call/json.h"
#include "call/json_record.h"

namespace memfold::call {
namespace {

Json change_json(const ReplayChange& change) {
  const auto text = [](const std::optional<std::string>& value) {
    return value ? Json(*value) : Json(nullptr);
  };
  return {{"sequence", change.sequence},
          {"content", change.content},
          {"decision_before", name(change.kind_before)},
          {"decision_after", name(change.kind_after)},
          {"operation_before", name(change.operation_before)},
          {"operation_after", name(change.operation_after)},
          {"target_before", text(change.target_before)},
          {"target_after", text(change.target_after)},
          {"score_before", change.score_before},
          {"score_after", change.score_after},
          {"reason_before", change.reason_before},
          {"reason_after", change.reason_after}};
}

}  // namespace

Json to_json(const Forgotten& chain) {
  return {{"chain_id", to_json(chain.chain_id)},
          {"versions", chain.versions},
          {"content", chain.content}};
}

Json to_json(const ForgetReport& report) {
  return {{"chains", to_json(report.chains)},
          {"decisions", to_json(report.decisions)},
          {"erased_before", to_json(report.erased_before)},
          {"memories", report.memories},
          {"edges", report.edges},
          {"log_entries", report.log_entries},
          {"reviews", report.reviews},
          {"sources_cleared", report.sources_cleared},
          {"sources_erased", report.sources_erased},
          {"nodes", report.nodes},
          {"searched", report.searched},
          {"bytes_searched", report.bytes_searched},
          {"traces", report.traces}};
}

Json to_json(const Review& review) {
  return record_json(review);
}

Json to_json(const ReplayReport& report) {
  Json changes = Json::array();
  for (const ReplayChange& change : report.changes) changes.push_back(change_json(change));
  return {{"replayed", report.replayed},
          {"skipped", report.skipped},
          {"by_decision_before", by_name(report.by_kind_before, DecisionKind::Create)},
          {"by_decision_after", by_name(report.by_kind_after, DecisionKind::Create)},
          {"changes", changes}};
}

Json to_json(const StaleMemory& stale) {
  return {{"memory", to_json(stale.memory)},
          {"rests_on", to_json(stale.rests_on)},
          {"type", name(stale.type)},
          {"reason", stale.reason}};
}

Json to_json(const RepairReport& report) {
  return {{"problems", report.problems},
          {"remaining", report.remaining},
          {"lost", report.lost},
          {"restored", report.restored},
          {"rebuilt", report.rebuilt}};
}

}  // namespace memfold::call
