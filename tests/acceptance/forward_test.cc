// A statement that comes back in a quotation or a forwarded mail.
#include <algorithm>

#include "command_line.h"

namespace memfold::acceptance {
namespace {

const std::string kStatement = "The Q1 campaign budget is 5,000 USD.";

struct Mail {
  std::string id, from, date, headers, body;
};

const Mail kOriginal = {"one", "Mina <mina@example.com>", "Mon, 5 Jan 2026 09:05:31 +0900",
                        "To: june@example.com\nSubject: Q1 campaign budget\n", kStatement};

const std::string kOutlookBlock =
    "-----Original Message-----\nFrom: Mina <mina@example.com>\n"
    "Sent: Monday, January 5, 2026 9:05 AM\nTo: June\nSubject: Q1 campaign budget\n\n";

/// June passes it on, the way each mailer does.
Mail forward(const std::string& body, const std::string& headers = {}) {
  return {"two", "June <june@example.com>", "Tue, 20 Jan 2026 10:00:00 +0900",
          "To: lee@example.com\nSubject: Fwd: Q1 campaign budget\n" + headers, body};
}

const std::vector<Mail> kForwards = {
    forward("FYI\n\n---------- Forwarded message ---------\nFrom: Mina <mina@example.com>\n"
            "Date: Mon, Jan 5, 2026 at 9:05 AM\nSubject: Q1 campaign budget\n"
            "To: <june@example.com>\n\n" +
            kStatement),
    forward("FYI\n\n" + kOutlookBlock + kStatement),
    forward("참고하세요.\n\n보낸 사람: Mina <mina@example.com>\n"
            "보낸 날짜: 2026년 1월 5일 월요일 오전 9:05\n받는 사람: june@example.com\n"
            "제목: Q1 campaign budget\n\n" +
            kStatement),
    forward("--b\nContent-Type: text/plain\n\nsee enclosed\n--b\n"
            "Content-Type: message/rfc822\n\nFrom: Mina <mina@example.com>\n"
            "To: june@example.com\nDate: Mon, 5 Jan 2026 09:05:31 +0900\n"
            "Message-ID: <one@example.com>\nSubject: Q1 campaign budget\n\n" +
                kStatement + "\n--b--",
            "Content-Type: multipart/mixed; boundary=b\n"),
};

class ForwardTest : public CommandLine {
 protected:
  /// Folds the mails in this order; the log's entries, oldest first.
  std::vector<Json> fold(const std::vector<Mail>& mails, const std::string& store = "mail.db") {
    std::string mbox;
    for (const Mail& mail : mails) {
      mbox += "From - Sun Feb  1 00:00:00 2026\nFrom: " + mail.from + "\nDate: " + mail.date +
              "\nMessage-ID: <" + mail.id + "@example.com>\n" + mail.headers + "\n" + mail.body +
              "\n\n";
    }
    write("some.mbox", mbox);
    const Outcome outcome =
        run({"backfill", "some.mbox", "--db", store, "--user", "me", "--now", kNow, "--json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    if (outcome.json()["facts"] == 0) return {};
    const Json log = run({"log", "--db", store, "--user", "me", "--json"}).json();
    std::vector<Json> entries(log["entries"].begin(), log["entries"].end());
    std::reverse(entries.begin(), entries.end());
    return entries;
  }

  std::vector<Json> memories(const std::string& store = "mail.db") const {
    std::vector<Json> found;
    const Json answer =
        run({"recall", "campaign budget", "--db", store, "--user", "me", "--json"}).json();
    for (const Json& hit : answer["hits"]) found.push_back(hit["memory"]);
    return found;
  }
};

TEST_F(ForwardTest, WhatIsNotKnownYetKeepsItsSenderAndDate) {
  for (std::size_t i = 0; i < kForwards.size(); ++i) {
    const std::string store = std::to_string(i) + ".db";
    ASSERT_EQ(fold({kForwards[i]}, store).size(), 1u) << i;
    const auto found = memories(store);
    ASSERT_EQ(found.size(), 1u) << i;
    EXPECT_EQ(found[0]["content"], kStatement) << i;
    EXPECT_EQ(found[0]["source_id"], "two@example.com") << i;
    EXPECT_EQ(found[0]["stated_at"].get<std::string>().substr(0, 16), "2026-01-05T00:05") << i;
    const std::string people = found[0]["people"].dump();
    EXPECT_NE(people.find("mina@example.com"), std::string::npos) << i << people;
    EXPECT_EQ(people.find("lee@example.com"), std::string::npos) << i << people;
  }
}

TEST_F(ForwardTest, WhatIsKnownIsSkippedAndTheLogSaysWhereItWasSeenAgain) {
  for (std::size_t i = 0; i < kForwards.size(); ++i) {
    const std::string store = std::to_string(i) + ".db";
    const auto log = fold({kOriginal, kForwards[i]}, store);
    ASSERT_EQ(log.size(), 2u) << i;
    EXPECT_EQ(log[1]["decision"], "SKIP") << i << log[1]["reason"];
    EXPECT_EQ(log[1]["source_id"], "two@example.com") << i;
    EXPECT_EQ(log[1]["memory_id"], log[0]["memory_id"]) << i;
    EXPECT_EQ(memories(store).size(), 1u) << i;
  }
}

TEST_F(ForwardTest, TheOriginalMayComeLater) {
  for (std::size_t i = 0; i < kForwards.size(); ++i) {
    const std::string store = std::to_string(i) + ".db";
    const auto log = fold({kForwards[i], kOriginal}, store);
    ASSERT_EQ(log.size(), 2u) << i;
    EXPECT_EQ(log[1]["decision"], "SKIP") << i << log[1]["reason"];
    EXPECT_EQ(memories(store).size(), 1u) << i;
  }
}

TEST_F(ForwardTest, AnOldStatementPassedOnDoesNotComeBack) {
  const Mail raised = {"raised", "Mina <mina@example.com>", "Mon, 12 Jan 2026 09:05:31 +0900",
                       "To: june@example.com\nIn-Reply-To: <one@example.com>\n"
                       "Subject: Re: Q1 campaign budget\n",
                       "The Q1 campaign budget is now 6,000 USD."};
  for (const char* thread :
       {"References: <one@example.com>\n", "X-Forwarded-Message-Id: <one@example.com>\n"}) {
    const std::string store = std::string(1, thread[0]) + ".db";
    fold({kOriginal, raised, forward("FYI\n\n" + kOutlookBlock + kStatement, thread)}, store);
    const auto found = memories(store);
    ASSERT_EQ(found.size(), 1u) << thread;
    EXPECT_EQ(found[0]["content"], "The Q1 campaign budget is 6,000 USD.") << thread;
  }
}

TEST_F(ForwardTest, QuotedTextGivesNoMemory) {
  const std::string unknown = kStatement + " The venue costs 900 USD.";
  std::size_t number = 0;
  for (const std::string& quotation :
       {kOutlookBlock + unknown, "On Mon, Jan 5, 2026 at 9:05 AM Mina wrote:\n> " + unknown,
        "2026년 1월 5일 (월) 오전 9:05, Mina <mina@example.com>님이 작성:\n> " + unknown,
        "> ---------- Forwarded message ---------\n> From: Mina <mina@example.com>\n"
        "> Date: Mon, Jan 5, 2026 at 9:05 AM\n> Subject: Q1 campaign budget\n>\n> " +
            unknown}) {
    const std::string store = std::to_string(number++) + ".db";
    const Mail reply = {"two", "June <june@example.com>", "Tue, 6 Jan 2026 10:00:00 +0900",
                        "To: mina@example.com\nSubject: Re: Q1 campaign budget\n",
                        "OK, thanks.\n\n" + quotation};
    EXPECT_TRUE(fold({reply}, store).empty()) << quotation;
  }
}

}  // namespace
}  // namespace memfold::acceptance
