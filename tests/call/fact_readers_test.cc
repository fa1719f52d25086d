// Facts as lines of a file (ingest/fact_reader, over simdjson) and as requests (call/read_value)
// are read by one list of fields and two readers: what one takes, the other takes, and as the same.
#include <gtest/gtest.h>

#include <fstream>

#include "call/json.h"
#include "call/message_json.h"
#include "memfold/fact_lines.h"
#include "tests/storage/scratch_directory.h"

namespace memfold::call {
namespace {

/// The fact as JSON; empty: refused.
std::string as_request(const std::string& line) {
  try {
    Fact fact;
    read(RequestJson::parse(line), fact, {});
    return fact.content.empty() || fact.user.empty() ? "" : to_json(fact).dump();
  } catch (const Error&) {
    return "";
  }
}

std::string as_line(const std::string& path) {
  const auto reader = open_facts(path, {});
  std::variant<Fact, RejectedLine> outcome;
  EXPECT_TRUE(reader->next(outcome));
  const Fact* const fact = std::get_if<Fact>(&outcome);
  return fact ? to_json(*fact).dump() : "";
}

TEST(FactReaders, AgreeOnEveryField) {
  const storage::ScratchDirectory scratch;
  const std::string path = scratch.path("line.jsonl");
  const std::initializer_list<const char*> fields = {
      R"("content": "Tee um fünf")",
      R"("content": 3)",
      R"("content": null)",
      R"("content": "")",
      R"("idempotency_key": "k")",
      R"("source_type": "user_input")",
      R"("source_type": "rumour")",
      R"("source_type": 1)",
      R"("people": ["a", "b"])",
      R"("people": "a")",
      R"("people": [1])",
      R"("people": [null])",
      R"("metadata": {"a": "1", "b": "2"})",
      R"("metadata": {"a": 1})",
      R"("metadata": [])",
      R"("category": "recipe")",
      R"("category": "")",
      R"("category": " x")",
      R"("importance": 0.5)",
      R"("importance": 1)",
      R"("importance": 1.5)",
      R"("importance": "1")",
      R"("confidence": -0.1)",
      R"("stated_at": "2026-01-22T14:00:00+09:00")",
      R"("stated_at": "2026-01-22")",
      R"("stated_at": "soon")",
      R"("stated_at": 1769000000)",
      R"("valid_until": null)",
      R"("ttl_policy": "keep_forever")",
      R"("ttl_policy": "ever")",
      R"("embedding": [1, 0.5])",
      R"("embedding": [1, "x"])",
      R"("embedding": [1e39])",
      R"("importance_factors": [{"factor": "f", "weight": 0.2, "evidence": "e"}])",
      R"("importance_factors": [{"factor": 1}])",
      R"("importance_factors": {})"};
  std::size_t taken = 0;
  for (const char* field : fields) {
    const std::string line = std::string(R"({"user": "u", "content": "c", )") + field + "}";
    // A key that comes twice: the readers need not agree which counts.
    const std::string whole = std::string(field).starts_with("\"content\"")
                                  ? std::string(R"({"user": "u", )") + field + "}"
                                  : line;
    std::ofstream(path) << whole << '\n';
    const std::string fact = as_request(whole);
    EXPECT_EQ(fact, as_line(path)) << whole;
    taken += !fact.empty();
  }
  EXPECT_GT(taken, 10u);
}

}  // namespace
}  // namespace memfold::call
