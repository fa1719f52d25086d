// Every setting, of engines and of the command, and the one table that names, reads, writes and
// explains them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/fold_options.h"
#include "memfold/models.h"
#include "memfold/options.h"
#include "memfold/remote.h"

namespace memfold::call {

/// Of what a command prints.
enum class ColorChoice { Auto, Always, Never };

enum class AnalystKind : std::uint8_t { Builtin = 0, Remote, Cascade };

/// Who compares statements.
struct AnalystSettings {
  AnalystKind kind = AnalystKind::Builtin;
  RemoteOptions remote;  ///< unless built-in
  double sure = 0.9;     ///< cascade: the built-in one's answer is taken from this confidence on
};

/// Which Embedder: the built-in one, the one before it, or a model elsewhere.
enum class EmbedderKind : std::uint8_t { Builtin = 0, Ngram, Remote };

/// Where an Extractor or a Summarizer works.
enum class ModelKind : std::uint8_t { Builtin = 0, Remote };

/// Who turns texts into vectors.
struct EmbedderSettings {
  EmbedderKind kind = EmbedderKind::Builtin;
  RemoteEmbedderOptions remote;  ///< where it is Remote
};

/// Who finds the facts of a mail.
struct ExtractorSettings {
  ModelKind kind = ModelKind::Builtin;
  RemoteExtractorOptions remote;  ///< unless built-in
};

/// Who says what several texts say together.
struct SummarizerSettings {
  ModelKind kind = ModelKind::Builtin;
  RemoteSummarizerOptions remote;  ///< unless built-in
};

struct Settings {
  std::string db;
  std::string user = "me";
  DecideOptions decide;
  RecallOptions recall{};
  CellOptions cells{};
  MappedOptions mapped{};
  LifecycleOptions lifecycle;
  GraphOptions graph;
  QueueOptions queue;
  ImportanceOptions importance;
  AnalystSettings analyst;
  EmbedderSettings embedder;
  ExtractorSettings extractor;
  SummarizerSettings summarizer;
  std::string embedder_calibration;      ///< a file; empty: what the embedder comes with
  int threads = 0;                       ///< 0: one per core
  std::optional<Durability> durability;  ///< absent: sync, relaxed for backfill
  std::uint64_t memory_budget = EngineOptions().memory_budget;
  std::uint64_t memtable_bytes = 0, block_cache_bytes = 0;
  int batch = FoldOptions().batch;
  ColorChoice color = ColorChoice::Auto;
  int log_retention_days = EngineOptions().log_retention_days;
  bool retention_drops_entries = EngineOptions().retention_drops_entries;
  int review_max_age_days = EngineOptions().review_max_age_days;
  int review_max_pending = EngineOptions().review_max_pending;
  UserLimits limits{};
  int slow_call_ms = 0;
  std::optional<LogLevel> log_level;  ///< of events the command prints; absent: none
};

/// A value as written: one text, or several for a list.
struct SettingText {
  std::vector<std::string> items;
  bool is_list = false;
};

struct SettingKey {
  std::string name;  ///< as in YAML, levels joined by dots
  std::string type;  ///< what a value looks like, e.g. "0..1", "fast|balanced|accurate"
  std::string help;
  std::function<SettingText(const Settings&)> get;
  /// Returns what is wrong with the value, or nothing and changes the settings.
  std::function<std::string(Settings&, const SettingText&)> set;
};

/// Every key, in the order they are documented.
std::span<const SettingKey> setting_keys();

/// Null when there is no such key.
const SettingKey* find_setting(std::string_view name);

/// The environment variable of a key: decide.related_from -> MEMFOLD_DECIDE_RELATED_FROM.
std::string environment_name(std::string_view key);

/// As written in YAML flow style: 0.5, [a, b].
std::string to_text(const SettingText& value);

}  // namespace memfold::call
