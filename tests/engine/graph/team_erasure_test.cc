// What a member's erasure cuts out of a team's sources, and what it leaves.
#include "engine/graph/team_erasure.h"

#include "tests/engine/graph/graph_fixture.h"
#include "tests/engine/graph/scripted_models.h"

namespace memfold::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string rest(const std::string& text, const std::vector<std::string>& statements) {
  return graph::without(text, statements);
}

TEST(WithoutStatements, CutsThemHoweverTheyAreBroken) {
  const std::string korean = "예산은 오천만원입니다.", english = "The budget is 5,000 USD.";
  EXPECT_EQ(rest("Hello. The budget is 5,000 USD. Bye.", {english}), "Hello. Bye.");
  EXPECT_EQ(rest("안녕하세요. 예산은\r\n  오천만원입니다. 감사합니다.", {korean}),
            "안녕하세요. 감사합니다.");
  EXPECT_EQ(rest("a\n" + english + "\nb\n", {english}), "a\nb\n") << "no empty line is left";
  EXPECT_EQ(rest("a\n\nb\n", {english}), "a\n\nb\n") << "one that was there stays";
  EXPECT_EQ(rest(english + korean, {english, korean}), "");
  EXPECT_EQ(rest("The budget is 5,000 USDX", {"The budget is 5,000 USDT"}),
            "The budget is 5,000 USDX");
  EXPECT_EQ(rest("abc", {}), "abc");
}

class TeamErasure : public GraphTest {
 protected:
  TeamErasure() { reopen(); }
  void configure(EngineOptions& options) override {
    options.models.source_reader = std::make_shared<ScriptedReader>();
    options.models.extractor = std::make_shared<ScriptedExtractor>();
  }
  Id add_minutes() {
    Source source;
    source.team = "sales";
    source.source_id = "minutes";
    source.raw = std::string("fact ") + kErased + "\nfact " + kKept + "\nentity Atlas";
    const Id id = graph().add_source(source).id;
    extract(kUser);
    return id;
  }
  void extract(const char* user) {
    graph().extract_for(user, "sales");
    graph().work();
  }
  Id memory(const char* user, const char* text) {
    return engine_->recall({.user = user, .text = text, .k = 1}).at(0).memory.id;
  }
  Source minutes(const Id& id) { return graph().team_source("sales", id, true).value(); }

  static constexpr const char* kErased = "Atlas의 단가는 만이천원으로 하기로 했습니다";
  static constexpr const char* kKept = "The Atlas kickoff is in Busan on May 4";
};

TEST_F(TeamErasure, TakesTheStatementAndLeavesWhatElseWasSaid) {
  const Id id = add_minutes();
  ASSERT_THAT(minutes(id).processed, HasSubstr(kErased));
  const ForgetReport report = engine_->forget({.user = kUser, .ids = {memory(kUser, kErased)}},
                                              {.erasure = Erasure::Hard, .prove = true});
  EXPECT_THAT(report.traces, IsEmpty());
  EXPECT_TRUE(report.searched);
  const Source left = minutes(id);
  for (const std::string& text : {left.raw, left.processed, left.summary}) {
    EXPECT_THAT(text, Not(HasSubstr(kErased)));
  }
  EXPECT_THAT(left.raw, HasSubstr(kKept));
  EXPECT_THAT(left.processed, HasSubstr(kKept));
  extract("jun");
  EXPECT_EQ(engine_->stats("jun").current_memories, 1u) << "who reads it later hears the rest";
  expect_sound();
}

TEST_F(TeamErasure, LeavesWhatOthersRemember) {
  const Id id = add_minutes();
  extract("jun");
  engine_->forget({.user = kUser, .ids = {memory(kUser, kErased)}}, {.erasure = Erasure::Hard});
  EXPECT_EQ(engine_->stats("jun").current_memories, 2u);
  EXPECT_THAT(minutes(id).raw, Not(HasSubstr(kErased)));
}

TEST_F(TeamErasure, LeavesEverythingWhereSomebodyLeaves) {
  const Id id = add_minutes();
  engine_->forget({.user = kUser, .everything = true}, {.erasure = Erasure::Hard});
  EXPECT_THAT(minutes(id).raw, HasSubstr(kErased));
  EXPECT_THAT(minutes(id).processed, HasSubstr(kErased));
  EXPECT_EQ(engine_->stats(kUser).current_memories, 0u);
}

}  // namespace
}  // namespace memfold::test
