// source, jobs: what is added, worked, listed and shown, and what is refused.
#include "command_line.h"

namespace memfold::acceptance {
namespace {

const std::string kMail =
    "From: 김민아 <mina@example.org>\nTo: 박준 <jun@example.org>\nMessage-ID: <q1@example.org>\n"
    "Subject: 아틀라스 이전\nDate: Mon, 2 Feb 2026 09:00:00 +0900\n"
    "Content-Type: text/plain; charset=utf-8\n\n"
    "아틀라스 이전 예산은 5000만원으로 확정했습니다. 견적서를 금요일까지 보내주세요.\n";

const std::string kTalk =
    R"({"started_at":"2026-02-03T10:00:00+09:00","participants":["Mina Kim","Ben Li"]}
{"speaker":"Mina Kim","text":"Um, the warehouse lease ends on June 30, 2026.","at":"00:00:05"}
{"speaker":"Ben Li","text":"We decided to renew the warehouse lease for two years.","at":"00:04:00"}
)";

const std::string kNote = "The parking card for the Busan office costs 90,000 won a month.\n";

class SourcesTest : public CommandLine {
 protected:
  SourcesTest() {
    write("q1.eml", kMail);
    write("standup.jsonl", kTalk);
    write("n-2026-0204.txt", kNote);
  }
  Outcome ask(std::vector<std::string> arguments, const How& how = {}) const {
    for (const char* more : {"--db", "mail.db", "--user", "mina", "--now", "2026-02-10T00:00:00Z"})
      arguments.push_back(more);
    return run(arguments, how);
  }
  Json ask_json(std::vector<std::string> arguments) const {
    arguments.push_back("--json");
    const Outcome outcome = ask(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.json();
  }
  Json add_all() const {
    return ask_json({"source", "add", "q1.eml", "standup.jsonl", "n-2026-0204.txt"})["sources"];
  }
  Json listed(const std::string& source_id) const {
    const Json list = ask_json({"source", "list"});
    for (const Json& source : list["sources"]) {
      if (source["source_id"] == source_id) return source;
    }
    ADD_FAILURE() << "no source " << source_id;
    return {};
  }
  void expect_told(const Outcome& outcome, int code, const std::string& words) const {
    EXPECT_EQ(outcome.code, code) << outcome.out << outcome.err;
    EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
};

// The second of two files of one name was told to be known, and nothing of it was read.
TEST_F(SourcesTest, FilesOfOneNameInTwoFoldersAreTwoSources) {
  const auto said = [](const std::string& text) {
    return R"([{"user":"U1","user_name":"lena","text":")" + text + R"(","ts":"1772413200.1"}])";
  };
  write("general/2026-03-02.json", said("The fair is on May 4."));
  write("random/2026-03-02.json", said("Lunch is at the harbour on Friday."));
  const auto known = [&](const std::vector<std::string>& files) {
    std::vector<std::string> arguments = {"source", "add"};
    arguments.insert(arguments.end(), files.begin(), files.end());
    std::vector<bool> was_known;
    const Json added = ask_json(arguments);
    for (const Json& source : added["sources"]) was_known.push_back(source["known"]);
    return was_known;
  };
  const std::string general = "general/2026-03-02.json", random = "random/2026-03-02.json";
  EXPECT_EQ(known({general, random}), (std::vector<bool>{false, false}));
  EXPECT_EQ(listed("2026-03-02.json")["provenance"], general);
  EXPECT_EQ(listed(random)["provenance"], random);
  EXPECT_EQ(known({random}), (std::vector<bool>{true})) << "nor are they added twice";
  EXPECT_EQ(known({"./" + random, general}), (std::vector<bool>{true, true}));
  EXPECT_EQ(ask_json({"source", "list"})["sources"].size(), 2u);
  write("elsewhere/2026-03-02.json", said("The fair is on May 4."));
  EXPECT_EQ(known({"elsewhere/2026-03-02.json"}), (std::vector<bool>{true})) << "a copy";
  // A file that was changed is the source it was, and that is told.
  write(general, said("The fair is on May 5."));
  const Outcome changed = ask({"source", "add", general});
  EXPECT_EQ(changed.code, 0);
  EXPECT_TRUE(changed.out.starts_with("known")) << changed.out;
  EXPECT_NE(changed.err.find("--id NAME"), std::string::npos) << changed.err;
  EXPECT_EQ(ask({"source", "add", general, "--id", "fair"}).err, "");
  // A mail is its Message-ID: another copy of it is no other source, and nothing to be told.
  write("copy/q1.eml", "Received: by example.org; Mon, 2 Feb 2026 09:00:01 +0900\n" + kMail);
  EXPECT_EQ(known({"q1.eml", "copy/q1.eml"}), (std::vector<bool>{false, true}));
  EXPECT_EQ(ask({"source", "add", "copy/q1.eml"}).err, "");
}

// Mail was always "bootstrapped": what somebody notes down, or a live feed, says what it is.
TEST_F(SourcesTest, WhereFactsComeFromIsTold) {
  const auto types = [&](const std::string& db) {
    std::map<std::string, int> count;
    const Json hits = run({"recall", "아틀라스 예산 warehouse parking", "-k", "50", "--peek",
                           "--db", db, "--user", "mina", "--include-expired", "--json"})
                          .json();
    for (const Json& hit : hits["hits"]) ++count[hit["memory"]["source_type"]];
    return count;
  };
  EXPECT_EQ(ask({"source", "add", "n-2026-0204.txt", "--source-type", "user_input"}).code, 0);
  EXPECT_EQ(ask({"source", "add", "q1.eml"}).code, 0);
  EXPECT_EQ(ask({"jobs", "run"}).code, 0);
  const auto added = types("mail.db");
  EXPECT_GE(added.at("user_input"), 1);
  EXPECT_GE(added.at("bootstrapped"), 1);
  EXPECT_EQ(listed("n-2026-0204.txt")["source_type"], "user_input");
  EXPECT_EQ(listed("q1@example.org")["source_type"], "bootstrapped");
  write("live.mbox", "From a@example.org Thu Jan  1 00:00:00 2026\n" + kMail);
  EXPECT_EQ(run({"backfill", "live.mbox", "--source-type", "realtime", "--db", "live.db", "--user",
                 "mina"})
                .code,
            0);
  const auto live = types("live.db");
  EXPECT_EQ(live.size(), 1u);
  EXPECT_GE(live.at("realtime"), 1);
  const std::string facts = R"({"content":"The parking card is blue"})"
                            "\n"
                            R"({"content":"warehouse key 7","source_type":"tool_output"})"
                            "\n";
  EXPECT_EQ(run({"fold", "--source-type", "user_input", "--db", "facts.db", "--user", "mina"},
                {.input = facts})
                .code,
            0);
  const auto folded = types("facts.db");
  EXPECT_EQ(folded.at("user_input"), 1);
  EXPECT_EQ(folded.at("tool_output"), 1);
  expect_told(ask({"source", "add", "q1.eml", "--source-type", "user"}), 2, "user_input");
}

TEST_F(SourcesTest, AreAddedOnceUnderWhatTheyCallThemselves) {
  const Json added = add_all();
  ASSERT_EQ(added.size(), 3u);
  EXPECT_EQ(added[0]["form"], "email");
  EXPECT_EQ(added[1]["form"], "conversation");
  EXPECT_EQ(added[2]["form"], "text_note");
  for (const Json& source : added) EXPECT_FALSE(source["known"].get<bool>());
  EXPECT_EQ(listed("q1@example.org")["id"], added[0]["id"]);
  EXPECT_EQ(listed("standup.jsonl")["status"], "raw");
  write("copy.eml", kMail);
  EXPECT_TRUE(ask_json({"source", "add", "copy.eml"})["sources"][0]["known"].get<bool>())
      << "the same Message-ID";
  const Json named = ask_json({"source", "add", "copy.eml", "--id", "mine"})["sources"][0];
  EXPECT_FALSE(named["known"].get<bool>());
  const Outcome text = ask({"source", "add", "q1.eml"});
  EXPECT_EQ(text.out.rfind("known   ", 0), 0u) << text.out;
}

TEST_F(SourcesTest, AMailOfAnArchiveIsKnown) {
  write("archive.mbox", "From mina@example.org Mon Feb  2 00:10:00 2026\n" + kMail + "\n");
  ASSERT_EQ(ask({"backfill", "archive.mbox"}).code, 0);
  EXPECT_TRUE(ask_json({"source", "add", "q1.eml"})["sources"][0]["known"].get<bool>());
}

TEST_F(SourcesTest, BecomeMemoriesWhenTheyAreWorked) {
  const Json added = add_all();
  EXPECT_EQ(ask_json({"jobs"})["jobs"].size(), 3u);
  EXPECT_EQ(ask_json({"jobs"})["jobs"][0]["step"], "process");
  const Json some = ask_json({"jobs", "run", "--limit", "2"});
  EXPECT_EQ(some["processed"], 2);
  EXPECT_EQ(some["extracted"], 0) << "everything is processed first";
  const Json rest = ask_json({"jobs", "run"});
  EXPECT_EQ(rest["processed"], 1);
  EXPECT_EQ(rest["extracted"], 3);
  EXPECT_EQ(rest["dead"], 0);
  EXPECT_GE(rest["decisions"].size(), 4u);
  EXPECT_TRUE(ask_json({"jobs"})["jobs"].empty());
  EXPECT_EQ(ask_json({"jobs", "run"})["processed"], 0);

  const Json mail = ask_json({"source", "show", added[0]["id"]})["source"];
  EXPECT_EQ(mail["status"], "extracted");
  EXPECT_EQ(mail["title"], "아틀라스 이전");
  EXPECT_NE(mail["summary"].get<std::string>().find("5000만원"), std::string::npos);
  EXPECT_EQ(mail["started_at"], "2026-02-02T00:00:00Z");
  EXPECT_EQ(ask({"source", "show", added[0]["id"], "--raw"}).out, kMail);
  const Json talk = ask_json({"source", "show", added[1]["id"]})["source"];
  EXPECT_EQ(talk["processed"].get<std::string>().find("Um,"), std::string::npos);
  EXPECT_EQ(ask_json({"recall", "창고 임대 warehouse lease", "-k",
                      "1"})["hits"][0]["memory"]["source_id"],
            "standup.jsonl");
  const std::string text = ask({"source", "show", added[0]["id"]}).out;
  EXPECT_NE(text.find("summary\t"), std::string::npos) << text;
  EXPECT_EQ(ask({"verify"}).code, 0);
}

TEST_F(SourcesTest, AreListedByTheirTitleOrFirstWords) {
  add_all();
  const auto has = [](const Outcome& list, const std::string& words) {
    EXPECT_EQ(list.code, 0) << list.err;
    EXPECT_NE(list.out.find(words), std::string::npos) << list.out;
  };
  for (int i = 0; i < 2; ++i) {  // before they are worked, and after
    const Outcome list = ask({"source", "list"});
    EXPECT_EQ(list.out.rfind("id\tform\tstatus\twhen\ttitle\n", 0), 0u) << list.out;
    has(list, "\t아틀라스 이전\n");
    has(list, "\tMina Kim: The warehouse lease ends on June 30, 2026.");
    has(list, "\tThe parking card for the Busan office");
    EXPECT_EQ(list.out.find("n-2026-0204.txt"), std::string::npos) << list.out;
    ASSERT_EQ(ask({"jobs", "run"}).code, 0);
  }
  has(ask({"source", "list"}, {.terminal = true}), "아틀라스 이전");
}

TEST_F(SourcesTest, ABrokenOneFailsAloneAndCanBeTriedAgain) {
  write("broken.jsonl", "{\"speaker\": \"Mina\", \"text\": \n");
  ASSERT_EQ(ask({"source", "add", "broken.jsonl", "--form", "conversation", "q1.eml"}).code, 0)
      << "what it holds is seen when it is worked";
  const Outcome run = ask({"jobs", "run", "--json"});
  EXPECT_EQ(run.code, 3);
  EXPECT_EQ(run.json()["dead"], 2) << "a mail is no conversation either";
  const Json jobs = ask_json({"jobs"})["jobs"];
  ASSERT_EQ(jobs.size(), 2u);
  EXPECT_TRUE(jobs[0]["dead"].get<bool>());
  for (const Json& job : jobs) {
    EXPECT_NE(job["error"].get<std::string>().find("conversation"), std::string::npos) << job;
  }
  EXPECT_NE(ask({"jobs"}).out.find("failed"), std::string::npos);
  EXPECT_EQ(ask({"jobs", "retry", jobs[0]["id"]}).code, 0);
  EXPECT_EQ(ask({"jobs", "run"}).code, 3) << "it is no better";
  EXPECT_NE(ask({"jobs", "run"}).out.find("0 sources processed"), std::string::npos);
  expect_told(ask({"jobs", "retry", std::string(32, '0')}), 1, "job");
  EXPECT_EQ(ask({"verify"}).code, 0);
}

TEST_F(SourcesTest, ATeamsAreWorkedOnceForEachWhoAsks) {
  const auto of_team = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--team", "sales"});
    return ask_json(arguments);
  };
  of_team({"source", "add", "standup.jsonl"});
  ASSERT_EQ(ask_json({"jobs", "run"})["extracted"], 0);
  EXPECT_EQ(of_team({"source", "list"})["sources"].size(), 1u);
  EXPECT_EQ(of_team({"source", "extract"})["queued"], 1);
  EXPECT_EQ(ask_json({"jobs", "run"})["extracted"], 1);
  EXPECT_EQ(of_team({"source", "extract"})["queued"], 0) << "done for her";
  EXPECT_FALSE(ask_json({"recall", "warehouse lease"})["hits"].empty());
  EXPECT_TRUE(ask_json({"source", "list"})["sources"].empty()) << "it is the team's";
  const std::string id = of_team({"source", "list"})["sources"][0]["id"];
  EXPECT_EQ(of_team({"source", "show", id})["source"]["team"], "sales");
  expect_told(ask({"source", "extract"}), 2, "--team");
}

TEST_F(SourcesTest, WrongInputIsAnswered) {
  expect_told(ask({"source", "add"}), 2, "needs a file");
  expect_told(ask({"source", "add", "missing.eml"}), 1, "cannot open missing.eml");
  expect_told(ask({"source", "add", "q1.eml", "--form", "emial"}), 2, "did you mean email?");
  expect_told(ask({"source", "add", "q1.eml", "--sensitivity", "hi"}), 2, "low, normal, high");
  expect_told(ask({"source", "add", "q1.eml", "standup.jsonl", "--id", "x"}), 2, "--id names one");
  expect_told(ask({"source", "lst"}), 2, "did you mean list?");
  expect_told(ask({"jobs", "rum"}), 2, "did you mean run?");
  write("empty.txt", "");
  expect_told(ask({"source", "add", "empty.txt"}), 2, "empty");
  expect_told(run({"source", "list", "--db", "none.db"}), 1, "none.db");
  ASSERT_EQ(ask({"source", "add", "q1.eml"}).code, 0);
  expect_told(ask({"source", "show"}), 2, "one id");
  expect_told(ask({"source", "show", "q1.eml"}), 2, "32 hex digits");
  expect_told(ask({"source", "show", std::string(32, '0')}), 1, "source list");
  expect_told(ask({"jobs", "retry"}), 2, "id");
  for (const char* command : {"source", "jobs", "graph"}) {
    expect_told(run({command, "list", "--db", "mail.db", "--user", "mnia"}), 1, "stats --users");
  }
}

}  // namespace
}  // namespace memfold::acceptance
