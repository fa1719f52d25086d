#include "tools/cli/context.h"

#include <algorithm>
#include <filesystem>

#include "call/engine_options.h"
#include "memfold/models.h"
#include "tools/cli/figures.h"
#include "tools/cli/text_width.h"
#include "tools/eval/calibration_file.h"

namespace memfold::tools {

const std::string& Context::db() const {
  if (settings().db.empty()) {
    throw UsageError("no store is named; give --db DIR or set MEMFOLD_DB");
  }
  return settings().db;
}

Clock Context::clock() const {
  return now ? fixed_clock(*now) : system_clock();
}

const ConfiguredAnalyst& Context::analyst() const {
  if (!built_analyst) built_analyst = configured_analyst(settings().analyst);
  return *built_analyst;
}

const ConfiguredEmbedder& Context::embedder() const {
  if (built_embedder) return *built_embedder;
  EmbedderSettings configured = settings().embedder;
  const std::string& file = settings().embedder_calibration;
  if (!file.empty()) configured.remote.calibration = read_calibration(file).points;
  built_embedder = configured_embedder(configured, settings().db);
  built_embedder->embedder = with_calibration(built_embedder->embedder, file);
  return *built_embedder;
}

const ConfiguredExtractor& Context::extractor() const {
  if (!built_extractor) {
    built_extractor = configured_extractor(settings().extractor, settings().importance);
  }
  return *built_extractor;
}

const ConfiguredSummarizer& Context::summarizer() const {
  if (!built_summarizer) built_summarizer = configured_summarizer(settings().summarizer);
  return *built_summarizer;
}

EngineOptions Context::engine_options(Access access, Durability durability) const {
  EngineOptions options = call::engine_options(settings());
  options.models = builtin_models();
  options.models.embedder = embedder().embedder;
  if (access == Access::Compare || access == Access::Write) {
    options.models.analyst = analyst().analyst;
    if (embedder().remote) embedder().remote->made();
  }
  if (access == Access::Write) options.models.summarizer = summarizer().summarizer;
  options.clock = clock();
  options.log = log;
  options.durability = settings().durability.value_or(durability);
  options.create_if_missing = access == Access::Write;
  options.read_only = access == Access::Read || access == Access::Compare;
  options.any_embedder = access == Access::Read;
  return options;
}

const std::string& Context::existing_db() const {
  std::error_code ignored;
  if (!std::filesystem::exists(db(), ignored)) {
    throw Error(ErrorCode::NotFound, "there is no store at " + db() +
                                         "; check --db, or make one with `memfold backfill` or "
                                         "`memfold fold`");
  }
  return db();
}

namespace {

std::string names_of(const std::vector<UnfinishedErasure>& erasures) {
  std::string names;
  for (const UnfinishedErasure& erasure : erasures) {
    names += (names.empty() ? "" : ", ") + printable(erasure.user);
  }
  return names;
}

/// What a crash left of erasures, and what became of it.
void print_erasures(const Context& context, const Engine& engine) {
  const std::vector<UnfinishedErasure> unfinished = engine.admin().unfinished_erasures();
  if (!unfinished.empty()) {
    context.err << "warning: an erasure for " << names_of(unfinished)
                << " was cut short, and files still hold what it took; any command that writes "
                   "finishes it\n";
  }
  const FinishedErasures& finished = engine.admin().finished_erasures();
  if (finished.erasures.empty()) return;
  context.err << "Finished an erasure for " << names_of(finished.erasures) << " that was cut short";
  if (finished.searched) {
    context.err << "; searched " << count_text(finished.bytes_searched) << " bytes in every file: "
                << (finished.traces.empty()
                        ? std::string("nothing left")
                        : counted(finished.traces.size(), "file") + " still hold some of it");
  }
  context.err << ".\n";
}

}  // namespace

Engine Context::open(Access access, Durability durability) const {
  const std::string& path = access == Access::Write ? db() : existing_db();
  Engine engine = Engine::open(path, engine_options(access, durability));
  print_erasures(*this, engine);
  return engine;
}

void print_warnings(const Context& context) {
  if (!context.built_embedder || !context.built_embedder->remote) return;
  for (const std::string& warning : context.built_embedder->remote->warnings()) {
    context.err << "warning: " << printable(warning) << '\n';
  }
}

namespace {

[[noreturn]] void throw_no_such_user(const Context& context, const Engine& engine) {
  const std::string empty = "nothing is stored at " + context.db();
  if (engine.users().empty()) {
    throw Error(ErrorCode::NotFound, empty + " yet; fold or backfill first");
  }
  throw Error(ErrorCode::NotFound,
              empty + " for user " + printable(context.user()) +
                  ": there is no such user; check --user (`memfold stats --users` lists them)");
}

}  // namespace

void Context::require_user(const Engine& engine) const {
  if (engine.stats(user()).decisions == 0) throw_no_such_user(*this, engine);
}

void Context::require_known_user(const Engine& engine) const {
  const std::vector<std::string> users = engine.users();
  if (std::find(users.begin(), users.end(), engine.stored_user(user())) == users.end()) {
    throw_no_such_user(*this, engine);
  }
}

}  // namespace memfold::tools
