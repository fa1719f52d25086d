// What other memories wrote, through `memfold import --from`.
#include "command_line.h"

namespace memfold::acceptance {
namespace {

using Texts = std::vector<std::string>;

class ForeignTest : public CommandLine {
 protected:
  Outcome import(const char* kind, const std::string& text, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {"import", "-",      "--from", kind,
                                          "--db",   "new.db", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments, {.input = text});
  }
  Json list(const char* user) {
    const Outcome outcome = run({"list", "--db", "new.db", "--user", user, "--oldest-first",
                                 "--include-expired", "--json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.json()["memories"];
  }
};

TEST_F(ForeignTest, Mem0) {
  const std::string text = R"({"results": [
    {"id": "a1", "memory": "Prefers tea to coffee", "user_id": "mina", "created_at":
     "2026-01-02T03:04:05Z", "metadata": {"room": 4, "floor": "2"}, "categories": ["food"]},
    {"id": "a2", "memory": "Answers in Korean", "agent_id": "butler"},
    {"id": "a3", "memory": ""}, 7]})";
  const Outcome dry = import("mem0", text, {"--dry-run"});
  ASSERT_EQ(dry.code, 3) << dry.err;
  EXPECT_EQ(dry.json()["entries"], 4);
  EXPECT_EQ(dry.json()["facts"], 2);
  EXPECT_EQ(dry.json()["left_out"]["content is missing"], 1);
  EXPECT_EQ(dry.json()["by_decision"]["CREATE"], 2);
  EXPECT_EQ(run({"stats", "--db", "new.db"}).code, 1) << "a dry run makes no store";
  EXPECT_EQ(import("mem0", text).json()["by_decision"]["CREATE"], 2);
  const Json mina = list("mina");
  ASSERT_EQ(mina.size(), 1u);
  EXPECT_EQ(mina[0]["metadata"]["room"], "4");
  EXPECT_EQ(mina[0]["source_id"], "mem0:a1");
  EXPECT_EQ(mina[0]["stated_at"], "2026-01-02T03:04:05Z");
  EXPECT_EQ(list("agent:butler").size(), 1u);
  EXPECT_EQ(import("mem0", text).json()["already_folded"], 2) << "twice is once";
}

TEST_F(ForeignTest, TheFileOfTheReferenceServer) {
  const std::string text =
      R"({"type":"entity","name":"Mina Park","entityType":"person","observations":["speaks Korean","Mina Park was born in Busan"]})"
      "\n\n"
      R"({"type":"relation","from":"Mina Park","to":"Hanbit","relationType":"works_at"})"
      "\n"
      R"({"type":"song"})";
  const Outcome outcome = import("memory-mcp", text, {"--user", "mina"});
  ASSERT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_EQ(outcome.json()["left_out"]["it is neither entity nor relation"], 1);
  Texts contents;
  for (const Json& memory : list("mina")) contents.push_back(memory["content"]);
  EXPECT_EQ(contents, (Texts{"Mina Park: speaks Korean", "Mina Park was born in Busan",
                             "Mina Park works at Hanbit."}));
}

TEST_F(ForeignTest, Csv) {
  const std::string text =
      "memory,tags,importance,room\r\n"
      "\"She said \"\"tea, please\"\".\nTwice.\",food; drink,0.7,4\r\n"
      "Second,,much,\r\n"
      "\r\n"
      "Third,,,\r\n";
  const Outcome outcome = import("csv", text, {"--user", "mina"});
  ASSERT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_EQ(outcome.json()["entries"], 3);
  EXPECT_EQ(outcome.json()["left_out"]["importance must be a number"], 1);
  const Json memories = list("mina");
  ASSERT_EQ(memories.size(), 2u);
  EXPECT_EQ(memories[0]["content"], "She said \"tea, please\".\nTwice.");
  EXPECT_EQ(memories[0]["tags"], Json({"drink", "food"}));
  EXPECT_EQ(memories[0]["metadata"]["room"], "4");
}

TEST_F(ForeignTest, WhatIsNotOfItsKindIsTold) {
  EXPECT_EQ(import("csv", "a,b\n1,2\n").code, 2);
  EXPECT_EQ(import("memory-mcp", "no json").code, 2);
  EXPECT_EQ(import("mem0", "3").code, 2);
  const Outcome unknown = import("zep", "{}");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("mem0, memory-mcp, csv"), std::string::npos) << unknown.err;
  EXPECT_EQ(run({"import", "-", "--dry-run", "--db", "new.db"}, {.input = "x"}).code, 2);
}

}  // namespace
}  // namespace memfold::acceptance
