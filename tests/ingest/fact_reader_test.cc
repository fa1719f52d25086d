#include "ingest/fact_reader.h"

#include <gtest/gtest.h>

#include "tests/ingest/support.h"

namespace memfold::ingest {
namespace {

using testing::MemorySource;

std::unique_ptr<FactReader> reader_of(const std::string& bytes, FactReadOptions options = {}) {
  return read_facts(std::make_unique<MemorySource>(bytes), "facts.jsonl", std::move(options));
}

Fact fact_of(const std::string& line) {
  auto reader = reader_of(line + "\n");
  std::variant<Fact, RejectedLine> outcome;
  EXPECT_TRUE(reader->next(outcome));
  if (const auto* rejected = std::get_if<RejectedLine>(&outcome)) {
    ADD_FAILURE() << rejected->reason;
    return {};
  }
  return std::get<Fact>(outcome);
}

std::string reason_of(const std::string& line) {
  auto reader = reader_of(line + "\n");
  std::variant<Fact, RejectedLine> outcome;
  EXPECT_TRUE(reader->next(outcome));
  const auto* rejected = std::get_if<RejectedLine>(&outcome);
  return rejected == nullptr ? "" : rejected->reason;
}

TEST(FactReader, ReadsEveryKey) {
  const Fact f = fact_of(
      R"({"user":"u1","content":"예산은 3억","idempotency_key":"k","source_id":"s","source_type":"user_input",)"
      R"("thread_id":"t","session_id":"call-1","agent_id":"a","run_id":"r","people":["a@example.com"],"subject":"Re: 예산","entities":["q1"],"keywords":["x","y"],)"
      R"("metadata":{"project":"apollo","빈":""},"tags":["z"],"category":"decision","importance":0.7,"confidence":1,"importance_factors":)"
      R"([{"factor":"has_deadline","weight":0.2,"evidence":"by Friday"}],"stated_at":"2026-01-05",)"
      R"("occurred_at":"2026-01-22T14:00:00+09:00","valid_from":null,"valid_until":"2026-01-25T00:00:00Z",)"
      R"("embedding":[0.5,-1,2]})");
  EXPECT_EQ(f.user, "u1");
  EXPECT_EQ(f.content, "예산은 3억");
  EXPECT_EQ(f.idempotency_key, "k");
  EXPECT_EQ(f.source_id, "s");
  EXPECT_EQ(f.source_type, SourceType::UserInput);
  EXPECT_EQ(f.thread_id, "t");
  EXPECT_EQ(f.session_id, "call-1");
  EXPECT_EQ(f.agent_id + f.run_id, "ar");
  EXPECT_EQ(f.metadata, (std::vector<Metadatum>{{"project", "apollo"}, {"빈", ""}}));
  EXPECT_EQ(f.people, (std::vector<std::string>{"a@example.com"}));
  EXPECT_EQ(f.subject, "Re: 예산");
  EXPECT_EQ(f.entities.size() + f.keywords.size() + f.tags.size(), 4u);
  EXPECT_EQ(f.category, Category::Decision);
  EXPECT_EQ(f.importance, 0.7);
  EXPECT_EQ(f.confidence, 1.0);
  ASSERT_EQ(f.importance_factors.size(), 1u);
  EXPECT_EQ(f.importance_factors[0].evidence, "by Friday");
  EXPECT_EQ(to_string(*f.stated_at), "2026-01-05T00:00:00Z");
  EXPECT_EQ(to_string(*f.occurred_at), "2026-01-22T05:00:00Z");
  EXPECT_FALSE(f.valid_from);
  EXPECT_TRUE(f.valid_until);
  EXPECT_EQ(f.embedding, (std::vector<float>{0.5f, -1, 2}));
}

TEST(FactReader, TakesAnyNameForACategory) {
  const auto category_of = [](const std::string& name) {
    return fact_of(R"({"user":"u","content":"x","category":")" + name + "\"}").category.value();
  };
  EXPECT_EQ(category_of("요리 법"), Category::named("요리 법"));
  EXPECT_EQ(category_of("cafe\\u0301").name(), "caf\u00E9");
  EXPECT_EQ(category_of("ads"), Category::Ads);
  EXPECT_NE(reason_of(R"({"user":"u","content":"x","category":")" + std::string(65, 'x') + "\"}"),
            "");
}

TEST(FactReader, ALineWithoutASessionTakesTheDefault) {
  auto reader = reader_of("{\"content\":\"a\"}\n{\"content\":\"b\",\"session_id\":\"own\"}\n",
                          {.default_user = "u", .default_session = "call-1"});
  std::variant<Fact, RejectedLine> outcome;
  ASSERT_TRUE(reader->next(outcome));
  EXPECT_EQ(std::get<Fact>(outcome).session_id, "call-1");
  ASSERT_TRUE(reader->next(outcome));
  EXPECT_EQ(std::get<Fact>(outcome).session_id, "own");
}

TEST(FactReader, RejectsWithTheKeyAtFault) {
  const std::pair<const char*, const char*> kCases[] = {
      {R"({"content":"x"})", "user is missing: neither the line nor the call names one"},
      {R"({"user":"u"})", "content is missing"},
      {R"({"user":"u","content":""})", "content is missing"},
      {R"({"user":1,"content":"x"})", "user must be a string"},
      {R"({"user":"u","content":"x","people":"a"})", "people must be a list"},
      {R"({"user":"u","content":"x","people":[1]})", "people must be a list"},
      {R"({"user":"u","content":"x","occurred_at":"tomorrow"})", "occurred_at must be a time"},
      {R"({"user":"u","content":"x","category":1})", "category must be a string"},
      {R"({"user":"u","content":"x","category":""})", "category must not be empty"},
      {R"({"user":"u","content":"x","category":"a "})", "category must not begin or end with"},
      {R"({"user":"u","content":"x","category":"a\nb"})", "category must not hold control"},
      {R"({"user":"u","content":"x","source_type":"mail"})",
       "source_type must be one of user_input"},
      {R"({"user":"u","content":"x","importance":1.5})", "importance must be between"},
      {R"({"user":"u","content":"x","importance":"high"})", "importance must be a number"},
      {R"({"user":"u","content":"x","embedding":[1,"a"]})", "embedding must be a list of numbers"},
      {R"({"user":"u","content":"x","embedding":[1e300]})", "embedding must be a list of numbers"},
      {R"({"user":"u","content":"x")", "not valid JSON"},
      {R"([1])", "not a JSON object"},
      {"{\"user\":\"u\",\"content\":\"\xff\xfe\"}", "not valid JSON"},
      {R"({"user":"u","content":"x"} {"user":"u","content":"y"})", "not valid JSON"},
  };
  for (const auto& [line, reason] : kCases) {
    EXPECT_EQ(reason_of(line).substr(0, std::string(reason).size()), reason) << line;
  }
}

TEST(FactReader, GoesOnBehindABadLineAndSaysWhereItWas) {
  const std::string bytes = "{\"user\":\"u\",\"content\":\"a\"}\n\nbroken\n{\"content\":\"b\"}\n";
  auto reader = reader_of(bytes, {.default_user = "d", .max_line_bytes = 1 << 20});
  std::variant<Fact, RejectedLine> outcome;
  ASSERT_TRUE(reader->next(outcome));
  EXPECT_EQ(std::get<Fact>(outcome).user, "u");
  ASSERT_TRUE(reader->next(outcome));
  const RejectedLine rejected = std::get<RejectedLine>(outcome);
  EXPECT_EQ(rejected.source, "facts.jsonl");
  EXPECT_EQ(rejected.line, 3u);
  EXPECT_EQ(rejected.offset, bytes.find("broken"));
  ASSERT_TRUE(reader->next(outcome));
  EXPECT_EQ(std::get<Fact>(outcome).user, "d");
  EXPECT_EQ(reader->line(), 4u);
  EXPECT_FALSE(reader->next(outcome));
}

TEST(FactReader, UnknownKeysAreCountedNotFatal) {
  auto reader = reader_of(
      "{\"user\":\"u\",\"content\":\"a\",\"contents\":1}\n{\"user\":\"u\",\"content\":\"a\","
      "\"contents\":2,\"zzz\":{}}\n");
  std::variant<Fact, RejectedLine> outcome;
  std::size_t facts = 0;
  while (reader->next(outcome)) facts += std::holds_alternative<Fact>(outcome) ? 1 : 0;
  EXPECT_EQ(facts, 2u);
  ASSERT_EQ(reader->unknown_keys().size(), 2u);
  EXPECT_EQ(reader->unknown_keys().at("contents").count, 2u);
  EXPECT_EQ(reader->unknown_keys().at("contents").first_line, 1u);
  EXPECT_EQ(reader->unknown_keys().at("contents").nearest, "content");
  EXPECT_EQ(reader->unknown_keys().at("zzz").nearest, "");
}

TEST(FactReader, LongLinesAndDeepNestingAreRefused) {
  auto reader = reader_of("{\"user\":\"u\",\"content\":\"" + std::string(5000, 'x') +
                              "\"}\n{\"user\":\"u\",\"content\":\"a\"}",
                          {.default_user = "", .max_line_bytes = 1000});
  std::variant<Fact, RejectedLine> outcome;
  ASSERT_TRUE(reader->next(outcome));
  EXPECT_NE(std::get<RejectedLine>(outcome).reason.find("limit of 1000"), std::string::npos);
  ASSERT_TRUE(reader->next(outcome));
  EXPECT_TRUE(std::holds_alternative<Fact>(outcome));
  EXPECT_NE(reason_of("{\"user\":\"u\",\"content\":\"a\",\"x\":" + std::string(100'000, '[')), "");
}

TEST(FactReader, OneFactByItself) {
  EXPECT_EQ(std::get<Fact>(parse_fact(R"({"content":"x"})", "u")).user, "u");
  EXPECT_NE(
      std::get<std::string>(parse_fact(R"({"content":"x","subjct":"y"})", "u")).find("subject"),
      std::string::npos);
}

}  // namespace
}  // namespace memfold::ingest
