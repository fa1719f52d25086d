// The store as a whole: counts, checks, upkeep, taking out and in.
#include <array>
#include <fstream>

#include "call/json.h"
#include "call/method.h"

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
  return {{"digest", engine.digest()}};
}

Json verify(Engine& engine, NoRequest) {
  return to_json(engine.verify());
}

Json repair(Engine& engine, NoRequest) {
  return to_json(engine.repair());
}

Json maintain(Engine& engine, MaintainOptions options) {
  return {{"jobs", to_json(engine.maintain(options))}};
}

template <typename Stream>
Stream open_file(const std::string& path, const char* problem) {
  require_given(!path.empty(), "path");
  Stream file(path, std::ios::binary);
  if (!file) throw Error(ErrorCode::Io, std::string(problem) + " " + path);
  return file;
}

template <auto kExport>
ExportReport export_file(const Engine& engine, const ExportRequest& request) {
  auto file = open_file<std::ofstream>(request.path, "cannot write");
  ExportReport report = (engine.*kExport)(file, {.user = request.user});
  file.close();
  if (!file) throw Error(ErrorCode::Io, "cannot write " + request.path);
  return report;
}

ExportReport export_folder(const Engine& engine, const ExportRequest& request) {
  require_given(!request.path.empty(), "path");
  return engine.export_neo4j(request.path, {.user = request.user});
}

Json export_store(Engine& engine, ExportRequest request) {
  using Write = ExportReport (*)(const Engine&, const ExportRequest&);
  constexpr std::array<std::pair<std::string_view, Write>, 3> kFormats = {
      {{"jsonl", export_file<&Engine::export_jsonl>},
       {"graphml", export_file<&Engine::export_graphml>},
       {"neo4j", export_folder}}};
  for (const auto& [format, write] : kFormats) {
    if (format != request.format) continue;
    const ExportReport report = write(engine, request);
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
  auto file = open_file<std::ifstream>(request.path, "cannot read");
  const ImportReport report = engine.import_jsonl(file, {.user = request.user});
  return {{"users", report.users}, {"counts", report.counts}, {"bytes", report.bytes}};
}

constexpr Method kStoreMethods[] = {
    method<stats>("stats", "counts of one user, or of all"),
    method<users>("users", "whose memories there are"),
    method<embedder>("embedder", "whose vectors the store serves"),
    method<checkpoint>("checkpoint", "the value stored with a fold under that name"),
    method<digest>("digest", "SHA-256 over the logical content"),
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
