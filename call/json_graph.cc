#include "call/json.h"

#include "call/json_record.h"

namespace memfold::call {
namespace {

Json reasons(const StoryHit& hit) {
  return {{"content", hit.content},
          {"words", hit.words},
          {"keys", hit.keys},
          {"matched_words", hit.matched_words},
          {"matched_keys", hit.matched_keys}};
}

}  // namespace

Json to_json(const Node& node) {
  return record_json<Node>(node, {{150, "distinct_source_days",
                                   [](const Node& n) { return Json(n.mention_days.size()); }}});
}

Json part_json(const Node& node) {
  return {{"id", to_json(node.id)},
          {"kind", name(node.kind)},
          {"name", node.name},
          {"title", node.title},
          {"type", node.type},
          {"description", node.description},
          {"first_at", to_json(node.first_at)},
          {"last_at", to_json(node.last_at)},
          {"source_count", node.source_count},
          {"state", name(node.state)}};
}

Json to_json(const Source& source) {
  Json json = record_json<Source>(
      source, {{160, "source_type", [](const Source& s) {
                  return Json(name(s.source_type.value_or(SourceType::Bootstrapped)));
                }}});
  if (!source.raw.empty()) json["raw"] = source.raw;
  return json;
}

Json to_json(const SourceJob& job) {
  return record_json(job);
}

Json to_json(const GraphStep& step) {
  Json json = to_json(step.edge);
  json["depth"] = step.depth;
  return json;
}

Json to_json(const WorkReport& report) {
  return {{"processed", report.processed}, {"extracted", report.extracted},
          {"retried", report.retried},     {"dead", report.dead},
          {"waiting", report.waiting},     {"decisions", to_json(report.decisions)}};
}

Json to_json(const SourceHit& hit) {
  return {{"score", hit.score},
          {"why", hit.why},
          {"source", to_json(hit.node)},
          {"statements", to_json(hit.statements)}};
}

Json to_json(const StoryHit& hit) {
  Json below = Json::array();
  for (const Node& node : hit.below) below.push_back(part_json(node));
  return {{"score", hit.score},      {"why", hit.why},
          {"reasons", reasons(hit)}, {std::string(name(hit.node.kind)), to_json(hit.node)},
          {"part_count", hit.parts}, {"parts", below}};
}

}  // namespace memfold::call
