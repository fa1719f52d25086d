#include "tools/cli/config.h"
#include "tools/foreign/foreign_json.h"

namespace memfold::tools {
namespace {

/// One value of mem0's metadata; it has any JSON, a fact has texts.
std::string metadatum_text(const ForeignJson& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

ForeignJson mem0_fact(const ForeignJson& memory, const std::string& user) {
  ForeignJson fact{{"content", text_at(memory, {"memory", "data", "text", "content"})}};
  // As memfold.Memory has it (docs/python.md): without a person it is the agent's, or the run's.
  std::string owner = text_at(memory, {"user_id"});
  const std::string agent = text_at(memory, {"agent_id"}), run = text_at(memory, {"run_id"});
  if (owner.empty()) owner = !agent.empty() ? "agent:" + agent : !run.empty() ? "run:" + run : user;
  fact["user"] = owner;
  fact["agent_id"] = agent;
  fact["run_id"] = run;
  const std::string id = text_at(memory, {"id"});
  if (!id.empty()) fact["source_id"] = "mem0:" + id;
  const std::string said = text_at(memory, {"updated_at", "created_at"});
  if (!said.empty()) fact["stated_at"] = said;
  const std::string expires = text_at(memory, {"expiration_date"});
  if (!expires.empty()) fact["valid_until"] = expires;
  if (const auto tags = memory.find("categories"); tags != memory.end() && tags->is_array()) {
    fact["tags"] = *tags;
  }
  if (const auto given = memory.find("metadata"); given != memory.end() && given->is_object()) {
    ForeignJson metadata = ForeignJson::object();
    for (const auto& [key, value] : given->items()) {
      if (!key.empty() && !value.is_null()) metadata[key] = metadatum_text(value);
    }
    fact["metadata"] = std::move(metadata);
  }
  return fact;
}

/// The list, whatever it lies in.
std::vector<ForeignJson> mem0_memories(std::string_view text) {
  ForeignJson whole = ForeignJson::parse(text, nullptr, /*allow_exceptions=*/false);
  if (whole.is_discarded()) return json_lines(text);
  for (const char* key : {"results", "memories"}) {
    if (whole.is_object() && whole.contains(key)) {
      ForeignJson inner = std::move(whole[key]);
      whole = std::move(inner);
    }
  }
  if (whole.is_object()) return {whole};
  if (!whole.is_array()) throw UsageError("the file is no list of memories");
  return {whole.begin(), whole.end()};
}

}  // namespace

ForeignFacts read_mem0(std::string_view text, const std::string& user) {
  ForeignFacts found;
  for (const ForeignJson& memory : mem0_memories(text)) {
    if (memory.is_object()) {
      add_fact(mem0_fact(memory, user), found);
    } else {
      ++found.entries;
      ++found.left_out["it is no object"];
    }
  }
  return found;
}

}  // namespace memfold::tools
