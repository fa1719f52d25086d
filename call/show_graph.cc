#include "call/show_record.h"

namespace memfold::call {
namespace {

/// What is shown of a node as part of another: what it is, when, and its text.
void show_part(Writer& out, const Node& node) {
  show_object(out, {{"id", node.id},
                    {"kind", node.kind},
                    {"name", node.name},
                    {"title", node.title},
                    {"type", node.type},
                    {"description", node.description},
                    {"first_at", node.first_at},
                    {"last_at", node.last_at},
                    {"source_count", node.source_count},
                    {"state", node.state}});
}

void show_parts(Writer& out, const std::vector<Node>& nodes) {
  out.begin_list(nodes.size());
  for (const Node& node : nodes) show_part(out, node);
  out.end_list();
}

}  // namespace

void show(Writer& out, const Node& node) {
  show_record<Node>(out, node, {{150, "distinct_source_days", [](Writer& to, const Node& of) {
                                   show(to, of.mention_days.size());
                                 }}});
}

void show(Writer& out, const Source& source) {
  out.begin_object(fields::kFieldCount<Source> + 2);
  show_fields<Source>(out, source, {{160, "source_type", [](Writer& to, const Source& of) {
                                       show(to, of.source_type.value_or(SourceType::Bootstrapped));
                                     }}});
  if (!source.raw.empty()) Entry("raw", source.raw).write(out);
  out.end_object();
}

void show(Writer& out, const SourceReceipt& receipt) {
  show_object(out, {{"id", receipt.id}, {"known", receipt.known}});
}

void show(Writer& out, const SourceJob& job) {
  show_record(out, job);
}

void show(Writer& out, const GraphStep& step) {
  out.begin_object(fields::kFieldCount<Edge> + 1);
  show_fields(out, step.edge);
  Entry("depth", step.depth).write(out);
  out.end_object();
}

void show(Writer& out, const WorkReport& report) {
  show_object(out, {{"processed", report.processed},
                    {"extracted", report.extracted},
                    {"retried", report.retried},
                    {"dead", report.dead},
                    {"waiting", report.waiting},
                    {"decisions", report.decisions}});
}

void show(Writer& out, const SourceHit& hit) {
  show_object(out, {{"score", hit.score},
                    {"why", hit.why},
                    {"source", hit.node},
                    {"statements", hit.statements}});
}

void show(Writer& out, const StoryHit& hit) {
  show_object(out, {{"score", hit.score},
                    {"why", hit.why},
                    {"reasons", Object{{{"content", hit.content},
                                        {"words", hit.words},
                                        {"keys", hit.keys},
                                        {"matched_words", hit.matched_words},
                                        {"matched_keys", hit.matched_keys}}}},
                    {name(hit.node.kind), hit.node},
                    {"part_count", hit.parts},
                    {"parts", [&](Writer& to) { show_parts(to, hit.below); }}});
}

void show(Writer& out, const GraphCounts& counts) {
  show_object(out, {{"nodes", by_name(counts.nodes, NodeKind{})}, {"sources", counts.sources}});
}

}  // namespace memfold::call
