#include <filesystem>

#include "command_line.h"

namespace memfold::acceptance {
namespace {

class FoldTest : public CommandLine {};

TEST_F(FoldTest, GivesOneDecisionALineInInputOrder) {
  const Outcome outcome = run({"fold", "--db", "mail.db", "--now", kNow}, {.input = kFacts});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::vector<Json> lines = outcome.json_lines();
  ASSERT_EQ(lines.size(), 5u);
  const std::vector<std::string> decisions = {"CREATE", "CREATE", "UPDATE", "UPDATE", "CREATE"};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i]["idempotency_key"], "k" + std::to_string(i + 1));
    EXPECT_EQ(lines[i]["decision"], decisions[i]) << lines[i];
    EXPECT_EQ(lines[i]["status"], "success");
    EXPECT_EQ(lines[i]["user"], "mina");
  }
  EXPECT_EQ(lines[2]["target_memory_id"], lines[0]["memory_id"]);
  EXPECT_EQ(lines[2]["property_changes"][0]["property"], "money");
  EXPECT_EQ(lines[3]["operation"], "SUPERSEDE");
}

TEST_F(FoldTest, EveryDocumentedFieldIsThere) {
  const Outcome outcome = run({"fold", "--db", "mail.db", "--now", kNow}, {.input = kFacts});
  for (const Json& line : outcome.json_lines()) {
    for (const char* field : {"decision",
                              "operation",
                              "memory_id",
                              "target_memory_id",
                              "related_memory_ids",
                              "relationship_type",
                              "score",
                              "band",
                              "factors",
                              "weights",
                              "verdict",
                              "confidence",
                              "property_changes",
                              "backdated",
                              "reason",
                              "status",
                              "rivals",
                              "processing_time_us",
                              "idempotency_key",
                              "source_id",
                              "already_folded",
                              "over_limit",
                              "review",
                              "user"}) {
      EXPECT_TRUE(line.contains(field)) << field;
    }
  }
}

TEST_F(FoldTest, RejectsBadLinesWithTheirNumberAndGoesOn) {
  const std::string input =
      "{\"user\":\"mina\",\"content\":\"The door code is 4711.\"}\n"
      "no json\n"
      "\n"
      "{\"user\":\"mina\"}\n"
      "{\"user\":\"mina\",\"content\":\"x\",\"importance\":7}\n"
      "{\"user\":\"mina\",\"content\":\"x\",\"valid_from\":\"2026-02-01\",\"valid_until\":\"2026-"
      "01-01\"}\n"
      "{\"user\":\"mina\",\"content\":\"회의실은 5층\"}\n";
  const Outcome outcome = run({"fold", "--db", "mail.db"}, {.input = input});
  EXPECT_EQ(outcome.code, 3);
  const std::vector<Json> lines = outcome.json_lines();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0]["decision"], "CREATE");
  const std::vector<int> numbers = {2, 4, 5, 6};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(lines[i + 1]["status"], "error");
    EXPECT_EQ(lines[i + 1]["line"], numbers[i]);
    EXPECT_FALSE(lines[i + 1].contains("decision"));
  }
  EXPECT_NE(lines[2]["error"].get<std::string>().find("content"), std::string::npos);
  EXPECT_NE(lines[3]["error"].get<std::string>().find("importance"), std::string::npos);
  EXPECT_NE(lines[4]["error"].get<std::string>().find("valid_until"), std::string::npos);
  EXPECT_EQ(lines[5]["decision"], "CREATE");
  EXPECT_NE(outcome.err.find("4 rejected"), std::string::npos) << outcome.err;
}

TEST_F(FoldTest, TellsWhatHadNoRoomAndStoresItOnceItHas) {
  const std::string input =
      "{\"user\":\"mina\",\"content\":\"The door code is 4711.\"}\n"
      "{\"user\":\"mina\",\"content\":\"회의실은 5층\",\"source_id\":\"s\"}\n";
  const Outcome full =
      run({"fold", "--db", "mail.db", "--set", "limits.max_memories=1", "--log-level", "warning"},
          {.input = input});
  EXPECT_EQ(full.code, 3);
  const Json refused = full.json_lines().at(1);
  EXPECT_EQ(refused["status"], "error");
  EXPECT_EQ(refused["over_limit"], true);
  EXPECT_NE(full.err.find("1 CREATE, 1 over limits.max_memories"), std::string::npos) << full.err;
  EXPECT_NE(full.err.find("warning limit_reached "), std::string::npos) << full.err;
  EXPECT_NE(full.err.find(" facts=1 max_memories=1\n"), std::string::npos) << full.err;
  write("facts.jsonl", input);
  const Outcome still = run({"backfill", "facts.jsonl", "--db", "mail.db", "--user", "mina"},
                            {.variables = {{"MEMFOLD_LIMITS_MAX_MEMORIES", "1"}}});
  EXPECT_EQ(still.code, 3);
  EXPECT_NE(still.out.find("1 already folded, 1 over limits.max_memories"), std::string::npos)
      << still.out;
  EXPECT_EQ(still.err.find("limit_reached"), std::string::npos) << "off by default";
  const Outcome room = run({"fold", "--db", "mail.db"}, {.input = input});
  EXPECT_EQ(room.code, 0);
  EXPECT_EQ(room.json_lines().at(1)["decision"], "CREATE");
  EXPECT_EQ(room.json_lines().at(1)["already_folded"], false);
}

TEST_F(FoldTest, ReportsUnknownKeysEvenWhenQuiet) {
  const Outcome outcome =
      run({"fold", "--db", "mail.db", "--quiet"},
          {.input = "{\"user\":\"mina\",\"content\":\"회의실은 5층\",\"subjct\":\"x\"}\n"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.err.find("subjct"), std::string::npos);
  EXPECT_NE(outcome.err.find("did you mean subject?"), std::string::npos) << outcome.err;
}

TEST_F(FoldTest, FoldingAgainChangesNothing) {
  fold_sample();
  const std::string before = digest();
  const Outcome again = run({"fold", "--db", "mail.db"}, {.input = kFacts});
  EXPECT_EQ(again.code, 0);
  for (const Json& line : again.json_lines()) EXPECT_TRUE(line["already_folded"].get<bool>());
  EXPECT_EQ(digest(), before);
  EXPECT_NE(again.err.find("5 already folded"), std::string::npos) << again.err;
}

TEST_F(FoldTest, BatchAndThreadsDoNotShow) {
  fold_sample();
  for (const auto& [batch, threads] : {std::pair{"1", "1"}, {"2", "4"}, {"100", "2"}}) {
    const std::string store = std::string("store-") + batch;
    const Outcome outcome =
        run({"fold", "--db", store, "--now", kNow, "--batch", batch, "--threads", threads},
            {.input = kFacts});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(digest(store), digest());
  }
}

TEST_F(FoldTest, ADryRunDecidesTheSameAndWritesNothing) {
  const Outcome dry = run({"fold", "--db", "mail.db", "--now", kNow, "--dry-run", "--batch", "2"},
                          {.input = kFacts});
  ASSERT_EQ(dry.code, 0) << dry.err;
  EXPECT_FALSE(std::filesystem::exists(path("mail.db")));
  const Outcome wet = run({"fold", "--db", "mail.db", "--now", kNow}, {.input = kFacts});
  const std::vector<Json> would = dry.json_lines(), did = wet.json_lines();
  ASSERT_EQ(would.size(), did.size());
  for (std::size_t i = 0; i < did.size(); ++i) {
    EXPECT_EQ(would[i]["status"], "dry_run");
    EXPECT_EQ(would[i]["decision"], did[i]["decision"]);
    EXPECT_EQ(would[i]["memory_id"], did[i]["memory_id"]);
  }
  const std::string before = digest();
  const Outcome second = run({"fold", "--db", "mail.db", "--dry-run"},
                             {.input = "{\"user\":\"mina\",\"content\":\"가을 행사 예산은 "
                                       "4000만원\",\"thread_id\":\"autumn\"}\n"});
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_EQ(digest(), before);
}

// What is stored is in the digest; a store without sessions keeps the one it had.
TEST_F(FoldTest, ASessionIsPartOfTheDigest) {
  const std::string line = "{\"user\":\"mina\",\"content\":\"회의실은 5층\"";
  const auto folded = [&](const std::string& store, const std::string& rest,
                          const std::string& session) {
    EXPECT_EQ(run({"fold", "--db", store, "--now", kNow, "--session", session},
                  {.input = line + rest + "}\n"})
                  .code,
              0);
    return digest(store);
  };
  const std::string without = folded("a.db", "", "");
  const std::string with = folded("b.db", ",\"session_id\":\"call-1\"", "");
  EXPECT_NE(with, without);
  EXPECT_EQ(folded("c.db", "", "call-1"), with);
  EXPECT_EQ(folded("d.db", ",\"session_id\":\"\"", "call-1"), without) << "the line's own";
}

TEST_F(FoldTest, TakesTheUserOfTheCommandLineWhereALineHasNone) {
  const std::string input = "{\"content\":\"회의실은 5층\"}\n";
  EXPECT_EQ(run({"fold", "--db", "a.db"}, {.input = input}).code, 3);
  const Outcome named = run({"fold", "--db", "a.db", "--user", "jun"}, {.input = input});
  EXPECT_EQ(named.code, 0);
  EXPECT_EQ(named.json_lines()[0]["user"], "jun");
}

}  // namespace
}  // namespace memfold::acceptance
