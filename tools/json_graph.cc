#include "tools/json_graph.h"

namespace memfold::tools {
namespace {

Json to_json(const Note& note) {
  return {{"text", note.text},
          {"memory_id", tools::to_json(note.memory)},
          {"added_by", note.added_by},
          {"source_ids", tools::to_json(note.sources)},
          {"date_added", tools::to_json(note.date_added)},
          {"lifetime", name(note.lifetime)},
          {"expires_at", tools::to_json(note.expires_at)}};
}

}  // namespace

Json to_json(const Node& node) {
  Json notes = Json::array();
  for (const Note& note : node.notes) notes.push_back(to_json(note));
  return {{"id", to_json(node.id)},
          {"kind", name(node.kind)},
          {"name", node.name},
          {"title", node.title},
          {"type", node.type},
          {"aliases", node.aliases},
          {"description", node.description},
          {"keywords", node.keywords},
          {"tags", node.tags},
          {"notes", notes},
          {"is_owner", node.is_owner},
          {"dirty", node.dirty},
          {"source_count", node.source_count},
          {"storyline_count", node.storyline_count},
          {"distinct_source_days", node.mention_days.size()},
          {"first_at", to_json(node.first_at)},
          {"last_at", to_json(node.last_at)},
          {"confidence", node.confidence},
          {"salience", node.salience},
          {"state", name(node.state)},
          {"access_count", node.access_count},
          {"recall_frequency", node.recall_frequency},
          {"last_accessed_at", to_json(node.last_accessed_at)},
          {"ttl_policy", name(node.ttl_policy)},
          {"from", to_json(node.from)},
          {"to", to_json(node.to)},
          {"attitude", name(node.attitude)},
          {"proximity", node.proximity},
          {"storyline", to_json(node.storyline)},
          {"macro", to_json(node.macro)},
          {"created_at", to_json(node.created_at)},
          {"updated_at", to_json(node.updated_at)}};
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
  Json json = {{"id", to_json(source.id)},
               {"source_id", source.source_id},
               {"form", name(source.form)},
               {"status", name(source.status)},
               {"team", source.team},
               {"title", source.title},
               {"summary", source.summary},
               {"keywords", source.keywords},
               {"tags", source.tags},
               {"participants", source.participants},
               {"started_at", to_json(source.started_at)},
               {"ended_at", to_json(source.ended_at)},
               {"received_at", to_json(source.received_at)},
               {"provenance", source.provenance},
               {"sensitivity", name(source.sensitivity)},
               {"source_type", name(source.source_type.value_or(SourceType::Bootstrapped))},
               {"processed", source.processed}};
  if (!source.raw.empty()) json["raw"] = source.raw;
  return json;
}

Json to_json(const SourceJob& job) {
  return {{"id", to_json(job.id)},
          {"step", name(job.step)},
          {"source", to_json(job.source)},
          {"user", job.user},
          {"team", job.team},
          {"attempts", job.attempts},
          {"run_at", to_json(job.run_at)},
          {"dead", job.dead},
          {"error", job.error}};
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

}  // namespace memfold::tools
