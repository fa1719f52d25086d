// Storylines and macros: each threshold, order and limit of docs/lifecycle.md.
#include "tests/engine/graph/graph_fixture.h"

namespace memfold::test {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

class Storylines : public GraphTest {
 protected:
  /// `count` sources about Atlas, a day apart, the last one `ago` days before now.
  void tell_of_atlas(int count, double ago, double apart = 1) {
    const double last = double(now_.micros) / double(kMicrosPerDay) - ago;
    for (int i = count - 1; i >= 0; --i) bring(last - i * apart, {entity("Atlas")}, "Atlas moved.");
  }
  std::uint64_t promote() { return run("promote_storylines", "storylines_promoted"); }
};

TEST_F(Storylines, FiveSourcesOnThreeDaysAreEnough) {
  tell_of_atlas(5, 1);
  EXPECT_EQ(promote(), 1u);
  ASSERT_THAT(storylines(), SizeIs(1));
  const Node storyline = storylines().front();
  EXPECT_EQ(storyline.title, "Atlas");
  EXPECT_EQ(storyline.source_count, 5u);
  EXPECT_EQ(storyline.first_at, day(995));
  EXPECT_EQ(storyline.last_at, day(999));
  EXPECT_EQ(storyline.state, MemoryState::Active);
  EXPECT_EQ(graph().edges_from(kUser, storyline.id).size(), 6u) << "five sources and the anchor";
  EXPECT_EQ(find_entity("Atlas")->storyline, storyline.id);
  EXPECT_EQ(promote(), 0u) << "it has one";
}

TEST_F(Storylines, FourSourcesAreNot) {
  tell_of_atlas(4, 1, 2);
  EXPECT_EQ(promote(), 0u);
}

TEST_F(Storylines, TwoDaysAreNot) {
  for (int i = 0; i < 6; ++i) bring(990 + (i % 2) + i * 0.01, {entity("Atlas")});
  EXPECT_EQ(promote(), 0u);
}

TEST_F(Storylines, NotWithinThreeDaysOfTheFirstMention) {
  for (int i = 0; i < 5; ++i) bring(997.1 + i * 0.6, {entity("Atlas")});
  EXPECT_EQ(promote(), 0u);
  now_ = day(1000.1);
  EXPECT_EQ(promote(), 0u) << "more than three days";
  ++now_.micros;
  EXPECT_EQ(promote(), 1u);
}

TEST_F(Storylines, TheOwnerHasNone) {
  graph().set_owner(kUser, {"Mina Kim", {"mina@example.org"}});
  for (int i = 0; i < 9; ++i) bring(980 + i, {person("Mina Kim", {"mina@example.org"})});
  EXPECT_EQ(promote(), 0u);
}

TEST_F(Storylines, APauseOfNinetyDaysBeginsAnother) {
  tell_of_atlas(5, 200);
  tell_of_atlas(3, 100);
  tell_of_atlas(6, 2);
  EXPECT_EQ(promote(), 2u) << "from 900 on there are nine sources with 92 days between";
  const Node atlas = *find_entity("Atlas");
  EXPECT_EQ(atlas.storyline_count, 2u);
  EXPECT_EQ(graph().node(kUser, *atlas.storyline)->last_at, day(998));
}

TEST_F(Storylines, ASourceJoinsTheStorylineOfWhatItMentions) {
  tell_of_atlas(5, 1);
  promote();
  const Id source = bring(1000, {entity("Atlas")}, "Atlas shipped.");
  const Node storyline = storylines().front();
  EXPECT_EQ(storyline.source_count, 6u);
  EXPECT_EQ(storyline.last_at, day(1000));
  EXPECT_TRUE(storyline.dirty);
  EXPECT_EQ(find_entity("Atlas")->unfiled_sources, 0u);
  const auto edges = graph().edges_to(kUser, source);
  ASSERT_THAT(edges, SizeIs(1));
  EXPECT_EQ(edges.front().type, EdgeType::Includes);
}

TEST_F(Storylines, ThreeAtMostTakeASource) {
  std::vector<Mention> all;
  for (const char* name : {"Atlas", "Boreas", "Corvus", "Dorado"}) {
    for (int i = 0; i < 5; ++i) bring(990 + i, {entity(name)});
    all.push_back(entity(name));
  }
  ASSERT_EQ(promote(), 4u);
  EXPECT_THAT(graph().edges_to(kUser, bring(1000, all)), SizeIs(3));
}

TEST_F(Storylines, AQuietOneTakesNoMore) {
  tell_of_atlas(5, 1);
  promote();
  now_ = day(1200);
  bring(999 + 90, {entity("Atlas")});
  EXPECT_EQ(storylines().front().source_count, 6u) << "ninety days are not more than ninety";
  bring(999 + 90 + 90.01, {entity("Atlas")});
  EXPECT_EQ(storylines().front().source_count, 6u);
  EXPECT_EQ(find_entity("Atlas")->storyline, std::nullopt);
  EXPECT_EQ(find_entity("Atlas")->unfiled_sources, 1u);
}

TEST_F(Storylines, OnlyDirtyOnesAreRefreshedAndOnlyOnce) {
  tell_of_atlas(5, 1);
  promote();
  EXPECT_EQ(run("refresh_storylines", "storylines_refreshed"), 0u);
  bring(1000, {entity("Atlas")}, "Atlas ships on May 3.");
  EXPECT_EQ(run("refresh_storylines", "storylines_refreshed"), 1u);
  EXPECT_FALSE(storylines().front().dirty);
  EXPECT_EQ(run("refresh_storylines", "storylines_refreshed"), 0u);
}

TEST_F(Storylines, ThoseQuietForNinetyDaysAreNotRefreshed) {
  tell_of_atlas(5, 1);
  promote();
  bring(1000, {entity("Atlas")});
  now_ = day(1091);
  EXPECT_EQ(run("refresh_storylines", "storylines_refreshed"), 0u);
  now_ = day(1090);
  EXPECT_EQ(run("refresh_storylines", "storylines_refreshed"), 1u);
}

TEST_F(Storylines, TwoMakeAMacroOnceTheAnchorIsThirtyDaysOld) {
  tell_of_atlas(5, 150);
  tell_of_atlas(5, 1);
  ASSERT_EQ(promote(), 2u);
  EXPECT_EQ(run("promote_macros", "macros_promoted"), 1u);
  const auto macros = graph().nodes(kUser, NodeKind::Macro);
  ASSERT_THAT(macros, SizeIs(1));
  EXPECT_EQ(macros.front().source_count, 10u);
  EXPECT_EQ(macros.front().storyline_count, 2u);
  EXPECT_EQ(graph().edges_from(kUser, macros.front().id).size(), 3u);
  EXPECT_EQ(run("promote_macros", "macros_promoted"), 0u);
  bring(1000, {entity("Atlas")}, "Atlas again.");
  EXPECT_EQ(graph().nodes(kUser, NodeKind::Macro).front().source_count, 11u);
  EXPECT_EQ(run("refresh_macros", "macros_refreshed"), 1u);
  EXPECT_EQ(run("refresh_macros", "macros_refreshed"), 0u);
}

TEST_F(Storylines, ASourceOfAnEarlierDayJoinsAndCountsOnce) {
  tell_of_atlas(5, 1);
  ASSERT_EQ(promote(), 1u);
  bring(997.5, {entity("Atlas")});
  EXPECT_EQ(storylines().front().source_count, 6u);
  EXPECT_EQ(storylines().front().last_at, day(999)) << "later ones came before";
  EXPECT_EQ(find_entity("Atlas")->unfiled_sources, 0u);
  bring(990, {entity("Atlas")});
  EXPECT_EQ(storylines().front().source_count, 6u) << "from before it began";
  expect_sound();
}

TEST_F(Storylines, AnArchivedOneTakesNoMore) {
  tell_of_atlas(5, 1);
  promote();
  edit_nodes([](Node& node) {
    if (node.kind == NodeKind::Storyline) node.state = MemoryState::Archived;
  });
  bring(1000, {entity("Atlas")});
  EXPECT_EQ(storylines().front().source_count, 5u);
  EXPECT_EQ(find_entity("Atlas")->storyline, std::nullopt);
  EXPECT_EQ(find_entity("Atlas")->unfiled_sources, 1u) << "another may begin";
}

TEST_F(Storylines, TheNewestOfSeveralIsJoinedFirst) {
  std::vector<Mention> all;
  double begins = 940;
  for (const char* name : {"Atlas", "Boreas", "Corvus", "Dorado"}) {
    for (int i = 0; i < 5; ++i) bring(begins + i, {entity(name)});
    begins += 10;
    all.push_back(entity(name));
  }
  ASSERT_EQ(promote(), 4u);
  bring(1000, all);
  for (const Node& storyline : storylines()) {
    EXPECT_EQ(storyline.source_count, storyline.title == "Atlas" ? 5u : 6u) << storyline.title;
  }
}

TEST_F(Storylines, OneMakesNoMacro) {
  tell_of_atlas(9, 1, 9);
  ASSERT_EQ(promote(), 1u);
  EXPECT_EQ(run("promote_macros", "macros_promoted"), 0u);
}

TEST_F(Storylines, OfAThingAreToldFromWhatNamesIt) {
  const std::vector<std::string> lines = {"회의실은 3층입니다.",
                                          "아틀라스 예산은 5000만원입니다.",
                                          "Lunch is at noon on Friday.",
                                          "아틀라스는 5월 4일에 이전합니다.",
                                          "The printer on floor 2 is broken.",
                                          "아틀라스의 담당자는 박준입니다.",
                                          "The parking lot opens on June 1."};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    bring(990 + double(i), {entity("아틀라스")}, lines[i]);
  }
  ASSERT_EQ(promote(), 1u);
  const std::string told = storylines().front().description;
  for (const std::string& line : lines) {
    const bool names = line.find("아틀라스") != line.npos;
    EXPECT_TRUE(names || told.find(line) == told.npos) << line << " in " << told;
  }
  EXPECT_NE(told.find("아틀라스"), told.npos);
}

/// Who writes of a thing, in the same sources.
class SharedStories : public Storylines {
 protected:
  void tell_of_both(double first) {
    for (int i = 0; i < 5; ++i) {
      bring(first + i, {person("Jun Park"), entity("Atlas")}, "Atlas moved.");
    }
  }
  Node jun() { return *graph().find(kUser, NodeKind::Person, "Jun Park"); }
};

TEST_F(SharedStories, AreOneUnderTheNameOfTheThing) {
  tell_of_both(994);
  EXPECT_EQ(promote(), 1u);
  ASSERT_THAT(storylines(), SizeIs(1));
  const Node storyline = storylines().front();
  EXPECT_EQ(storyline.title, "Atlas");
  EXPECT_THAT(storyline.keywords, ElementsAre("Atlas", "Jun Park"));
  for (const Node& anchor : {jun(), *find_entity("Atlas")}) {
    EXPECT_EQ(anchor.storyline, storyline.id);
    EXPECT_EQ(anchor.storyline_count, 1u);
    EXPECT_EQ(anchor.unfiled_sources, 0u);
  }
  bring(1000, {person("Jun Park"), entity("Atlas")});
  EXPECT_EQ(storylines().front().source_count, 6u) << "once, though both are mentioned";
  EXPECT_EQ(storylines().front().access_count, 1u);
  bring(1000.5, {person("Jun Park")});
  EXPECT_EQ(storylines().front().source_count, 7u);
  expect_sound();
}

TEST_F(SharedStories, TakeTheNameOfAThingThatIsToldLater) {
  tell_of_both(994);
  const auto set = [&](MemoryState state) {
    edit_nodes([&](Node& node) { node.state = node.title == "Atlas" ? state : node.state; });
  };
  set(MemoryState::Candidate);
  ASSERT_EQ(promote(), 1u);
  EXPECT_EQ(storylines().front().title, "Jun Park");
  set(MemoryState::Active);
  EXPECT_EQ(run("promote_storylines", "storylines_shared"), 1u);
  ASSERT_THAT(storylines(), SizeIs(1));
  EXPECT_EQ(storylines().front().title, "Atlas");
  EXPECT_THAT(storylines().front().keywords, ElementsAre("Atlas", "Jun Park"));
  expect_sound();
}

TEST_F(SharedStories, TakeInWhatOnlyOneOfThemHas) {
  tell_of_both(994);
  bring(993, {entity("Atlas")}, "Atlas begins.");
  ASSERT_EQ(promote(), 1u) << "five of six";
  EXPECT_EQ(storylines().front().source_count, 6u);
  EXPECT_EQ(storylines().front().first_at, day(993));
  expect_sound();
}

TEST_F(SharedStories, AreTwoWhereLessIsShared) {
  tell_of_both(994);
  for (const double on : {992, 993}) bring(on, {entity("Atlas")}, "Atlas begins.");
  EXPECT_EQ(promote(), 2u) << "five of seven";
  expect_sound();
}

TEST_F(SharedStories, HaveOneMacro) {
  tell_of_both(800);
  tell_of_both(994);
  ASSERT_EQ(promote(), 2u);
  EXPECT_EQ(run("promote_macros", "macros_promoted"), 1u);
  const auto macros = graph().nodes(kUser, NodeKind::Macro);
  ASSERT_THAT(macros, SizeIs(1));
  EXPECT_EQ(macros.front().title, "Atlas");
  EXPECT_EQ(macros.front().source_count, 10u);
  EXPECT_EQ(macros.front().storyline_count, 2u);
  EXPECT_EQ(jun().macro, macros.front().id);
  EXPECT_EQ(find_entity("Atlas")->macro, macros.front().id);
  bring(1000, {person("Jun Park"), entity("Atlas")});
  EXPECT_EQ(graph().nodes(kUser, NodeKind::Macro).front().source_count, 11u);
  EXPECT_EQ(run("promote_macros", "macros_promoted"), 0u);
  expect_sound();
}

TEST_F(SharedStories, OutliveOneOfThoseTheyAreAbout) {
  bring(993, {person("Jun Park")}, "Jun writes.");
  tell_of_both(994);
  ASSERT_EQ(promote(), 1u);
  ASSERT_EQ(storylines().front().title, "Atlas");
  for (int i = 2; i <= 6; ++i) {
    engine_->forget({.user = kUser, .source_id = "source-" + std::to_string(i)},
                    {.erasure = Erasure::Hard});
  }
  EXPECT_EQ(find_entity("Atlas"), std::nullopt) << "nothing speaks of it any more";
  ASSERT_THAT(storylines(), SizeIs(1));
  EXPECT_EQ(storylines().front().title, "Jun Park");
  EXPECT_THAT(storylines().front().keywords, ElementsAre("Jun Park"));
  EXPECT_EQ(storylines().front().source_count, 1u);
  expect_sound();
}

TEST_F(Storylines, OfOldSourcesLiveFromWhenTheyAreTold) {
  tell_of_atlas(5, 900);
  ASSERT_EQ(promote(), 1u);
  now_ = day(1001);
  run("archive", "nodes_archived");
  EXPECT_EQ(storylines().front().state, MemoryState::Active);
  now_ = day(1000 + 190);
  run("archive", "nodes_archived");
  EXPECT_EQ(storylines().front().state, MemoryState::Active);
  now_ = day(1000 + 200);
  run("archive", "nodes_archived");
  EXPECT_EQ(storylines().front().state, MemoryState::Archived) << "0.5 exp(-0.02 * 196) < 0.01";
}

TEST_F(Storylines, RunTwiceTheSecondChangesNothing) {
  tell_of_atlas(5, 150);
  tell_of_atlas(6, 1);
  for (const char* job : {"promote_storylines", "refresh_storylines", "promote_macros",
                          "refresh_macros", "clean_notes", "consolidate", "distil", "archive"}) {
    engine_->maintain({{job}});
    const std::string before = engine_->admin().digest();
    engine_->maintain({{job}});
    EXPECT_EQ(engine_->admin().digest(), before) << job;
  }
  expect_sound();
}

}  // namespace
}  // namespace memfold::test
