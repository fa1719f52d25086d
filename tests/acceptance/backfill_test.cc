#include <filesystem>
#include <fstream>
#include <map>

#include "command_line.h"

namespace memfold::acceptance {
namespace {

const std::string kSampleArchive = std::string(MEMFOLD_SOURCE_DIR) + "/examples/archive.mbox";

class BackfillTest : public CommandLine {
 protected:
  Outcome backfill(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {"backfill", kSampleArchive, "--now", "2026-12-01",
                                          "--json"};
    if (std::find(more.begin(), more.end(), "--db") == more.end()) {
      arguments.insert(arguments.end(), {"--db", "mail.db"});
    }
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }

  mutable int next_ = 0;

  static void expect_adds_up(const Json& report) {
    const Json& messages = report["messages"];
    EXPECT_EQ(messages["read"].get<int>(),
              messages["used"].get<int>() + messages["empty"].get<int>() +
                  messages["filtered"].get<int>() + messages["duplicate"].get<int>() +
                  messages["broken"].get<int>());
    int outcomes = report["already_folded"].get<int>() + report["rejected"].get<int>();
    for (const auto& [kind, count] : report["by_decision"].items()) outcomes += count.get<int>();
    EXPECT_EQ(report["facts"].get<int>(), outcomes);
  }
};

/// P3 where vectors are searched in cells: their making and the searches are integers and IEEE.
TEST_F(BackfillTest, CellsGiveTheSameStoreWhateverTheInstructionSetAndThreads) {
  const auto store = [&](const std::string& name, const std::string& threads,
                         std::map<std::string, std::string> variables) {
    const Outcome outcome =
        run({"backfill", kSampleArchive, "--now", "2026-12-01", "--db", name, "--threads", threads,
             "--set", "cells.from=32", "--set", "cells.probes=3"},
            {.variables = std::move(variables)});
    EXPECT_EQ(outcome.code, 3) << outcome.err;
    return digest(name);
  };
  const std::string usual = store("usual.db", "2", {});
  EXPECT_EQ(store("plain.db", "2", {{"MEMFOLD_ISA", "plain"}}), usual);
  EXPECT_EQ(store("alone.db", "1", {}), usual);
}

TEST_F(BackfillTest, TheSampleArchiveTwiceIsTheSampleArchiveOnce) {
  const Outcome first = backfill();
  ASSERT_EQ(first.code, 3) << "the sample holds a broken mail: " << first.err;
  const Json report = first.json();
  expect_adds_up(report);
  EXPECT_EQ(report["messages"]["read"], 189);
  EXPECT_EQ(report["messages"]["broken"], report["broken_messages"].size());
  EXPECT_GT(report["by_decision"]["UPDATE"], 20);
  const std::string before = digest();

  const Outcome second = backfill();
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_EQ(second.json()["messages"]["read"], 0);
  EXPECT_EQ(second.json()["messages"]["earlier"], 189);
  EXPECT_EQ(digest(), before);

  const Outcome from_the_start = backfill({"--no-resume"});
  EXPECT_EQ(from_the_start.json()["already_folded"], report["facts"]);
  expect_adds_up(from_the_start.json());
  EXPECT_EQ(digest(), before);
}

/// What is extracted, compared and decided shows in one line: whoever means to change none of it
/// sees here that nothing did. A change that is meant to writes the new digest there.
TEST_F(BackfillTest, P3_TheSampleArchiveGivesTheDigestOnRecord) {
  ASSERT_EQ(backfill().code, 3);
  std::string recorded;
  std::ifstream(MEMFOLD_SOURCE_DIR "/tests/golden/sample.digest") >> recorded;
  EXPECT_EQ(digest(), recorded + "\n");
}

TEST_F(BackfillTest, TheSameMailsInAnyContainerGiveTheSameStore) {
  const std::vector<std::string> mails = {
      "From: Mina <mina@example.com>\nTo: june@example.com\nDate: Mon, 5 Jan 2026 09:00:00 +0900\n"
      "Message-ID: <one@example.com>\nSubject: Q1 budget\n\nThe Q1 budget is 5,000 USD.\n",
      "From: June <june@example.com>\nTo: mina@example.com\nDate: Tue, 6 Jan 2026 09:00:00 +0900\n"
      "Message-ID: <two@example.com>\nSubject: 보고서\n\n1월 20일까지 보고서를 제출해 주세요.\n"};
  std::string mbox;
  for (std::size_t i = 0; i < mails.size(); ++i) {
    mbox += "From - Mon Jan  5 00:00:00 2026\n" + mails[i] + "\n";
    for (const char* place : {"maildir/cur/", "folder/"}) {
      std::filesystem::create_directories(path(place));
      write(place + std::to_string(i) + (place[0] == 'f' ? ".eml" : ":2,S"), mails[i]);
    }
  }
  write("all.mbox", mbox);
  std::map<std::string, std::string> digests;
  for (const char* container : {"all.mbox", "maildir", "folder", "-"}) {
    const std::string store = "of-" + std::string(container) + ".db";
    const Outcome outcome = run({"backfill", container, "--db", store, "--now", kNow, "--json"},
                                {.input = container[0] == '-' ? mbox : std::string()});
    EXPECT_EQ(outcome.code, 0) << container << outcome.err;
    EXPECT_EQ(outcome.json()["messages"]["used"], 2) << container;
    digests[digest(store)] += container;
  }
  EXPECT_EQ(digests.size(), 1u) << testing::PrintToString(digests);
}

// README: what the store believed at a time before the backfill is nothing; what was true is known.
TEST_F(BackfillTest, TheReadmesQuestionHasAnAnswerOnTheSample) {
  ASSERT_NE(backfill({"--user", "me"}).code, 1);
  const auto ask = [&](const char* option) {
    const Outcome outcome = run({"recall", "Q1 예산", option, "2026-02-01", "--db", "mail.db",
                                 "--user", "me", "--peek", "--json"});
    return outcome.json()["hits"];
  };
  EXPECT_EQ(ask("--as-of").size(), 0u);
  const Json hits = ask("--valid-at");
  ASSERT_FALSE(hits.empty());
  EXPECT_NE(hits.dump().find("봄 캠페인 예산은 6000만원으로 올립니다."), std::string::npos)
      << "6500 since";
}

TEST_F(BackfillTest, ALimitedRunIsGoneOnWith) {
  ASSERT_NE(backfill().code, 1);
  const std::string whole = digest();
  const Outcome part = backfill({"--db", "parts.db", "--limit", "100"});
  EXPECT_EQ(part.json()["messages"]["read"], 100);
  EXPECT_TRUE(part.json()["stopped"].get<bool>());
  const Outcome rest = backfill({"--db", "parts.db"});
  EXPECT_EQ(rest.json()["messages"]["read"], 89);
  EXPECT_EQ(digest("parts.db"), whole);
}

TEST_F(BackfillTest, ADryRunWritesNothing) {
  const Outcome dry = backfill({"--dry-run"});
  EXPECT_EQ(dry.code, 3) << dry.err;
  expect_adds_up(dry.json());
  EXPECT_FALSE(std::filesystem::exists(path("mail.db")));
  backfill();
  const std::string before = digest();
  backfill({"--dry-run", "--user", "someone"});
  EXPECT_EQ(digest(), before);
}

TEST_F(BackfillTest, FiltersByTime) {
  const Json report = backfill({"--since", "2026-02-01", "--until", "2026-03-01"}).json();
  expect_adds_up(report);
  EXPECT_GT(report["messages"]["filtered"], 100);
  EXPECT_GT(report["messages"]["used"], 10);
}

TEST_F(BackfillTest, FiltersBySenderAndLabel) {
  const auto used = [&](const std::vector<std::string>& filter) {
    std::vector<std::string> arguments = filter;
    arguments.insert(arguments.end(), {"--db", "filtered" + std::to_string(next_++) + ".db"});
    const Json report = backfill(arguments).json();
    expect_adds_up(report);
    return report["messages"]["used"].get<int>();
  };
  const int all = used({}), david = used({"--from", "DAVID.Okafor@"}),
            by_name = used({"--from", "오세진"});
  EXPECT_GT(david, 0);
  EXPECT_GT(by_name, 0);
  EXPECT_LT(david + by_name, all);
  EXPECT_EQ(used({"--from", "david.okafor@", "--from", "오세진"}), david + by_name) << "either";
  const int labelled = used({"--label", "pinecrest"});
  EXPECT_GT(labelled, 0);
  EXPECT_LT(labelled, all);
  EXPECT_EQ(used({"--label", "pine"}), 0) << "a label is meant as a whole";
  const int both = used({"--label", "Pinecrest", "--from", "david.okafor@"});
  EXPECT_GT(both, 0) << "all filters together";
  EXPECT_LE(both, std::min(labelled, david));
}

TEST_F(BackfillTest, RefusesFiltersThatMakeNoSense) {
  const Outcome turned = backfill({"--since", "2026-03-01", "--until", "2026-02-01"});
  EXPECT_EQ(turned.code, 2);
  EXPECT_NE(turned.err.find("--since must lie before --until"), std::string::npos) << turned.err;
  EXPECT_EQ(backfill({"--since", "yesterday"}).code, 2);
  EXPECT_FALSE(std::filesystem::exists(path("mail.db")));
}

TEST_F(BackfillTest, FilteredRunsHaveTheirOwnResumePoints) {
  backfill({"--from", "david.okafor@"});
  EXPECT_EQ(backfill({"--from", "david.okafor@"}).json()["messages"]["read"], 0);
  EXPECT_EQ(backfill().json()["messages"]["read"], 189);
}

TEST_F(BackfillTest, ReadsFactsAsWell) {
  write("facts.jsonl", kFacts + "broken\n");
  const Outcome outcome =
      run({"backfill", "facts.jsonl", "--db", "mail.db", "--now", kNow, "--json"});
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  expect_adds_up(outcome.json());
  EXPECT_EQ(outcome.json()["facts"], 6);
  EXPECT_EQ(outcome.json()["rejected"], 1);
  EXPECT_GT(outcome.json()["seconds"]["elapsed"], 0);
  EXPECT_GT(outcome.json()["peak_resident_bytes"], 1 << 20);
  EXPECT_GT(outcome.json()["analyses"], 0);
  EXPECT_NE(outcome.json()["broken_messages"][0]["reason"].get<std::string>().find("line 6"),
            std::string::npos);
}

TEST_F(BackfillTest, TellsOfBrokenMailsAndTheStore) {
  const Outcome outcome = run({"backfill", kSampleArchive, "--db", "mail.db"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.out.find("archive.mbox, offset"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("peak memory"), std::string::npos);
}

TEST_F(BackfillTest, AWrongPathMakesNoStore) {
  const Outcome outcome = run({"backfill", "nothing.mbox", "--db", "mail.db"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("nothing.mbox"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path("mail.db")));
}

}  // namespace
}  // namespace memfold::acceptance
