// The store as a whole: counts, checks, upkeep, taking out and in.
#include <array>
#include <fstream>

#include "call/method.h"
#include "core/new_file.h"

namespace memfold::call {
namespace {

Shown stats(Engine& engine, UserRequest request) {
  return shown(engine.stats(request.user));
}

Shown users(Engine& engine, NoRequest) {
  return shown("users", engine.users());
}

Shown embedder(Engine& engine, NoRequest) {
  return shown(engine.embedder());
}

Shown checkpoint(Engine& engine, CheckpointRequest request) {
  return shown("value", engine.checkpoint(request.name));
}

Shown digest(Engine& engine, NoRequest) {
  return shown("digest", engine.admin().digest());
}

Shown metrics(Engine& engine, NoRequest) {
  return shown(engine.metrics());
}

Shown verify(const Call& call, VerifyRequest request) {
  return shown(call.engine.admin().verify(stop_of(call, request.timeout_ms)));
}

Shown repair(Engine& engine, NoRequest) {
  return shown(engine.admin().repair());
}

Shown maintain(const Call& call, MaintainRequest request) {
  const MaintainOptions options{request.jobs, stop_of(call, request.timeout_ms)};
  return shown("jobs", call.engine.maintain(options));
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

Shown export_store(const Call& call, ExportRequest request) {
  using Write = ExportReport (*)(const Engine&, const ExportRequest&, const ExportOptions&);
  constexpr std::array<std::pair<std::string_view, Write>, 3> kFormats = {
      {{"jsonl", export_file<&Admin::export_jsonl>},
       {"graphml", export_file<&Admin::export_graphml>},
       {"neo4j", export_folder}}};
  for (const auto& [format, write] : kFormats) {
    if (format != request.format) continue;
    const ExportOptions options{request.user, stop_of(call, request.timeout_ms)};
    return shown(write(call.engine, request, options));
  }
  const Place place;
  refuse(place.in("format"), "must be one of jsonl, graphml, neo4j");
}

Shown import_store(Engine& engine, ImportRequest request) {
  require_given(!request.path.empty(), "path");
  std::ifstream file(request.path, std::ios::binary);
  if (!file) throw Error(ErrorCode::Io, "cannot read " + request.path);
  return shown(engine.admin().import_jsonl(file, {.user = request.user}));
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
