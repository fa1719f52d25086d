// The labelled pairs marked "tune". Those marked "held" tell how well the Analyst does on what it
// was not made for: look at them with `memfold eval --split held` when the work is done, never
// before.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "memfold/models.h"

namespace memfold {
namespace {

struct Outcome {
  int total = 0, right = 0;
  std::map<std::string, std::map<std::string, int>> confusion;  ///< expected -> given -> count

  double accuracy() const { return double(right) / total; }
  double precision(const std::string& verdict) const {
    int given = 0, correct = 0;
    for (const auto& [expected, row] : confusion) {
      const auto found = row.find(verdict);
      if (found == row.end()) continue;
      given += found->second;
      correct += expected == verdict ? found->second : 0;
    }
    return given == 0 ? 1.0 : double(correct) / given;
  }
  void print(const char* title) const {
    std::printf("%s: %d of %d right (%.3f)\n", title, right, total, accuracy());
    for (const auto& [expected, row] : confusion) {
      std::printf("  %-10s ->", expected.c_str());
      for (const auto& [given, count] : row) std::printf(" %s %d", given.c_str(), count);
      std::printf("\n");
    }
  }
};

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return result;
}

std::map<std::string, Outcome> evaluate(double least_confidence) {
  std::ifstream file(MEMFOLD_SOURCE_DIR "/tests/data/boundary_pairs.jsonl");
  const auto analyst = builtin_analyst();
  std::map<std::string, Outcome> outcomes;
  for (std::string line; std::getline(file, line);) {
    const auto pair = nlohmann::json::parse(line);
    if (pair["split"] != "tune") continue;
    const std::string existing = pair["existing"], incoming = pair["new"];
    const Analysis analysis =
        analyst->compare({existing, {}, std::nullopt}, {incoming, {}, std::nullopt});
    if (analysis.confidence < least_confidence) continue;
    const std::string expected = pair["expected"], given = upper(name(analysis.verdict));
    for (const std::string& group :
         {pair["split"].get<std::string>(),
          pair["split"].get<std::string>() + " " + pair["lang"].get<std::string>()}) {
      Outcome& outcome = outcomes[group];
      ++outcome.total;
      outcome.right += expected == given;
      ++outcome.confusion[expected][given];
    }
  }
  return outcomes;
}

TEST(BoundaryPairsTest, TunedPairsAreMet) {
  auto outcomes = evaluate(0);
  ASSERT_GE(outcomes["tune"].total, 400);
  for (const auto& [group, outcome] : outcomes) outcome.print(group.c_str());
  EXPECT_GE(outcomes["tune ko"].accuracy(), 0.75);
  EXPECT_GE(outcomes["tune en"].accuracy(), 0.75);
}

/// An engine acts on what is surer than this; the rest goes to review.
TEST(BoundaryPairsTest, WhatIsSaidWithConfidenceIsRight) {
  auto outcomes = evaluate(0.8);
  EXPECT_GE(outcomes["tune"].total, 150);
  EXPECT_GE(outcomes["tune"].accuracy(), 0.95);
  EXPECT_GE(outcomes["tune"].precision("DUPLICATE"), 0.98);
  EXPECT_GE(outcomes["tune"].precision("UPDATE"), 0.9);
  EXPECT_GE(outcomes["tune"].precision("LINK"), 0.9);
}

}  // namespace
}  // namespace memfold
