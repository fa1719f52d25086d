#include "call/read_value.h"

#include <gtest/gtest.h>

#include "call/graph_requests.h"
#include "call/requests.h"
#include "core/fields/decision.h"
#include "memfold/error.h"

namespace memfold::call {
namespace {

template <typename Request>
Request read_text(const char* text) {
  Request request{};
  read(RequestJson::parse(text), request, {});
  return request;
}

template <typename Request>
std::string problem_of(const char* text) {
  try {
    read_text<Request>(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    return error.what();
  }
  return "none";
}

TEST(ReadValue, EveryFieldOfAFact) {
  const Fact fact = read_text<Fact>(R"({
    "user": "mina", "content": "예산은 5000만원", "idempotency_key": "k", "source_id": "s",
    "source_type": "user_input", "thread_id": "t", "session_id": "se", "agent_id": "a",
    "run_id": "r", "people": ["p@x"], "subject": "Re: Q1", "entities": ["e"],
    "keywords": ["w"], "tags": ["g"], "metadata": {"b": "2", "a": "1"}, "category": "preference",
    "importance": 0.5, "confidence": 1, "importance_factors":
      [{"factor": "has_deadline", "weight": 0.2, "evidence": "by Friday"}],
    "stated_at": "2026-01-22T14:00:00+09:00", "occurred_at": "2026-01-23",
    "valid_from": null, "valid_until": "2026-02-01", "ttl_policy": "keep_forever",
    "embedding": [1, 0.5]})");
  EXPECT_EQ(fact.content, "예산은 5000만원");
  EXPECT_EQ(fact.source_type, SourceType::UserInput);
  EXPECT_EQ(fact.metadata, (std::vector<Metadatum>{{"a", "1"}, {"b", "2"}}));
  EXPECT_EQ(fact.stated_at, parse_time("2026-01-22T05:00:00Z"));
  EXPECT_FALSE(fact.valid_from);
  EXPECT_EQ(fact.ttl_policy, TtlPolicy::KeepForever);
  EXPECT_EQ(fact.importance_factors.at(0).evidence, "by Friday");
  EXPECT_EQ(fact.embedding, (std::vector<float>{1, 0.5F}));
}

TEST(ReadValue, AProblemNamesItsPlaceAndNeverTheContent) {
  const std::string secret = "sesame";
  for (const auto& [text, problem] : std::initializer_list<std::pair<const char*, const char*>>{
           {R"({"facts": 3})", "facts must be a list"},
           {R"({"facts": [{}, {"people": "sesame"}]})", "facts[1].people must be a list"},
           {R"({"facts": [{"people": ["a", 3]}]})", "facts[0].people[1] must be a string"},
           {R"({"facts": [null]})", "facts[0] must not be null"},
           {R"({"facts": [{"importance": 1.5}]})", "facts[0].importance must lie in 0..1"},
           {R"({"facts": [{"importance": "sesame"}]})", "facts[0].importance must be a number"},
           {R"({"facts": [{"metadata": {"sesame": 3}}]})",
            "facts[0].metadata must be an object of texts"},
           {R"({"facts": [{"stated_at": "sesame"}]})",
            "facts[0].stated_at must be a time like 2026-01-22T14:00:00+09:00 or a date"},
           {R"({"facts": [{"embedding": [1, null]}]})",
            "facts[0].embedding must be a list of finite numbers"},
           {R"({"facts": [{"embedding": [1e39]}]})",
            "facts[0].embedding must be a list of finite numbers"},
           {R"({"dry_run": 1})", "dry_run must be true or false"},
           {R"({"batch": 1.5})", "batch must be a whole number from -2147483648 to 2147483647"},
           {R"({"trigger": "sesame"})",
            "trigger must be one of realtime, backfill, manual, scheduled, user_request, review, "
            "undo"},
           {R"([])", "the request must be an object"},
           {R"({"fact": []})", "unknown key fact; did you mean facts?"},
           {R"({"facts": [{"subjct": "sesame"}]})",
            "facts[0]: unknown key subjct; did you mean subject?"}}) {
    EXPECT_EQ(problem_of<FoldRequest>(text), problem) << text;
    EXPECT_EQ(problem_of<FoldRequest>(text).find(secret), std::string::npos);
  }
}

TEST(ReadValue, AFunctionIsInNoRequest) {
  EXPECT_EQ(problem_of<Analysis>(R"({"verdict": "update", "write_words": {}})"),
            "unknown key write_words");
  EXPECT_EQ(problem_of<Analysis>(R"({"verdict": "update", "confidence": 0.9})"), "none");
}

TEST(ReadValue, WholeNumbersStayInTheirType) {
  EXPECT_EQ(read_text<UndoRequest>(R"({"sequence": 18446744073709551615})").sequence,
            std::uint64_t(-1));
  EXPECT_EQ(problem_of<UndoRequest>(R"({"sequence": -1})"),
            "sequence must be a whole number from 0 to 18446744073709551615");
  EXPECT_EQ(problem_of<UndoRequest>(R"({"sequence": 1e30})"),
            "sequence must be a whole number from 0 to 18446744073709551615");
  EXPECT_EQ(problem_of<RecallQuery>(R"({"k": 4294967296})"),
            "k must be a whole number from -2147483648 to 2147483647");
}

TEST(ReadValue, NullIsAbsentButWhereItClears) {
  const auto edit = read_text<EditRequest>(
      R"({"content": null, "valid_until": null, "valid_from": "2026-01-01"})");
  EXPECT_FALSE(edit.content);
  ASSERT_TRUE(edit.valid_until);
  EXPECT_FALSE(*edit.valid_until);
  ASSERT_TRUE(edit.valid_from);
  EXPECT_TRUE(*edit.valid_from);
  EXPECT_FALSE(read_text<EditRequest>("{}").valid_until);
}

TEST(ReadValue, IdsAndConditionsOfAQuery) {
  const auto query = read_text<RecallQuery>(
      R"({"user": "mina", "where": {"condition": "metadata.a = 1", "states": ["core"]}})");
  EXPECT_EQ(query.where.condition, "metadata.a = 1");
  EXPECT_EQ(query.where.states, std::vector{MemoryState::Core});
  EXPECT_EQ(problem_of<MemoryRequest>(R"({"id": "abc"})"),
            "id must be an id of 32 hexadecimal digits");
  EXPECT_EQ(problem_of<RecallQuery>(R"({"where": {"stats": []}})"),
            "where: unknown key stats; did you mean states?");
}

}  // namespace
}  // namespace memfold::call
