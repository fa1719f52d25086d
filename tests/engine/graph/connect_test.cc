// What a source leaves in the graph: nodes, counts, edges, notes, and nothing twice.
#include <future>
#include <thread>

#include "tests/engine/graph/graph_fixture.h"

namespace memfold::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

class Connect : public GraphTest {};

TEST_F(Connect, CountsSourcesAndDays) {
  bring(10, {entity("Atlas")});
  bring(10.5, {entity("Atlas")});
  bring(7, {entity("Atlas")});
  const Node atlas = *find_entity("atlas");
  EXPECT_EQ(atlas.title, "Atlas");
  EXPECT_EQ(atlas.source_count, 3u);
  EXPECT_THAT(atlas.mention_days, ElementsAre(7, 10));
  EXPECT_EQ(atlas.first_at, day(7));
  EXPECT_EQ(atlas.last_at, day(10.5));
  EXPECT_EQ(atlas.state, MemoryState::Active) << "spoken of again";
  EXPECT_THAT(graph().edges_to(kUser, atlas.id), SizeIs(3));
  expect_sound();
}

TEST_F(Connect, ASourceCountsOnce) {
  const ExtractedSource once = source(10, {entity("Atlas"), entity("ATLAS")});
  EXPECT_EQ(graph().fold_sources({&once, 1}).connected, 1u);
  EXPECT_EQ(graph().fold_sources({&once, 1}).connected, 0u);
  EXPECT_EQ(find_entity("Atlas")->source_count, 1u);
}

TEST_F(Connect, TenMentionsMakeACore) {
  for (int i = 0; i < 10; ++i) bring(i, {entity("Atlas")});
  EXPECT_EQ(find_entity("Atlas")->state, MemoryState::Active);
  bring(10, {entity("Atlas")});
  EXPECT_EQ(find_entity("Atlas")->state, MemoryState::Core);
}

TEST_F(Connect, NewThingsNeedConfidenceAndSupport) {
  Mention unsure = entity("Boreas"), thin = entity("Corvus");
  unsure.confidence = 0.69;
  thin.support = 2;
  bring(1, {unsure, thin});
  EXPECT_EQ(find_entity("Boreas"), std::nullopt);
  EXPECT_EQ(find_entity("Corvus"), std::nullopt);
  bring(2, {entity("Corvus")});
  bring(3, {thin});
  EXPECT_EQ(find_entity("Corvus")->source_count, 2u) << "what is known is recognised on less";
}

TEST_F(Connect, NearNamesMeetAndOthersDoNot) {
  bring(1, {entity("삼성 전자", "organisation"), entity("INC-1042", "id")});
  bring(2, {entity("(주)삼성전자", "organisation"), entity("삼성 생명", "organisation"),
            entity("INC-1043", "id")});
  EXPECT_EQ(find_entity("삼성전자", "organisation")->source_count, 2u);
  EXPECT_EQ(find_entity("삼성생명", "organisation")->source_count, 1u);
  EXPECT_EQ(find_entity("INC-1042", "id")->source_count, 1u);
}

TEST_F(Connect, APersonIsKnownByNameAndAddress) {
  bring(1, {person("Kim, Minji", {"minji@example.org"})});
  bring(2, {person("Minji Kim", {"mkim@work.example"})});
  bring(3, {person("M. K.", {"mkim@work.example"})});
  const auto people = graph().nodes(kUser, NodeKind::Person);
  ASSERT_THAT(people, SizeIs(1));
  EXPECT_EQ(people.front().name, "minji-kim");
  EXPECT_EQ(people.front().source_count, 3u);
  EXPECT_THAT(people.front().aliases, ElementsAre("minji@example.org", "mkim@work.example"));
  EXPECT_EQ(graph().find(kUser, NodeKind::Person, "MKim@work.example")->id, people.front().id);
  EXPECT_EQ(graph().find(kUser, NodeKind::Person, "mkim@example.org"), std::nullopt);
}

TEST_F(Connect, TheOwnerIsKeptForEverAndKnownByAddress) {
  const Node owner = graph().set_owner(kUser, {"김민아", {"mina@example.org"}});
  EXPECT_TRUE(owner.is_owner);
  EXPECT_EQ(owner.state, MemoryState::Core);
  EXPECT_EQ(owner.salience, 1);
  EXPECT_EQ(owner.archive_at, std::nullopt);
  bring(1, {person("Mina", {"mina@example.org"})});
  EXPECT_THAT(graph().nodes(kUser, NodeKind::Person), SizeIs(1));
  EXPECT_EQ(graph().find(kUser, NodeKind::Person, "김민아 님")->source_count, 1u);
}

TEST_F(Connect, WhoeverItOnlyWentToIsNotMentioned) {
  bring(1, {person("Ben Li", {"ben@example.org"})});
  const Node before = *graph().find(kUser, NodeKind::Person, "Ben Li");
  Mention ben = person("Ben Li", {"ben@example.org"}),
          eve = person("Eve Moss", {"eve@example.org"});
  ben.copied = eve.copied = true;
  const Id source = bring(2, {ben, eve, entity("Atlas")});
  EXPECT_EQ(*graph().find(kUser, NodeKind::Person, "Ben Li"), before);
  EXPECT_EQ(graph().find(kUser, NodeKind::Person, "Eve Moss"), std::nullopt);
  std::vector<std::pair<EdgeType, Id>> edges;
  for (const Edge& edge : graph().edges_from(kUser, source)) edges.emplace_back(edge.type, edge.to);
  EXPECT_THAT(edges, UnorderedElementsAre(std::pair(EdgeType::Mentions, find_entity("Atlas")->id),
                                          std::pair(EdgeType::CopiedTo, before.id)));
  expect_sound();
}

TEST_F(Connect, AnOwnerWhoStepsDownFadesLikeOthersFromThen) {
  bring(999, {person("Jun Park", {"jun@example.org"})});
  graph().set_owner(kUser, {"Jun Park", {"jun@example.org"}});
  now_ = day(1010);
  graph().set_owner(kUser, {"김민아", {"mina@example.org"}});
  const Node jun = *graph().find(kUser, NodeKind::Person, "Jun Park");
  EXPECT_FALSE(jun.is_owner);
  EXPECT_EQ(jun.ttl_policy, TtlPolicy::Decay);
  EXPECT_EQ(salience_at(jun, now_), 1);
  EXPECT_LT(salience_at(jun, day(1040)), 0.6);
  EXPECT_TRUE(jun.archive_at);
  EXPECT_EQ(graph().find(kUser, NodeKind::Person, "김민아")->ttl_policy, TtlPolicy::KeepForever);
  expect_sound();
}

TEST_F(Connect, FactsAreStatedAndNotedWhereTheyNameTheNode) {
  ExtractedSource told = source(10, {entity("Atlas"), entity("Boreas")});
  Fact decision = fact("Atlas ships on May 3.");
  decision.category = Category::Decision;
  told.facts = {decision};
  const FoldedSources folded = graph().fold_sources({&told, 1});
  ASSERT_THAT(folded.decisions, SizeIs(1));
  const Node atlas = *find_entity("Atlas");
  ASSERT_THAT(atlas.notes, SizeIs(1));
  EXPECT_EQ(atlas.notes.front().memory, folded.decisions.front().memory_id);
  EXPECT_EQ(atlas.notes.front().lifetime, NoteLifetime::Forever);
  EXPECT_TRUE(atlas.dirty);
  EXPECT_THAT(find_entity("Boreas")->notes, IsEmpty());
  const auto stated = graph().edges_to(kUser, folded.decisions.front().memory_id);
  ASSERT_THAT(stated, SizeIs(1));
  EXPECT_EQ(stated.front().type, EdgeType::States);
}

TEST_F(Connect, AnOwnCategoryIsNotedAsMiscIs) {
  ExtractedSource told = source(10, {entity("Atlas")});
  Fact own = fact("Atlas ships on May 3.");
  own.category = Category::named("release");
  told.facts = {own};
  graph().fold_sources({&told, 1});
  ASSERT_THAT(find_entity("Atlas")->notes, SizeIs(1));
  EXPECT_EQ(find_entity("Atlas")->notes.front().lifetime, NoteLifetime::Forever);
}

TEST_F(Connect, NotesExpireByTheirLifetime) {
  bring(10, {entity("Atlas")});
  const Id atlas = find_entity("Atlas")->id;
  const std::pair<NoteLifetime, double> rows[] = {
      {NoteLifetime::Week, 7}, {NoteLifetime::Month, 30}, {NoteLifetime::Year, 365}};
  for (const auto& [lifetime, days] : rows) {
    Note note;
    note.text = "until " + std::to_string(days);
    note.lifetime = lifetime;
    const Node noted = graph().add_note(kUser, atlas, note);
    EXPECT_EQ(noted.notes.back().expires_at, Time{now_.micros + day(days).micros});
  }
  Note kept;
  kept.text = "for ever";
  EXPECT_EQ(graph().add_note(kUser, atlas, kept).notes.back().expires_at, std::nullopt);
  EXPECT_EQ(run("clean_notes", "notes_dropped"), 0u);
  now_ = day(1007);
  EXPECT_EQ(run("clean_notes", "notes_dropped"), 1u);
  now_ = day(1365);
  EXPECT_EQ(run("clean_notes", "notes_dropped"), 2u);
  EXPECT_THAT(find_entity("Atlas")->notes, SizeIs(1));
}

TEST_F(Connect, RelationsHaveALifeOfTheirOwn) {
  ExtractedSource mail = source(10, {person("Mina Kim"), person("Jun Park")});
  mail.mentioned.relations = {{0, 1, "corresponds_with", Attitude::Unknown, 1}};
  graph().fold_sources({&mail, 1});
  ExtractedSource reply = source(11, {person("Jun Park"), person("Mina Kim")});
  reply.mentioned.relations = {{1, 0, "corresponds_with", Attitude::Positive, 1}};
  graph().fold_sources({&reply, 1});
  const auto relations = graph().nodes(kUser, NodeKind::Relationship);
  ASSERT_THAT(relations, SizeIs(1));
  EXPECT_EQ(relations.front().source_count, 2u);
  EXPECT_EQ(relations.front().attitude, Attitude::Positive);
  EXPECT_NEAR(relations.front().proximity, 0.19, 1e-12);
  EXPECT_EQ(relations.front().state, MemoryState::Active);
  TraverseQuery from{.user = kUser,
                     .start = graph().find(kUser, NodeKind::Person, "Mina Kim")->id,
                     .types = {EdgeType::Relates},
                     .depth = 2};
  EXPECT_THAT(graph().traverse(from), SizeIs(2));
}

/// Takes whatever it is asked about for two halves of one statement.
class MergingAnalyst final : public Analyst {
 public:
  std::string name() const override { return "merging@1"; }
  Analysis compare(const Statement&, const Statement&) const override {
    Analysis analysis;
    analysis.verdict = Verdict::Merge;
    analysis.confidence = 0.95;
    analysis.same_subject = true;
    return analysis;
  }
};

TEST_F(Connect, WhatLaterSourcesAddToAMemoryIsNotSaidByEarlierOnes) {
  const auto tell = [&](bool together) {
    TemporaryDirectory place;
    EngineOptions options = engine_->options();
    options.models.analyst = std::make_shared<MergingAnalyst>();
    Engine engine = Engine::open(place.path(), options);
    sources_ = 0;
    std::vector<ExtractedSource> all = {source(1, {entity("Falcon"), entity("Importer")}),
                                        source(2, {entity("Falcon")})};
    const char* const facts[] = {"The Falcon release is planned for March 27.",
                                 "The Falcon release planned for March 27 includes the new "
                                 "importer."};
    for (std::size_t i = 0; i < 2; ++i) {
      Fact said = fact(facts[i]);
      said.source_id = all[i].source.source_id;
      said.thread_id = "t1";
      said.subject = "Falcon release";
      said.people = {"mina@example.org"};
      said.stated_at = day(double(i) + 1);
      all[i].facts = {said};
    }
    std::vector<Decision> decisions;
    for (std::size_t begin = 0; begin < 2; begin += together ? 2 : 1) {
      for (Decision& decision :
           engine.graph().fold_sources(std::span(all).subspan(begin, together ? 2 : 1)).decisions) {
        decisions.push_back(std::move(decision));
      }
    }
    EXPECT_EQ(decisions.at(1).operation, Operation::Merge);
    EXPECT_THAT(engine.graph().find(kUser, NodeKind::Entity, "Importer", "product")->notes,
                IsEmpty());
    return engine.admin().digest();
  };
  EXPECT_EQ(tell(true), tell(false));
}

/// Sources of one user whose facts and mentions overlap.
class ConnectMany : public Connect {
 protected:
  std::vector<ExtractedSource> many() {
    sources_ = 0;
    std::vector<ExtractedSource> all;
    for (int i = 0; i < 40; ++i) {
      all.push_back(source(i, {entity("Atlas"), entity(i % 3 == 0 ? "Boreas" : "Corvus"),
                               person(i % 2 == 0 ? "Mina Kim" : "Jun Park")}));
      all.back().facts = {fact("Atlas passed step " + std::to_string(i) + ".")};
    }
    return all;
  }

  /// The digest of a fresh store into which `tell` has put the sources.
  template <typename Tell>
  std::string digest_after(const Tell& tell) {
    TemporaryDirectory place;
    EngineOptions options;
    options.models = builtin_models();
    options.clock = [this] { return now_; };
    Engine engine = Engine::open(place.path(), options);
    tell(engine, many());
    return engine.admin().digest();
  }
};

TEST_F(ConnectMany, ChunksDoNotMatter) {
  const auto tell = [&](std::size_t chunk) {
    return digest_after([&](Engine& engine, const std::vector<ExtractedSource>& all) {
      for (std::size_t begin = 0; begin < all.size(); begin += chunk) {
        engine.graph().fold_sources(
            std::span(all).subspan(begin, std::min(chunk, all.size() - begin)));
      }
    });
  };
  const std::string one = tell(1);
  EXPECT_EQ(tell(7), one);
  EXPECT_EQ(tell(40), one);
}

TEST_F(ConnectMany, OneThreadTiesInWhatAnotherHasFolded) {
  const std::string expected =
      digest_after([](Engine& engine, const std::vector<ExtractedSource>& all) {
        engine.graph().fold_sources(all);
      });
  EXPECT_EQ(digest_after([](Engine& engine, const std::vector<ExtractedSource>& all) {
              std::vector<std::future<std::vector<Decision>>> folded(all.size());
              std::vector<std::promise<std::vector<Decision>>> promised(all.size());
              for (std::size_t i = 0; i < all.size(); ++i) folded[i] = promised[i].get_future();
              std::thread tying([&] {
                for (std::size_t i = 0; i < all.size(); ++i) {
                  EXPECT_EQ(engine.graph().connect({&all[i], 1}, folded[i].get()), 1u);
                }
              });
              for (std::size_t i = 0; i < all.size(); ++i) {
                promised[i].set_value(engine.fold(all[i].facts));
              }
              tying.join();
            }),
            expected);
}

TEST_F(ConnectMany, DecisionsAreThoseOfTheFacts) {
  const std::vector<ExtractedSource> all = many();
  const std::vector<Decision> decisions = engine_->fold(all[0].facts);
  EXPECT_THROW(graph().connect(all, decisions), Error);
  FoldOptions fold;
  fold.checkpoint_name = "place";
  fold.checkpoint_value = "1";
  EXPECT_EQ(graph().connect({all.data(), 1}, decisions, fold), 1u);
  EXPECT_EQ(graph().connect({all.data(), 1}, decisions, fold), 0u);
  EXPECT_EQ(engine_->checkpoint("place"), "1");
  fold.checkpoint_value = "2";
  EXPECT_EQ(graph().connect({}, {}, fold), 0u);
  EXPECT_EQ(engine_->checkpoint("place"), "2");
}

}  // namespace
}  // namespace memfold::test
