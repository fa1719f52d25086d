// Every method, called as a door calls it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <fstream>
#include <set>

#include "call/json.h"
#include "call/session.h"
#include "tests/storage/scratch_directory.h"

namespace memfold::call {
namespace {

using testing::HasSubstr;

class Methods : public testing::Test {
 protected:
  Json call(const char* method, const RequestJson& request = nullptr) {
    return to_json(session_.call(method, request));
  }
  /// Folds one fact and gives its decision.
  Json fold(const char* content, const char* source) {
    const RequestJson fact{{"user", "mina"},
                           {"content", content},
                           {"source_id", source},
                           {"stated_at", "2026-03-02T09:00:00Z"}};
    const Json reply = call("fold", {{"facts", {fact}}});
    return reply.at("decisions").at(0);
  }
  std::string problem(const char* method, const RequestJson& request) {
    try {
      call(method, request);
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  }

  storage::ScratchDirectory scratch_;
  Session session_{scratch_.path(), {{"now", "2026-03-20"}, {"threads", 1}}, {}};
};

TEST_F(Methods, AFactIsFoldedFoundChangedAndTakenBack) {
  const std::string id = fold("The release is on Friday 3 April 2026.", "a").at("memory_id");
  const Json moved = fold("The release moved to Tuesday 7 April 2026.", "b");
  EXPECT_EQ(moved.at("decision"), "UPDATE");
  const Json hits = call("recall", {{"user", "mina"}, {"text", "when is the release?"}}).at("hits");
  EXPECT_THAT(hits.at(0).at("memory").at("content").get<std::string>(), HasSubstr("7 April"));
  const RequestJson memory{{"user", "mina"}, {"id", id}};
  EXPECT_EQ(call("history", memory).at("versions").size(), 2U);
  EXPECT_EQ(call("get", memory).at("memory").at("id"), id);
  EXPECT_EQ(call("current", memory).at("memory").at("id"), moved.at("memory_id"));
  EXPECT_EQ(call("as_of", {{"user", "mina"}, {"id", id}, {"system", "2026-03-20T00:00:01Z"}})
                .at("memory")
                .at("id"),
            moved.at("memory_id"));

  EXPECT_EQ(call("edit", {{"user", "mina"}, {"id", id}, {"tags", {"release"}}})
                .at("decision")
                .at("decision"),
            "UPDATE");
  EXPECT_EQ(call("pin", memory).at("decision").at("decision"), "UPDATE");
  const Json page = call("list", {{"user", "mina"}, {"where", {{"condition", "tags = release"}}}});
  ASSERT_EQ(page.at("memories").size(), 1U);
  EXPECT_EQ(page.at("memories").at(0).at("ttl_policy"), "keep_forever");

  const Json log = call("log", {{"user", "mina"}});
  EXPECT_EQ(log.at("entries").size(), 4U);
  EXPECT_EQ(call("log_analytics", {{"user", "mina"}}).at("entries"), 4);
  EXPECT_EQ(call("states", {{"user", "mina"}, {"sequence", 2}}).at("before").at("id"), id);
  EXPECT_EQ(
      call("undo", {{"user", "mina"}, {"sequence", 2}, {"cascade", true}}).at("decisions").size(),
      3U);
  EXPECT_THAT(call("current", memory).at("memory").at("content").get<std::string>(),
              HasSubstr("3 April"));
}

TEST_F(Methods, WhatIsForgottenComesBackUnlessItIsErased) {
  const std::string id = fold("Her locker code is 4711.", "a").at("memory_id");
  const RequestJson memory{{"user", "mina"}, {"id", id}}, ids{{"user", "mina"}, {"ids", {id}}};
  EXPECT_EQ(call("find_forgettable", ids).at("chains").size(), 1U);
  EXPECT_EQ(call("forget", ids).at("memories"), 1);
  EXPECT_TRUE(call("current", memory).at("memory").is_null());
  call("restore", memory);
  EXPECT_FALSE(call("current", memory).at("memory").is_null());
  EXPECT_EQ(call("forget", {{"user", "mina"}, {"ids", {id}}, {"erasure", "hard"}}).at("memories"),
            1);
  EXPECT_TRUE(call("get", memory).at("memory").is_null());
  EXPECT_EQ(problem("purge", {{"user", "mina"}}), "before is missing");
  EXPECT_EQ(call("purge", {{"user", "mina"}, {"before", "2026-03-19"}}).at("memories"), 0);
}

TEST_F(Methods, ReviewsAreSettledByOneOfThreeAnswers) {
  EXPECT_TRUE(call("reviews", {{"user", "mina"}}).at("reviews").empty());
  EXPECT_EQ(problem("settle_review", {{"user", "mina"}, {"sequence", 1}, {"answer", "yes"}}),
            "answer must be one of accept, override, dismiss");
  EXPECT_EQ(problem("settle_review", {{"user", "mina"}, {"sequence", 1}, {"answer", "override"}}),
            "verdict is missing");
}

TEST_F(Methods, AStoreIsCountedCheckedTakenOutAndIn) {
  fold("The venue is the town hall.", "a");
  EXPECT_EQ(call("stats").at("memories"), 1);
  EXPECT_EQ(call("users").at("users"), Json::array({"mina"}));
  EXPECT_EQ(call("embedder").at("dimension"), 384);
  EXPECT_TRUE(call("verify").at("ok"));
  EXPECT_EQ(call("maintain", {{"jobs", {"archive"}}}).at("jobs").at(0).at("ran"), true);
  const std::string file = scratch_.path("out.jsonl");
  EXPECT_EQ(call("export", {{"path", file}}).at("users"), 1);
  EXPECT_EQ(problem("export", {{"path", file}, {"format", "xml"}}),
            "format must be one of jsonl, graphml, neo4j");
  Session other(scratch_.path("other"), {{"now", "2026-03-20"}}, {});
  EXPECT_EQ(to_json(other.call("import", {{"path", file}})).at("users"), 1);
  EXPECT_EQ(to_json(other.call("digest", nullptr)), call("digest"));
}

TEST_F(Methods, ASourceIsWorkedIntoTheGraph) {
  const RequestJson source{
      {"user", "mina"},
      {"form", "text_note"},
      {"raw", "Lunch with Jonas Weber on 12 March 2026 at noon.\nThe offer costs 4,200 EUR.\n"},
      {"source_id", "note.txt"}};
  const Json receipt = call("add_source", source);
  EXPECT_FALSE(receipt.at("known"));
  EXPECT_TRUE(call("add_source", source).at("known"));
  EXPECT_EQ(call("jobs", {{"user", "mina"}}).at("jobs").size(), 1U);
  const Json report = call("work");
  EXPECT_EQ(report.at("extracted"), 1);
  EXPECT_FALSE(report.at("decisions").empty());
  EXPECT_EQ(call("sources", {{"user", "mina"}}).at("sources").size(), 1U);
  EXPECT_EQ(call("source", {{"user", "mina"}, {"id", receipt.at("id").get<std::string>()}})
                .at("source")
                .at("source_id"),
            "note.txt");
  EXPECT_EQ(problem("sources", RequestJson::object()), "user is missing");
  EXPECT_EQ(call("recall_sources", {{"user", "mina"}, {"text", "offer"}}).at("hits").size(), 1U);
  EXPECT_EQ(call("set_owner", {{"user", "mina"}, {"name", "Mina"}}).at("node").at("is_owner"),
            true);
  EXPECT_GE(call("graph_counts", {{"user", "mina"}}).at("nodes").at("person"), 1);
  EXPECT_EQ(problem("recall_stories", {{"user", "mina"}, {"level", "x"}}),
            "level must be one of storyline, macro");
}

TEST_F(Methods, AMailboxAndAFileOfFacts) {
  const std::string mail = scratch_.path("mail.mbox"), lines = scratch_.path("facts.jsonl");
  std::ofstream(mail) << "From a@x Mon Mar  2 09:00:00 2026\nFrom: Ann <a@x.example>\n"
                         "Message-ID: <1@x>\nDate: Mon, 2 Mar 2026 09:00:00 +0000\n"
                         "Subject: Venue\n\nThe venue is booked for 12 May 2026 and costs 900 "
                         "EUR.\n\n";
  std::ofstream(lines) << R"({"content": "Tea at five."})"
                       << "\nno json\n";
  int told = 0;
  const Control control{[&](const Shown& figures) {
                          EXPECT_TRUE(to_json(figures).contains("bytes_done"));
                          ++told;
                          return true;
                        },
                        {}};
  const Json report =
      to_json(session_.call("backfill", {{"user", "mina"}, {"paths", {mail}}}, {}, control));
  EXPECT_EQ(report.at("counts").at("messages"), 1);
  EXPECT_GE(told, 1);
  const Json folded = call("fold_file", {{"user", "mina"}, {"path", lines}});
  EXPECT_EQ(folded.at("lines"), 2);
  EXPECT_EQ(folded.at("problems").at(0).at("line"), 2);
  EXPECT_FALSE(folded.at("stopped"));
  EXPECT_EQ(problem("backfill", {{"user", "mina"}, {"paths", {mail}}, {"sources", "some"}}),
            "sources must be one of all, used, none");
}

// What was done is told, where others end in an error.
TEST_F(Methods, AMailboxAndAFileOfFactsThatAreStoppedReportIt) {
  const std::string mail = scratch_.path("mail.mbox"), lines = scratch_.path("facts.jsonl");
  std::ofstream(mail) << "From a@x Mon Mar  2 09:00:00 2026\nFrom: Ann <a@x.example>\n"
                         "Message-ID: <1@x>\n\nThe venue costs 900 EUR.\n\n";
  std::ofstream(lines) << R"({"content": "Tea at five."})";
  std::stop_source stop;
  stop.request_stop();
  const Control control{{}, stop.get_token()};
  const Json report =
      to_json(session_.call("backfill", {{"user", "mina"}, {"paths", {mail}}}, {}, control));
  EXPECT_TRUE(report.at("stopped"));
  EXPECT_EQ(report.at("counts").at("messages"), 0);
  const Json folded =
      to_json(session_.call("fold_file", {{"user", "mina"}, {"path", lines}}, {}, control));
  EXPECT_TRUE(folded.at("stopped"));
  EXPECT_EQ(folded.at("lines"), 1) << "a batch in hand is finished";
  const std::string pipe = scratch_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const Json waited = call("fold_file", {{"user", "mina"}, {"path", pipe}, {"timeout_ms", 20}});
  EXPECT_TRUE(waited.at("stopped"));
  EXPECT_EQ(waited.at("lines"), 0);
  EXPECT_FALSE(call("backfill", {{"user", "mina"}, {"paths", {mail}}, {"timeout_ms", 600'000}})
                   .at("stopped"));
}

TEST_F(Methods, FoldingByNameIsFoldingByHand) {
  fold("The venue is the town hall.", "a");
  EngineOptions options;
  options.clock = fixed_clock(*parse_time("2026-03-20"));
  Engine engine = Engine::open(scratch_.path("by hand"), options);
  Fact fact;
  fact.user = "mina";
  fact.content = "The venue is the town hall.";
  fact.source_id = "a";
  fact.stated_at = parse_time("2026-03-02T09:00:00Z");
  engine.fold(std::vector{fact});
  EXPECT_EQ(call("digest").at("digest"), engine.admin().digest());
}

/// Its row in docs/c.md, with every key a request may have.
std::string documented(const Method& method) {
  std::string keys;
  for (const std::string& key : method.keys()) keys += (keys.empty() ? "`" : ", `") + key + "`";
  return "| `" + std::string(method.name) + "` | " + std::string(method.help) + " | " +
         (keys.empty() ? "nothing" : keys) + " | ";
}

TEST(MethodTable, DocsHaveEveryMethodWithItsKeys) {
  std::ifstream file(std::string(MEMFOLD_SOURCE_DIR) + "/docs/c.md");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  for (const Method* one : all_methods()) EXPECT_THAT(text, HasSubstr(documented(*one)));
}

TEST(MethodTable, NamesAreUniqueAndEveryOneSaysWhatItDoes) {
  std::set<std::string_view> names;
  for (const Method* one : all_methods()) {
    EXPECT_TRUE(names.insert(one->name).second) << one->name;
    EXPECT_FALSE(one->help.empty());
    EXPECT_EQ(find_method(one->name), one);
  }
  EXPECT_GT(names.size(), 40U);
  EXPECT_EQ(find_method("flod"), nullptr);
}

}  // namespace
}  // namespace memfold::call
