// The store as a whole: counts, checks, upkeep, taking out and in.
#include <array>
#include <fstream>

#include "call/json.h"
#include "call/method.h"
#include "core/new_file.h"

namespace memfold::call {
namespace {

Json stats(Engine& engine, UserRequest request) {
  return to_json(engine.stats(request.user));
}

Json users(Engine& engine, NoRequest) {
  return {{"users", engine.users()}};
}

Json embedder(Engine& engine, NoRequest) {
  const StoredEmbedder stored = engine.embedder();
  return {{"name", stored.name}, {"dimension", stored.dimension}, {"next", stored.next}};
}

Json checkpoint(Engine& engine, CheckpointRequest request) {
  return {{"value", engine.checkpoint(request.name)}};
}

Json digest(Engine& engine, NoRequest) {
  return {{"digest", engine.admin().digest()}};
}

Json metrics(Engine& engine, NoRequest) {
  return to_json(engine.metrics());
}

Json verify(const Call& call, VerifyRequest request) {
  return to_json(call.engine.admin().verify(stop_of(call, request.timeout_ms)));
}

Json repair(Engine& engine, NoRequest) {
  return to_json(engine.admin().repair());
}

Json maintain(const Call& call, MaintainRequest request) {
  const MaintainOptions options{request.jobs, stop_of(call, request.timeout_ms)};
  return {{"jobs", to_json(call.engine.maintain(options))}};
}

template <auto kExport>
ExportReport export_file(const Engine& engine, const ExportRequest& request,
                         const ExportOptions& options) {
  require_given(!request.path.empty(), "path");
  NewFile file(request.path);
  ExportReport report = (engine.admin().*kExport)(file.stream(), options);
  file.keep();
  return report;
}

ExportReport export_folder(const Engine& engine, const ExportRequest& request,
                           const ExportOptions& options) {
  require_given(!request.path.empty(), "path");
  return engine.admin().export_neo4j(request.path, options);
}

Json export_store(const Call& call, ExportRequest request) {
  using Write = ExportReport (*)(const Engine&, const ExportRequest&, const ExportOptions&);
  constexpr std::array<std::pair<std::string_view, Write>, 3> kFormats = {
      {{"jsonl", export_file<&Admin::export_jsonl>},
       {"graphml", export_file<&Admin::export_graphml>},
       {"neo4j", export_folder}}};
  for (const auto& [format, write] : kFormats) {
    if (format != request.format) continue;
    const ExportOptions options{request.user, stop_of(call, request.timeout_ms)};
    const ExportReport report = write(call.engine, request, options);
    return {{"users", report.users},
            {"counts", report.counts},
            {"bytes", report.bytes},
            {"edges_without_end", report.edges_without_end},
            {"hidden", report.hidden}};
  }
  const Place place;
  refuse(place.in("format"), "must be one of jsonl, graphml, neo4j");
}

Json import_store(Engine& engine, ImportRequest request) {
  require_given(!request.path.empty(), "path");
  std::ifstream file(request.path, std::ios::binary);
  if (!file) throw Error(ErrorCode::Io, "cannot read " + request.path);
  const ImportReport report = engine.admin().import_jsonl(file, {.user = request.user});
  return {{"users", report.users}, {"counts", report.counts}, {"bytes", report.bytes}};
}

constexpr Method kStoreMethods[] = {
    method<stats>("stats", "counts of one user, or of all"),
    method<users>("users", "whose memories there are"),
    method<embedder>("embedder", "whose vectors the store serves"),
    method<checkpoint>("checkpoint", "the value stored with a fold under that name"),
    method<digest>("digest", "SHA-256 over the logical content"),
    method<metrics>("metrics", "how often calls were made and how long they took"),
    method<verify>("verify", "read everything and report what does not agree"),
    method<repair>("repair", "mend what can be derived from the rest", Effect::Writes),
    method<maintain>("maintain", "run the jobs that time brings", Effect::Writes),
    method<export_store>("export", "write a user or the store as jsonl, graphml or neo4j"),
    method<import_store>("import", "put the users of a jsonl export into this store",
                         Effect::Writes),
};

}  // namespace

std::span<const Method> store_methods() {
  return kStoreMethods;
}

}  // namespace memfold::call
