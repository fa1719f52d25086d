// list, edit, show --current, conditions.
#include "command_line.h"

namespace memfold::acceptance {
namespace {

using Texts = std::vector<std::string>;

class ListTest : public SampleStore {
 protected:
  Texts listed(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "list");
    Texts contents;
    const Json page = ask_json(arguments);
    for (const Json& memory : page["memories"]) contents.push_back(memory["content"]);
    return contents;
  }
};

TEST_F(ListTest, GoesPageByPage) {
  const Texts all = listed({});
  ASSERT_GE(all.size(), 3u);
  Texts paged;
  std::vector<std::string> arguments = {"list", "--limit", "2"};
  for (std::size_t pages = 0; pages <= all.size(); ++pages) {
    const Json page = ask_json(arguments);
    for (const Json& memory : page["memories"]) paged.push_back(memory["content"]);
    if (page["next_cursor"].is_null()) break;
    arguments = {"list", "--limit", "2", "--cursor", page["next_cursor"]};
  }
  EXPECT_EQ(paged, all);
  Texts oldest = listed({"--oldest-first"});
  std::reverse(oldest.begin(), oldest.end());
  EXPECT_EQ(oldest, all);
  const Outcome text = ask({"list", "--limit", "1"});
  EXPECT_NE(text.out.find(all.front()), std::string::npos) << text.out;
  EXPECT_NE(text.err.find("More: repeat with --cursor "), std::string::npos) << text.err;
}

TEST_F(ListTest, MetadataAndScopeComeInAndChoose) {
  const Outcome folded =
      run({"fold", "--db", path("mail.db")},
          {.input = R"({"user":"mina","content":"The orchid needs water","agent_id":"gardener",)"
                    R"("metadata":{"room":"kitchen","pots":"12"}})"
                    "\n"});
  ASSERT_EQ(folded.code, 0) << folded.err;
  const Texts orchid = {"The orchid needs water"};
  EXPECT_EQ(listed({"--where", "metadata.room = kitchen and metadata.pots > 3"}), orchid);
  EXPECT_EQ(listed({"--agent", "gardener"}), orchid);
  EXPECT_EQ(listed({"--where", "metadata.room = attic"}), Texts());
  EXPECT_EQ(ask_json({"recall", "water", "--agent", "gardener"})["hits"][0]["memory"]["metadata"],
            (Json{{"room", "kitchen"}, {"pots", "12"}}));
  EXPECT_NE(ask({"show", id_of("orchid water")}).out.find("metadata.room\tkitchen"),
            std::string::npos);

  const Json gone = ask_json({"forget", "--where", "metadata.room = kitchen", "--yes"});
  EXPECT_EQ(gone["chains"].size(), 1u);
  EXPECT_EQ(listed({"--agent", "gardener"}), Texts());
}

TEST_F(ListTest, ShowsTheCurrentVersionFromAnOldOne) {
  const std::string newer = id_of("mobile app launch");
  const std::string older = ask_json({"history", newer})["versions"][0]["memory"]["id"];
  ASSERT_NE(newer, older);
  EXPECT_EQ(ask_json({"show", older, "--current"})["memory"]["id"], newer);
  ask({"forget", newer});
  const Outcome gone = ask({"show", older, "--current"});
  EXPECT_EQ(gone.code, 1);
  EXPECT_NE(gone.err.find("memfold history"), std::string::npos) << gone.err;
  EXPECT_NE(ask({"show", older, "--current", "--as-of", "2026-01-01"}).code, 0);
}

TEST_F(ListTest, EditsByHand) {
  const std::string id = id_of("mobile app launch");
  const Json edited = ask_json({"edit", id, "--text", "The mobile app launches on June 2.",
                                "--meta", "project=apollo", "--pin"});
  EXPECT_EQ(edited["decision"]["trigger"], "user_request");
  EXPECT_EQ(edited["memory"]["content"], "The mobile app launches on June 2.");
  EXPECT_EQ(edited["memory"]["ttl_policy"], "keep_forever");
  EXPECT_EQ(listed({"--where", "metadata.project = apollo"}),
            Texts{"The mobile app launches on June 2."});
  const Outcome again = ask({"edit", id, "--meta", "project="});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_NE(again.out.find("metadata"), std::string::npos) << again.out;
  EXPECT_NE(ask({"edit", id}).err.find("--text"), std::string::npos);
  EXPECT_NE(ask({"edit", id, "--meta", "project"}).err.find("KEY=VALUE"), std::string::npos);
  EXPECT_NE(ask({"edit", id, "--pin"}).err.find("nothing was changed"), std::string::npos);
  expect_consistent();
}

TEST_F(ListTest, SaysWhatIsWrong) {
  const Outcome condition = ask({"list", "--where", "importanse > 1"});
  EXPECT_NE(condition.code, 0);
  EXPECT_NE(condition.err.find("importanse"), std::string::npos) << condition.err;
  EXPECT_NE(ask({"list", "--limit", "0"}).code, 0);
  EXPECT_NE(ask({"list", "--cursor", "elsewhere"}).err.find("does not belong"), std::string::npos);
}

TEST_F(ListTest, AProfileTellsWhatStands) {
  const Json profile = ask_json({"profile", "--each", "3"});
  for (const char* part : {"pinned", "preferences", "tasks", "coming", "decisions", "important"}) {
    EXPECT_TRUE(profile[part].is_array()) << part;
  }
  const Json newest = profile["newest"];
  ASSERT_EQ(newest.size(), 3u);
  EXPECT_EQ(newest[0]["content"], ask_json({"list", "--limit", "1"})["memories"][0]["content"]);
  const Outcome text = ask({"profile"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_NE(text.out.find("Newest\n"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find(newest[0]["content"].get<std::string>()), std::string::npos) << text.out;
  EXPECT_EQ(text.out.find("Pinned"), std::string::npos) << "nothing is";

  ASSERT_EQ(ask({"edit", newest[0]["id"], "--pin"}).code, 0);
  EXPECT_EQ(ask_json({"profile"})["pinned"].size(), 1u);
  EXPECT_EQ(ask({"profile", "--each", "0"}).code, 2);
}

TEST_F(ListTest, TheServerForAssistantsIsAProgramOfItsOwn) {
  const Outcome missing = run({"mcp", "--db", path("mail.db"), "--user", "mina"},
                              {.variables = {{"PATH", path("nothing here")}}});
  EXPECT_EQ(missing.code, 1);
  EXPECT_NE(missing.err.find("memfold-mcp"), std::string::npos) << missing.err;
  EXPECT_NE(missing.err.find("docs/python.md"), std::string::npos) << missing.err;
  EXPECT_EQ(run({"mcp", "--db", path("mail.db"), "--port", "8720"}).code, 2) << "without --http";
}

}  // namespace
}  // namespace memfold::acceptance
