// graph, traverse, recall --granularity, maintain, export: a small mailbox, Korean and English.
#include <algorithm>

#include "command_line.h"

namespace memfold::acceptance {
namespace {

struct GraphLetter {
  int day;  ///< of February 2026, a Sunday the first
  std::string from, to, subject, body;
};

const std::string kMina = "Mina Kim <mina@example.org>", kJun = "Jun Park <jun.park@example.org>",
                  kSangcheol = "박상철 <sc.park@mirae.example>";

const std::vector<GraphLetter> kGraphLetters = {
    {2, kJun, kMina, "INC-1042 disk failure",
     "INC-1042 is assigned to Jun Park. Please review the INC-1042 log by Friday."},
    {4, kMina, kJun, "Re: INC-1042 disk failure",
     "INC-1042 was caused by a full disk. The INC-1042 disk is replaced on February 6."},
    {6, kJun, kMina, "Re: INC-1042 disk failure",
     "The INC-1042 fix is deployed to staging. We decided to ship INC-1042 on Monday."},
    {8, kMina, kJun, "Re: INC-1042 disk failure",
     "INC-1042 is shipped to production. The INC-1042 report is due on February 12."},
    {10, kJun, kMina, "Re: INC-1042 disk failure",
     "The INC-1042 report is finished. We agreed to close INC-1042 on February 13."},
    {3, kMina, kSangcheol, "미래물류(주) 납품 계약",
     "미래물류(주)와 납품 단가를 12,000원으로 합의했습니다. 미래물류(주) 계약서를 금요일까지 "
     "보내주세요."},
    {5, kMina, kSangcheol, "미래물류(주) 납품 계약",
     "미래물류(주) 계약서가 도착했습니다. 미래물류(주) 납품일은 2월 20일입니다."},
    {7, kMina, kSangcheol, "미래물류(주) 납품 계약",
     "미래물류(주) 납품일이 2월 24일로 변경되었습니다. 미래물류(주) 담당자는 박상철 부장입니다."},
    {9, kMina, kSangcheol, "미래물류(주) 납품 계약",
     "미래물류(주) 창고를 방문하기로 결정했습니다. 미래물류(주) 방문 일정은 2월 17일 오후 "
     "2시입니다."},
    {11, kMina, kSangcheol, "미래물류(주) 납품 계약",
     "미래물류(주) 납품이 완료되었습니다. 미래물류(주) 대금 3,600만원을 이번 주에 지급합니다."},
};

std::string graph_mailbox() {
  static const char* const kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  std::string box;
  for (std::size_t i = 0; i < kGraphLetters.size(); ++i) {
    const GraphLetter& letter = kGraphLetters[i];
    const std::string day = std::to_string(letter.day), week = kDays[(letter.day - 1) % 7];
    box += "From x@example.org " + week + " Feb " + (letter.day < 10 ? " " : "") + day +
           " 00:10:00 2026\nFrom: " + letter.from + "\nTo: " + letter.to +
           "\nCc: Ben Li <ben.li@partner.example>\nMessage-ID: <m" + std::to_string(i) +
           "@example.org>\nSubject: " + letter.subject + "\nDate: " + week + ", " + day +
           " Feb 2026 09:00:00 +0900\nContent-Type: text/plain; charset=utf-8\n\n" + letter.body +
           "\n\n";
  }
  return box;
}

class GraphTest : public CommandLine {
 protected:
  GraphTest() {
    write("mail.mbox", graph_mailbox());
    EXPECT_EQ(ask({"graph", "owner", "Mina Kim", "--address", "mina@example.org"}).code, 0);
    EXPECT_EQ(ask({"backfill", "mail.mbox"}).code, 0);
  }
  Outcome ask(std::vector<std::string> arguments, const How& how = {}) const {
    for (const char* more : {"--db", "mail.db", "--user", "mina"}) arguments.push_back(more);
    if (std::find(arguments.begin(), arguments.end(), "--now") == arguments.end()) {
      arguments.insert(arguments.end(), {"--now", kNight});
    }
    return run(arguments, how);
  }
  Json ask_json(std::vector<std::string> arguments) const {
    arguments.push_back("--json");
    const Outcome outcome = ask(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.json();
  }
  void expect_told(const Outcome& outcome, int code, const std::string& words) const {
    EXPECT_EQ(outcome.code, code) << outcome.out << outcome.err;
    EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
  std::map<std::string, Json> maintain(const std::string& now = kNight) const {
    std::map<std::string, Json> counts;
    const Json report = ask_json({"maintain", "--now", now});
    for (const Json& job : report["jobs"]) {
      counts[job["job"]] = job["counts"];
    }
    return counts;
  }
  Json storyline_of(const std::string& title) const {
    const Json list = ask_json({"graph"});
    for (const Json& node : list["nodes"]) {
      if (node["title"] == title) return node;
    }
    ADD_FAILURE() << "no storyline of " << title;
    return {};
  }
  inline static const std::string kNight = "2026-02-16T06:00:00Z";
};

TEST_F(GraphTest, ListsAndFindsWhatTheMailsSpeakOf) {
  const Json people = ask_json({"graph", "--kind", "person"})["nodes"];
  ASSERT_EQ(people.size(), 3u) << people << "Ben was only copied";
  EXPECT_EQ(people[0]["title"], "Mina Kim");
  EXPECT_TRUE(people[0]["is_owner"].get<bool>());
  EXPECT_EQ(people[0]["ttl_policy"], "keep_forever");
  const Json jun = ask_json({"graph", "find", "Park, Jun"});
  EXPECT_EQ(jun["node"]["name"], "jun-park");
  EXPECT_EQ(jun["node"]["source_count"], 5);
  EXPECT_EQ(ask_json({"graph", "find", "sc.park@mirae.example"})["node"]["title"], "박상철");
  EXPECT_EQ(ask_json({"graph", "find", "미래물류 주식회사", "--kind", "entity"})["node"]["title"],
            "미래물류")
      << "an entity of any type";
  maintain();
  EXPECT_EQ(ask_json({"graph", "find", "INC-1042", "--kind", "storyline"})["node"]["kind"],
            "storyline");
  const Outcome table = ask({"graph", "--kind", "entity", "--limit", "1"});
  EXPECT_EQ(table.out.rfind("id\tsources\tlast\tstate\ttitle\tdescription\n", 0), 0u) << table.out;
  EXPECT_EQ(std::count(table.out.begin(), table.out.end(), '\n'), 2);
}

TEST_F(GraphTest, MaintenanceTellsOneStoryForThoseWhoShareIt) {
  auto counts = maintain();
  EXPECT_EQ(counts["promote_storylines"]["storylines_promoted"], 2);
  EXPECT_EQ(counts["promote_storylines"]["storylines_shared"], 2) << "Jun Park's and 박상철's";
  const Json incident = storyline_of("INC-1042"), delivery = storyline_of("미래물류");
  EXPECT_EQ(incident["keywords"], Json({"INC-1042", "Jun Park"}));
  EXPECT_EQ(incident["source_count"], 5);
  EXPECT_NE(incident["description"].get<std::string>().find("INC-1042"), std::string::npos);
  EXPECT_NE(delivery["description"].get<std::string>().find("미래물류"), std::string::npos);
  EXPECT_EQ(maintain()["promote_storylines"], Json::object()) << "not due";
  const std::string text = ask({"maintain", "--job", "promote_storylines"}).out;
  EXPECT_EQ(text, "promote_storylines: nothing to do\n");
  expect_told(ask({"maintain", "--job", "promote"}), 2, "promote_storylines");
}

TEST_F(GraphTest, RecallFindsStorylinesAndCountsThem) {
  maintain();
  for (const auto& [level, question, title] :
       {std::tuple("storyline", "when was INC-1042 closed?", "INC-1042"),
        std::tuple("2", "납품 단가가 얼마였지?", "미래물류"),
        std::tuple("meso", "Jun Park", "INC-1042")}) {
    const Json hits = ask_json({"recall", question, "--granularity", level, "--peek"})["hits"];
    ASSERT_FALSE(hits.empty()) << question;
    const Json& hit = hits[0];
    EXPECT_EQ(hit["storyline"]["title"], title);
    EXPECT_FALSE(hit["reasons"]["matched_words"].empty()) << hit;
    EXPECT_EQ(hit["part_count"], 5);
    ASSERT_EQ(hit["parts"].size(), 5u);
    EXPECT_EQ(hit["parts"][0]["kind"], "source");
    EXPECT_GT(hit["parts"][0]["last_at"], hit["parts"][4]["last_at"]) << "the newest first";
    EXPECT_FALSE(hit["parts"][0]["description"].get<std::string>().empty());
    EXPECT_NE(hit["why"].get<std::string>().find("words \""), std::string::npos);
  }
  EXPECT_EQ(storyline_of("INC-1042")["access_count"], 0) << "peeks";
  ask({"recall", "INC-1042", "--granularity", "storyline", "-k", "1"});
  const Json used = storyline_of("INC-1042");
  EXPECT_EQ(used["access_count"], 1);
  EXPECT_GT(used["salience"], 0.55);
  EXPECT_EQ(used["last_accessed_at"], kNight);
  EXPECT_EQ(ask({"verify"}).code, 0);
}

TEST_F(GraphTest, RecallOfStorylinesFilters) {
  maintain();
  const auto count = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"recall", "INC-1042 미래물류", "--granularity", "2",
                                          "--peek"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return ask_json(arguments)["hits"].size();
  };
  EXPECT_EQ(count({}), 2u);
  EXPECT_EQ(count({"-k", "1"}), 1u);
  EXPECT_EQ(count({"--person", "박상철 부장"}), 1u);
  EXPECT_EQ(count({"--person", "nobody@example.org"}), 0u);
  EXPECT_EQ(count({"--since", "2026-02-11"}), 1u);
  EXPECT_EQ(count({"--until", "2026-02-02"}), 0u);
  EXPECT_EQ(count({"--state", "archived"}), 0u);
  EXPECT_EQ(count({"--threshold", "1"}), 0u);
  ASSERT_EQ(ask({"maintain", "--job", "archive", "--now", "2027-02-16"}).code, 0);
  EXPECT_EQ(count({}), 0u);
  EXPECT_EQ(count({"--include-archived"}), 2u);
}

TEST_F(GraphTest, RecallFindsSources) {
  const Json hits = ask_json({"recall", "납품 단가", "--granularity", "source", "-k", "2"})["hits"];
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_EQ(hits[0]["source"]["name"], "m5@example.org");
  EXPECT_NE(hits[0]["statements"][0]["memory"]["content"].get<std::string>().find("12,000원"),
            std::string::npos);
  EXPECT_EQ(hits[0]["score"], hits[0]["statements"][0]["score"]);
  EXPECT_EQ(ask_json({"show", hits[0]["source"]["id"]})["node"]["access_count"], 1);
  const Outcome table = ask({"recall", "INC-1042 report", "--granularity", "source", "--peek"});
  EXPECT_EQ(table.out.rfind("score\tat\tform\tid\tstatements\twhy\ttitle\tbest_statement\n", 0), 0u)
      << table.out;
  const Outcome screen =
      ask({"recall", "INC-1042 report", "--granularity", "source", "--peek"}, {.terminal = true});
  EXPECT_NE(screen.out.find("2026-02-08  email  score "), std::string::npos) << screen.out;
}

TEST_F(GraphTest, AStorylineIsShownWithItsSources) {
  maintain();
  const Outcome screen =
      ask({"recall", "INC-1042", "--granularity", "storyline", "--peek"}, {.terminal = true});
  EXPECT_NE(screen.out.find("2026-02-02 to 2026-02-10  5 sources  active  score "),
            std::string::npos)
      << screen.out;
  EXPECT_NE(screen.out.find("and 2 more: memfold show "), std::string::npos) << screen.out;
  const std::string id = storyline_of("INC-1042")["id"];
  const Json shown = ask_json({"show", id});
  ASSERT_EQ(shown["parts"].size(), 5u);
  EXPECT_EQ(shown["parts"][0]["text"], "INC-1042 disk failure");
  EXPECT_EQ(shown["parts"][0]["at"], "2026-02-10T00:00:00Z");
  const std::string text = ask({"show", id}).out;
  EXPECT_NE(text.find("\nSources\n  2026-02-10  "), std::string::npos) << text;
  EXPECT_NE(text.find("-> about "), std::string::npos) << text;
  EXPECT_EQ(text.find("-> includes"), std::string::npos) << "listed above";
  const std::string source = shown["parts"][0]["id"];
  const std::string statements = ask({"show", source}).out;
  EXPECT_NE(statements.find("\nStatements\n"), std::string::npos) << statements;
  EXPECT_NE(statements.find("We agreed to close INC-1042"), std::string::npos) << statements;
}

TEST_F(GraphTest, AMacroGathersStorylines) {
  maintain();
  std::string box;
  for (int day = 1; day <= 5; ++day) {
    box += "From x@example.org Tue Sep  " + std::to_string(day) + " 00:10:00 2026\nFrom: " + kJun +
           "\nTo: " + kMina + "\nMessage-ID: <s" + std::to_string(day) +
           "@example.org>\nSubject: INC-1042 again\nDate: " + std::to_string(day) +
           " Sep 2026 09:00:00 +0900\n\nINC-1042 came back on server " + std::to_string(40 + day) +
           ". The INC-1042 disk is replaced on September " + std::to_string(10 + day) + ".\n\n";
  }
  write("later.mbox", box);
  ASSERT_EQ(ask({"backfill", "later.mbox", "--now", "2026-09-06T00:00:00Z"}).code, 0);
  // What was told in February has faded by September unless somebody asks for it.
  ask({"recall", "INC-1042", "--granularity", "storyline", "--now", "2026-08-01T00:00:00Z"});
  EXPECT_EQ(maintain("2026-09-10T06:00:00Z")["promote_storylines"]["storylines_promoted"], 1);
  EXPECT_EQ(maintain("2026-09-14T06:00:00Z")["promote_macros"]["macros_promoted"], 1);
  const Json hits = ask_json({"recall", "INC-1042 disk", "--granularity", "3", "--peek"})["hits"];
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits[0]["macro"]["title"], "INC-1042");
  EXPECT_EQ(hits[0]["part_count"], 2);
  EXPECT_EQ(hits[0]["parts"][0]["kind"], "storyline");
  EXPECT_EQ(hits[0]["macro"]["source_count"], 10);
  const std::string text = ask({"show", hits[0]["macro"]["id"]}).out;
  EXPECT_NE(text.find("\nDescription\n  - 2026-02: "), std::string::npos) << text;
  EXPECT_NE(text.find("\n  - 2026-09: "), std::string::npos) << "each on a line of its own";
  EXPECT_NE(text.find("\nStorylines\n"), std::string::npos) << text;
  EXPECT_EQ(ask({"verify"}).code, 0);
}

TEST_F(GraphTest, TraverseWalksFromAStorylineToWhatItsSourcesState) {
  maintain();
  const std::string id = storyline_of("미래물류")["id"];
  const Json steps =
      ask_json({"traverse", id, "--type", "includes", "--type", "states", "--depth", "2"})["steps"];
  EXPECT_EQ(std::count_if(steps.begin(), steps.end(),
                          [](const Json& step) { return step["type"] == "includes"; }),
            5);
  EXPECT_TRUE(std::any_of(steps.begin(), steps.end(), [](const Json& step) {
    return step["type"] == "states" && step["depth"] == 2;
  }));
  EXPECT_EQ(ask_json({"traverse", id, "--limit", "3"})["steps"].size(), 3u);
  const Outcome table = ask({"traverse", id, "--type", "about"});
  EXPECT_EQ(table.out.rfind("depth\tfrom\tedge\tto\tto id\n1\t미래물류\tabout\t", 0), 0u)
      << table.out;
  expect_told(ask({"traverse", id, "--type", "include"}), 2, "did you mean includes?");
  expect_told(ask({"traverse", id, "--depth", "99"}), 2, "depth");
  expect_told(ask({"traverse", std::string(32, '0')}), 1, "no node or memory");
}

TEST_F(GraphTest, AnExportBringsTheGraphAlong) {
  maintain();
  ask({"recall", "INC-1042", "--granularity", "storyline"});
  ASSERT_EQ(run({"export", "--out", "mail.jsonl", "--db", "mail.db"}).code, 0);
  ASSERT_EQ(run({"import", "mail.jsonl", "--db", "new.db"}).code, 0);
  EXPECT_EQ(digest("new.db"), digest());
  const auto hits = [&](const std::string& db) {
    return run({"recall", "INC-1042", "--granularity", "2", "--peek", "--json", "--db", db,
                "--user", "mina"})
        .json();
  };
  EXPECT_EQ(hits("new.db"), hits("mail.db"));
  EXPECT_EQ(run({"verify", "--db", "new.db"}).code, 0);
  write("bad.jsonl", "{\"kind\": \"memfold\"\n");
  expect_told(run({"import", "bad.jsonl", "--db", "other.db"}), 2, "no memfold export");
}

TEST_F(GraphTest, NotesAndOwners) {
  const std::string jun = ask_json({"graph", "find", "Jun Park"})["node"]["id"];
  const Json noted = ask_json({"graph", "note", jun, "전화를 선호함", "--lifetime", "year"});
  EXPECT_EQ(noted["node"]["notes"].back()["text"], "전화를 선호함");
  EXPECT_EQ(noted["node"]["notes"].back()["expires_at"], "2027-02-16T06:00:00Z");
  EXPECT_NE(ask({"show", jun}).out.find("전화를 선호함"), std::string::npos);
  expect_told(ask({"graph", "note", jun, "x", "--lifetime", "yaer"}), 2, "did you mean year?");
  expect_told(ask({"graph", "note", jun}), 2, "text");
  EXPECT_TRUE(ask_json({"graph", "owner", "Jun Park"})["node"]["is_owner"].get<bool>());
  const Json mina = ask_json({"graph", "find", "Mina Kim"})["node"];
  EXPECT_FALSE(mina["is_owner"].get<bool>());
  EXPECT_EQ(mina["ttl_policy"], "decay");
}

TEST_F(GraphTest, UnknownNamesAreAnsweredWithWhatWasMeant) {
  expect_told(ask({"graph", "--kind", "persn"}), 2, "did you mean person?");
  expect_told(ask({"graph", "--kind", "memory"}), 2, "memfold recall");
  expect_told(ask({"graph", "fnd", "x"}), 2, "did you mean find?");
  expect_told(ask({"graph", "find"}), 2, "name");
  expect_told(ask({"graph", "find", "Jum Park"}), 1, "did you mean Jun Park?");
  expect_told(ask({"graph", "find", "미래물루", "--kind", "entity"}), 1, "did you mean 미래물류?");
  expect_told(ask({"recall", "x", "--granularity", "storylin"}), 2, "did you mean storyline?");
  expect_told(ask({"recall", "x", "--granularity", "4"}), 2, "macro (3)");
  expect_told(ask({"recall", "x", "--granularity", "2", "--category", "task"}), 2, "--category");
  expect_told(ask({"recall", "x", "--granularity", "source", "--as-of", "2026-01-01"}), 2,
              "--as-of");
  expect_told(ask({"recall", "--granularity", "3"}), 2, "question");
}

}  // namespace
}  // namespace memfold::acceptance
