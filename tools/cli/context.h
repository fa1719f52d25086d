// What every command works with: its streams, its configuration and the store they name.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

#include "memfold/engine.h"
#include "tools/cli/analyst.h"
#include "tools/cli/config.h"
#include "tools/cli/embedder.h"
#include "tools/cli/extractor.h"
#include "tools/cli/screen.h"
#include "tools/cli/summarizer.h"

namespace CLI {
class App;
}

namespace memfold::tools {

/// How a store is opened. Only what compares makes the configured Analyst and Embedder, and so
/// needs their keys; the others need the Embedder's only when they come to embed something.
enum class Access {
  /// An existing store, read-only: works while another process writes, and whatever its embedder
  /// is as long as nothing is compared.
  Read,
  Compare,  ///< the same, and statements are compared with it
  Write,    ///< facts are folded into it; created when missing
  Change,   ///< an existing store, to be changed by what a person says
};

/// Everything main() knows before a command is chosen.
struct Environment {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  Surroundings surroundings;
  std::vector<std::pair<std::string, std::string>> variables;  ///< the process's environment
  /// errno of the first write to `out` that failed; 0: unknown.
  std::function<int()> out_error = [] { return 0; };
};

struct Context {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  Screen screen;        ///< of out
  Screen error_screen;  ///< of err
  bool json = false;
  Config config;
  std::optional<Time> now;      ///< of --now
  const CLI::App* application;  ///< the whole command line, for `completion`
  LogOptions log{};             ///< of --log-level
  mutable std::optional<ConfiguredAnalyst> built_analyst{};        ///< of analyst()
  mutable std::optional<ConfiguredEmbedder> built_embedder{};      ///< of embedder()
  mutable std::optional<ConfiguredExtractor> built_extractor{};    ///< of extractor()
  mutable std::optional<ConfiguredSummarizer> built_summarizer{};  ///< of summarizer()

  const Settings& settings() const { return config.settings; }
  const std::string& user() const { return config.settings.user; }
  /// The path of the store. Throws UsageError saying how to give one.
  const std::string& db() const;
  /// As db(). Throws Error(NotFound) with what to do next when there is nothing.
  const std::string& existing_db() const;

  Clock clock() const;
  // Of the configuration, made on first use and kept for their counters. They throw UsageError.
  const ConfiguredAnalyst& analyst() const;
  const ConfiguredEmbedder& embedder() const;
  const ConfiguredExtractor& extractor() const;
  const ConfiguredSummarizer& summarizer() const;
  /// Throws UsageError where `access` needs a model that cannot be made.
  EngineOptions engine_options(Access access, Durability durability = Durability::Sync) const;

  /// Opens the store. Throws Error, for a missing store with what to do next.
  Engine open(Access access, Durability durability = Durability::Sync) const;

  /// Throws Error(NotFound) when user() has nothing in `engine`. Names nobody else: who they are is
  /// told to those who ask for it (`memfold stats --users`).
  void require_user(const Engine& engine) const;
  /// The same where the store has never heard of user(), not even by a source.
  void require_known_user(const Engine& engine) const;
};

/// Says on standard error what models had to say that concerns a person.
void print_warnings(const Context& context);

}  // namespace memfold::tools
