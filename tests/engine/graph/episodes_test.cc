// From episodes to what they taught: which sources go, when, and what is left of them.
#include "tests/engine/graph/scripted_models.h"

namespace memfold::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class Episodes : public GraphTest {
 protected:
  Episodes() { reopen(); }
  void configure(EngineOptions& options) override {
    options.models.summarizer = summarizer_;
    options.graph.distilled_a_week = a_week_;
  }

  std::vector<Id> tell_of_atlas(int count, double first, double apart = 1) {
    std::vector<Id> ids;
    for (int i = 0; i < count; ++i) {
      ids.push_back(bring(first + i * apart, {entity("Atlas")}, "step " + std::to_string(i)));
    }
    return ids;
  }
  std::uint64_t distil() { return run("distil", "insights"); }
  bool is_archived(const Id& id) { return graph().node(kUser, id)->state == MemoryState::Archived; }
  /// The sources as if they had been used `accesses` times, the last time on `used`.
  void use_sources(std::uint32_t accesses, double used) {
    edit_nodes([&](Node& node) {
      if (node.kind != NodeKind::Source) return;
      node.state = MemoryState::Active;
      node.access_count = accesses;
      node.last_accessed_at = day(used);
    });
  }

  int a_week_ = GraphOptions().distilled_a_week;
  std::shared_ptr<RepeatingSummarizer> summarizer_ = std::make_shared<RepeatingSummarizer>();
};

TEST_F(Episodes, FiveSourcesOfAnAnchorAtRestBecomeANote) {
  const std::vector<Id> ids = tell_of_atlas(5, 980);
  now_ = {day(984 + 7).micros - 1};
  EXPECT_EQ(distil(), 0u) << "a week has not passed";
  now_ = day(984 + 7);
  EXPECT_EQ(distil(), 1u);
  const Node atlas = *find_entity("Atlas");
  ASSERT_THAT(atlas.notes, SizeIs(1));
  const Note insight = atlas.notes.front();
  EXPECT_EQ(insight.text, "step 0\nstep 1\nstep 2\nstep 3\nstep 4");
  EXPECT_EQ(insight.added_by, "distil");
  EXPECT_EQ(insight.sources, ids) << "where it comes from";
  EXPECT_EQ(insight.date_added, day(984));
  EXPECT_EQ(insight.lifetime, NoteLifetime::Forever);
  EXPECT_TRUE(atlas.dirty);
  for (const Id& id : ids) {
    EXPECT_TRUE(is_archived(id));
    EXPECT_EQ(graph().source(kUser, id)->status, SourceStatus::Extracted) << "kept as it is";
  }
  const std::string digest = engine_->admin().digest();
  now_ = day(1100);
  EXPECT_EQ(distil(), 0u);
  EXPECT_EQ(engine_->admin().digest(), digest);
  expect_sound();
}

TEST_F(Episodes, FourAreLeftAlone) {
  const std::vector<Id> ids = tell_of_atlas(4, 980);
  EXPECT_EQ(distil(), 0u);
  EXPECT_FALSE(is_archived(ids.front()));
}

TEST_F(Episodes, SourcesAFortnightApartAreToldApart) {
  const std::vector<Id> first = tell_of_atlas(5, 900), second = tell_of_atlas(4, 918.01);
  EXPECT_EQ(distil(), 1u) << "904 and 918.01 are more than 14 days apart";
  EXPECT_TRUE(is_archived(first.back()));
  EXPECT_FALSE(is_archived(second.back()));
}

TEST_F(Episodes, AFortnightIsOneStory) {
  const std::vector<Id> first = tell_of_atlas(3, 900), second = tell_of_atlas(2, 916);
  EXPECT_EQ(distil(), 1u);
  EXPECT_TRUE(is_archived(second.back()));
}

TEST_F(Episodes, OnlyWhatCameAfterIsCountedAgain) {
  tell_of_atlas(5, 900);
  ASSERT_EQ(distil(), 1u);
  tell_of_atlas(4, 920);
  EXPECT_EQ(distil(), 0u);
  bring(925, {entity("Atlas")}, "step 9");
  EXPECT_EQ(distil(), 1u);
  EXPECT_THAT(find_entity("Atlas")->notes, SizeIs(2));
}

TEST_F(Episodes, TheOwnerIsNoSubject) {
  graph().set_owner(kUser, {"Mina Kim", {"mina@example.org"}});
  std::vector<Id> ids;
  for (int i = 0; i < 8; ++i) {
    ids.push_back(bring(900 + i, {person("Mina Kim", {"mina@example.org"})}, "mail"));
  }
  EXPECT_EQ(distil(), 0u);
  for (const Id& id : ids) EXPECT_FALSE(is_archived(id));
}

TEST_F(Episodes, WhatFadedGoesToTheRarestThingItIsAbout) {
  bring(890, {entity("Atlas")}, "another");
  const Id id = bring(900, {entity("Atlas"), entity("Boreas")}, "Boreas came to Atlas.");
  use_sources(1, 900);
  now_ = day(900 + 45);
  EXPECT_EQ(distil(), 0u) << "0.203 is left";
  now_ = day(900 + 46);
  EXPECT_EQ(distil(), 2u);
  EXPECT_TRUE(is_archived(id));
  ASSERT_THAT(find_entity("Boreas")->notes, SizeIs(1));
  EXPECT_THAT(find_entity("Boreas")->notes.front().sources, ElementsAre(id));
  EXPECT_THAT(find_entity("Atlas")->notes, SizeIs(1)) << "the other one's";
}

TEST_F(Episodes, WhatWasUsedOftenGoesBelowFourTenths) {
  const Id id = bring(900, {entity("Atlas")}, "a plan");
  use_sources(10, 900);
  now_ = day(900 + 11);
  EXPECT_EQ(distil(), 0u) << "0.401 is left";
  now_ = day(900 + 12);
  EXPECT_EQ(distil(), 1u);
  EXPECT_TRUE(is_archived(id));
}

TEST_F(Episodes, WhatIsAboutNothingIsOnlyPutAway) {
  const Id id = bring(900, {}, "prose");
  use_sources(1, 900);
  EXPECT_EQ(run("distil", "sources_archived"), 1u);
  EXPECT_TRUE(is_archived(id));
}

TEST_F(Episodes, AnchorsAndSourcesAreLimitedApart) {
  a_week_ = 1;
  reopen();
  for (const char* name : {"Atlas", "Boreas"}) {
    for (int i = 0; i < 5; ++i) bring(900 + i, {entity(name)}, name);
  }
  const Id lone = bring(900, {entity("Corvus")}, "alone");
  use_sources(1, 900);
  edit_nodes([](Node& node) {  // of the sources only the lone one has faded
    if (node.kind == NodeKind::Source && node.description != "alone") {
      node.state = MemoryState::Candidate;
    }
  });
  EXPECT_EQ(distil(), 2u) << "one anchor and one source";
  EXPECT_TRUE(is_archived(lone));
  EXPECT_EQ(distil(), 1u);
  EXPECT_EQ(distil(), 0u);
}

}  // namespace
}  // namespace memfold::test
