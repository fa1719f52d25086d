// Memories in categories a host named itself.
#include "command_line.h"

namespace memfold::acceptance {
namespace {

class CategoryTest : public SampleStore {
 protected:
  CategoryTest() {
    const Outcome folded = run(
        {"fold", "--db", "mail.db", "--now", kNow},
        {.input =
             R"({"user":"mina","content":"된장찌개에는 두부와 애호박을 넣는다","category":"요리 법","idempotency_key":"c1","occurred_at":"2026-02-04"})"
             "\n"});
    EXPECT_EQ(folded.code, 0) << folded.err;
  }
};

TEST_F(CategoryTest, AnOwnOneIsRecalledAndShown) {
  const Json hits = ask_json({"recall", "된장찌개", "--category", "요리 법"})["hits"];
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits[0]["memory"]["category"], "요리 법");
  const Json of_misc = ask_json({"recall", "된장찌개", "--category", "misc"})["hits"];
  for (const Json& hit : of_misc) EXPECT_EQ(hit["memory"]["category"], "misc");
  EXPECT_TRUE(ask_json({"recall", "된장찌개", "--category", "요리"})["hits"].empty());
  const std::string id = hits[0]["memory"]["id"];
  EXPECT_EQ(ask_json({"show", id})["memory"]["category"], "요리 법");
  EXPECT_NE(ask({"show", id}).out.find("요리 법"), std::string::npos);
  EXPECT_NE(ask({"recall", "된장찌개"}).out.find("\t요리 법\t"), std::string::npos);
}

TEST_F(CategoryTest, AnExportBringsItBack) {
  ASSERT_EQ(ask({"export", "--out", "mail.jsonl"}).code, 0);
  ASSERT_EQ(run({"import", "mail.jsonl", "--db", "new.db"}).code, 0);
  EXPECT_EQ(digest("new.db"), digest());
  EXPECT_EQ(run({"verify", "--db", "new.db"}).code, 0);
  const Outcome found = run({"recall", "된장찌개", "--category", "요리 법", "--user", "mina",
                             "--db", "new.db", "--json", "--now", kNow});
  EXPECT_EQ(found.json()["hits"].size(), 1u) << found.err;
}

TEST_F(CategoryTest, AWrongNameIsToldWhatIsWrong) {
  const Outcome folded = run({"fold", "--db", "mail.db", "--now", kNow},
                             {.input = R"({"user":"mina","content":"x","category":" recipe"})"
                                       "\n"
                                       R"({"user":"mina","content":"y","category":7})"
                                       "\n"});
  EXPECT_EQ(folded.code, 3);
  const std::vector<Json> lines = folded.json_lines();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0]["error"], "category must not begin or end with white space");
  EXPECT_EQ(lines[1]["error"], "category must be a string");
  const std::pair<std::string, const char*> options[] = {
      {"", "--category must not be empty"},
      {std::string(65, 'x'), "--category must have at most 64 bytes (in NFC), not 65"},
      {"a\tb", "--category must not hold control characters"},
      {"a\xFF", "--category must be valid UTF-8"}};
  for (const auto& [name, says] : options) {
    const Outcome refused = ask({"recall", "된장찌개", "--category", name});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find(says), std::string::npos) << refused.err;
  }
}

}  // namespace
}  // namespace memfold::acceptance
