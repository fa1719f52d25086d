// Finding storylines and macros, and what they are made of.
#include "memfold/error.h"
#include "tests/engine/graph/graph_fixture.h"

namespace memfold::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
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
  std::vector<StoryHit> ask(const std::string& text, bool peek = true) {
    StoryQuery query;
    query.user = kUser;
    query.text = text;
    query.peek = peek;
    return graph().recall(query);
  }
};

TEST_F(RecallStories, TheOneThatIsAskedForComesFirstAndSaysWhy) {
  for (const auto& [question, title] :
       {std::pair{"when does Atlas move?", "Atlas"}, {"가람은 납품 단가가 얼마인가요", "가람"}}) {
    const std::vector<StoryHit> hits = ask(question);
    ASSERT_THAT(hits, SizeIs(2));
    EXPECT_EQ(hits.front().node.title, title);
    EXPECT_GT(hits.front().score, hits.back().score);
    EXPECT_THAT(hits.front().why, HasSubstr("title and keywords"));
    ASSERT_THAT(hits.front().below, SizeIs(5));
    EXPECT_EQ(hits.front().below.front().last_at, day(994)) << "the newest source first";
  }
}

TEST_F(RecallStories, CountsUnlessItOnlyLooks) {
  ask("Atlas");
  reopen();
  for (const Node& storyline : storylines()) EXPECT_EQ(storyline.access_count, 0u);
  ask("Atlas", false);
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
  query.granularity = Granularity::Micro;
  EXPECT_THROW(graph().recall(query), Error);
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
