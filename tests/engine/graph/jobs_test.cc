// The jobs that keep nodes up to date: descriptions, notes, what is put away.
#include "tests/engine/graph/scripted_models.h"

namespace memfold::test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class Jobs : public GraphTest {
 protected:
  Jobs() { reopen(); }
  void configure(EngineOptions& options) override { options.models.summarizer = summarizer_; }

  Node atlas() { return *find_entity("Atlas"); }
  void note(const std::string& text, double on, NoteLifetime lifetime = NoteLifetime::Forever) {
    Note made;
    made.text = text;
    made.added_by = "mina";
    made.date_added = day(on);
    made.lifetime = lifetime;
    graph().add_note(kUser, atlas().id, made);
  }
  std::uint64_t consolidate() { return run("consolidate", "descriptions_consolidated"); }
  std::uint64_t archive() { return run("archive", "nodes_archived"); }

  std::shared_ptr<RepeatingSummarizer> summarizer_ = std::make_shared<RepeatingSummarizer>();
};

TEST_F(Jobs, ADescriptionIsMadeOfTheOldOneAndTheNotesByDate) {
  bring(997, {entity("Atlas")});
  bring(998, {entity("Atlas")});
  EXPECT_EQ(consolidate(), 0u) << "nothing is new";
  note("ships in May", 999);
  note("has a budget", 998);
  EXPECT_EQ(consolidate(), 1u);
  EXPECT_EQ(atlas().description, "has a budget\nships in May");
  EXPECT_FALSE(atlas().dirty);
  EXPECT_EQ(atlas().embedding_model, engine_->options().models.embedder->name());
  EXPECT_EQ(consolidate(), 0u);
  note("has a name", 1000);
  EXPECT_TRUE(atlas().dirty) << "a new note says so";
  EXPECT_EQ(consolidate(), 1u);
  EXPECT_EQ(atlas().description,
            "has a budget\nships in May\nhas a budget\nships in May\nhas a name");
}

TEST_F(Jobs, OnlyWhatWasUsedInTheLastSevenDaysIsDescribed) {
  bring(990, {entity("Atlas")});
  bring(993, {entity("Atlas")});
  note("ships in May", 993);
  now_ = day(1000.001);
  EXPECT_EQ(consolidate(), 0u);
  EXPECT_TRUE(atlas().dirty) << "it waits until it is used again";
  now_ = day(1000);
  EXPECT_EQ(consolidate(), 1u);
}

TEST_F(Jobs, WhatWasMentionedOnceIsNotDescribed) {
  bring(1000, {entity("Atlas")});
  note("ships in May", 1000);
  EXPECT_EQ(atlas().state, MemoryState::Candidate);
  EXPECT_EQ(consolidate(), 0u);
}

TEST_F(Jobs, AMemoryIsReadThroughAndGoesWhenForgotten) {
  bring(998, {entity("Atlas")});
  ExtractedSource told = source(999, {entity("Atlas")});
  told.facts = {fact("Atlas ships on May 3.")};
  const Id memory = graph().fold_sources({&told, 1}).decisions.at(0).memory_id;
  EXPECT_EQ(consolidate(), 1u);
  EXPECT_EQ(atlas().description, "Atlas ships on May 3.");
  edit_nodes([](Node& node) { node.description.clear(); });
  note("has a budget", 999.5);
  engine_->forget({.user = kUser, .ids = {memory}});
  EXPECT_EQ(consolidate(), 1u);
  EXPECT_EQ(atlas().description, "has a budget");
}

TEST_F(Jobs, AnUnchangedDescriptionKeepsItsVector) {
  bring(998, {entity("Atlas")});
  bring(999, {entity("Atlas")});
  edit_nodes([&](Node& node) {
    if (node.kind != NodeKind::Entity) return;
    node.description = "ships in May";
    node.embedding = {1, 2, 3};
    node.embedding_model = engine_ ? "" : builtin_embedder()->name();
    node.dirty = true;
  });
  EXPECT_EQ(consolidate(), 1u);
  EXPECT_THAT(atlas().embedding, testing::ElementsAre(1, 2, 3));
}

TEST_F(Jobs, ExpiredNotesGoOnTheDay) {
  bring(999, {entity("Atlas")});
  note("a week", 1000, NoteLifetime::Week);
  note("for ever", 1000);
  now_ = {day(1007).micros - 1};
  EXPECT_EQ(run("clean_notes", "notes_dropped"), 0u);
  now_ = day(1007);
  EXPECT_EQ(run("clean_notes", "notes_dropped"), 1u);
  EXPECT_EQ(run("clean_notes", "notes_dropped"), 0u);
  ASSERT_THAT(atlas().notes, SizeIs(1));
  EXPECT_EQ(atlas().notes.front().text, "for ever");
}

TEST_F(Jobs, WhatFadesIsArchivedAndComesBackWhenSpokenOf) {
  bring(999, {entity("Atlas")});
  bring(1000, {entity("Atlas")});
  const Node active = atlas();
  ASSERT_EQ(active.state, MemoryState::Active);
  now_ = {active.archive_at->micros - 1};
  EXPECT_EQ(archive(), 0u);
  now_ = *active.archive_at;
  EXPECT_LT(salience_at(active, now_), 0.01);
  EXPECT_EQ(archive(), 1u) << "sure candidates do not fade";
  EXPECT_EQ(archive(), 0u);
  EXPECT_EQ(atlas().state, MemoryState::Archived);
  EXPECT_EQ(atlas().archive_at, std::nullopt);
  bring(double(now_.micros) / double(kMicrosPerDay), {entity("Atlas")});
  EXPECT_EQ(atlas().state, MemoryState::Active);
  expect_sound();
}

TEST_F(Jobs, TheOwnerIsNeverArchived) {
  graph().set_owner(kUser, {"Mina Kim", {"mina@example.org"}});
  bring(1000, {person("Mina Kim", {"mina@example.org"})});
  now_ = day(100'000);
  EXPECT_EQ(archive(), 0u);
  const Node owner = *graph().find(kUser, NodeKind::Person, "Mina Kim");
  EXPECT_EQ(owner.state, MemoryState::Core);
  EXPECT_EQ(salience_at(owner, now_), 1);
  EXPECT_EQ(owner.confidence, 1);
}

TEST_F(Jobs, PoliciesGoBeforeDecayAndSourcesGoFirst) {
  const Id id = bring(999, {entity("Atlas"), entity("Boreas"), entity("Corvus")});
  edit_nodes([](Node& node) {
    node.ttl_policy = node.title == "Boreas" ? TtlPolicy::KeepForever : TtlPolicy::Ephemeral;
    node.created_at = day(1000);
    node.salience = node.title == "Boreas" ? 0.001 : 1;
    node.last_accessed_at = day(1029);
    node.state = MemoryState::Core;
  });
  now_ = {day(1030).micros - 1};
  EXPECT_EQ(archive(), 0u);
  now_ = day(1030);
  EXPECT_EQ(archive(), 1u);
  EXPECT_EQ(graph().node(kUser, id)->state, MemoryState::Archived);
  now_ = {day(1090).micros - 1};
  EXPECT_EQ(archive(), 0u);
  now_ = day(1090);
  EXPECT_EQ(archive(), 2u);
  EXPECT_EQ(find_entity("Boreas")->state, MemoryState::Core) << "below 0.01 and kept for ever";
}

TEST_F(Jobs, AStorylineIsToldFromItsTextAndTheTenNewestSources) {
  for (int i = 0; i < 5; ++i) {
    bring(980 + i, {entity("Atlas")}, "step " + std::to_string(i));
  }
  ASSERT_EQ(run("promote_storylines", "storylines_promoted"), 1u);
  EXPECT_EQ(storylines().front().description, "step 0\nstep 1\nstep 2\nstep 3\nstep 4");
  edit_nodes([](Node& node) {
    if (node.kind == NodeKind::Storyline) node.description = "so far";
  });
  for (int i = 5; i < 13; ++i) bring(980 + i, {entity("Atlas")}, "step " + std::to_string(i));
  ASSERT_EQ(run("refresh_storylines", "storylines_refreshed"), 1u);
  EXPECT_EQ(storylines().front().description,
            "so far\nstep 3\nstep 4\nstep 5\nstep 6\nstep 7\nstep 8\nstep 9\nstep 10\nstep 11\n"
            "step 12");
}

TEST_F(Jobs, AMacroIsToldFromItsStorylinesInOrder) {
  for (const double begins : {850.0, 990.0}) {
    for (int i = 0; i < 5; ++i)
      bring(begins + i, {entity("Atlas")}, "at " + std::to_string(int(begins)));
  }
  ASSERT_EQ(run("promote_storylines", "storylines_promoted"), 2u);
  ASSERT_EQ(run("promote_macros", "macros_promoted"), 1u);
  edit_nodes([](Node& node) {
    if (node.kind != NodeKind::Storyline) return;
    node.description = node.first_at == day(850) ? "how it began" : "how it went on";
  });
  bring(996, {entity("Atlas")});
  ASSERT_EQ(run("refresh_macros", "macros_refreshed"), 1u);
  EXPECT_EQ(graph().nodes(kUser, NodeKind::Macro).at(0).description,
            "- 1972-04 to 1972-05: how it began\n- 1972-09: how it went on");
}

TEST_F(Jobs, ANightIsOneRunAndTheNextMomentHasNothingToDo) {
  for (int i = 0; i < 6; ++i) bring(990 + i, {entity("Atlas")}, "step " + std::to_string(i));
  note("ships in May", 996);
  std::size_t ran = 0;
  for (const JobReport& report : engine_->maintain()) ran += report.ran;
  EXPECT_EQ(ran, 9u);
  const std::string digest = engine_->admin().digest();
  for (const JobReport& report : engine_->maintain()) EXPECT_FALSE(report.ran) << report.job;
  EXPECT_EQ(engine_->admin().digest(), digest);
  EXPECT_EQ(engine_->stats().resident_bytes, 0u) << "no job loads vectors";
}

}  // namespace
}  // namespace memfold::test
