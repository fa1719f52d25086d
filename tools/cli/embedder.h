// The Embedder the configuration asks for, and what it did.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "memfold/remote.h"
#include "tools/cli/json.h"
#include "tools/cli/settings.h"

namespace memfold::tools {

/// A remote Embedder that is made, and its key read, when a text is first embedded: whoever only
/// reads a store needs neither. Thread-safe.
class EmbedderOnDemand final : public Embedder {
 public:
  /// `dimension` where it is known without asking the endpoint, else 0.
  EmbedderOnDemand(RemoteEmbedderOptions options, int dimension);

  std::string name() const override;
  int dimension() const override;
  const Calibration& calibration() const override { return calibration_; }
  std::size_t texts_per_call() const override { return 0; }
  /// Throws what a remote Embedder does, saying how to go on.
  void embed(std::span<const std::string_view> texts, std::span<std::int16_t> out) const override;

  /// Makes it now. Throws UsageError for a key that is missing or no key.
  const RemoteEmbedder& made() const;
  RemoteEmbedderCounters counters() const;  ///< zeros as long as it is not made
  std::vector<std::string> warnings() const;

 private:
  RemoteEmbedderOptions options_;
  const Calibration calibration_;
  mutable std::mutex mutex_;  ///< of what follows
  mutable std::shared_ptr<const RemoteEmbedder> made_;
  mutable std::mutex warnings_mutex_;
  mutable std::vector<std::string> warnings_;
};

struct ConfiguredEmbedder {
  std::shared_ptr<const Embedder> embedder;
  std::shared_ptr<const EmbedderOnDemand> remote;  ///< null for the built-in one
};

/// `db`: the store, whose dimension is taken where the model is the same and none is configured.
ConfiguredEmbedder configured_embedder(const EmbedderSettings& settings, const std::string& db);

/// One line for a summary, empty for the built-in one.
std::string usage_text(const ConfiguredEmbedder& configured);
/// Null for the built-in one.
Json usage_json(const ConfiguredEmbedder& configured);

}  // namespace memfold::tools
