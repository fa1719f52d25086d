// Any bytes as an export: as they are, and with the checks of their lines and the last line made to
// agree, so that what lies behind the checks is reached. Either a typed error and nothing left
// behind, or a store that can be read, verified, folded into, exported and imported again.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "core/hash.h"
#include "core/temporary_directory.h"
#include "core/text.h"
#include "memfold/engine.h"
#include "memfold/models.h"

namespace {

using namespace memfold;  // NOLINT: one small file

void check(bool good) {
  if (!good) std::abort();
}

constexpr std::string_view kCheck = ",\"check\":\"";

/// A line with the check it should have.
std::string sealed(std::string_view line) {
  if (const auto at = line.rfind(kCheck); at != line.npos) {
    line = line.substr(0, at);
  } else if (line.ends_with('}')) {
    line.remove_suffix(1);
  }
  char digits[9];
  std::snprintf(digits, sizeof digits, "%08x", unsigned(hash64(line) & 0xFFFF'FFFF));
  return std::string(line) + std::string(kCheck) + digits + "\"}\n";
}

std::string type_of(std::string_view line) {
  constexpr std::string_view kType = "{\"type\":\"";
  if (!line.starts_with(kType)) return {};
  line.remove_prefix(kType.size());
  return std::string(line.substr(0, line.find('"')));
}

/// The lines of `text` before its last one with their checks, and the last line as it should be.
std::string sealed_export(std::string_view text) {
  std::string all;
  std::map<std::string, std::uint64_t> counts;
  std::uint64_t records = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::string type = type_of(line);
    if (type == "end") break;
    if (!all.empty()) ++counts[type], ++records;
    all += sealed(line);
  }
  std::string end =
      "{\"type\":\"end\",\"data\":{\"records\":" + std::to_string(records) + ",\"counts\":{";
  for (const auto& [type, count] : counts) {
    if (!end.ends_with('{')) end += ',';
    end += '"' + type + "\":" + std::to_string(count);
  }
  Sha256 hash;
  hash.raw(all);
  const Sha256::Digest digest = hash.finish();
  end += "},\"sha256\":\"" + to_hex({reinterpret_cast<const char*>(digest.data()), digest.size()}) +
         "\"}}";
  return all + sealed(end);
}

/// An empty store. Opening one takes a hundred times what a refused import does, so it serves for
/// all of those.
class Target {
 public:
  Engine& engine() {
    if (!engine_) {
      directory_ = std::make_unique<TemporaryDirectory>();
      engine_.emplace(Engine::open(directory_->path() + "/store", options()));
    }
    return *engine_;
  }
  void discard() {
    engine_.reset();
    directory_.reset();
  }

 private:
  static EngineOptions options() {
    static const Models models = builtin_models();
    EngineOptions options;
    options.models = models;
    options.threads = 1;
    options.clock = fixed_clock(*parse_time("2026-12-01T00:00:00Z"));
    options.durability = Durability::Relaxed;
    return options;
  }

  std::unique_ptr<TemporaryDirectory> directory_;
  std::optional<Engine> engine_;
};

/// What an import let in serves every call, or is refused by a typed error.
void use(Engine& engine) {
  check(engine.admin().verify().problems.size() < 1'000'000);
  for (const std::string& user : engine.users()) {
    Fact fact;
    fact.user = user;
    fact.content = "The budget is 5,000 euros.";
    fact.idempotency_key = "fuzz";
    try {
      engine.recall({.user = user, .text = "budget"});
      engine.fold({&fact, 1});
    } catch (const Error&) {
    }
  }
}

void import(std::string_view text) {
  static Target target, copy;
  Engine& engine = target.engine();
  try {
    std::istringstream in{std::string(text)};
    engine.admin().import_jsonl(in);
  } catch (const Error& error) {
    check(!std::string_view(error.what()).empty());
    check(engine.users().empty());
    check(engine.admin().verify().problems.empty());
    return;
  }
  std::ostringstream out;
  engine.admin().export_jsonl(out);
  std::istringstream again(out.str());
  copy.engine().admin().import_jsonl(again);
  check(copy.engine().admin().digest() == engine.admin().digest());
  use(engine);
  target.discard();
  copy.discard();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  import(text);
  if (const std::string whole = sealed_export(text); whole != text) import(whole);
  return 0;
}
