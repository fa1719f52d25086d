// Finding sources by what they state.
#include "memfold/error.h"
#include "tests/engine/graph/graph_fixture.h"

namespace memfold::test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class RecallSources : public GraphTest {
 protected:
  /// A source with these statements.
  Id state(double on, std::vector<std::string> statements) {
    ExtractedSource extracted = source(on, {}, statements.front());
    for (std::string& statement : statements) {
      extracted.facts.push_back(fact(std::move(statement)));
    }
    graph().fold_sources({&extracted, 1});
    return extracted.source.id;
  }
  std::vector<SourceHit> ask(const std::string& text, int k = 10) {
    RecallQuery query{.user = kUser, .text = text};
    query.k = k;
    query.threshold = 0.4;
    query.count_use = false;
    return graph().recall_sources(query);
  }
};

TEST_F(RecallSources, ByTheirBestStatementThenByHowManyAnswer) {
  const Id one = state(990, {"The Atlas budget is 5000 USD.", "Lunch is at noon."});
  const Id both = state(991, {"The Atlas budget is 5000 USD.", "Atlas moves to Busan in May."});
  state(992, {"가람의 납품 단가는 12,000원입니다."});
  const std::vector<SourceHit> hits = ask("What is the Atlas budget?");
  ASSERT_THAT(hits, SizeIs(2));
  EXPECT_EQ(hits[0].node.id, both) << "a statement both make, and one of its own";
  EXPECT_EQ(hits[1].node.id, one);
  EXPECT_EQ(hits[0].score, hits[1].score);
  EXPECT_EQ(hits[0].statements.front().memory.content, "The Atlas budget is 5000 USD.");
  EXPECT_EQ(hits[0].why, hits[0].statements.front().why);
  EXPECT_THAT(ask("Atlas budget", 1), SizeIs(1));
}

TEST_F(RecallSources, LooksFurtherWhereOneSourceStatesMuch) {
  std::vector<std::string> much;
  for (int i = 0; i < 40; ++i) {
    much.push_back("Atlas rack " + std::to_string(100 + i) + " stands in room " +
                   std::to_string(300 + 7 * i) + ".");
  }
  state(990, much);
  const Id other = state(991, {"가람 창고에는 Atlas rack이 하나도 없습니다."});
  const std::vector<SourceHit> hits = ask("Atlas rack", 2);
  ASSERT_THAT(hits, SizeIs(2));
  EXPECT_TRUE(hits[0].node.id == other || hits[1].node.id == other);
}

TEST_F(RecallSources, CountTheSourceAndNotItsStatements) {
  const Id id = state(990, {"The Atlas budget is 5000 USD."});
  RecallQuery query{.user = kUser, .text = "Atlas budget"};
  const std::vector<SourceHit> hits = graph().recall_sources(query);
  ASSERT_THAT(hits, SizeIs(1));
  reopen();
  EXPECT_EQ(graph().node(kUser, id)->access_count, 1u);
  EXPECT_EQ(graph().node(kUser, id)->state, MemoryState::Active);
  EXPECT_EQ(engine_->get(kUser, hits[0].statements[0].memory.id)->access_count, 0u);
  expect_sound();
}

TEST_F(RecallSources, StatesAreThoseOfTheSource) {
  state(990, {"The Atlas budget is 5000 USD."});
  edit_nodes([](Node& node) { node.state = MemoryState::Archived; });
  EXPECT_THAT(ask("Atlas budget"), IsEmpty());
  RecallQuery query{.user = kUser, .text = "Atlas budget"};
  query.count_use = false;
  query.where.include_archived = true;
  EXPECT_THAT(graph().recall_sources(query), SizeIs(1));
  query.valid_at = day(990);
  EXPECT_THROW(graph().recall_sources(query), Error);
}

}  // namespace
}  // namespace memfold::test
