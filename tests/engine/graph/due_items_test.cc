// What each node waits for, and the time it is filed under: docs/lifecycle.md, job by job.
#include "engine/graph/due_items.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/engine/graph/graph_fixture.h"

namespace memfold::graph {
namespace {

using test::day;
using Change = std::function<void(Node&)>;

struct Row {
  const char* what;
  Change change;
  std::optional<Time> at;
};

void expect_rows(const Node& base, Task task, std::span<const Row> rows) {
  for (const Row& row : rows) {
    Node node = base;
    row.change(node);
    settle(node, {});
    std::optional<Time> at;
    for (const DueItem& item : node.due) {
      if (item.task == task) at = item.at;
    }
    EXPECT_EQ(at.has_value(), row.at.has_value()) << name(task) << ": " << row.what;
    if (at && row.at) {  // moments of fading are computed: to a millisecond
      EXPECT_NEAR(double(at->micros), double(row.at->micros), 1000)
          << name(task) << ": " << row.what;
    }
  }
}

const Change kAsItIs = [](Node&) {};
Change in_state(MemoryState state) {
  return [state](Node& node) { node.state = state; };
}
Change of_kind(NodeKind kind) {
  return [kind](Node& node) { node.kind = kind; };
}

/// Five sources on three days, talked about lately, with nothing told of it yet.
Node ripe_anchor() {
  Node node;
  node.kind = NodeKind::Entity;
  node.state = MemoryState::Active;
  node.unfiled_sources = node.source_count = 5;
  node.mention_days = {100, 101, 103};
  node.first_at = day(100.5);
  node.last_at = node.last_accessed_at = day(103.5);
  node.storyline_count = 2;
  return node;
}

TEST(DueItems, AnAnchorWaitsForAStoryline) {
  const Row rows[] = {
      {"as it is", kAsItIs, day(100.5)},
      {"core", in_state(MemoryState::Core), day(100.5)},
      {"candidate", in_state(MemoryState::Candidate), {}},
      {"archived", in_state(MemoryState::Archived), {}},
      {"a person", of_kind(NodeKind::Person), day(100.5)},
      {"a concept", of_kind(NodeKind::Concept), day(100.5)},
      {"a source", of_kind(NodeKind::Source), {}},
      {"a relationship", of_kind(NodeKind::Relationship), {}},
      {"the owner", [](Node& n) { n.is_owner = true; }, {}},
      {"four sources", [](Node& n) { n.unfiled_sources = 4; }, {}},
      {"two days",
       [](Node& n) {
         n.mention_days = {100, 103};
       },
       {}},
      {"told already", [](Node& n) { n.storyline = Id{}; }, {}},
      {"a day filed", [](Node& n) { n.filed_until = day(100.9); }, {}},
      {"filed before", [](Node& n) { n.filed_until = day(99.9); }, day(100.5)},
  };
  expect_rows(ripe_anchor(), Task::PromoteStoryline, rows);
}

TEST(DueItems, AnAnchorWaitsForAMacro) {
  const Row rows[] = {
      {"two storylines", kAsItIs, day(100.5)},
      {"one storyline", [](Node& n) { n.storyline_count = 1; }, {}},
      {"it has one", [](Node& n) { n.macro = Id{}; }, {}},
      {"candidate", in_state(MemoryState::Candidate), {}},
      {"archived", in_state(MemoryState::Archived), {}},
      {"core", in_state(MemoryState::Core), day(100.5)},
      {"a macro", of_kind(NodeKind::Macro), {}},
  };
  expect_rows(ripe_anchor(), Task::PromoteMacro, rows);
}

TEST(DueItems, StorylinesAndMacrosWaitToBeToldAnew) {
  Node storyline;
  storyline.kind = NodeKind::Storyline;
  storyline.state = MemoryState::Active;
  storyline.dirty = true;
  storyline.last_at = day(50);
  storyline.updated_at = day(60);
  const auto rows = [](double at) {
    return std::vector<Row>{{"dirty", kAsItIs, day(at)},
                            {"clean", [](Node& n) { n.dirty = false; }, {}},
                            {"core", in_state(MemoryState::Core), day(at)},
                            {"candidate", in_state(MemoryState::Candidate), {}},
                            {"archived", in_state(MemoryState::Archived), {}}};
  };
  expect_rows(storyline, Task::RefreshStoryline, rows(50));
  storyline.kind = NodeKind::Macro;
  expect_rows(storyline, Task::RefreshMacro, rows(60));
}

TEST(DueItems, WhatIsKnownWaitsForADescription) {
  Node node = ripe_anchor();
  node.dirty = true;
  const Row rows[] = {
      {"by its last use", kAsItIs, day(103.5)},
      {"a relationship", of_kind(NodeKind::Relationship), day(103.5)},
      {"a source", of_kind(NodeKind::Source), {}},
      {"a storyline", of_kind(NodeKind::Storyline), {}},
      {"clean", [](Node& n) { n.dirty = false; }, {}},
      {"candidate", in_state(MemoryState::Candidate), {}},
      {"archived", in_state(MemoryState::Archived), {}},
  };
  expect_rows(node, Task::Consolidate, rows);
}

TEST(DueItems, NotesWaitForTheFirstToExpire) {
  const auto noted = [](std::initializer_list<double> days) {
    return [days = std::vector<double>(days)](Node& node) {
      for (const double expires : days) {
        Note note;
        if (expires > 0) note.expires_at = day(expires);
        node.notes.push_back(note);
      }
    };
  };
  const Row rows[] = {
      {"none", kAsItIs, {}},
      {"for ever", noted({0}), {}},
      {"the first", noted({0, 90, 80, 95}), day(80)},
  };
  expect_rows(ripe_anchor(), Task::CleanNotes, rows);
  Node away = ripe_anchor();
  away.state = MemoryState::Archived;
  expect_rows(away, Task::CleanNotes, rows);
}

TEST(DueItems, ArchivingGoesByPolicyThenBySalience) {
  Node node = ripe_anchor();
  node.created_at = day(10);
  node.last_accessed_at = day(20);
  const double fades = std::log(0.5 / 0.01) / 0.02;
  const auto policy = [](TtlPolicy ttl, NodeKind kind = NodeKind::Entity) {
    return [ttl, kind](Node& n) { n.ttl_policy = ttl, n.kind = kind; };
  };
  const auto candidate = [](double confidence) {
    return [confidence](Node& n) {
      n.state = MemoryState::Candidate, n.confidence = confidence, n.last_accessed_at.reset();
    };
  };
  const Row rows[] = {
      {"fading", kAsItIs, day(20 + fades)},
      {"ephemeral", policy(TtlPolicy::Ephemeral), day(10 + 90)},
      {"ephemeral source", policy(TtlPolicy::Ephemeral, NodeKind::Source), day(10 + 30)},
      {"ephemeral artifact", policy(TtlPolicy::Ephemeral, NodeKind::Artifact), day(10 + 30)},
      {"ephemeral storyline", policy(TtlPolicy::Ephemeral, NodeKind::Storyline), day(10 + 90)},
      {"for ever", policy(TtlPolicy::KeepForever), {}},
      {"archived", in_state(MemoryState::Archived), {}},
      {"sure candidate", candidate(0.8), {}},
      {"unsure candidate", candidate(0.5), day(10 + fades / 2)},
  };
  expect_rows(node, Task::ArchiveNode, rows);
}

TEST(DueItems, ASourceIsDistilledOnceItHasFadedAndIsAWeekOld) {
  Node source;
  source.kind = NodeKind::Source;
  source.state = MemoryState::Active;
  source.created_at = source.last_accessed_at.emplace(day(100));
  source.last_at = day(100);
  const double fifth = std::log(0.5 / 0.2) / 0.02, often = std::log(0.5 / 0.4) / 0.02;
  const Row rows[] = {
      {"below 0.2", kAsItIs, day(100 + fifth)},
      {"a week old at least", [](Node& n) { n.last_at = day(160); }, day(167)},
      {"used often: below 0.4", [](Node& n) { n.access_count = 10; }, day(100 + often)},
      {"used nine times", [](Node& n) { n.access_count = 9; }, day(100 + fifth)},
      {"archived", in_state(MemoryState::Archived), {}},
      {"never used and sure", in_state(MemoryState::Candidate), {}},
      {"kept for ever",
       [](Node& n) { n.ttl_policy = TtlPolicy::KeepForever, n.salience = 0.1; },
       {}},
  };
  expect_rows(source, Task::Distil, rows);
}

TEST(DueItems, AnAnchorIsDistilledAWeekAfterItsFifthSource) {
  Node anchor = ripe_anchor();
  anchor.undistilled_sources = 5;
  const Row rows[] = {
      {"at rest", kAsItIs, day(103.5 + 7)},
      {"four sources", [](Node& n) { n.undistilled_sources = 4; }, {}},
      {"the owner", [](Node& n) { n.is_owner = true; }, {}},
      {"archived", in_state(MemoryState::Archived), {}},
      {"a storyline", of_kind(NodeKind::Storyline), {}},
  };
  expect_rows(anchor, Task::Distil, rows);
}

TEST(DueItems, DaysAreThoseOfUtc) {
  EXPECT_EQ(day_of(day(10)), 10);
  EXPECT_EQ(day_of({day(10).micros - 1}), 9);
  EXPECT_EQ(day_of({-1}), -1);
  EXPECT_EQ(day_of(day(-1)), -1);
  Node node;
  node.mention_days = {-3, 5, 9};
  EXPECT_EQ(days_mentioned(node, {}), 3);
  EXPECT_EQ(days_mentioned(node, day(4.5)), 2);
  EXPECT_EQ(days_mentioned(node, day(5)), 1) << "that day may hold what is filed already";
}

}  // namespace
}  // namespace memfold::graph
