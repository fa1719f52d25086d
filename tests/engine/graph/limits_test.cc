// How much one night or week does at most, and who comes first: with the figures as they ship.
#include "tests/engine/graph/graph_fixture.h"

namespace memfold::test {
namespace {

using testing::SizeIs;

class Limits : public GraphTest {
 protected:
  Limits() { reopen(); }

  void configure(EngineOptions& options) override { change_(options.graph); }
  void with(std::function<void(GraphOptions&)> change) {
    change_ = std::move(change);
    reopen();
  }

  static std::vector<Mention> anchors(int from, int until) {
    std::vector<Mention> all;
    for (int i = from; i < until; ++i) all.push_back(entity("Anchor " + std::to_string(i)));
    return all;
  }
  /// Of each of so many anchors five sources, on the days from `first` on.
  void tell_of(int count, double first) {
    std::vector<ExtractedSource> sources;
    for (int i = 0; i < 5; ++i) {
      for (int n = 0; n < count; ++n) {
        sources.push_back(source(first + i, anchors(n, n + 1), "All moved."));
      }
    }
    graph().fold_sources(sources);
  }
  std::uint64_t promote() { return run("promote_storylines", "storylines_promoted"); }

  std::function<void(GraphOptions&)> change_ = [](GraphOptions&) {};
};

TEST_F(Limits, AHundredAnchorsANightThoseWithMostSourcesFirst) {
  tell_of(103, 990);
  bring(996, anchors(3, 103));
  EXPECT_EQ(promote(), 100u);
  for (int i = 0; i < 103; ++i) {
    const Node anchor = *find_entity("Anchor " + std::to_string(i));
    EXPECT_EQ(anchor.storyline.has_value(), i >= 3) << i;
  }
  EXPECT_EQ(promote(), 3u) << "the next night";
  EXPECT_EQ(promote(), 0u);
  expect_sound();
}

TEST_F(Limits, AHundredStorylinesANightAreToldAnew) {
  with([](GraphOptions& options) {
    options.storylines_a_night = 1000;
    options.storylines_a_source = 1000;
  });
  tell_of(101, 990);
  ASSERT_EQ(promote(), 101u);
  bring(996, anchors(0, 101), "All moved again.");
  bring(997, anchors(1, 101), "And again.");
  EXPECT_EQ(run("refresh_storylines", "storylines_refreshed"), 100u);
  for (const Node& storyline : storylines()) {
    EXPECT_EQ(storyline.dirty, storyline.title == "Anchor 0") << "fewest sources";
  }
  EXPECT_EQ(run("refresh_storylines", "storylines_refreshed"), 1u);
}

TEST_F(Limits, FiftyMacrosAWeek) {
  with([](GraphOptions& options) {
    options.storylines_a_night = 1000;
    options.storylines_a_source = 1000;
  });
  tell_of(52, 850);
  tell_of(52, 990);
  ASSERT_EQ(promote(), 104u);
  bring(996, anchors(2, 52));
  EXPECT_EQ(run("promote_macros", "macros_promoted"), 50u);
  EXPECT_FALSE(find_entity("Anchor 0")->macro) << "fewest sources";
  EXPECT_TRUE(find_entity("Anchor 51")->macro);
  EXPECT_EQ(run("promote_macros", "macros_promoted"), 2u);
  bring(997, anchors(0, 52));
  EXPECT_EQ(run("refresh_macros", "macros_refreshed"), 50u);
  EXPECT_EQ(run("refresh_macros", "macros_refreshed"), 2u);
  EXPECT_EQ(run("refresh_macros", "macros_refreshed"), 0u);
  expect_sound();
}

TEST_F(Limits, ThingsGoBeforePeopleWithSomewhatMoreSources) {
  for (int i = 0; i < 8; ++i) bring(985 + i, {person("Jun Park")});
  tell_of(1, 990);
  with([](GraphOptions& options) { options.storylines_a_night = 1; });
  ASSERT_EQ(promote(), 1u);
  EXPECT_EQ(storylines().front().title, "Anchor 0");
  ASSERT_EQ(promote(), 1u);
  EXPECT_THAT(storylines(), SizeIs(2));
}

TEST_F(Limits, ALateSourceDoesNotCountForOneThatWaits) {
  tell_of(1, 990);
  ASSERT_EQ(promote(), 1u);
  with([](GraphOptions& options) { options.storylines_a_source = 0; });
  bring(998, anchors(0, 1));
  EXPECT_EQ(find_entity("Anchor 0")->unfiled_sources, 1u);
  with([](GraphOptions&) {});
  bring(992.5, anchors(0, 1));
  EXPECT_EQ(storylines().front().source_count, 6u);
  EXPECT_EQ(find_entity("Anchor 0")->unfiled_sources, 1u) << "it was never waiting itself";
}

TEST_F(Limits, AMacroNeedsAnAnchorOlderThanThirtyDays) {
  with([](GraphOptions& options) { options.quiet_days = 5; });
  tell_of(1, 980);
  tell_of(1, 991);
  ASSERT_EQ(promote(), 2u);
  now_ = day(980 + 30);
  EXPECT_EQ(run("promote_macros", "macros_promoted"), 0u);
  ++now_.micros;
  EXPECT_EQ(run("promote_macros", "macros_promoted"), 1u);
}

TEST_F(Limits, AreSettings) {
  with([](GraphOptions& options) {
    options.storylines_a_night = 2;
    options.storylines_a_source = 1;
    options.refreshed_a_night = 1;
    options.storyline_sources = 3;
    options.storyline_days = 2;
  });
  for (int i = 0; i < 9; ++i) bring(990 + i / 6, anchors(i % 3, i % 3 + 1));
  EXPECT_EQ(promote(), 2u);
  EXPECT_EQ(promote(), 1u);
  bring(992, anchors(0, 3));
  bring(992.5, anchors(0, 1));
  std::uint64_t joined = 0;
  for (const Node& storyline : storylines()) joined += storyline.source_count - 3;
  EXPECT_EQ(joined, 2u) << "one storyline a source";
  EXPECT_EQ(run("refresh_storylines", "storylines_refreshed"), 1u);
}

TEST_F(Limits, TheNewestNotesAreKept) {
  with([](GraphOptions& options) { options.notes_a_node = 3; });
  bring(990, anchors(0, 1));
  const Id id = find_entity("Anchor 0")->id;
  for (int i = 0; i < 5; ++i) {
    Note note;
    note.text = std::to_string(i);
    note.date_added = day(995 - i);
    graph().add_note(kUser, id, note);
  }
  std::string kept;
  const Node anchor = *find_entity("Anchor 0");
  for (const Note& note : anchor.notes) kept += note.text;
  EXPECT_EQ(kept, "210") << "by date, the newest three";
}

}  // namespace
}  // namespace memfold::test
