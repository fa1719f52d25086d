// What a decision was about: log and show print it, skipped texts above all.
#include "command_line.h"

namespace memfold::acceptance {
namespace {

const std::string kKorean = "가을 행사 예산은 3500만원으로 증액!",
                  kEnglish = "the mobile app launches on May 18";

/// The sample, and one Korean and one English statement that say again what is known.
class StatementTest : public SampleStore {
 protected:
  StatementTest() {
    const std::string facts = R"({"user":"mina","content":")" + kKorean +
                              R"(","source_id":"mail-8","occurred_at":"2026-02-10"})" + "\n" +
                              R"({"user":"mina","content":")" + kEnglish +
                              R"(","source_id":"mail-9","occurred_at":"2026-02-11"})" + "\n";
    const Outcome outcome =
        run({"fold", "--db", "mail.db", "--now", "2026-03-02T00:00:00Z"}, {.input = facts});
    for (const Json& line : outcome.json_lines()) EXPECT_EQ(line["decision"], "SKIP") << line;
  }
  Json entry(const std::string& number) const {
    return ask_json({"show", "#" + number})["decision"];
  }
};

// P5: nothing is lost silently; the text of what was skipped could not be read anywhere.
TEST_F(StatementTest, TheLogSaysWhatWasSkipped) {
  const Json entries = ask_json({"log", "--decision", "SKIP"})["entries"];
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0]["statement"], kEnglish);
  EXPECT_EQ(entries[1]["statement"], kKorean);
  EXPECT_EQ(entries[0]["statement_kept"], "kept");
  const std::string table = ask({"log", "--decision", "SKIP"}).out;
  EXPECT_NE(table.find("\treason\tstatement\n"), std::string::npos) << table;
  EXPECT_NE(table.find("\t" + kKorean + "\n"), std::string::npos) << table;
  const std::string screen = ask({"log", "--decision", "SKIP"}, {.terminal = true}).out;
  EXPECT_NE(screen.find(kKorean), std::string::npos) << screen;
  EXPECT_NE(screen.find(kEnglish), std::string::npos) << screen;
}

TEST_F(StatementTest, EveryDecisionSaysWhatItWasAbout) {
  const Json entries = ask_json({"log", "--oldest-first"})["entries"];
  ASSERT_EQ(entries.size(), 7u);
  EXPECT_EQ(entries[0]["statement"], "가을 행사 예산은 3000만원") << "a CREATE, replaced since";
  EXPECT_EQ(entries[3]["statement"], "The mobile app launches on May 18.") << "an UPDATE";
  const Json update = ask_json({"show", "#4"});
  EXPECT_EQ(update["decision"]["decision"], "UPDATE");
  EXPECT_EQ(update["fact"]["content"], "The mobile app launches on May 18.");
  EXPECT_EQ(update["before"]["content"], "The mobile app launches on May 4.");
  EXPECT_EQ(update["after"]["content"], "The mobile app launches on May 18.");
  const std::string text = ask({"show", "#6"}).out;
  EXPECT_NE(text.find("statement\t" + kKorean + "\n"), std::string::npos) << text;
  EXPECT_NE(text.find("source\tmail-8\n"), std::string::npos) << text;
  EXPECT_EQ(ask({"show", "#99"}).code, 1);
  EXPECT_EQ(ask({"show", "#x"}).code, 2);
  EXPECT_EQ(ask({"show", "#6", "--as-of", "2026-01-01"}).code, 2);
}

TEST_F(StatementTest, AMemoryShowsWhatWasSkippedForIt) {
  for (const auto& [question, text] :
       {std::pair("가을 행사 예산", kKorean), {"mobile app launch", kEnglish}}) {
    const std::string id = id_of(question);
    const Json skipped = ask_json({"show", id})["skipped"];
    ASSERT_EQ(skipped.size(), 1u) << question;
    EXPECT_EQ(skipped[0]["statement"], text);
    const std::string shown = ask({"show", id}).out;
    EXPECT_NE(shown.find(text), std::string::npos) << shown;
  }
}

TEST_F(StatementTest, WhatRetentionDroppedIsToldToBeGone) {
  const Outcome outcome = ask(
      {"maintain", "--job", "retention", "--set", "log.retention_days=30", "--now", "2026-05-01"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(entry("6")["statement"].is_null());
  EXPECT_EQ(entry("6")["statement_kept"], "dropped");
  EXPECT_NE(ask({"log", "--decision", "SKIP"}).out.find("(dropped by retention)"),
            std::string::npos);
  EXPECT_EQ(entry("1")["statement"], "가을 행사 예산은 3000만원") << "the chain keeps it";
}

TEST_F(StatementTest, ForgottenAndErasedStatementsAreNotPrinted) {
  const std::string budget = id_of("가을 행사 예산"), launch = id_of("mobile app launch");
  ASSERT_EQ(ask({"forget", budget}).code, 0);
  EXPECT_EQ(entry("6")["statement_kept"], "forgotten");
  EXPECT_TRUE(ask_json({"show", "#6"})["fact"].is_null());
  const std::string log = ask({"log"}).out;
  EXPECT_EQ(log.find(kKorean), std::string::npos) << log;
  EXPECT_NE(log.find(kEnglish), std::string::npos) << log;
  ASSERT_EQ(ask({"restore", budget}).code, 0);
  EXPECT_EQ(entry("6")["statement"], kKorean);
  ASSERT_EQ(ask({"forget", launch, "--erase", "--yes"}).code, 0);
  EXPECT_EQ(entry("7")["statement_kept"], "erased");
  EXPECT_TRUE(entry("7")["statement"].is_null());
}

TEST_F(StatementTest, ARejectedFactLeavesNoText) {
  const std::string fact =
      R"({"user":"mina","content":"x","importance":1,"valid_from":"2026-02-01",)"
      R"("valid_until":"2026-01-01"})";
  EXPECT_EQ(run({"fold", "--db", "mail.db"}, {.input = fact + "\n"}).code, 3);
  EXPECT_EQ(entry("8")["statement_kept"], "never");
  EXPECT_NE(ask({"log", "--limit", "1"}).out.find("(never kept)"), std::string::npos);
}

}  // namespace
}  // namespace memfold::acceptance
