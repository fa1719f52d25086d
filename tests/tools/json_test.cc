#include "tools/cli/json.h"

#include <gtest/gtest.h>

#include <sstream>

namespace memfold::tools {
namespace {

TEST(Json, ADecisionSaysWhatIsAbsent) {
  Decision decision;
  decision.user = "mina";
  decision.score.factors = {0.82, 1, 0, 0, 0};
  decision.score.present = {true, true, false, false, false};
  const Json json = to_json(decision);
  EXPECT_EQ(json["decision"], "CREATE");
  EXPECT_EQ(json["operation"], "ADD");
  EXPECT_TRUE(json["memory_id"].is_null());
  EXPECT_TRUE(json["target_memory_id"].is_null());
  EXPECT_TRUE(json["verdict"].is_null());
  EXPECT_EQ(json["factors"]["content"], 0.82);
  EXPECT_TRUE(json["factors"]["thread"].is_null());
  EXPECT_TRUE(json["related_memory_ids"].is_array());
}

// P5: what was looked at adds up, the graph and its sources included.
TEST(Json, AVerificationSaysAllItLookedAt) {
  VerifyReport report;
  report.nodes = 1, report.versions = 2, report.vectors = 3, report.edges = 4;
  report.log_entries = 5, report.kept_analyses = 6;
  report.graph_nodes = 7, report.graph_edges = 8, report.sources = 9;
  const Json json = to_json(report);
  EXPECT_EQ(json["graph_nodes"], 7);
  EXPECT_EQ(json["graph_edges"], 8);
  EXPECT_EQ(json["sources"], 9);
}

TEST(Json, KeepsTheOrderOfKeys) {
  std::ostringstream out;
  print_line(out, to_json(Decision()));
  EXPECT_EQ(out.str().rfind("{\"decision\":\"CREATE\",\"operation\":\"ADD\",\"status\"", 0), 0u);
}

TEST(Json, EnumerationsTimesAndIdsPrintAsDocumented) {
  Memory memory;
  memory.id.bytes.fill(0xAB);
  memory.occurred_at = *parse_time("2026-01-22T14:00:00+09:00");
  memory.valid_until = memory.occurred_at;
  memory.category = Category::Task;
  memory.importance = 0.9;
  const Json json = to_json(memory);
  EXPECT_EQ(json["id"], "abababababababababababababababab");
  EXPECT_EQ(json["occurred_at"], "2026-01-22T05:00:00Z");
  EXPECT_EQ(json["valid_until"], "2026-01-22T05:00:00Z");
  EXPECT_TRUE(json["valid_from"].is_null());
  EXPECT_EQ(json["category"], "task");
  memory.category = Category::named("여행 계획");
  EXPECT_EQ(to_json(memory)["category"], "여행 계획");
  EXPECT_EQ(json["importance_tier"], "critical");
}

TEST(Json, SpansAreNullWhereThereIsNoPlace) {
  PropertyChange change{"money", "5", "6", ChangeKind::ValueChange, {3, 9}, {}};
  const Json json = to_json(change);
  EXPECT_EQ(json["old_span"], Json::array({3, 9}));
  EXPECT_TRUE(json["new_span"].is_null());
}

TEST(Json, IllFormedTextStillPrints) {
  std::ostringstream out;
  print_line(out, rejected_line(3, "bad \xFF byte"));
  const Json json = Json::parse(out.str());
  EXPECT_EQ(json["line"], 3);
  EXPECT_EQ(json["status"], "error");
  EXPECT_EQ(json["error"], "bad \uFFFD byte");
}

// What a terminal would obey is escaped: the JSON says the same.
TEST(Json, NothingATerminalObeysIsPrinted) {
  const std::string text = "a\u009Bb\x7F\u202E\u2066\u200F\u061C\x1B 예산 é 🙂\n";
  std::ostringstream out;
  print_line(out, {{"text", text}, {text, 1}});
  EXPECT_EQ(out.str().substr(0, out.str().find(',')),
            "{\"text\":\"a\\u009bb\\u007f\\u202e\\u2066\\u200f\\u061c\\u001b 예산 é 🙂\\n\"");
  EXPECT_EQ(Json::parse(out.str())["text"], text);
  EXPECT_EQ(Json::parse(out.str())[text], 1);
  std::ostringstream document;
  print_document(document, {{"text", text}});
  EXPECT_EQ(Json::parse(document.str())["text"], text);
  EXPECT_NE(document.str().find("{\n  \""), std::string::npos) << "its own line ends stay";
}

TEST(Json, StatsNameEveryKind) {
  Stats stats;
  stats.by_kind = {1, 2, 3, 4};
  const Json json = to_json(stats);
  EXPECT_EQ(json["by_decision"]["UPDATE"], 2);
  EXPECT_EQ(json["by_decision"]["DELETE"], 4);
  EXPECT_EQ(json["by_operation"].size(), 6u);
}

TEST(Json, AnEmptyPageHasNoCursor) {
  EXPECT_TRUE(to_json(LogPage())["next_cursor"].is_null());
  EXPECT_EQ(to_json(LogPage{{}, "c"})["next_cursor"], "c");
}

}  // namespace
}  // namespace memfold::tools
