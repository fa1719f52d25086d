#include "memfold/fact_lines.h"

#include <gtest/gtest.h>

#include "tests/ingest/support.h"

namespace memfold::ingest {
namespace {

using testing::Folder;

class JsonlFold : public ::testing::Test {
 protected:
  Engine open(const std::string& name) {
    EngineOptions options;
    options.models = builtin_models();
    options.clock = fixed_clock(*parse_time("2026-02-01T00:00:00Z"));
    options.durability = Durability::Relaxed;
    return Engine::open(folder_.path(name), options);
  }
  static std::string lines(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      text += i % 10 == 4 ? "not json\n"
                          : "{\"user\":\"u" + std::to_string(i % 3) +
                                "\",\"content\":\"The budget of project " + std::to_string(i) +
                                " is " + std::to_string(i * 100) + " USD\",\"subjct\":\"x\"}\n";
    }
    return text;
  }
  std::unique_ptr<FactReader> facts(int count) const {
    return open_facts(folder_.write("facts.jsonl", lines(count)));
  }
  Folder folder_;
};

TEST_F(JsonlFold, OneOutcomeALineInOrder) {
  for (std::size_t batch : {1u, 7u, 1000u}) {
    Engine engine = open("db" + std::to_string(batch));
    JsonlFoldOptions options;
    options.batch = batch;
    std::uint64_t expected = 0;
    const JsonlFoldSummary summary =
        fold_jsonl(engine, *facts(50), options, [&](const LineOutcome& outcome) {
          EXPECT_EQ(outcome.line, ++expected);
          EXPECT_EQ(outcome.decision == nullptr, outcome.line % 10 == 5) << outcome.line;
          EXPECT_NE(outcome.decision == nullptr, outcome.rejected == nullptr);
          if (outcome.decision != nullptr) {
            EXPECT_EQ(outcome.decision->user, "u" + std::to_string((outcome.line - 1) % 3));
          }
        });
    EXPECT_EQ(summary.lines, 50u);
    EXPECT_EQ(summary.rejected, 5u);
    std::uint64_t sum = summary.rejected + summary.refused + summary.already_folded;
    for (std::uint64_t count : summary.by_kind) sum += count;
    EXPECT_EQ(sum, summary.lines);
    EXPECT_EQ(summary.unknown_keys.at("subjct").count, 45u);
  }
}

TEST_F(JsonlFold, TheStateDoesNotDependOnTheBatchAndASecondRunAddsNothing) {
  std::string digest;
  for (std::size_t batch : {1u, 7u, 1000u}) {
    Engine engine = open("db" + std::to_string(batch));
    JsonlFoldOptions options;
    options.batch = batch;
    fold_jsonl(engine, *facts(60), options);
    if (digest.empty()) digest = engine.admin().digest();
    EXPECT_EQ(engine.admin().digest(), digest) << batch;
    const auto again = fold_jsonl(engine, *facts(60), options);
    EXPECT_EQ(again.already_folded + again.rejected, 60u);
    EXPECT_EQ(engine.admin().digest(), digest);
  }
}

TEST_F(JsonlFold, StopsAfterTheBatchInHand) {
  Engine engine = open("db");
  std::stop_source stop;
  JsonlFoldOptions options;
  options.batch = 10;
  options.fold.stop.token = stop.get_token();
  const auto summary = fold_jsonl(engine, *facts(50), options, [&](const LineOutcome& outcome) {
    if (outcome.line >= 13) stop.request_stop();
  });
  EXPECT_TRUE(summary.stopped);
  EXPECT_EQ(summary.lines, 20u);
}

}  // namespace
}  // namespace memfold::ingest
