// The command with an Extractor and an Embedder behind an endpoint: a server of this process.
#include <atomic>

#include "../remote/mails.h"
#include "../remote/vectors.h"
#include "command_line.h"

namespace memfold::acceptance {
namespace {

using testing_remote::good_vectors;
using testing_remote::HttpRequest;
using testing_remote::HttpResponse;
using testing_remote::LoopbackServer;
using testing_remote::note_every_line;
using Variables = std::map<std::string, std::string>;

const std::string kModelsSecret = "sk-acceptance-0123456789";
const std::string kBudget = "The Q1 budget of the spring fair is 5,000 USD.";
const std::string kReport = "1월 20일까지 보고서를 제출해 주세요.";
constexpr int kDimension = 24;

std::string mail(int number, const std::string& body) {
  const std::string text = std::to_string(number);
  return "From - Mon Jan  5 00:00:00 2026\nFrom: Mina <mina@example.com>\nTo: june@example.com\n"
         "Date: Mon, 5 Jan 2026 09:0" +
         text + ":00 +0900\nMessage-ID: <" + text + "@example.com>\nSubject: Spring fair\n\n" +
         body + "\n\n";
}

/// Both services, each as told.
class Services {
 public:
  HttpResponse operator()(const HttpRequest& request) const {
    if (request.target == "/v1/embeddings") {
      return vectors_left-- > 0 ? good_vectors(kDimension)(request)
                                : HttpResponse{500, kModelsSecret};
    }
    return chat_is_well ? note_every_line(request) : HttpResponse{400, kModelsSecret};
  }
  mutable std::atomic<int> vectors_left = 1'000'000;
  std::atomic<bool> chat_is_well = true;
};

class RemoteModelsTest : public CommandLine {
 protected:
  RemoteModelsTest() { write("mails.mbox", mail(1, kBudget) + mail(2, "Hello!\n\n" + kReport)); }

  Variables extractor() const {
    return {{"MEMFOLD_EXTRACTOR_KIND", "remote"},
            {"MEMFOLD_EXTRACTOR_ENDPOINT", server_.url()},
            {"MEMFOLD_EXTRACTOR_MODEL", "chat-model"},
            {"MEMFOLD_EXTRACTOR_API_KEY_ENV", "ACCEPTANCE_KEY"},
            {"MEMFOLD_EXTRACTOR_MAX_RETRIES", "0"},
            {"ACCEPTANCE_KEY", kModelsSecret}};
  }
  Variables embedder() const {
    return {{"MEMFOLD_EMBEDDER_KIND", "remote"},
            {"MEMFOLD_EMBEDDER_ENDPOINT", server_.url()},
            {"MEMFOLD_EMBEDDER_MODEL", "vector-model"},
            {"MEMFOLD_EMBEDDER_API_KEY_ENV", "ACCEPTANCE_KEY"},
            {"MEMFOLD_EMBEDDER_MAX_RETRIES", "0"},
            {"ACCEPTANCE_KEY", kModelsSecret}};
  }
  Variables both() const {
    Variables variables = extractor();
    variables.merge(embedder());
    return variables;
  }

  Outcome backfill(const Variables& variables, const std::vector<std::string>& more = {},
                   const std::string& db = "mail.db") const {
    std::vector<std::string> arguments = {"backfill", "mails.mbox", "--db",  db,
                                          "--user",   "mina",       "--now", kNow};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments, {.variables = variables});
  }

  Services services_;
  LoopbackServer server_{[this](const HttpRequest& request) { return services_(request); }};
};

TEST_F(RemoteModelsTest, BackfillReadsMailsAndMakesVectorsOverTheNetwork) {
  const Outcome outcome = backfill(both(), {"--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json report = outcome.json();
  EXPECT_EQ(report["messages"]["used"], 2);
  EXPECT_EQ(report["facts"], 3) << "the model notes every line";
  EXPECT_EQ(report["extractor"]["name"], "remote:chat-model@extract1");
  EXPECT_EQ(report["extractor"]["calls"], 2);
  EXPECT_EQ(report["extractor"]["sent"], 2);
  EXPECT_EQ(report["extractor"]["facts"], 3);
  EXPECT_EQ(report["extractor"]["fallbacks"], 0);
  EXPECT_EQ(report["extractor"]["tokens"], 2 * 760);
  EXPECT_EQ(report["embedder"]["name"], "remote:vector-model@" + std::to_string(kDimension));
  EXPECT_EQ(report["embedder"]["texts"], 5) << "three facts and two summaries";
  EXPECT_GT(report["embedder"]["latency_ms"]["median"], 0);
  for (const HttpRequest& request : server_.requests()) {
    EXPECT_EQ(request.headers.at("authorization"), "Bearer " + kModelsSecret);
    EXPECT_EQ(request.body.find("1@example.com"), std::string::npos) << "no ids";
  }
  EXPECT_EQ((outcome.out + outcome.err).find(kModelsSecret), std::string::npos);
  EXPECT_NE(outcome.err.find("warning: remote:vector-model@24 has no calibration"),
            std::string::npos)
      << outcome.err;

  const std::size_t asked = server_.count();
  const Outcome again = backfill(both(), {"--json"});
  EXPECT_EQ(again.json()["messages"]["read"], 0);
  EXPECT_EQ(server_.count(), asked) << "nothing is asked twice, the dimension is the store's";
  const Outcome found = run({"recall", kBudget, "-k", "1", "--db", "mail.db", "--user", "mina"},
                            {.variables = embedder()});
  EXPECT_NE(found.out.find(kBudget), std::string::npos) << found.out << found.err;
  EXPECT_EQ(server_.count(), asked + 1) << "the question's own vector";
}

TEST_F(RemoteModelsTest, TheSummaryForPeopleSaysTheSame) {
  const Outcome outcome = backfill(both());
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* part :
       {"extractor\t2 calls, ", "3 facts from 2 of 2 mails", "embedder\t", " for 5 texts"}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << outcome.out;
  }
}

TEST_F(RemoteModelsTest, WithoutAnAnswerTheBuiltInOneReadsTheMail) {
  const Outcome builtin = backfill({}, {"--json"}, "builtin.db");
  ASSERT_EQ(builtin.code, 0) << builtin.err;
  EXPECT_TRUE(builtin.json()["extractor"].is_null());
  EXPECT_TRUE(builtin.json()["embedder"].is_null());
  services_.chat_is_well = false;
  const Outcome fallen = backfill(extractor(), {"--json"}, "fallen.db");
  ASSERT_EQ(fallen.code, 0) << fallen.err;
  EXPECT_EQ(fallen.json()["facts"], builtin.json()["facts"]);
  EXPECT_EQ(fallen.json()["extractor"]["fallbacks"], 2);
  EXPECT_EQ(fallen.json()["extractor"]["failures"], 2);
  EXPECT_EQ(digest("fallen.db"), digest("builtin.db"));
  EXPECT_EQ((fallen.out + fallen.err).find(kModelsSecret), std::string::npos);
  const Outcome text = backfill(extractor(), {}, "again.db");
  EXPECT_NE(text.out.find("2 mails read by the built-in one instead"), std::string::npos)
      << text.out;
}

TEST_F(RemoteModelsTest, AnEmbedderThatFailsStopsTheRunAndTheSameCommandGoesOn) {
  Variables variables = embedder();
  variables["MEMFOLD_EMBEDDER_DIMENSION"] = std::to_string(kDimension);
  ASSERT_EQ(backfill(variables, {}, "whole.db").code, 0);
  services_.vectors_left = 0;
  const Outcome stopped = backfill(variables);
  EXPECT_EQ(stopped.code, 1);
  EXPECT_NE(stopped.err.find("no embeddings from vector-model: the endpoint answered HTTP 500"),
            std::string::npos)
      << stopped.err;
  EXPECT_NE(stopped.err.find("run the same command again"), std::string::npos) << stopped.err;
  EXPECT_EQ((stopped.out + stopped.err).find(kModelsSecret), std::string::npos);
  const Outcome unknown = backfill(embedder(), {}, "new.db");
  EXPECT_EQ(unknown.code, 1) << "the dimension cannot be learnt";
  EXPECT_NE(unknown.err.find("run the same command again"), std::string::npos) << unknown.err;
  EXPECT_NE(run({"stats", "--db", "new.db"}).code, 0) << "no store was made";
  services_.vectors_left = 1000;
  const Outcome gone_on = backfill(variables, {"--json"});
  EXPECT_EQ(gone_on.code, 0) << gone_on.err;
  EXPECT_EQ(gone_on.json()["messages"]["used"], 2) << "none was lost";
  EXPECT_EQ(run({"verify", "--digest", "--db", "mail.db"}, {.variables = variables}).out,
            run({"verify", "--digest", "--db", "whole.db"}, {.variables = variables}).out);
}

TEST_F(RemoteModelsTest, TheSameStoreWhateverThreadsAndBatches) {
  std::string mails;
  for (int i = 0; i < 9; ++i) {
    mails += mail(i, "The budget is " + std::to_string(5000 + 10 * i) + " USD.\n\n" + kReport);
  }
  write("mails.mbox", mails);
  std::map<std::string, std::string> digests;
  for (const char* threads : {"1", "4"}) {
    for (const char* batch : {"1", "64"}) {
      for (const char* concurrent : {"1", "8"}) {
        const std::string db = std::string("of-") + threads + "-" + batch + "-" + concurrent;
        const Outcome outcome =
            backfill(both(),
                     {"--threads", threads, "--set", std::string("embedder.batch=") + batch,
                      "--set", std::string("extractor.max_concurrent=") + concurrent},
                     db);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        digests[run({"verify", "--digest", "--db", db}, {.variables = embedder()}).out] += db + " ";
      }
    }
  }
  EXPECT_EQ(digests.size(), 1u) << testing::PrintToString(digests);
  EXPECT_FALSE(digests.begin()->first.empty());
}

TEST_F(RemoteModelsTest, FoldSaysWhatItsVectorsCost) {
  const Outcome text =
      run({"fold", "--db", "a.db", "--now", kNow}, {.input = kFacts, .variables = embedder()});
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_EQ(text.json_lines().size(), 5u);
  EXPECT_NE(text.err.find("Embedder: "), std::string::npos) << text.err;
  const Outcome json = run({"fold", "--db", "b.db", "--now", kNow, "--json"},
                           {.input = kFacts, .variables = embedder()});
  const std::string line =
      json.err.substr(json.err.find('{'), json.err.find('\n', json.err.find('{')));
  const Json usage = Json::parse(line.substr(0, line.find('\n')));
  EXPECT_TRUE(usage["analyst"].is_null());
  EXPECT_EQ(usage["embedder"]["texts"], 6) << "five facts, and a statement as an update left it";
}

TEST_F(RemoteModelsTest, OnlyWhoEmbedsNeedsTheKey) {
  ASSERT_EQ(backfill(embedder()).code, 0);
  Variables keyless = embedder();
  keyless.erase("ACCEPTANCE_KEY");
  keyless.insert({{"MEMFOLD_USER", "mina"}, {"MEMFOLD_DB", "mail.db"}});
  const std::size_t asked = server_.count();
  const std::vector<std::vector<std::string>> readers = {
      {"log"},    {"stats"},  {"verify"},   {"stale"},
      {"review"}, {"config"}, {"maintain"}, {"purge", "--before", "2020-01-01", "--yes"}};
  for (const auto& arguments : readers) {
    const Outcome outcome = run(arguments, {.variables = keyless});
    EXPECT_EQ(outcome.code, 0) << arguments.front() << ": " << outcome.err;
  }
  EXPECT_EQ(server_.count(), asked);
  const std::vector<std::vector<std::string>> embedding = {
      {"recall", "budget"}, {"explain", "--text", "the budget"}, {"fold"}};
  for (const auto& arguments : embedding) {
    const Outcome outcome = run(arguments, {.variables = keyless});
    EXPECT_EQ(outcome.code, 2) << arguments.front();
    EXPECT_NE(outcome.err.find("embedder.api_key_env"), std::string::npos) << outcome.err;
  }
  const Outcome doctor = run({"doctor", "--json"}, {.variables = keyless});
  EXPECT_EQ(doctor.code, 1);
  EXPECT_NE(doctor.out.find("embedder.api_key_env"), std::string::npos) << doctor.out;
  EXPECT_EQ(run({"doctor"}, {.variables = embedder()}).code, 0);
  EXPECT_EQ(server_.count(), asked) << "a look at the configuration, no call";
}

TEST_F(RemoteModelsTest, AStoreKeepsToItsEmbedder) {
  ASSERT_EQ(backfill(embedder()).code, 0);
  EXPECT_EQ(backfill({}).code, 1) << "the built-in one has other vectors";
  Variables other = embedder();
  other["MEMFOLD_EMBEDDER_MODEL"] = "other-model";
  const Outcome outcome = backfill(other);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("remote:vector-model@24"), std::string::npos) << outcome.err;
}

TEST_F(RemoteModelsTest, MistakesAreNamedBeforeAnythingIsStored) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes = {
      {{"embedder.kind=remote"}, "embedder.model must name a model"},
      {{"extractor.kind=remote"}, "extractor.model must name a model"},
      {{"embedder.kind=cascade"}, "embedder.kind must be one of builtin, ngram, remote"},
      {{"embedder.kind=remote", "embedder.model=m", "embedder.dimension=5000"},
       "embedder.dimension must lie in 0..4096"},
      {{"extractor.kind=remote", "extractor.model=m", "extractor.part_bytes=1"},
       "extractor.part_bytes must lie in 1000..100000"},
      {{"summarizer.kind=remote"}, "summarizer.model must name a model"},
      {{"summarizer.kind=remote", "summarizer.model=m", "summarizer.max_parts=0"},
       "summarizer.max_parts must lie in 1..1000"},
      {{"extractor.kind=remote", "extractor.model=m", "extractor.api_key_env=NO_SUCH_VARIABLE"},
       "extractor.api_key_env names an environment variable that is not set"},
      {{"embedder.kind=remote", "embedder.model=m", "embedder.endpoint=http://models.example/v1"},
       "embedder.endpoint would get statements unencrypted"},
  };
  for (const auto& [settings, message] : mistakes) {
    std::vector<std::string> more;
    for (const std::string& setting : settings) more.insert(more.end(), {"--set", setting});
    const Outcome outcome = backfill({}, more);
    EXPECT_EQ(outcome.code, 2) << message;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << message << outcome.err;
    EXPECT_NE(run({"stats", "--db", "mail.db"}).code, 0) << "no store was made";
  }
}

TEST_F(RemoteModelsTest, EvalMeasuresTheConfiguredExtractor) {
  const Outcome outcome =
      run({"eval", "--extraction",
           std::string(MEMFOLD_SOURCE_DIR) + "/tests/data/extraction_mails.jsonl", "--split",
           "tune", "--lang", "en", "--json"},
          {.variables = extractor()});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.json()["extractor"], "remote:chat-model@extract1");
  EXPECT_GT(server_.count(), 20u);
}

}  // namespace
}  // namespace memfold::acceptance
