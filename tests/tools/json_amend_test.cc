#include <gtest/gtest.h>

#include "tools/cli/json.h"

namespace memfold::tools {
namespace {

TEST(JsonAmend, AReportHasItsProofAndItsDecisions) {
  ForgetReport report;
  report.chains.push_back({.chain_id = {}, .versions = 2, .content = "예산"});
  report.chains[0].chain_id.bytes.fill(0xCD);
  report.decisions.resize(1);
  report.searched = true;
  report.traces = {"000012.sst"};
  const Json json = to_json(report);
  EXPECT_EQ(json["chains"][0]["chain_id"], "cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd");
  EXPECT_EQ(json["chains"][0]["versions"], 2);
  EXPECT_EQ(json["decisions"].size(), 1u);
  EXPECT_TRUE(json["searched"].get<bool>());
  EXPECT_EQ(json["traces"], Json::array({"000012.sst"}));
}

TEST(JsonAmend, ACaseSaysWhatIsAbsent) {
  Review review;
  review.sequence = 7;
  review.verdict = Verdict::Merge;
  Json json = to_json(review);
  EXPECT_EQ(json["state"], "pending");
  EXPECT_EQ(json["verdict"], "merge");
  EXPECT_TRUE(json["resolution"].is_null());
  EXPECT_TRUE(json["resolved_at"].is_null());
  EXPECT_FALSE(json.contains("row")) << "an embedding is nothing to read";
  review.state = ReviewState::Overridden;
  review.resolution = 9;
  json = to_json(review);
  EXPECT_EQ(json["state"], "overridden");
  EXPECT_EQ(json["resolution"], 9);
}

TEST(JsonAmend, AReplayCountsByNameAndKeepsAbsentTargetsNull) {
  ReplayReport report;
  report.by_kind_before = {1, 2, 3, 4};
  ReplayChange& change = report.changes.emplace_back();
  change.kind_after = DecisionKind::Update;
  change.operation_after = Operation::Supersede;
  change.target_after = "예산은 3000만원";
  const Json json = to_json(report);
  EXPECT_EQ(json["by_decision_before"]["CREATE"], 1);
  EXPECT_EQ(json["by_decision_before"]["DELETE"], 4);
  EXPECT_EQ(json["by_decision_after"]["DELETE"], 0);
  EXPECT_EQ(json["changes"][0]["decision_before"], "CREATE");
  EXPECT_EQ(json["changes"][0]["operation_after"], "SUPERSEDE");
  EXPECT_TRUE(json["changes"][0]["target_before"].is_null());
  EXPECT_EQ(json["changes"][0]["target_after"], "예산은 3000만원");
}

}  // namespace
}  // namespace memfold::tools
