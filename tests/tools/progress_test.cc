#include "tools/cli/progress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace memfold::tools {
namespace {

std::ptrdiff_t count_of(char wanted, const std::string& text) {
  return std::count(text.begin(), text.end(), wanted);
}

ProgressFigures half_way() {
  ProgressFigures figures;
  figures.messages = 1000;
  figures.facts = 2000;
  figures.by_kind = {1500, 400, 100, 0};
  figures.bytes_done = 500;
  figures.bytes_total = 1000;
  return figures;
}

TEST(Progress, TextHasRatesDecisionsShareAndTimeLeft) {
  EXPECT_EQ(
      progress_text(half_way(), 10),
      "50 %  about 10.0 s left  100 messages/s  200 facts/s  CREATE 1,500 UPDATE 400 SKIP 100");
}

TEST(Progress, FiguresAreThoseOfTheBackfill) {
  BackfillProgress progress;
  progress.counts.messages = 1;
  progress.counts.facts = 2;
  progress.counts.by_kind = {3, 4, 5, 6};
  progress.bytes_done = 7;
  progress.bytes_total = 8;
  const ProgressFigures figures = figures_of(progress);
  EXPECT_EQ(figures.messages, 1u);
  EXPECT_EQ(figures.facts, 2u);
  EXPECT_EQ(figures.by_kind, progress.counts.by_kind);
  EXPECT_EQ(figures.bytes_before, 0u);
  EXPECT_EQ(figures.bytes_done, 7u);
  EXPECT_EQ(figures.bytes_total, 8u);
}

TEST(Progress, WhatAnEarlierRunDidIsNotCountedAsSpeed) {
  ProgressFigures figures = half_way();
  figures.bytes_before = 250;
  EXPECT_NE(progress_text(figures, 10).find("about 20.0 s left"), std::string::npos);
}

TEST(Progress, AnUnknownTotalShowsNoShare) {
  ProgressFigures figures = half_way();
  figures.bytes_total = 0;
  EXPECT_EQ(progress_text(figures, 10).find('%'), std::string::npos);
  EXPECT_EQ(progress_text(figures, 10).find("left"), std::string::npos);
}

TEST(Progress, ATerminalLineIsRewrittenAndCleared) {
  double now = 0;
  std::ostringstream out;
  Progress progress(out, {.terminal = true, .color = false, .width = 60}, [&] { return now; });
  progress.update(half_way());
  EXPECT_EQ(out.str(), "") << "too early";
  now = 1;
  progress.update(half_way());
  now = 1.01;
  progress.update(half_way());
  EXPECT_EQ(count_of('\r', out.str()), 1);
  EXPECT_EQ(out.str().find('\n'), std::string::npos);
  progress.finish();
  EXPECT_EQ(out.str().back(), '\r');
}

TEST(Progress, ElsewhereALineEveryFewSeconds) {
  double now = 0;
  std::ostringstream out;
  Progress progress(out, {.terminal = false, .color = false, .width = 60}, [&] { return now; });
  for (; now < 21; now += 0.5) progress.update(half_way());
  progress.finish();
  EXPECT_EQ(count_of('\n', out.str()), 4);
  EXPECT_EQ(out.str().find('\r'), std::string::npos);
}

}  // namespace
}  // namespace memfold::tools
