#include "tools/cli/backfill_report.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace memfold::tools {
namespace {

std::vector<std::string> names_of(const Fields& fields) {
  std::vector<std::string> names;
  for (const auto& [name, cell] : fields.rows()) names.push_back(name);
  return names;
}

TEST(BackfillReport, SaysEverythingARunIsAskedFor) {
  BackfillSummary run;
  run.counts.messages = 10;
  const std::vector<std::string> names = names_of(fields_of({run, {}, "mail.db", false}));
  for (const char* name : {"messages", "facts", "decisions", "for review", "analyses", "time",
                           "stages", "peak memory", "store"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
}

TEST(BackfillReport, FilesOfFactsCountTowardsTheRun) {
  BackfillSummary run;
  JsonlFoldSummary facts;
  facts.lines = 9;
  facts.by_kind = {1, 2, 3, 0};
  facts.already_folded = facts.refused = facts.rejected = 1;
  facts.reviews = 4;
  facts.analyses = 5;
  add_facts(run, facts, 0.5);
  EXPECT_TRUE(run.counts.adds_up());
  EXPECT_EQ(run.counts.analyses, 5u);
  EXPECT_EQ(run.counts.reviews, 4u);
  EXPECT_EQ(run.elapsed_seconds, 0.5);
  EXPECT_GT(run.peak_resident_bytes, 0u);
  const std::vector<std::string> names = names_of(fields_of({run, {}, "mail.db", false, false}));
  EXPECT_EQ(std::find(names.begin(), names.end(), "messages"), names.end());
  EXPECT_NE(std::find(names.begin(), names.end(), "time"), names.end());
}

TEST(BackfillReport, AnInterruptedRunSaysHowToGoOn) {
  EXPECT_NE(interrupted_text(false, true).find("same command again to go on from this place"),
            std::string::npos);
  EXPECT_NE(interrupted_text(false, false).find("read again and changes nothing"),
            std::string::npos);
  EXPECT_EQ(interrupted_text(true, true).find("is stored"), std::string::npos);
}

}  // namespace
}  // namespace memfold::tools
