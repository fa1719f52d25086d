#include "tools/cli/embedder.h"

#include "memfold/error.h"
#include "storage/store.h"
#include "tools/cli/config.h"
#include "tools/cli/endpoint_usage.h"
#include "tools/cli/figures.h"

namespace memfold::tools {
namespace {

/// Adds to an error of the endpoint how to go on.
template <typename Ask>
auto with_advice(Ask ask) {
  try {
    return ask();
  } catch (const Error& error) {
    throw Error(error.code(), std::string(error.what()) +
                                  "; what is stored stays: once the endpoint answers, run the same "
                                  "command again");
  }
}

/// Of the store, if its embedder is of this model. A store that cannot be read says so when it is
/// opened in earnest.
int stored_dimension(const std::string& model, const std::string& db) {
  if (db.empty()) return 0;
  try {
    storage::StoreOptions reading;
    reading.create_if_missing = false;
    reading.read_only = true;
    const storage::StoreIdentity stored = storage::Store::open(db, reading)->identity();
    const bool is_same = stored.embedder == remote_embedder_name(model, stored.dimension);
    return is_same ? stored.dimension : 0;
  } catch (const Error&) {
    return 0;
  }
}

}  // namespace

EmbedderOnDemand::EmbedderOnDemand(RemoteEmbedderOptions options, int dimension)
    : options_(std::move(options)), calibration_(options_.calibration) {
  options_.dimension = dimension;
  options_.warn = [this](const std::string& message) {
    const std::lock_guard lock(warnings_mutex_);
    warnings_.push_back(message);
  };
}

std::string EmbedderOnDemand::name() const {
  return remote_embedder_name(options_.model, dimension());
}

int EmbedderOnDemand::dimension() const {
  if (options_.dimension > 0) return options_.dimension;
  const RemoteEmbedder& remote = made();
  return with_advice([&] { return remote.dimension(); });
}

void EmbedderOnDemand::embed(std::span<const std::string_view> texts,
                             std::span<std::int16_t> out) const {
  const RemoteEmbedder& remote = made();
  with_advice([&] { remote.embed(texts, out); });
}

const RemoteEmbedder& EmbedderOnDemand::made() const {
  const std::lock_guard lock(mutex_);
  if (made_) return *made_;
  try {
    made_ = remote_embedder(options_);
  } catch (const Error& error) {
    throw UsageError("configuration: embedder." + std::string(error.what()));
  }
  return *made_;
}

RemoteEmbedderCounters EmbedderOnDemand::counters() const {
  const std::lock_guard lock(mutex_);
  return made_ ? made_->counters() : RemoteEmbedderCounters();
}

std::vector<std::string> EmbedderOnDemand::warnings() const {
  const std::lock_guard lock(warnings_mutex_);
  return warnings_;
}

ConfiguredEmbedder configured_embedder(const EmbedderSettings& settings, const std::string& db) {
  if (settings.kind == EmbedderKind::Builtin) return {builtin_embedder(), nullptr};
  if (settings.kind == EmbedderKind::Ngram) return {ngram_embedder(), nullptr};
  const int given = settings.remote.dimension;
  const int dimension = given > 0 ? given : stored_dimension(settings.remote.model, db);
  const auto remote = std::make_shared<EmbedderOnDemand>(settings.remote, dimension);
  return {remote, remote};
}

std::string usage_text(const ConfiguredEmbedder& configured) {
  if (!configured.remote) return {};
  const RemoteEmbedderCounters counters = configured.remote->counters();
  return calls_text(counters) + " for " + counted(counters.texts, "text") + state_text(counters);
}

Json usage_json(const ConfiguredEmbedder& configured) {
  if (!configured.remote) return nullptr;
  const RemoteEmbedderCounters counters = configured.remote->counters();
  Json json = {{"name", configured.remote->name()}, {"texts", counters.texts}};
  add_usage(json, counters);
  return json;
}

}  // namespace memfold::tools
