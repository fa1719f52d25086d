// Finding storylines and macros, and what they are made of.
#include <atomic>
#include <span>

#include "memfold/error.h"
#include "tests/engine/graph/graph_fixture.h"

namespace memfold::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class RecallStories : public GraphTest {
 protected:
  RecallStories() {
    for (int i = 0; i < 5; ++i) {
      bring(990 + i, {entity("Atlas")}, "Atlas moves to the new data centre in May.");
      bring(990 + i, {entity("가람")}, "가람의 납품 단가가 12,000원으로 바뀌었습니다.");
    }
    run("promote_storylines", "storylines_promoted");
  }
  std::vector<StoryHit> ask(const std::string& text, bool count_use = false) {
    StoryQuery query;
    query.user = kUser;
    query.text = text;
    query.count_use = count_use;
    return graph().recall(query);
  }
};

TEST_F(RecallStories, TheOneThatIsAskedForComesFirstAndSaysWhy) {
  for (const auto& [question, title] :
       {std::pair{"when does Atlas move?", "Atlas"}, {"가람은 납품 단가가 얼마인가요", "가람"}}) {
    const std::vector<StoryHit> hits = ask(question);
    ASSERT_THAT(hits, Not(IsEmpty()));
    EXPECT_EQ(hits.front().node.title, title);
    for (const StoryHit& other : std::span(hits).subspan(1)) {
      EXPECT_LT(other.score, hits.front().score);
    }
    EXPECT_THAT(hits.front().why, HasSubstr("words \""));
    EXPECT_THAT(hits.front().matched_words, Contains(HasSubstr(title)));
    EXPECT_EQ(hits.front().parts, 5u);
    ASSERT_THAT(hits.front().below, SizeIs(5));
    EXPECT_EQ(hits.front().below.front().last_at, day(994)) << "the newest source first";
  }
}

TEST_F(RecallStories, CountsUnlessItOnlyLooks) {
  ask("Atlas");
  reopen();
  for (const Node& storyline : storylines()) EXPECT_EQ(storyline.access_count, 0u);
  ask("Atlas", true);
  reopen();
  for (const Node& storyline : storylines()) EXPECT_EQ(storyline.access_count, 1u);
  expect_sound();
}

TEST_F(RecallStories, FiltersByTimeAndState) {
  StoryQuery query;
  query.user = kUser;
  query.text = "Atlas";
  query.from = day(995);
  EXPECT_THAT(graph().recall(query), IsEmpty());
  query.from = day(994);
  EXPECT_THAT(graph().recall(query), SizeIs(2));
  query.until = day(990);
  EXPECT_THAT(graph().recall(query), IsEmpty());
  query = {.user = kUser, .text = "Atlas"};
  query.states = {MemoryState::Archived};
  EXPECT_THAT(graph().recall(query), IsEmpty());
  query.states = {MemoryState::Active, MemoryState::Core};
  EXPECT_THAT(graph().recall(query), SizeIs(2));
  query.granularity = Granularity::Micro;
  EXPECT_THROW(graph().recall(query), Error);
}

TEST_F(RecallStories, ArchivedOnesAreForThoseWhoAskForThem) {
  edit_nodes([](Node& node) {
    if (node.kind == NodeKind::Storyline) node.state = MemoryState::Archived;
  });
  StoryQuery query{.user = kUser, .text = "Atlas"};
  EXPECT_THAT(graph().recall(query), IsEmpty());
  query.include_archived = true;
  EXPECT_THAT(graph().recall(query), SizeIs(2));
  reopen();  // the recall is written down
  for (const Node& storyline : storylines()) EXPECT_EQ(storyline.state, MemoryState::Active);
}

TEST_F(RecallStories, ByThePeopleItsSourcesMention) {
  for (int i = 0; i < 5; ++i) bring(995 + i, {entity("Borealis"), person("Mina Kim")});
  run("promote_storylines", "storylines_promoted");
  StoryQuery query{.user = kUser, .text = "Borealis Atlas 가람"};
  query.person = "Kim, Mina";
  const std::vector<StoryHit> hits = graph().recall(query);
  ASSERT_THAT(hits, Not(IsEmpty()));
  for (const StoryHit& hit : hits) {
    EXPECT_THAT((std::vector<std::string>{"Borealis", "Mina Kim"}), Contains(hit.node.title));
  }
  query.person = "Nobody Known";
  EXPECT_THAT(graph().recall(query), IsEmpty());
}

TEST_F(RecallStories, WhatIsToldLaterIsFoundAndWhatIsForgottenIsNot) {
  ASSERT_THAT(ask("Borealis Atlas 가람"), SizeIs(2)) << "loaded now";
  for (int i = 0; i < 5; ++i) bring(995 + i, {entity("Borealis")}, "Borealis needs new pumps.");
  run("promote_storylines", "storylines_promoted");
  const std::vector<StoryHit> hits = ask("Borealis pumps");
  ASSERT_THAT(hits, Not(IsEmpty()));
  EXPECT_EQ(hits.front().node.title, "Borealis");
  for (int i = 0; i < 5; ++i)
    bring(1001 + i, {entity("Borealis")},
          "The Borealis pumps arrived on May 4 and the turbine runs again in hall " +
              std::to_string(i) + ".");
  now_ = day(1010);
  run("refresh_storylines", "storylines_refreshed");
  EXPECT_THAT(ask("turbine").front().matched_words, ElementsAre("turbine"));
  engine_->forget({.user = kUser, .everything = true}, {.erasure = Erasure::Hard});
  EXPECT_THAT(ask("Borealis pumps"), IsEmpty());
}

/// Counts what it is given to read.
class CountingTokenizer final : public Tokenizer {
 public:
  explicit CountingTokenizer(std::shared_ptr<const Tokenizer> inner) : inner_(std::move(inner)) {}
  std::string name() const override { return inner_->name(); }
  std::vector<Term> terms(std::string_view text) const override {
    ++count_;
    return inner_->terms(text);
  }
  std::size_t take() const { return count_.exchange(0); }

 private:
  std::shared_ptr<const Tokenizer> inner_;
  mutable std::atomic<std::size_t> count_{0};
};

class ReadStories : public RecallStories {
 protected:
  void configure(EngineOptions& options) override {
    tokenizer_ = std::make_shared<CountingTokenizer>(options.models.tokenizer);
    options.models.tokenizer = tokenizer_;
  }
  std::shared_ptr<CountingTokenizer> tokenizer_;
};

TEST_F(ReadStories, OnceAndThenOnlyThoseThatAreHits) {
  reopen();  // with the tokenizer that counts
  for (int i = 0; i < 5; ++i) {
    for (int n = 0; n < 40; ++n) {
      bring(995 + i, {entity("Project" + std::to_string(100 + n), "id")}, "It goes on.");
    }
  }
  run("promote_storylines", "storylines_promoted");
  ASSERT_THAT(storylines(), SizeIs(42));
  StoryQuery query{.user = kUser, .text = "when does Atlas move?", .k = 2};
  query.count_use = false;
  graph().recall(query);
  tokenizer_->take();
  ASSERT_THAT(graph().recall(query), SizeIs(2));
  EXPECT_LE(tokenizer_->take(), 1 + 2 * 2u) << "the question, and two texts of each hit";
}

TEST_F(RecallStories, DrillsDown) {
  const Node storyline = storylines().front();
  const std::vector<Edge> sources = graph().drill_down(kUser, storyline.id);
  ASSERT_THAT(sources, SizeIs(5));
  EXPECT_THAT(graph().drill_down(kUser, sources.front().to), IsEmpty()) << "it states nothing";
  EXPECT_THROW(graph().drill_down(kUser, Id{}), Error);
}

}  // namespace
}  // namespace memfold::test
