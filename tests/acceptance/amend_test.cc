// forget, restore, purge, undo, stale.
#include <filesystem>
#include <fstream>
#include <random>

#include "command_line.h"

namespace memfold::acceptance {
namespace {

using Texts = std::vector<std::string>;

const std::string kBudgetNow = "가을 행사 예산은 3500만원";  // as the update left it
const std::string kRaise = "가을 행사 예산이 3500만원으로 증액";
const std::string kBudgetBefore = "가을 행사 예산은 3000만원";
const std::string kLaunchNow = "The mobile app launches on May 18.";

class AmendTest : public SampleStore {
 protected:
  /// Files of the store with these bytes in them, as grep would find them.
  Texts files_with(const std::string& bytes) const {
    Texts names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path("mail.db"))) {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      if (text.find(bytes) != text.npos) names.push_back(entry.path().filename());
    }
    return names;
  }
};

class ForgetTest : public AmendTest {};

TEST_F(ForgetTest, HidesAChainUntilItIsRestored) {
  const std::string id = id_of("mobile app launch");
  const Outcome forgotten = ask({"forget", id});
  ASSERT_EQ(forgotten.code, 0) << forgotten.err;
  EXPECT_NE(forgotten.out.find(kLaunchNow), std::string::npos) << forgotten.out;
  EXPECT_NE(forgotten.out.find("Forgot 1 chain: 2 memories hidden"), std::string::npos);
  EXPECT_EQ(recalled("mobile app launch"), Texts());
  EXPECT_NE(ask({"show", id}).out.find("standing\tdeleted at "), std::string::npos);
  EXPECT_EQ(recalled("가을 행사 예산"), Texts{kBudgetNow}) << "the rest stays";

  const Json restored = ask_json({"restore", id});
  EXPECT_EQ(restored["decision"]["memory_id"], id);
  EXPECT_EQ(restored["decision"]["trigger"], "user_request");
  EXPECT_EQ(recalled("mobile app launch"), Texts{kLaunchNow});
  EXPECT_EQ(ask({"restore", id}).code, 2);
  EXPECT_NE(ask({"restore", id}).err.find("not deleted"), std::string::npos);
  expect_consistent();
}

TEST_F(ForgetTest, ReportsEachChainOnce) {
  const std::string newer = id_of("mobile app launch");
  const std::string older = ask_json({"history", newer})["versions"][0]["memory"]["id"];
  const Json report = ask_json({"forget", newer, older});
  ASSERT_EQ(report["chains"].size(), 1u);
  EXPECT_EQ(report["chains"][0]["chain_id"], older);
  EXPECT_EQ(report["chains"][0]["versions"], 2);
  EXPECT_EQ(report["chains"][0]["content"], kLaunchNow);
  EXPECT_EQ(report["memories"], 2);
  EXPECT_EQ(report["decisions"][0]["decision"], "DELETE");
  EXPECT_FALSE(report["searched"].get<bool>());

  const std::string before = digest();
  const Outcome again = ask({"forget", newer});
  EXPECT_EQ(again.code, 0);
  EXPECT_NE(again.out.find("hidden already"), std::string::npos) << again.out;
  EXPECT_EQ(digest(), before);
}

TEST_F(ForgetTest, TakesAThreadOrASource) {
  const std::string fact =
      R"({"user":"mina","content":"The printer is on the third floor.","source_id":"mail-7"})";
  ASSERT_EQ(run({"fold", "--db", "mail.db"}, {.input = fact + "\n"}).code, 0);
  const Json by_source = ask_json({"forget", "--source", "mail-7"});
  ASSERT_EQ(by_source["chains"].size(), 1u);
  EXPECT_EQ(by_source["chains"][0]["content"], "The printer is on the third floor.");
  const Json by_thread = ask_json({"forget", "--thread", "autumn"});
  ASSERT_EQ(by_thread["chains"].size(), 1u);
  EXPECT_EQ(by_thread["chains"][0]["content"], kBudgetNow);
  EXPECT_TRUE(ask_json({"forget", "--thread", "winter"})["chains"].empty());
  EXPECT_EQ(recalled("mobile app launch"), Texts{kLaunchNow});
}

TEST_F(ForgetTest, DetachingTakesTheEdges) {
  const std::string launch = id_of("mobile app launch"), budget = id_of("가을 행사 예산");
  EXPECT_EQ(ask_json({"forget", launch})["edges"], 0);
  EXPECT_EQ(ask_json({"show", launch})["edges_from"].size(), 1u);
  EXPECT_EQ(ask_json({"forget", budget, "--cascade", "detach"})["edges"], 1);
  EXPECT_TRUE(ask_json({"show", budget})["edges_from"].empty());
  expect_consistent();
}

TEST_F(ForgetTest, ErasingLeavesNoByteInAnyFile) {
  // Letters at random survive compression as they are, so that one can see what stays.
  const std::string erased_code = "7Kq9XzT4wLm2", kept_code = "hVb3RnY8sPd6";
  const std::string facts = R"({"user":"mina","content":"금고 비밀번호는 )" + erased_code +
                            "\"}\n" + R"({"user":"mina","content":"The guest wifi key is )" +
                            kept_code + "\"}\n";
  ASSERT_EQ(run({"fold", "--db", "mail.db"}, {.input = facts}).code, 0);
  const Texts secrets = {erased_code, kBudgetNow, kRaise, kBudgetBefore, "3500만원", "35000000"};
  ASSERT_FALSE(files_with(erased_code).empty()) << "nothing to look for";
  const std::string id = id_of("가을 행사 예산");
  const Outcome erased = ask({"forget", id, id_of("금고 비밀번호"), "--erase", "--prove", "--yes"});
  ASSERT_EQ(erased.code, 0) << erased.out << erased.err;
  EXPECT_NE(erased.out.find("Erased 2 chains: 3 memories"), std::string::npos) << erased.out;
  EXPECT_NE(erased.out.find("bytes in every file: nothing left"), std::string::npos);
  for (const std::string& secret : secrets) EXPECT_EQ(files_with(secret), Texts()) << secret;
  EXPECT_FALSE(files_with(kept_code).empty()) << "the search would not have found anything";
  EXPECT_EQ(ask({"show", id}).code, 1);
  EXPECT_EQ(ask({"restore", id}).code, 1);
  EXPECT_EQ(recalled("mobile app launch"), Texts{kLaunchNow});
  const Json log = ask_json({"log", "--oldest-first"})["entries"];
  ASSERT_EQ(log.size(), 9u) << "that it was decided stays, what it said does not";
  EXPECT_TRUE(log[0]["redacted"].get<bool>()) << log[0];
  EXPECT_TRUE(log[2]["redacted"].get<bool>()) << log[2];
  EXPECT_EQ(log[1]["statement"], "The mobile app launches on May 4.") << log[1];
  expect_consistent();
}

// P7 forget means forget, whenever the machine stops.
TEST_F(ForgetTest, AnErasureKilledBehindItsCommitIsToldAndFinished) {
  const std::string code = "7Kq9XzT4wLm2Qe";
  std::string facts = R"({"user":"mina","content":"금고 비밀번호는 )" + code + "\"}\n";
  std::mt19937 random(5);
  for (int i = 0; i < 1500; ++i) {
    std::string noise;
    while (noise.size() < 32) noise += char('a' + random() % 26);
    facts += R"({"user":"mina","content":"seal )" + noise + "\"}\n";
  }
  ASSERT_EQ(run({"fold", "--db", "mail.db"}, {.input = facts}).code, 0);
  const std::string id = id_of("금고 비밀번호");
  // The commit is small; the file that is written in the place of a large one is not.
  const std::string killed = "cd " + path(".") +
                             " && ulimit -c 0 && ulimit -f 100 && exec " MEMFOLD_COMMAND
                             " forget --user mina --db mail.db --erase --yes " +
                             id + " > killed.txt 2>&1";
  const int status = std::system(("bash -c '" + killed + "'").c_str());
  ASSERT_NE(status, 0);

  const Outcome reader = ask({"show", id});
  EXPECT_EQ(reader.code, 1) << "the commit was made";
  EXPECT_NE(reader.err.find("an erasure for mina was cut short"), std::string::npos) << reader.err;
  EXPECT_EQ(run({"verify", "--db", "mail.db"}).code, 1);
  const Outcome doctor = run({"doctor", "--db", "mail.db"});
  EXPECT_EQ(doctor.code, 1);
  EXPECT_NE(doctor.out.find("an erasure was cut short"), std::string::npos) << doctor.out;

  const Outcome again = ask({"forget", id, "--erase", "--prove", "--yes"});
  EXPECT_EQ(again.code, 0) << again.out << again.err;
  EXPECT_NE(again.err.find("Finished an erasure for mina"), std::string::npos) << again.err;
  EXPECT_NE(again.out.find("was erased before"), std::string::npos) << again.out;
  EXPECT_NE(again.out.find("bytes in every file: nothing left"), std::string::npos) << again.out;
  EXPECT_EQ(files_with(code), Texts());
  EXPECT_EQ(ask({"show", id}).err.find("cut short"), std::string::npos);
  expect_consistent();
}

// P4: saying it twice changes nothing more.
TEST_F(ForgetTest, ErasingTwiceWritesNoSecondDelete) {
  const std::string id = id_of("mobile app launch");
  for (const Texts& what : {Texts{id}, Texts{"--thread", "autumn"}, Texts{"--everything"}}) {
    Texts arguments = {"forget", "--erase", "--yes"};
    arguments.insert(arguments.end(), what.begin(), what.end());
    ASSERT_EQ(ask(arguments).code, 0);
    const std::string before = digest();
    const std::size_t entries = ask_json({"log"})["entries"].size();
    const Outcome again = ask(arguments);
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(ask_json({"log"})["entries"].size(), entries) << what.front();
    EXPECT_EQ(digest(), before) << what.front();
  }
  EXPECT_EQ(ask_json({"forget", id, "--erase", "--yes"})["erased_before"], Json::array({id}));
}

TEST_F(ForgetTest, ErasingReportsItsProofAsJson) {
  const Json report = ask_json({"forget", "--everything", "--erase", "--prove", "--yes"});
  EXPECT_EQ(report["chains"].size(), 3u);
  EXPECT_EQ(report["memories"], 5);
  EXPECT_EQ(report["log_entries"], 5);
  EXPECT_TRUE(report["searched"].get<bool>());
  EXPECT_GT(report["bytes_searched"], 0);
  EXPECT_TRUE(report["traces"].empty());
  EXPECT_EQ(report["chains"][0]["content"], "");
  EXPECT_EQ(files_with(kLaunchNow), Texts());
  EXPECT_EQ(ask_json({"stats"})["memories"], 0);
}

TEST_F(ForgetTest, WhatIsNotThereIsAnError) {
  const std::string before = digest();
  const std::string nobody(32, '0'), known = id_of("mobile app launch");
  for (const Texts& arguments : {Texts{"forget", nobody},
                                 {"forget", known, nobody},
                                 {"forget", nobody, "--erase", "--yes"},
                                 {"restore", nobody}}) {
    const Outcome outcome = ask(arguments);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.err.find("no memory " + nobody), std::string::npos) << outcome.err;
  }
  const Outcome stranger = run({"forget", "--thread", "autumn", "--db", "mail.db"});
  EXPECT_EQ(stranger.code, 1);
  EXPECT_NE(stranger.err.find("memfold stats --users"), std::string::npos) << stranger.err;
  EXPECT_EQ(digest(), before);
}

TEST_F(ForgetTest, NothingGoesWithoutConsent) {
  const std::string before = digest();
  for (const Texts& arguments : {Texts{"forget", "--query", "예산"},
                                 {"forget", "--everything"},
                                 {"forget", "--thread", "autumn", "--erase"}}) {
    const Outcome outcome = ask(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments[1];
    EXPECT_NE(outcome.err.find("nothing was changed: add --yes"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out.find(kBudgetNow), std::string::npos) << outcome.out;
  }
  const Outcome json = ask({"forget", "--query", "예산", "--json"});
  EXPECT_EQ(json.code, 2);
  ASSERT_EQ(json.json()["would_forget"].size(), 1u);
  EXPECT_EQ(json.json()["would_forget"][0]["content"], kBudgetNow);
  EXPECT_EQ(digest(), before);
}

TEST_F(ForgetTest, AsksOnATerminal) {
  const std::string before = digest();
  for (const char* no : {"n\n", "\n", "", "yesterday\n"}) {
    const Outcome outcome = ask({"forget", "--query", "예산"}, {.input = no, .terminal = true});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.out.find("1. " + kBudgetNow), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("Forget 1 chain? [y/N]"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("Nothing was changed."), std::string::npos) << outcome.out;
  }
  EXPECT_EQ(digest(), before);
  const Outcome outcome = ask({"forget", "--query", "예산"}, {.input = "y\n", .terminal = true});
  EXPECT_NE(outcome.out.find("Forgot 1 chain"), std::string::npos) << outcome.out;
  EXPECT_EQ(recalled("가을 행사 예산"), Texts());
  EXPECT_EQ(recalled("mobile app launch"), Texts{kLaunchNow});
}

TEST_F(ForgetTest, ASentenceThatAsksForItFindsTheChainByRecall) {
  const std::string campaign = "Q1 마케팅 캠페인 예산이 6000만원으로 증액";
  const std::string facts =
      R"({"user":"mina","content":"Q1 마케팅 캠페인 예산은 5000만원","thread_id":"q1","occurred_at":"2026-01-05"}
{"user":"mina","content":")" +
      campaign + R"(","thread_id":"q1","occurred_at":"2026-01-12"}
)";
  ASSERT_EQ(run({"fold", "--db", "mail.db"}, {.input = facts}).code, 0);
  const std::string current = "Q1 마케팅 캠페인 예산은 6000만원";
  ASSERT_EQ(recalled("Q1 마케팅 캠페인"), Texts{current});
  const Json report = ask_json({"forget", "--query", "Q1 마케팅 캠페인 관련 정보 삭제", "--yes"});
  ASSERT_EQ(report["chains"].size(), 1u);
  EXPECT_EQ(report["chains"][0]["content"], current);
  EXPECT_EQ(report["chains"][0]["versions"], 2);
  EXPECT_EQ(recalled("Q1 마케팅 캠페인"), Texts());
  EXPECT_EQ(recalled("가을 행사 예산"), Texts{kBudgetNow}) << "another budget stays";
  expect_consistent();
}

TEST_F(ForgetTest, AQuestionThatFindsNothingForgetsNothing) {
  const std::string before = digest();
  const Outcome outcome = ask({"forget", "--query", "고양이 사료", "--yes"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("near enough"), std::string::npos) << outcome.out;
  EXPECT_EQ(digest(), before);
}

class PurgeTest : public AmendTest {};

TEST_F(PurgeTest, ErasesWhatWasForgottenBefore) {
  const std::string id_of_launch = id_of("mobile app launch");
  ask_json({"forget", "--thread", "autumn", "--now", "2026-04-01"});
  ask_json({"forget", "--thread", "launch", "--now", "2026-05-01"});
  const Outcome early = ask({"purge", "--before", "2026-04-01", "--yes"});
  EXPECT_EQ(early.code, 0) << early.err;
  EXPECT_NE(early.out.find("Nothing to erase"), std::string::npos) << early.out;

  const std::string before = digest();
  const Outcome unasked = ask({"purge", "--before", "2026-04-02"});
  EXPECT_EQ(unasked.code, 2);
  EXPECT_NE(unasked.err.find("1 chain would be erased for good"), std::string::npos) << unasked.err;
  EXPECT_NE(unasked.out.find(kBudgetNow), std::string::npos) << unasked.out;
  EXPECT_EQ(digest(), before);

  const Json report = ask_json({"purge", "--before", "2026-04-02", "--prove", "--yes"});
  EXPECT_EQ(report["chains"].size(), 1u);
  EXPECT_EQ(report["memories"], 2);
  EXPECT_TRUE(report["traces"].empty());
  EXPECT_EQ(files_with(kBudgetNow), Texts());
  EXPECT_EQ(ask({"restore", id_of_launch}).code, 0) << "forgotten too late for this purge";
  EXPECT_EQ(recalled("mobile app launch"), Texts{kLaunchNow});
  EXPECT_EQ(recalled("부산 지사의 새 주소").size(), 1u);
  expect_consistent();
}

class UndoTest : public AmendTest {};

TEST_F(UndoTest, MakesTheEarlierContentCurrentAndKeepsBoth) {
  const Json written = ask_json({"undo", "#4"})["decisions"];
  ASSERT_EQ(written.size(), 1u);
  EXPECT_EQ(written[0]["answers"], 4);
  EXPECT_EQ(written[0]["trigger"], "undo");
  EXPECT_EQ(recalled("mobile app launch"), Texts{"The mobile app launches on May 4."});
  const Json versions = ask_json({"history", id_of("mobile app launch")})["versions"];
  ASSERT_EQ(versions.size(), 3u);
  EXPECT_EQ(versions[1]["memory"]["content"], kLaunchNow);
  EXPECT_TRUE(versions[2]["current"].get<bool>());
  expect_consistent();
}

TEST_F(UndoTest, IsRefusedTwiceButCanBeUndoneItself) {
  ASSERT_EQ(ask({"undo", "4"}).code, 0);
  const std::string before = digest();
  const Outcome again = ask({"undo", "4"});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("undone by decision #6"), std::string::npos) << again.err;
  EXPECT_EQ(digest(), before);
  EXPECT_EQ(ask({"undo", "6"}).code, 0);
  EXPECT_EQ(recalled("mobile app launch"), Texts{kLaunchNow});
  expect_consistent();
}

TEST_F(UndoTest, NamesWhatDependsOnIt) {
  const std::string before = digest();
  const Outcome refused = ask({"undo", "1"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("#3"), std::string::npos) << refused.err;
  EXPECT_EQ(digest(), before);
  const Json written = ask_json({"undo", "1", "--cascade"})["decisions"];
  ASSERT_EQ(written.size(), 2u);
  EXPECT_EQ(written[0]["answers"], 3) << "newest first";
  EXPECT_EQ(written[1]["answers"], 1);
  EXPECT_EQ(recalled("가을 행사 예산"), Texts());
  EXPECT_EQ(recalled("mobile app launch"), Texts{kLaunchNow});
  expect_consistent();
}

TEST_F(UndoTest, PrintsWhatItWroteAndWhatItCannotFind) {
  const Outcome outcome = ask({"undo", "5"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("\tDELETE\tDELETE\t"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("undoes decision #5"), std::string::npos) << outcome.out;
  const Outcome missing = ask({"undo", "99"});
  EXPECT_EQ(missing.code, 1);
  EXPECT_NE(missing.err.find("no decision #99; `memfold log`"), std::string::npos) << missing.err;
}

class StaleTest : public AmendTest {};

TEST_F(StaleTest, ListsWhatRestsOnAChangedOrForgottenMemoryWithTheReason) {
  const std::string result = "가을 행사 예산 증액에 따라 초청 인원을 80명으로 늘립니다.";
  const auto say = [&](const std::string& content) {
    const std::string fact =
        R"({"user":"mina","thread_id":"autumn","subject":"가을 행사 예산","content":")" + content +
        "\"}\n";
    const Outcome outcome =
        run({"fold", "--db", "mail.db", "--now", "2026-03-02", "--set", "decide.judge=false"},
            {.input = fact});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
  };
  say(result);
  EXPECT_TRUE(ask_json({"stale"})["stale"].empty());
  say("가을 행사 예산이 4000만원으로 증액");
  const Json stale = ask_json({"stale"})["stale"];
  ASSERT_EQ(stale.size(), 1u);
  EXPECT_EQ(stale[0]["memory"]["content"], result);
  EXPECT_EQ(stale[0]["type"], "causal");
  EXPECT_NE(stale[0]["reason"].get<std::string>().find("was superseded at"), std::string::npos);
  const std::string ground = stale[0]["rests_on"];
  EXPECT_EQ(ask_json({"show", ground})["memory"]["content"], kBudgetNow);
  ask_json({"forget", ground});
  const std::string text = ask({"stale"}).out;
  EXPECT_NE(text.find("was forgotten at"), std::string::npos) << text;
  EXPECT_NE(text.find(result), std::string::npos) << text;
}

}  // namespace
}  // namespace memfold::acceptance
