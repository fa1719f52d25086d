// The command with a language model behind it: a server of this process.
#include "../remote/chat.h"
#include "command_line.h"

namespace memfold::acceptance {
namespace {

using testing_remote::HttpRequest;
using testing_remote::HttpResponse;
using testing_remote::LoopbackServer;

const std::string kAnalystSecret = "sk-acceptance-0123456789";

/// Answers that the second statement updates the first, whatever they say.
HttpResponse update(const HttpRequest&) {
  Json answer = testing_remote::good_answer();
  answer["reasoning"] = "The model says so.";
  return {200, testing_remote::completion(answer.dump())};
}

class RemoteTest : public CommandLine {
 protected:
  /// Folds kFacts, asking the server where the bands leave room.
  Outcome fold(const LoopbackServer& server, const std::string& kind,
               const std::vector<std::string>& more = {"--db", "mail.db"}) const {
    std::vector<std::string> arguments = {"fold", "--now", kNow};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments, {.input = kFacts,
                           .variables = {{"MEMFOLD_ANALYST_KIND", kind},
                                         {"MEMFOLD_ANALYST_ENDPOINT", server.url()},
                                         {"MEMFOLD_ANALYST_MODEL", "test-model"},
                                         {"MEMFOLD_ANALYST_API_KEY_ENV", "ACCEPTANCE_KEY"},
                                         {"ACCEPTANCE_KEY", kAnalystSecret}}});
  }
};

TEST_F(RemoteTest, FoldAsksTheModelAndSaysWhatItCost) {
  LoopbackServer server(update);
  const Outcome outcome = fold(server, "remote");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::vector<Json> lines = outcome.json_lines();
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(lines[2]["decision"], "UPDATE");
  EXPECT_EQ(lines[2]["verdict"], "update");
  EXPECT_EQ(lines[2]["confidence"], 0.93);
  ASSERT_GE(server.count(), 2u);
  for (const HttpRequest& request : server.requests()) {
    EXPECT_EQ(request.headers.at("authorization"), "Bearer " + kAnalystSecret);
    EXPECT_EQ(Json::parse(request.body)["model"], "test-model");
    EXPECT_EQ(request.body.find("mina"), std::string::npos) << "the user is nobody's business";
  }
  const std::string calls = "Analyst: " + std::to_string(server.count()) + " calls, ";
  EXPECT_NE(outcome.err.find(calls), std::string::npos) << outcome.err;
  for (const char* part : {" tokens, ", "0 cache hits", "100 %", "median "}) {
    EXPECT_NE(outcome.err.find(part), std::string::npos) << part << outcome.err;
  }
  EXPECT_EQ((outcome.out + outcome.err).find(kAnalystSecret), std::string::npos);
}

TEST_F(RemoteTest, TheJsonSummaryCountsTheSame) {
  LoopbackServer server(update);
  const Outcome outcome = fold(server, "remote", {"--db", "mail.db", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string last = outcome.err.substr(outcome.err.find('{'));
  const Json analyst = Json::parse(last)["analyst"];
  EXPECT_EQ(analyst["name"], "remote:test-model@prompt1");
  EXPECT_EQ(analyst["calls"], server.count());
  EXPECT_EQ(analyst["tokens"], 760 * server.count());
  EXPECT_EQ(analyst["share_sent"], 1.0);
  EXPECT_EQ(analyst["cache_hits"], 0);
  EXPECT_GT(analyst["latency_ms"]["median"], 0);
  std::uint64_t tokens = 0;
  for (const Json& line : outcome.json_lines()) tokens += line["tokens"].get<std::uint64_t>();
  EXPECT_GT(tokens, 0u);
  const Json log =
      run({"log", "--analytics", "--user", "mina", "--db", "mail.db", "--json"}).json();
  EXPECT_EQ(log["tokens"], tokens);
  EXPECT_EQ(log["kept_analyses"], 0);
}

TEST_F(RemoteTest, ACascadeSendsOnlyWhatTheRulesAreNotSureOf) {
  LoopbackServer server(update);
  const Outcome all_sure = fold(server, "cascade", {"--db", "a.db", "--set", "analyst.sure=0"});
  ASSERT_EQ(all_sure.code, 0) << all_sure.err;
  EXPECT_EQ(server.count(), 0u);
  EXPECT_NE(all_sure.err.find("Analyst: 0 calls, 0 tokens, 0 cache hits, 0 % of "),
            std::string::npos)
      << all_sure.err;
  const Outcome never_sure = fold(server, "cascade", {"--db", "b.db", "--set", "analyst.sure=1"});
  ASSERT_EQ(never_sure.code, 0) << never_sure.err;
  EXPECT_GE(server.count(), 2u);
}

TEST_F(RemoteTest, BackfillSaysItInItsReport) {
  LoopbackServer server(update);
  write("facts.jsonl", kFacts);
  const std::map<std::string, std::string> variables = {{"MEMFOLD_ANALYST_KIND", "cascade"},
                                                        {"MEMFOLD_ANALYST_ENDPOINT", server.url()},
                                                        {"MEMFOLD_ANALYST_MODEL", "test-model"},
                                                        {"MEMFOLD_ANALYST_SURE", "1"}};
  const Outcome text = run({"backfill", "facts.jsonl", "--db", "a.db"}, {.variables = variables});
  ASSERT_EQ(text.code, 0) << text.err;
  const std::string calls = "analyst\t" + std::to_string(server.count()) + " calls, ";
  EXPECT_NE(text.out.find(calls), std::string::npos) << text.out;
  const Outcome json =
      run({"backfill", "facts.jsonl", "--db", "b.db", "--json"}, {.variables = variables});
  ASSERT_EQ(json.code, 0) << json.err;
  EXPECT_EQ(json.json()["analyst"]["calls"], server.count() / 2);
  const Outcome builtin = run({"backfill", "facts.jsonl", "--db", "c.db", "--json"});
  EXPECT_TRUE(builtin.json()["analyst"].is_null());
}

TEST_F(RemoteTest, WithoutAnAnswerNothingIsReplacedAndAPersonIsAsked) {
  LoopbackServer server([](const HttpRequest&) { return HttpResponse{401, kAnalystSecret}; });
  const Outcome outcome = fold(server, "remote");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json raised = outcome.json_lines().at(2);
  EXPECT_EQ(raised["decision"], "CREATE");
  EXPECT_EQ(raised["verdict"], "link");
  EXPECT_EQ(raised["confidence"], 0.5);
  EXPECT_EQ(raised["related_memory_ids"].size(), 1u);
  EXPECT_NE(raised["reason"].get<std::string>().find("HTTP 401"), std::string::npos) << raised;
  EXPECT_EQ(raised["review"], true);
  EXPECT_NE(outcome.err.find("without an answer"), std::string::npos) << outcome.err;
  const Outcome cases = run({"review", "--user", "mina", "--db", "mail.db", "--json"});
  ASSERT_EQ(cases.code, 0) << cases.err;
  ASSERT_FALSE(cases.json()["reviews"].empty());
  EXPECT_EQ(cases.json()["reviews"][0]["verdict"], "link");
  EXPECT_EQ((outcome.out + outcome.err).find(kAnalystSecret), std::string::npos);
}

TEST_F(RemoteTest, AnalyzeAsksTheConfiguredOne) {
  LoopbackServer server(update);
  const Outcome outcome = run({"analyze", "--existing", "a", "--incoming", "b", "--json"},
                              {.variables = {{"MEMFOLD_ANALYST_KIND", "remote"},
                                             {"MEMFOLD_ANALYST_ENDPOINT", server.url()},
                                             {"MEMFOLD_ANALYST_MODEL", "test-model"}}});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.json()["analyst"], "remote:test-model@prompt1");
  EXPECT_EQ(outcome.json()["reasoning"], "The model says so.");
}

TEST_F(RemoteTest, WhatWasAnsweredIsKeptUntilItIsErased) {
  LoopbackServer server(update);
  ASSERT_EQ(fold(server, "remote").code, 0);
  const std::size_t asked = server.count();
  const std::map<std::string, std::string> variables = {{"MEMFOLD_ANALYST_KIND", "remote"},
                                                        {"MEMFOLD_ANALYST_ENDPOINT", server.url()},
                                                        {"MEMFOLD_ANALYST_MODEL", "test-model"}};
  EXPECT_EQ(run({"verify", "--db", "mail.db", "--json"}).json()["kept_analyses"], asked);
  const Outcome replay =
      run({"replay", "--user", "mina", "--db", "mail.db"}, {.variables = variables});
  EXPECT_EQ(replay.code, 0) << replay.err;
  EXPECT_EQ(server.count(), asked) << "nothing is asked twice, in another process either";
  run({"forget", "--everything", "--erase", "--yes", "--user", "mina", "--db", "mail.db"});
  EXPECT_EQ(run({"verify", "--db", "mail.db", "--json"}).json()["kept_analyses"], 0);
}

TEST_F(RemoteTest, OnlyWhoComparesNeedsTheKey) {
  LoopbackServer server(update);
  ASSERT_EQ(fold(server, "remote").code, 0);
  const std::map<std::string, std::string> keyless = {
      {"MEMFOLD_ANALYST_KIND", "remote"},
      {"MEMFOLD_ANALYST_MODEL", "test-model"},
      {"MEMFOLD_ANALYST_API_KEY_ENV", "ACCEPTANCE_KEY"},
      {"MEMFOLD_USER", "mina"},
      {"MEMFOLD_DB", "mail.db"}};
  const std::vector<std::vector<std::string>> readers = {
      {"recall", "예산"}, {"log"},      {"stats"},
      {"verify"},         {"stale"},    {"review"},
      {"undo", "3"},      {"maintain"}, {"purge", "--before", "2020-01-01", "--yes"}};
  for (const auto& arguments : readers) {
    const Outcome outcome = run(arguments, {.variables = keyless});
    EXPECT_EQ(outcome.code, 0) << arguments.front() << ": " << outcome.err;
  }
  const std::vector<std::vector<std::string>> comparing = {
      {"explain", "--text", "예산은 7000만원"}, {"replay"}, {"fold", "--dry-run"}};
  for (const auto& arguments : comparing) {
    const Outcome outcome = run(arguments, {.variables = keyless});
    EXPECT_EQ(outcome.code, 2) << arguments.front();
    EXPECT_NE(outcome.err.find("api_key_env"), std::string::npos) << outcome.err;
  }
  const Outcome doctor = run({"doctor", "--json"}, {.variables = keyless});
  EXPECT_EQ(doctor.code, 1) << doctor.out;
  EXPECT_NE(doctor.out.find("api_key_env"), std::string::npos) << doctor.out;
}

TEST_F(RemoteTest, MistakesAreNamedBeforeAnythingIsStored) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes = {
      {{"analyst.kind=remote"}, "analyst.model must name a model"},
      {{"analyst.kind=llm"}, "analyst.kind must be one of builtin, remote, cascade"},
      {{"analyst.kind=remote", "analyst.model=m", "analyst.endpoint=http://models.example/v1"},
       "analyst.endpoint would get statements unencrypted"},
      {{"analyst.kind=remote", "analyst.model=m", "analyst.max_concurrent=0"},
       "analyst.max_concurrent must lie in 1..256 (analyst.max_concurrent from --set)"},
      {{"analyst.kind=remote", "analyst.model=m", "analyst.api_key_env=NO_SUCH_VARIABLE"},
       "analyst.api_key_env names an environment variable that is not set"},
  };
  for (const auto& [settings, message] : mistakes) {
    std::vector<std::string> arguments = {"fold", "--db", "mail.db"};
    for (const std::string& setting : settings) {
      arguments.push_back("--set");
      arguments.push_back(setting);
    }
    const Outcome outcome = run(arguments, {.input = kFacts});
    EXPECT_EQ(outcome.code, 2) << message;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << message << outcome.err;
    EXPECT_NE(run({"stats", "--db", "mail.db"}).code, 0) << "no store was made";
  }
}

}  // namespace
}  // namespace memfold::acceptance
