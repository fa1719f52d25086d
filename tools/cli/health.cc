#include "tools/cli/health.h"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <algorithm>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <thread>

#include "core/isa.h"
#include "core/temporary_directory.h"
#include "storage/store_directory.h"
#include "tools/cli/figures.h"
#include "tools/cli/version.h"

namespace memfold::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLittleSpace = std::uint64_t{1} << 30;

Finding check_build() {
  return {Health::Ok, "build",
          std::string("memfold ") + kVersion + ", " + kCompiler + ", with " + kLibraries, ""};
}

Finding check_processor(const Context& context) {
  const unsigned cores = std::thread::hardware_concurrency();
  const int threads = context.settings().threads;
  const std::string used = threads == 0 ? "one thread a core" : counted(threads, "thread");
  try {
    const Isa isa = active_isa();
    const std::string text =
        counted(cores, "core") + ", " + used + ", " + std::string(name(isa)) + " kernels";
    if (isa != Isa::Plain) return {Health::Ok, "processor", text, ""};
    return {Health::Warn, "processor", text,
            "decisions are the same but slower; unset MEMFOLD_ISA if it is set"};
  } catch (const Error& error) {
    return {Health::Fail, "processor", error.what(), "unset MEMFOLD_ISA"};
  }
}

Finding check_config(const Context& context) {
  std::string text = context.config.file ? "file " + *context.config.file : "no file";
  text += ", " + counted(context.config.origins.size(), "value") + " set";
  return {Health::Ok, "configuration", text, ""};
}

/// That a model can be made: a look at the configuration and its key, no call.
template <typename NameOf>
Finding check_model(const std::string& model, NameOf name_of) {
  try {
    return {Health::Ok, model, name_of(), ""};
  } catch (const UsageError& error) {
    return {Health::Fail, model, error.what(),
            "folding needs it; correct the value, or set " + model + ".kind to builtin"};
  }
}

Finding check_analyst(const Context& context) {
  return check_model("analyst", [&] { return context.analyst().analyst->name(); });
}

/// The name of a remote one may hold a dimension that only a call can tell.
Finding check_embedder(const Context& context) {
  return check_model("embedder", [&] {
    const ConfiguredEmbedder& embedder = context.embedder();
    if (!embedder.remote) return embedder.embedder->name();
    embedder.remote->made();
    return "remote, " + context.settings().embedder.remote.model;
  });
}

Finding check_extractor(const Context& context) {
  return check_model("extractor", [&] { return context.extractor().extractor->name(); });
}

/// Folds, finds and verifies in a store of its own.
Finding check_scratch(const Context& context) {
  try {
    const TemporaryDirectory scratch;
    EngineOptions options = context.engine_options(Access::Change);
    options.models = builtin_models();
    options.create_if_missing = true;
    options.clock = fixed_clock(Time{});
    options.durability = Durability::Sync;
    Engine engine = Engine::open(scratch.path() + "/store", std::move(options));
    Fact fact;
    fact.user = "doctor";
    fact.content = "검진 budget is 5,000,000 KRW";
    engine.fold(std::span(&fact, 1));
    const bool found = engine.recall({.user = "doctor", .text = fact.content}).size() == 1;
    if (found && engine.admin().verify().problems.empty()) {
      return {Health::Ok, "trial run", "a fact was stored, found and verified in " + scratch.path(),
              ""};
    }
    return {Health::Fail, "trial run", "a fact stored in a new store was not found again",
            "this is a bug; please report it with the output of `memfold doctor --json`"};
  } catch (const Error& error) {
    return {Health::Fail, "trial run", error.what(), "check the space and permissions of TMPDIR"};
  }
}

/// The nearest existing directory at or above `path`.
fs::path existing_part(const std::string& path) {
  std::error_code error;
  fs::path part = fs::absolute(path, error);
  while (!fs::exists(part, error) && part.has_relative_path()) part = part.parent_path();
  return part;
}

Finding check_disk(const Context& context) {
  const fs::path place = existing_part(context.db());
  struct statvfs space {};
  if (statvfs(place.c_str(), &space) != 0) {
    return {Health::Fail, "disk", place.string() + ": " + std::strerror(errno), "check --db"};
  }
  const std::uint64_t free = std::uint64_t(space.f_bavail) * space.f_frsize;
  const std::string text = bytes_text(free) + " free at " + place.string();
  if (access(place.c_str(), W_OK) != 0) {
    return {Health::Warn, "disk", text + ", not writable for this user",
            "reading works; to fold, change its permissions or --db"};
  }
  if (free < kLittleSpace) {
    return {Health::Warn, "disk", text, "make room before a large backfill"};
  }
  return {Health::Ok, "disk", text, ""};
}

/// The process that holds the store's lock, if one does.
std::optional<pid_t> lock_holder(const std::string& store) {
  const int file = open((store + "/LOCK").c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  const bool held = fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  close(file);
  return held ? std::optional<pid_t>(lock.l_pid) : std::nullopt;
}

Finding check_lock(const Context& context) {
  const std::optional<pid_t> holder = lock_holder(context.db());
  if (!holder) return {Health::Ok, "lock", "no process is writing", ""};
  return {Health::Warn, "lock", "process " + std::to_string(*holder) + " has the store open",
          "reading works; to fold, wait for it or end it"};
}

/// What keeps the configured embedder and the store apart; nothing when they agree.
std::optional<Finding> check_embedder(const Engine& engine) {
  const StoredEmbedder stored = engine.embedder();
  const Embedder& configured = *engine.options().models.embedder;
  const auto same_points = [](const Calibration& a, const Calibration& b) {
    return std::ranges::equal(a.points(), b.points());
  };
  if (stored.name != configured.name() || stored.dimension != configured.dimension()) {
    return Finding{Health::Fail, "store",
                   "it holds vectors of " + stored.name + ", and " + configured.name() +
                       " is configured: nothing can be compared",
                   "configure " + stored.name + ", or move the store with `memfold reembed`"};
  }
  if (!same_points(stored.calibration, configured.calibration())) {
    return Finding{Health::Fail, "store", "its calibration is not the configured one",
                   "see embedder.calibration, or take it over with `memfold reembed`"};
  }
  if (stored.next.empty()) return std::nullopt;
  return Finding{Health::Warn, "store",
                 "moving it to the embedder " + stored.next + " was begun and not finished",
                 "go on with `memfold reembed` and that embedder configured, or --abandon it"};
}

Finding check_store(const Context& context) {
  std::error_code error;
  if (!fs::exists(context.db(), error)) {
    return {Health::Warn, "store", "there is none at " + context.db() + " yet",
            "check --db, or make one with `memfold backfill` or `memfold fold`"};
  }
  try {
    const Engine engine = context.open(Access::Read);
    if (const auto apart = check_embedder(engine)) return *apart;
    if (!engine.admin().unfinished_erasures().empty()) {
      return {
          Health::Fail, "store", "an erasure was cut short: files still hold what it took",
          "run any command that writes, such as the erasure again: opening the store finishes it"};
    }
    const Stats stats = engine.stats();
    const StoredEmbedder embedder = engine.embedder();
    return {Health::Ok, "store",
            context.db() + ", " + bytes_text(storage::directory_bytes(context.db())) +
                ", embedder " + embedder.name + " with " +
                counted(std::uint64_t(embedder.dimension), "dimension") + ", " +
                counted(stats.current_memories, "current memory") + " of " +
                counted(stats.users, "user") + "; `memfold verify` reads it all",
            ""};
  } catch (const Error& problem) {
    return {Health::Fail, "store", problem.what(),
            "look at the message; restore a copy if it is damaged"};
  }
}

}  // namespace

std::vector<Finding> examine(const Context& context) {
  std::vector<Finding> findings = {check_build(),           check_processor(context),
                                   check_config(context),   check_analyst(context),
                                   check_embedder(context), check_extractor(context),
                                   check_scratch(context)};
  if (context.settings().db.empty()) {
    findings.push_back({Health::Warn, "store", "none is named", "give --db DIR or set MEMFOLD_DB"});
    return findings;
  }
  findings.push_back(check_disk(context));
  findings.push_back(check_lock(context));
  findings.push_back(check_store(context));
  return findings;
}

}  // namespace memfold::tools
