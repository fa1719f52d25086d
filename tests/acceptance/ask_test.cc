// explain, recall, show, history, log, stats, analyze.
#include <set>

#include "command_line.h"

namespace memfold::acceptance {
namespace {

class AskTest : public SampleStore {};

TEST_F(AskTest, ExplainDecidesAndWritesNothing) {
  const std::string before = digest();
  const Json explained = ask_json({"explain", "--text", "가을 행사 예산이 4000만원으로 증액",
                                   "--thread", "autumn", "--subject", "가을 행사 예산"});
  EXPECT_EQ(explained["decision"]["decision"], "UPDATE") << explained["decision"]["reason"];
  EXPECT_EQ(explained["decision"]["status"], "dry_run");
  ASSERT_FALSE(explained["candidates"].empty());
  EXPECT_EQ(explained["candidates"][0]["content"], "가을 행사 예산은 3500만원");
  EXPECT_EQ(explained["candidates"][0]["analysis"]["verdict"], "update");
  EXPECT_EQ(digest(), before);
}

TEST_F(AskTest, ExplainReadsAFactFromAFile) {
  write(
      "fact.json",
      R"({"content":"The mobile app launches on June 1.","thread_id":"launch","subject":"Mobile app launch"})");
  const Outcome outcome = ask({"explain", "--file", "fact.json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.rfind("UPDATE (SUPERSEDE)", 0), 0u) << outcome.out;
  EXPECT_NE(outcome.out.find("█"), std::string::npos) << "bars of factors";
  EXPECT_NE(outcome.out.find("^^^"), std::string::npos) << "marks under what differs";
}

TEST_F(AskTest, RecallFindsAndFilters) {
  EXPECT_EQ(ask_json({"recall", "가을 행사 예산", "-k", "1"})["hits"][0]["memory"]["content"],
            "가을 행사 예산은 3500만원");
  EXPECT_EQ(ask_json({"recall", "mobile app", "--thread", "launch"})["hits"].size(), 1u);
  EXPECT_TRUE(ask_json({"recall", "mobile app", "--session", "call-1"})["hits"].empty());
  EXPECT_TRUE(ask_json({"recall", "mobile app", "--category", "task"})["hits"].empty());
  EXPECT_TRUE(ask_json({"recall", "mobile app launch", "--until", "2026-01-01"})["hits"].empty());
  EXPECT_TRUE(ask_json({"recall", "mobile app launch", "--threshold", "1"})["hits"].empty());
}

TEST_F(AskTest, RecallSaysWhatMatched) {
  const Json hit = ask_json({"recall", "가을 예산"})["hits"][0];
  EXPECT_GT(hit["reasons"]["content"].get<double>(), 0);
  EXPECT_GT(hit["reasons"]["words"].get<double>(), 0);
  EXPECT_EQ(hit["reasons"]["matched_words"].size(), 2u) << hit["reasons"];
  EXPECT_NE(hit["why"].get<std::string>().find("words \""), std::string::npos);
  const Json by_words = ask_json({"recall", "3500만원", "--by", "words"})["hits"];
  ASSERT_EQ(by_words.size(), 1u);
  EXPECT_EQ(by_words[0]["score"], by_words[0]["reasons"]["words"]);
  EXPECT_EQ(by_words[0]["reasons"]["content"], 0.0);
}

TEST_F(AskTest, RecallTravelsInTime) {
  const auto first = [&](const std::string& option, const std::string& time) {
    const Json hits = ask_json({"recall", "가을 행사 예산", "-k", "1", option, time})["hits"];
    return hits.empty() ? "" : hits[0]["memory"]["content"].get<std::string>();
  };
  EXPECT_EQ(first("--valid-at", "2100-01-01"), "가을 행사 예산은 3500만원");
  EXPECT_EQ(first("--as-of", "2100-01-01"), "가을 행사 예산은 3500만원");
  EXPECT_EQ(first("--as-of", "1999-01-01"), "");
  const Json chain = ask_json({"history", id_of("가을 행사 예산")})["versions"];
  EXPECT_EQ(first("--valid-at", chain[0]["memory"]["stated_at"]), "가을 행사 예산은 3000만원");
}

TEST_F(AskTest, RecallRefusesWhatItDoesNotKnow) {
  EXPECT_NE(ask({"recall", "x", "--by", "luck"}).err.find("vector"), std::string::npos);
  EXPECT_NE(ask({"recall", "x", "--state", "dead"}).err.find("archived"), std::string::npos);
  EXPECT_EQ(ask({"recall", "x", "--as-of", "soon"}).code, 2);
  EXPECT_TRUE(ask_json({"recall", "가을 행사 예산", "--state", "archived"})["hits"].empty());
  EXPECT_FALSE(
      ask_json({"recall", "가을 행사 예산", "--state", "candidate,active"})["hits"].empty());
}

TEST_F(AskTest, ShowHasTheEdgesOfBothEnds) {
  const std::string id = id_of("mobile app launch");
  const Json shown = ask_json({"show", id});
  EXPECT_EQ(shown["memory"]["content"], "The mobile app launches on May 18.");
  ASSERT_EQ(shown["edges_from"].size(), 1u);
  EXPECT_EQ(shown["edges_from"][0]["type"], "supersedes");
  const Json older = ask_json({"show", shown["edges_from"][0]["to"]});
  ASSERT_EQ(older["edges_to"].size(), 1u);
  EXPECT_EQ(older["edges_to"][0]["from"], id);
  EXPECT_EQ(older["memory"]["superseded_by"], id);
}

TEST_F(AskTest, HistoryHasBothVersionsOldestFirst) {
  const Json chain = ask_json({"history", id_of("가을 행사 예산")})["versions"];
  ASSERT_EQ(chain.size(), 2u);
  EXPECT_EQ(chain[0]["memory"]["content"], "가을 행사 예산은 3000만원");
  EXPECT_EQ(chain[1]["memory"]["content"], "가을 행사 예산은 3500만원");
  EXPECT_FALSE(chain[0]["current"].get<bool>());
  EXPECT_TRUE(chain[1]["current"].get<bool>());
  EXPECT_EQ(chain[1]["operation"], "SUPERSEDE");
  EXPECT_EQ(chain[1]["property_changes"][0]["property"], "money");
  // Any member names the chain.
  EXPECT_EQ(ask_json({"history", chain[0]["memory"]["id"]})["versions"], chain);
}

TEST_F(AskTest, LogFilters) {
  EXPECT_EQ(ask_json({"log", "--decision", "update"})["entries"].size(), 2u);
  EXPECT_EQ(ask_json({"log", "--decision", "SKIP"})["entries"].size(), 0u);
  EXPECT_EQ(ask_json({"log", "--until", kNow})["entries"].size(), 0u);
  EXPECT_EQ(ask_json({"log", "--from", kNow})["entries"].size(), 5u);
}

TEST_F(AskTest, LogPagesGiveEachEntryOnce) {
  for (const bool oldest_first : {false, true}) {
    std::vector<std::uint64_t> sequences;
    std::string cursor;
    do {
      std::vector<std::string> arguments = {"log", "--limit", "2"};
      if (oldest_first) arguments.push_back("--oldest-first");
      if (!cursor.empty()) arguments.insert(arguments.end(), {"--cursor", cursor});
      const Json page = ask_json(arguments);
      for (const Json& entry : page["entries"]) sequences.push_back(entry["sequence"]);
      cursor = page["next_cursor"].is_null() ? "" : page["next_cursor"].get<std::string>();
    } while (!cursor.empty() && sequences.size() < 10);
    const std::vector<std::uint64_t> expected = oldest_first
                                                    ? std::vector<std::uint64_t>{1, 2, 3, 4, 5}
                                                    : std::vector<std::uint64_t>{5, 4, 3, 2, 1};
    EXPECT_EQ(sequences, expected);
  }
  EXPECT_EQ(ask({"log", "--cursor", "nonsense"}).code, 2);
}

TEST_F(AskTest, StatsAddUp) {
  const Json stats = ask_json({"stats"});
  EXPECT_EQ(stats["decisions"], 5);
  EXPECT_EQ(stats["current_memories"], 3);
  EXPECT_EQ(stats["by_decision"]["CREATE"], 3);
  EXPECT_EQ(stats["by_decision"]["UPDATE"], 2);
  EXPECT_GT(stats["store_bytes"], 0);
}

TEST_F(AskTest, AnalyzeComparesWithoutAStore) {
  const Outcome outcome = run({"analyze", "--existing", "The budget is 500 USD.", "--incoming",
                               "The budget is 700 USD.", "--now", kNow, "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json analysis = outcome.json();
  EXPECT_EQ(analysis["verdict"], "update");
  ASSERT_EQ(analysis["property_changes"].size(), 1u);
  EXPECT_EQ(analysis["property_changes"][0]["property"], "money");
}

TEST_F(AskTest, WhatIsOverIsLeftOutUnlessAskedFor) {
  const std::string facts =
      R"({"user":"mina","content":"봄 쿠폰 코드는 SPRING26","valid_until":"2026-03-05"})"
      "\n"
      R"({"user":"mina","content":"The lift is out of order","valid_until":"2026-03-05T00:00:00Z"})"
      "\n";
  ASSERT_EQ(run({"fold", "--db", "mail.db", "--now", kNow}, {.input = facts}).code, 0);
  for (const auto& [question, text] : {std::pair("SPRING26", "봄 쿠폰 코드는 SPRING26"),
                                       {"lift out of order", "The lift is out of order"}}) {
    const auto found = [&](std::vector<std::string> more) {
      std::vector<std::string> arguments = {"recall", question, "--by", "words", "--peek"};
      arguments.insert(arguments.end(), more.begin(), more.end());
      return ask_json(arguments)["hits"].size();
    };
    EXPECT_EQ(found({"--now", "2026-03-04T23:59:59Z"}), 1u) << question;
    EXPECT_EQ(found({"--now", "2026-03-05"}), 0u) << "valid until then";
    EXPECT_EQ(found({"--now", "2026-03-05", "--include-expired"}), 1u);
    EXPECT_EQ(found({"--now", "2026-03-05", "--valid-at", "2026-03-04"}), 1u);
    const Outcome screen = ask(
        {"recall", question, "--by", "words", "--peek", "--now", "2026-04-01"}, {.terminal = true});
    EXPECT_NE(screen.out.find("--include-expired"), std::string::npos) << screen.out;
    const Json would =
        Json::parse(ask({"forget", "--query", question, "--now", "2026-04-01", "--json"}).out);
    EXPECT_EQ(would["would_forget"][0]["content"], text) << "what is over can be forgotten";
  }
  EXPECT_EQ(ask({"recall", "x", "--granularity", "2", "--include-expired"}).code, 2);
}

// P8: a name out of a Korean file name is in decomposed letters, the same name typed is not.
TEST_F(AskTest, AUserIsFoundHoweverTheNameIsSpelt) {
  const std::string composed = "한글", apart = "\u1112\u1161\u11AB\u1100\u1173\u11AF";
  const std::string fact = R"({"content":"회의실은 5층"})"
                           "\n";
  for (const std::string& user : {apart, composed}) {
    EXPECT_EQ(run({"fold", "--db", "k.db", "--user", user}, {.input = fact}).code, 0);
    const Json hits = run({"recall", "회의실", "--db", "k.db", "--user", user, "--json"}).json();
    EXPECT_EQ(hits["hits"].size(), 1u) << user;
    EXPECT_EQ(run({"source", "list", "--db", "k.db", "--user", user}).code, 0);
  }
  EXPECT_EQ(run({"stats", "--users", "--db", "k.db", "--json"}).json()["users"],
            Json::array({composed}));
  EXPECT_EQ(run({"log", "--db", "k.db", "--user", composed, "--json"}).json()["entries"].size(),
            1u);
}

TEST_F(AskTest, AMissingMemoryIsAnError) {
  for (const char* command : {"show", "history"}) {
    const Outcome outcome = ask({command, std::string(32, '0')});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.err.find("no memory"), std::string::npos) << outcome.err;
    EXPECT_EQ(ask({command, "abcd"}).code, 2);
  }
}

}  // namespace
}  // namespace memfold::acceptance
