// Stores that are damaged, busy, of another make, or fine.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "command_line.h"

namespace memfold::acceptance {
namespace {

class StoreTest : public CommandLine {};

TEST_F(StoreTest, VerifySaysThatEverythingAgrees) {
  fold_sample();
  const Outcome outcome = run({"verify", "--db", "mail.db"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("5 decisions: everything agrees"), std::string::npos) << outcome.out;
  EXPECT_TRUE(run({"verify", "--db", "mail.db", "--json"}).json()["ok"].get<bool>());
}

// P5: verify counts everything it read, the graph and its sources too.
TEST_F(StoreTest, VerifyCountsTheGraphAndItsSources) {
  write("mail.mbox",
        "From a@example.org Thu Jan  1 00:00:00 2026\nFrom: Jun Park <jun.park@example.org>\n"
        "To: mina@example.org\nMessage-ID: <1@example.org>\nSubject: Q1 예산\n"
        "Date: Thu, 1 Jan 2026 09:00:00 +0900\nContent-Type: text/plain; charset=utf-8\n\n"
        "예산은 5000만원으로 확정되었습니다.\n");
  ASSERT_EQ(run({"backfill", "mail.mbox", "--db", "mail.db"}).code, 0);
  const Json report = run({"verify", "--db", "mail.db", "--json"}).json();
  EXPECT_EQ(report["sources"], 1);
  EXPECT_GE(report["graph_nodes"], 1);
  EXPECT_GE(report["graph_edges"], 1);
  const std::string text = run({"verify", "--db", "mail.db"}).out;
  EXPECT_NE(text.find(" of the graph, 1 source, 1 decision: "), std::string::npos) << text;
  EXPECT_EQ(report["records"]["sources"], 1);
  EXPECT_EQ(report["records"]["raw_sources"], 1);
  EXPECT_EQ(report["records"].size(), 21u);
  EXPECT_NE(text.find(", raw_sources 1, "), std::string::npos) << text;
}

TEST_F(StoreTest, VerifyNeverCallsADamagedStoreFine) {
  fold_sample();
  // Table files hold the data once the log was flushed; either kind may hold it here.
  for (const auto& file : std::filesystem::directory_iterator(path("mail.db"))) {
    const std::string kind = file.path().extension();
    if ((kind != ".log" && kind != ".sst") || file.file_size() < 200) continue;
    std::filesystem::resize_file(file.path(), file.file_size() / 2);
  }
  const Outcome outcome = run({"verify", "--db", "mail.db"});
  EXPECT_EQ(outcome.code, 1) << outcome.out << outcome.err;
}

// P5: verify tells a rotten block and goes on; a repair keeps what can be read, names what is lost
// by id, keeps the store as it was, and says by its exit code whether anything is.
TEST_F(StoreTest, ARottenBlockIsToldAndMended) {
  fold_sample();
  std::filesystem::path biggest;
  for (const auto& file : std::filesystem::directory_iterator(path("mail.db"))) {
    if (file.path().extension() != ".sst") continue;
    if (biggest.empty() || file.file_size() > std::filesystem::file_size(biggest)) {
      biggest = file.path();
    }
  }
  {
    std::fstream bytes(biggest, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekg(20);
    const char byte = static_cast<char>(bytes.get() ^ 0x40);
    bytes.seekp(20);
    bytes.put(byte);
  }
  const Outcome told = run({"verify", "--db", "mail.db"});
  EXPECT_EQ(told.code, 1);
  EXPECT_NE(told.out.find(" cannot be read: Corruption: "), std::string::npos) << told.out;
  EXPECT_NE(told.out.find("memfold verify --repair"), std::string::npos) << told.out;

  const Outcome mended = run({"verify", "--repair", "--db", "mail.db", "--json"});
  EXPECT_TRUE(mended.code == 0 || mended.code == 3) << mended.out << mended.err;
  const Json report = mended.json();
  EXPECT_EQ(report["unread"].size(), 1u);
  EXPECT_EQ(report["remaining"].size(), 0u);
  EXPECT_EQ(mended.code == 3, !report["lost"].empty() || report["lossy"].get<bool>());
  EXPECT_TRUE(std::filesystem::exists(report["kept"].get<std::string>() + "/CURRENT"));
  EXPECT_EQ(run({"verify", "--db", "mail.db"}).code, 0);
  const Outcome again = run({"verify", "--repair", "--db", "mail.db"});
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.out, "Nothing to repair: everything agrees.\n");
}

// P5: what was synced and is missing is told by every command, until a person gives it up.
TEST_F(StoreTest, ADamagedLogIsToldAndAShorterHistoryHasToBeAskedFor) {
  fold_sample();
  {  // a fold that is killed: what it folded lies in the log alone
    const auto running = start({"fold", "--db", "mail.db", "--user", "mina", "--batch", "1"},
                               "{\"content\":\"The lease of the office in Busan ends in May\"}\n"
                               "{\"content\":\"서버실 온도는 21도\"}\n");
    for (int i = 0; i < 600; ++i) {
      const Outcome outcome = run({"stats", "--db", "mail.db", "--user", "mina", "--json"});
      if (outcome.code == 0 && outcome.json()["decisions"] == 7) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    running->kill();
  }
  ASSERT_EQ(run({"stats", "--db", "mail.db", "--user", "mina", "--json"}).json()["decisions"], 7);
  for (const auto& file : std::filesystem::directory_iterator(path("mail.db"))) {
    if (file.path().extension() != ".log" || file.file_size() == 0) continue;
    std::filesystem::resize_file(file.path(), file.file_size() / 2);
  }
  const Outcome verify = run({"verify", "--db", "mail.db"});
  EXPECT_EQ(verify.code, 1);
  EXPECT_NE(verify.err.find("synced are missing"), std::string::npos) << verify.err;
  EXPECT_EQ(run({"fold", "--db", "mail.db"}, {.input = kFacts}).code, 1);
  EXPECT_EQ(run({"recover", "--db", "mail.db"}).code, 1);
  const Outcome recovered = run({"recover", "--accept-shorter-history", "--db", "mail.db"});
  EXPECT_EQ(recovered.code, 0) << recovered.err;
  EXPECT_NE(recovered.out.find("mail.db.logs-1"), std::string::npos) << recovered.out;
  EXPECT_EQ(run({"verify", "--db", "mail.db"}).code, 0);
  EXPECT_NE(run({"recover", "--db", "mail.db"}).out.find("Nothing is missing"), std::string::npos);
}

bool is_locked(const std::string& file) {
  const int descriptor = open(file.c_str(), O_RDWR);
  struct flock lock {};
  lock.l_type = F_WRLCK;
  const bool locked = fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  close(descriptor);
  return locked;
}

// P5: a backup is the store, to the last decision, or it is told what is wrong with it.
TEST_F(StoreTest, ABackupIsMadeKeptAndRestored) {
  fold_sample();
  const Outcome made = run({"backup", "kept", "--db", "mail.db"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(made.out.rfind("Backup 1: ", 0), 0u) << made.out;
  ASSERT_EQ(run({"fold", "--db", "mail.db"},
                {.input = R"({"user":"mina","content":"새 회의실은 3층입니다"})"
                          "\n"})
                .code,
            0);
  const Json second = run({"backup", "kept", "--db", "mail.db", "--json"}).json();
  EXPECT_EQ(second["number"], 2);
  EXPECT_LT(second["copied_bytes"], second["bytes"]);
  EXPECT_EQ(run({"backup", "kept", "--list", "--json"}).json()["backups"].size(), 2u);

  ASSERT_EQ(run({"restore-backup", "kept", "--db", "back.db"}).code, 0);
  EXPECT_EQ(run({"verify", "--digest", "--db", "back.db"}).out,
            run({"verify", "--digest", "--db", "mail.db"}).out);
  ASSERT_EQ(run({"restore-backup", "kept", "--number", "1", "--db", "older.db"}).code, 0);
  EXPECT_EQ(run({"stats", "--db", "older.db", "--json"}).json()["decisions"], 5);

  EXPECT_EQ(run({"restore-backup", "kept", "--db", "mail.db"}).code, 2);
  EXPECT_EQ(run({"backup", "--db", "mail.db"}).code, 2);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path("kept"))) {
    if (entry.path().extension() == ".sst") std::filesystem::resize_file(entry.path(), 1);
  }
  const Outcome damaged = run({"restore-backup", "kept", "--db", "again.db"});
  EXPECT_EQ(damaged.code, 1);
  EXPECT_NE(damaged.err.find("backup"), std::string::npos) << damaged.err;
  EXPECT_FALSE(std::filesystem::exists(path("again.db")));
}

TEST_F(StoreTest, ASecondWriterIsToldAndReadersGoOn) {
  fold_sample();
  const auto writer = start({"fold", "--db", "mail.db"}, kFacts);
  for (int i = 0; i < 1000 && !is_locked(path("mail.db/LOCK")); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const Outcome second = run({"fold", "--db", "mail.db"}, {.input = kFacts});
  EXPECT_EQ(second.code, 1);
  EXPECT_NE(second.err.find("another process"), std::string::npos) << second.err;
  EXPECT_EQ(run({"stats", "--db", "mail.db", "--json"}).json()["decisions"], 5);
  const Outcome doctor = run({"doctor", "--db", "mail.db"});
  EXPECT_NE(doctor.out.find("has the store open"), std::string::npos) << doctor.out;
  EXPECT_EQ(writer->finish(), 0);
  EXPECT_EQ(run({"fold", "--db", "mail.db"}, {.input = kFacts}).code, 0);
}

TEST_F(StoreTest, AFileInPlaceOfAStoreIsRefused) {
  write("mail.db", "not a store");
  for (const char* command : {"stats", "fold"}) {
    const Outcome outcome = run({command, "--db", "mail.db"}, {.input = kFacts});
    EXPECT_NE(outcome.code, 0);
    EXPECT_NE(outcome.err.find("mail.db"), std::string::npos) << outcome.err;
  }
}

TEST_F(StoreTest, DoctorFindsAHealthyMachineAndStore) {
  fold_sample();
  const Outcome outcome = run({"doctor", "--db", "mail.db", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  std::map<std::string, std::string> health;
  const Json report = outcome.json();
  for (const Json& check : report["checks"]) health[check["check"]] = check["health"];
  for (const char* check : {"build", "trial run", "lock", "store"}) {
    EXPECT_EQ(health[check], "ok") << check;
  }
  EXPECT_EQ(run({"doctor", "--json"}).json()["health"], "warn") << "no store is named";
}

}  // namespace
}  // namespace memfold::acceptance
