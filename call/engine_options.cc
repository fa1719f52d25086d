#include "call/engine_options.h"

#include "call/settings_json.h"

namespace memfold::call {
namespace {

/// Keys of an engine that are no settings of the command.
struct OpenKeys {
  bool read_only = false, create_if_missing = true, any_embedder = false;
  std::optional<Time> now;
};

}  // namespace
}  // namespace memfold::call

namespace memfold::fields {
template <>
inline constexpr auto kFields<call::OpenKeys> = std::tuple{
    field("read_only", &call::OpenKeys::read_only),
    field("create_if_missing", &call::OpenKeys::create_if_missing),
    field("any_embedder", &call::OpenKeys::any_embedder),
    field("now", &call::OpenKeys::now),
};
}  // namespace memfold::fields

namespace memfold::call {

EngineOptions engine_options(const Settings& settings) {
  EngineOptions options;
  options.decide = settings.decide;
  options.lifecycle = settings.lifecycle;
  options.recall = settings.recall;
  options.cells = settings.cells;
  options.mapped = settings.mapped;
  options.graph = settings.graph;
  options.queue = settings.queue;
  options.threads = settings.threads;
  options.durability = settings.durability.value_or(Durability::Sync);
  options.memory_budget = settings.memory_budget;
  options.memtable_bytes = settings.memtable_bytes;
  options.block_cache_bytes = settings.block_cache_bytes;
  options.log_retention_days = settings.log_retention_days;
  options.retention_drops_entries = settings.retention_drops_entries;
  options.review_max_age_days = settings.review_max_age_days;
  options.review_max_pending = settings.review_max_pending;
  options.limits = settings.limits;
  options.slow_call_ms = settings.slow_call_ms;
  return options;
}

EngineOptions engine_options(const RequestJson& json, const HostModels& host) {
  OpenKeys keys;
  RequestJson of_open = RequestJson::object(), of_settings = RequestJson::object();
  if (!json.is_null()) {
    read_detail::require_object(json, {});
    for (const auto& [name, value] : json.items()) {
      const bool is_own = fields::has_row<OpenKeys>(name);
      (is_own ? of_open : of_settings)[name] = value;
    }
  }
  read(of_open, keys, {});
  Settings settings;
  read_settings(of_settings, "", settings, {});
  if (settings.embedder.kind == EmbedderKind::Remote) {
    const Place place;
    const Place section = place.in("embedder");
    refuse(section.in("kind"), "must be builtin or ngram here; other embedders are the host's own");
  }
  EngineOptions options = engine_options(settings);
  options.models = built_in_models();
  if (settings.embedder.kind == EmbedderKind::Ngram) options.models.embedder = ngram_embedder();
  options.models.extractor = builtin_extractor(settings.importance);
  if (host.embedder) options.models.embedder = host.embedder;
  if (host.analyst) options.models.analyst = host.analyst;
  if (host.extractor) options.models.extractor = host.extractor;
  options.log = host.log;
  options.read_only = keys.read_only;
  options.create_if_missing = keys.create_if_missing;
  options.any_embedder = keys.any_embedder;
  if (keys.now) options.clock = fixed_clock(*keys.now);
  return options;
}

}  // namespace memfold::call
