// Use and time through the command: recalls count, peeks do not, maintenance puts away.
#include "command_line.h"

namespace memfold::acceptance {
namespace {

class LifecycleTest : public SampleStore {
 protected:
  Json shown(const std::string& id) const { return ask_json({"show", id})["memory"]; }
};

TEST_F(LifecycleTest, ARecallCountsAndAPeekDoesNot) {
  const std::string id = id_of("mobile app launch");
  EXPECT_EQ(shown(id)["access_count"], 0);
  ASSERT_EQ(ask({"recall", "mobile app launch", "-k", "1", "--now", kNow}).code, 0);
  const Json used = shown(id);
  EXPECT_EQ(used["access_count"], 1);
  EXPECT_EQ(used["state"], "active");
  EXPECT_EQ(used["last_accessed_at"], kNow);
  EXPECT_GT(used["salience"], 0.55);
  expect_consistent();
}

TEST_F(LifecycleTest, MaintenanceArchivesWhatIsDueOnce) {
  const std::string id = id_of("mobile app launch");
  ASSERT_EQ(ask({"recall", "mobile app launch", "-k", "1", "--now", kNow}).code, 0);
  const auto maintain = [&](const char* now) {
    return run({"maintain", "--job", "archive", "--now", now, "--db", "mail.db", "--json"})
        .json()["jobs"][0];
  };
  EXPECT_EQ(maintain("2026-04-01")["counts"]["memories_archived"], 0);
  const Json put_away = maintain("2028-04-01");
  EXPECT_EQ(put_away["counts"]["memories_archived"], 1) << "one was used; sure ones do not fade";
  EXPECT_EQ(put_away["last_run"], "2026-04-01T00:00:00Z");
  EXPECT_EQ(maintain("2028-04-01")["counts"]["memories_archived"], 0);
  EXPECT_EQ(shown(id)["state"], "archived");
  EXPECT_EQ(recalled("mobile app launch"), std::vector<std::string>());
  expect_consistent();
}

TEST_F(LifecycleTest, MaintenanceSaysWhatItDid) {
  const Outcome first = ask({"maintain", "--now", kNow});
  EXPECT_EQ(first.code, 0);
  EXPECT_NE(first.out.find("archive: nothing to do\nretention: nothing to do\n"), std::string::npos)
      << first.out;
  EXPECT_NE(ask({"maintain", "--now", kNow}).out.find("archive: not due, last run 2026-03-01"),
            std::string::npos);
  const Outcome wrong = ask({"maintain", "--job", "archives"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("there are archive, retention"), std::string::npos) << wrong.err;
}

}  // namespace
}  // namespace memfold::acceptance
