// What nobody but its owner is to see: what was forgotten, exports, other users' names, and what a
// terminal would obey.
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "command_line.h"

namespace memfold::acceptance {
namespace {

namespace fs = std::filesystem;

struct PrivateLetter {
  int day;  ///< of February 2026, a Sunday the first
  std::string subject, body;
};

const std::vector<PrivateLetter> kPrivateLetters = {
    {2, "INC-1042 disk failure",
     "INC-1042 is assigned to Jun Park. Please review the INC-1042 log by Friday."},
    {4, "INC-1042 disk failure",
     "INC-1042 was caused by a full disk. The INC-1042 disk is replaced on February 6."},
    {6, "INC-1042 disk failure",
     "The INC-1042 fix is deployed to staging. The INC-1042 damage is 47,110 USD."},
    {8, "INC-1042 disk failure",
     "INC-1042 is shipped to production. The INC-1042 report is due on February 12."},
    {10, "INC-1042 disk failure",
     "The INC-1042 report is finished. We agreed to close INC-1042 on February 13."},
    {3, "미래물류(주) 납품 계약",
     "미래물류(주)와 납품 단가를 12,000원으로 합의했습니다. 미래물류(주) 계약서를 금요일까지 "
     "보내주세요."},
    {5, "미래물류(주) 납품 계약",
     "미래물류(주) 계약서가 도착했습니다. 미래물류(주) 납품일은 2월 20일입니다."},
    {7, "미래물류(주) 납품 계약",
     "미래물류(주) 납품일이 2월 24일로 변경되었습니다. 미래물류(주) 담당자는 박상철 부장입니다."},
    {9, "미래물류(주) 납품 계약",
     "미래물류(주) 창고를 방문하기로 결정했습니다. 미래물류(주) 방문 일정은 2월 17일 오후 "
     "2시입니다."},
    {11, "미래물류(주) 납품 계약",
     "미래물류(주) 납품이 완료되었습니다. 미래물류(주) 대금 3,600만원을 이번 주에 지급합니다."},
};

std::string private_mailbox() {
  static const char* const kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  std::string box;
  for (std::size_t i = 0; i < kPrivateLetters.size(); ++i) {
    const PrivateLetter& letter = kPrivateLetters[i];
    const std::string day = std::to_string(letter.day), week = kDays[(letter.day - 1) % 7];
    box += "From x@example.org " + week + " Feb " + (letter.day < 10 ? " " : "") + day +
           " 00:10:00 2026\nFrom: Mina Kim <mina@example.org>\nTo: Jun Park <jun@example.org>\n"
           "Message-ID: <m" +
           std::to_string(i) + "@example.org>\nSubject: " + letter.subject + "\nDate: " + week +
           ", " + day + " Feb 2026 09:00:00 +0900\nContent-Type: text/plain; charset=utf-8\n\n" +
           letter.body + "\n\n";
  }
  return box;
}

int mode_of(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? int(status.st_mode & 0777) : -1;
}

class ForgottenTest : public CommandLine {
 protected:
  ForgottenTest() {
    write("mail.mbox", private_mailbox());
    EXPECT_EQ(ask({"backfill", "mail.mbox"}).code, 0);
    EXPECT_EQ(ask({"maintain"}).code, 0);
  }
  Outcome ask(std::vector<std::string> arguments, const std::string& now = kNight) const {
    for (const char* more : {"--db", "mail.db", "--user", "mina", "--now"}) {
      arguments.push_back(more);
    }
    arguments.push_back(now);
    return run(arguments);
  }
  Json ask_json(std::vector<std::string> arguments) const {
    arguments.push_back("--json");
    const Outcome outcome = ask(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.json();
  }
  std::string slurp(const std::string& name) const {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::vector<std::string> ids_of(const std::string& kind) const {
    std::vector<std::string> ids;
    const Json list = ask_json({"graph", "--kind", kind});
    for (const Json& node : list["nodes"]) ids.push_back(node["id"]);
    return ids;
  }

  /// Commands and files that show any of the texts, of all that show what is known.
  std::vector<std::string> quoting(const std::vector<std::string>& texts) const {
    std::vector<std::vector<std::string>> commands = {{"source", "list"}};
    for (const char* level : {"memory", "source", "storyline", "macro"}) {
      for (const char* question : {"INC-1042 close", "미래물류 대금"}) {
        commands.push_back({"recall", question, "--granularity", level, "-k", "20", "--peek",
                            "--threshold", "0.01"});
      }
    }
    for (const char* kind : {"source", "person", "entity", "storyline"}) {
      commands.push_back({"graph", "--kind", kind, "--limit", "1000"});
      for (const std::string& id : ids_of(kind)) commands.push_back({"show", id});
    }
    for (const std::string& id : ids_of("storyline")) commands.push_back({"traverse", id});
    for (const std::string& id : ids_of("source")) commands.push_back({"source", "show", id});
    std::vector<std::string> found;
    const auto look = [&](const std::string& where, const std::string& shown) {
      for (const std::string& text : texts) {
        if (shown.find(text) != shown.npos) found.push_back(where + ": " + text);
      }
    };
    for (std::vector<std::string> command : commands) {
      command.push_back("--json");
      const Outcome json = ask(command);
      EXPECT_EQ(json.code, 0) << command[0] << json.err;
      look(command[0] + " " + command[1] + " --json", json.out);
      if (command[0] == "show") continue;  // its text shows less
      command.pop_back();
      look(command[0] + " " + command[1], ask(command).out);
    }
    fs::remove_all(path("graph"));
    ask({"export", "--format", "graphml", "--out", "mail.graphml", "--force"});
    ask({"export", "--format", "neo4j", "--out", "graph"});
    for (const char* file : {"mail.graphml", "graph/nodes_memories.csv", "graph/nodes_graph.csv"}) {
      look(file, slurp(file));
    }
    return found;
  }
  inline static const std::string kNight = "2026-02-16T06:00:00Z",
                                  kNextNight = "2026-02-17T06:00:00Z";
};

// docs/cli.md: hidden, they are in no recall. Storylines and sources went on quoting them.
TEST_F(ForgottenTest, NothingQuotesWhatIsForgottenUntilItIsRestored) {
  const std::vector<std::string> texts = {"We agreed to close INC-1042", "대금 3,600만원"};
  std::vector<std::string> ids;
  for (const char* question : {"INC-1042 close", "미래물류 대금"}) {
    const Json hit = ask_json({"recall", question, "-k", "1", "--peek"})["hits"][0]["memory"];
    ASSERT_NE(hit["content"].get<std::string>().find(texts[ids.size()]), std::string::npos) << hit;
    ids.push_back(hit["id"]);
  }
  const std::vector<std::string> before = quoting(texts);
  EXPECT_GT(before.size(), 40u) << testing::PrintToString(before);
  ASSERT_EQ(ask({"forget", ids[0], ids[1]}).code, 0);
  EXPECT_EQ(quoting(texts), std::vector<std::string>());
  EXPECT_EQ(ask({"maintain"}, kNextNight).code, 0);
  EXPECT_EQ(quoting(texts), std::vector<std::string>()) << "told anew";
  const Json storylines = ask_json({"graph"});
  ASSERT_EQ(storylines["nodes"].size(), 3u);
  for (const Json& storyline : storylines["nodes"]) {
    EXPECT_NE(storyline["description"], "") << storyline["title"];
  }
  for (const std::string& id : ids) {
    EXPECT_NE(ask({"show", id}).out.find("deleted at"), std::string::npos);
    ASSERT_EQ(ask({"restore", id}).code, 0);
  }
  EXPECT_EQ(quoting(texts), before);
  EXPECT_EQ(ask({"verify"}).code, 0);
}

TEST_F(ForgottenTest, ExportsOfGraphsCountWhatTheyLeaveOut) {
  const std::string id =
      ask_json({"recall", "미래물류 대금", "-k", "1", "--peek"})["hits"][0]["memory"]["id"];
  ASSERT_EQ(ask({"forget", id}).code, 0);
  const Json report = ask_json({"export", "--format", "graphml", "--out", "mail.graphml"});
  EXPECT_EQ(report["hidden"], 1);
  EXPECT_EQ(slurp("mail.graphml").find(id), std::string::npos);
  // The lossless export keeps it, and so the copy can restore it.
  ASSERT_EQ(ask({"export", "--out", "mail.jsonl"}).code, 0);
  ASSERT_EQ(run({"import", "mail.jsonl", "--db", "new.db"}).code, 0);
  EXPECT_EQ(digest("new.db"), digest());
  EXPECT_EQ(run({"restore", id, "--db", "new.db", "--user", "mina"}).code, 0);
}

class PrivacyTest : public SampleStore {};

// Statements lay open in files everybody could read.
TEST_F(PrivacyTest, ExportsAreTheirOwnersAlone) {
  const mode_t before = ::umask(0022);
  write("old.jsonl", "readable by everyone");
  fs::create_directory(path("given"));
  ::chmod(path("given").c_str(), 0755);
  EXPECT_EQ(ask({"export", "--out", "old.jsonl", "--force"}).code, 0);
  EXPECT_EQ(ask({"export", "--format", "graphml", "--out", "mail.graphml"}).code, 0);
  EXPECT_EQ(ask({"export", "--format", "neo4j", "--out", "deep/graph"}).code, 0);
  EXPECT_EQ(ask({"export", "--format", "neo4j", "--out", "given"}).code, 0);
  write("facts.jsonl", kFacts);
  EXPECT_EQ(ask({"backfill", "facts.jsonl", "--report", "report"}).code, 0);
  ::umask(before);
  for (const char* file :
       {"old.jsonl", "mail.graphml", "deep/graph/nodes_memories.csv", "deep/graph/README.txt",
        "given/nodes_graph.csv", "report/backfill.html"}) {
    EXPECT_EQ(mode_of(path(file)), 0600) << file;
  }
  for (const char* folder : {"deep", "deep/graph", "report"}) {
    EXPECT_EQ(mode_of(path(folder)), 0700) << folder;
  }
  EXPECT_EQ(mode_of(path("given")), 0755) << "it was there: not ours to close";
}

TEST_F(PrivacyTest, AWrongUserIsNotToldWhoElseIsThere) {
  for (const char* command : {"log", "recall", "stats", "graph", "jobs"}) {
    std::vector<std::string> arguments = {command};
    if (std::string(command) == "recall") arguments.push_back("budget");
    for (const char* more : {"--db", "mail.db", "--user", "stranger"}) arguments.push_back(more);
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 1) << command;
    EXPECT_EQ((outcome.out + outcome.err).find("mina"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("memfold stats --users"), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(run({"stats", "--users", "--db", "mail.db"}).out, "mina\n");
  EXPECT_EQ(run({"stats", "--users", "--db", "mail.db", "--json"}).json()["users"],
            Json::array({"mina"}));
}

// docs/cli.md: control characters in stored text never reach a terminal.
TEST_F(PrivacyTest, NothingATerminalObeysIsPrinted) {
  const std::string csi = "\u009B", del = "\x7F", override = "\u202E", isolate = "\u2066",
                    mark = "\u200F", letter_mark = "\u061C";
  const std::string evil =
      "evil " + csi + "31m" + del + override + isolate + mark + letter_mark + " 예산";
  const Outcome folded =
      run({"fold", "--db", "mail.db"}, {.input = "{\"user\":\"mina\",\"content\":\"" + evil +
                                                 "\",\"source_id\":\"" + evil + "\"}\n"});
  ASSERT_EQ(folded.code, 0) << folded.err;
  EXPECT_EQ(folded.json_lines()[0]["source_id"], evil) << "JSON says the same, escaped";
  EXPECT_NE(folded.out.find("\\u009b"), std::string::npos) << folded.out;
  write("evil.txt", "Subject: x\n\n" + evil + "\n");
  ASSERT_EQ(ask({"source", "add", "evil.txt"}).code, 0);
  const std::string source = ask_json({"source", "list"})["sources"][0]["id"];
  const std::string id = id_of("evil 예산");
  std::vector<Outcome> outcomes = {folded};
  for (std::vector<std::string> command :
       std::vector<std::vector<std::string>>{{"recall", "evil 예산"},
                                             {"show", id},
                                             {"log"},
                                             {"history", id},
                                             {"source", "list"},
                                             {"source", "show", source},
                                             {"source", "show", source, "--raw"},
                                             {"forget", "--query", "evil 예산", "--yes"},
                                             {"graph", "find", evil},
                                             {"recall", "x", "--state", evil}}) {
    outcomes.push_back(ask(command, {.terminal = true}));
    if (command[0] == "forget") ask({"restore", id});
    command.push_back("--json");
    outcomes.push_back(ask(command));
    outcomes.push_back(ask(command, {.terminal = true}));
    if (command[0] == "forget") ask({"restore", id});
  }
  for (const Outcome& outcome : outcomes) {
    for (const std::string& obeyed : {csi, del, override, isolate, mark, letter_mark}) {
      EXPECT_EQ((outcome.out + outcome.err).find(obeyed), std::string::npos)
          << outcome.out << outcome.err;
    }
  }
}

}  // namespace
}  // namespace memfold::acceptance
