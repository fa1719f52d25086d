// export and import through the built command: there and back, damaged, refused, killed.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "command_line.h"

namespace memfold::acceptance {
namespace {

class ExportTest : public SampleStore {
 protected:
  std::string slurp(const std::string& name) const {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string exported() const {
    EXPECT_EQ(run({"export", "--out", "mail.jsonl", "--force", "--db", "mail.db"}).code, 0);
    return slurp("mail.jsonl");
  }
};

/// Mails as people write them, with the log of their backfill.
TEST_F(ExportTest, AnArchiveComesBackWithTheSameDigest) {
  std::string box;
  for (int i = 0; i < 30; ++i) {
    const std::string n = std::to_string(i);
    box +=
        "From mina@example.org Thu Jan  1 00:00:00 2026\n"
        "From: Mina Kim <mina@example.org>\nTo: Jun Park <jun@example.org>\n"
        "Message-ID: <m" +
        n + "@example.org>\nSubject: Q1 예산 " + std::to_string(i / 3) + "\nDate: Thu, " +
        std::to_string(1 + i % 28) +
        " Jan 2026 09:00:00 +0900\n"
        "Content-Type: text/plain; charset=utf-8\n\n"
        "예산은 " +
        std::to_string(5000 + 100 * (i % 5)) +
        "만원으로 변경되었습니다.\n"
        "The review meeting moves to room " +
        n + " on March 3.\n\n";
  }
  write("archive.mbox", box);
  ASSERT_EQ(run({"backfill", "archive.mbox", "--db", "mail.db", "--user", "mina"}).code, 0);
  const Json report = run({"export", "--out", "mail.jsonl", "--db", "mail.db", "--json"}).json();
  EXPECT_EQ(report["users"], 1);
  EXPECT_EQ(report["bytes"], std::filesystem::file_size(path("mail.jsonl")));
  const Outcome imported = run({"import", "mail.jsonl", "--db", "new.db", "--json"});
  ASSERT_EQ(imported.code, 0) << imported.err;
  EXPECT_EQ(imported.json()["counts"], report["counts"]);
  EXPECT_EQ(digest("new.db"), digest());
  EXPECT_EQ(run({"verify", "--db", "new.db"}).code, 0);
  ASSERT_EQ(run({"export", "--out", "again.jsonl", "--db", "new.db"}).code, 0);
  EXPECT_EQ(slurp("again.jsonl"), slurp("mail.jsonl"));
}

TEST_F(ExportTest, ThroughAPipe) {
  const Outcome out = run({"export", "--out", "-", "--user", "mina", "--db", "mail.db"});
  ASSERT_EQ(out.code, 0) << out.err;
  EXPECT_EQ(run({"import", "-", "--db", "new.db"}, {.input = out.out}).code, 0);
  EXPECT_EQ(digest("new.db"), digest());
}

TEST_F(ExportTest, WhatCannotComeInIsRefused) {
  const std::string text = exported();
  const Outcome twice = run({"import", "mail.jsonl", "--db", "mail.db"});
  EXPECT_EQ(twice.code, 2);
  EXPECT_NE(twice.err.find("mina already"), std::string::npos) << twice.err;
  const std::size_t fifth = [&] {
    std::size_t at = 0;
    for (int i = 0; i < 4; ++i) at = text.find('\n', at) + 1;
    return at;
  }();
  std::string damaged = text;
  damaged[fifth + 30] ^= 1;
  write("damaged.jsonl", damaged);
  const Outcome outcome = run({"import", "damaged.jsonl", "--db", "new.db"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("line 5 "), std::string::npos) << outcome.err;
  EXPECT_EQ(run({"import", "missing.jsonl", "--db", "new.db"}).code, 1);
  EXPECT_EQ(run({"import", "--db", "new.db"}).code, 2);
  EXPECT_EQ(run({"export", "--out", "mail.jsonl", "--db", "mail.db"}).code, 2) << "it is there";
  EXPECT_EQ(run({"export", "--db", "mail.db"}).code, 2);
  EXPECT_EQ(run({"export", "--format", "xml", "--out", "x", "--db", "mail.db"}).code, 2);
  EXPECT_EQ(run({"export", "--user", "nobody", "--out", "x", "--db", "mail.db"}).code, 1);
  EXPECT_FALSE(std::filesystem::exists(path("x")));
  EXPECT_EQ(run({"import", "mail.jsonl", "--db", "new.db"}).code, 0) << "none the worse";
  EXPECT_EQ(digest("new.db"), digest());
}

TEST_F(ExportTest, AKilledImportSaysSoAndIsDoneAgain) {
  const std::string text = exported();
  const std::string half = text.substr(0, text.find('\n', text.size() / 2) + 1);
  const auto say = [&] { return run({"verify", "--db", "new.db"}).out; };
  for (const bool abandoned : {true, false}) {
    auto import = start({"import", "-", "--db", "new.db"}, half);
    for (int i = 0; i < 600 && say().find("import was not finished") == std::string::npos; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    import->kill();
    EXPECT_NE(say().find("import was not finished"), std::string::npos);
    const Outcome fold = run({"fold", "--db", "new.db"}, {.input = kFacts});
    EXPECT_NE(fold.code, 0);
    EXPECT_NE(fold.err.find("import"), std::string::npos) << fold.err;
    EXPECT_EQ(run({"export", "--out", "half.jsonl", "--db", "new.db"}).code, 1);
    if (!abandoned) break;
    EXPECT_EQ(run({"import", "--abandon", "--db", "new.db", "--json"}).json()["abandoned"],
              Json::array({"mina"}));
    EXPECT_EQ(run({"verify", "--db", "new.db"}).code, 0);
  }
  ASSERT_EQ(run({"import", "mail.jsonl", "--db", "new.db"}).code, 0);
  EXPECT_EQ(digest("new.db"), digest());
  EXPECT_EQ(run({"verify", "--db", "new.db"}).code, 0);
}

TEST_F(ExportTest, GraphsForOtherTools) {
  const Outcome graphml =
      run({"export", "--format", "graphml", "--out", "mail.graphml", "--db", "mail.db"});
  ASSERT_EQ(graphml.code, 0) << graphml.err;
  EXPECT_NE(slurp("mail.graphml").find("<graphml xmlns="), std::string::npos);
  const Outcome neo4j = run({"export", "--format", "neo4j", "--out", "graph", "--db", "mail.db"});
  ASSERT_EQ(neo4j.code, 0) << neo4j.err;
  EXPECT_NE(slurp("graph/README.txt").find("neo4j-admin database import"), std::string::npos);
  EXPECT_NE(slurp("graph/nodes_memories.csv").find(",Memory,\"mina\","), std::string::npos);
}

}  // namespace
}  // namespace memfold::acceptance
