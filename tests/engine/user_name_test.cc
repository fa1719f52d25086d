// A user's name in decomposed letters, as macOS and some programs write it, is the same user.
#include "engine/user_name.h"

#include "core/text.h"
#include "engine/maintain/reembed.h"
#include "tests/engine/graph/graph_fixture.h"

namespace memfold::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kKorean = "한글 사용자", kKoreanApart = to_nfd(kKorean);
const std::string kFrench = "Ren\u00E9", kFrenchApart = "Rene\u0301";

class UserName : public GraphTest {
 protected:
  static Fact said(const std::string& user, const std::string& content) {
    Fact fact;
    fact.user = user;
    fact.content = content;
    fact.source_id = "note-1";
    return fact;
  }
  /// A user whom an earlier version stored under these bytes.
  void store_user(const std::string& name) {
    engine_.reset();
    {
      const auto store = storage::Store::open(
          directory_.path(), {.identity = identity_of(*builtin_models().embedder)});
      storage::UserRecord record;
      record.user = name;
      storage::CommitBatch batch(name);
      batch.put_user(record);
      store->commit(std::move(batch));
    }
    reopen();
  }
};

// P8: Korean names typed, and Korean names out of file names, are one user.
TEST_F(UserName, EveryCallTakesEitherSpelling) {
  for (const auto& [name, apart] : {std::pair(kKorean, kKoreanApart), {kFrench, kFrenchApart}}) {
    ASSERT_NE(name, apart);
    const Fact facts[] = {said(name, "회의실은 5층입니다"), said(apart, "The door code is 4711")};
    const std::vector<Decision> decisions = engine_->fold(facts);
    EXPECT_EQ(decisions[1].user, name);
    const Id id = decisions[1].memory_id;
    for (const std::string& user : {name, apart}) {
      EXPECT_EQ(engine_->stored_user(user), name);
      EXPECT_EQ(engine_->stats(user).memories, 2u);
      EXPECT_THAT(engine_->recall({.user = user, .text = "door code", .by = RecallBy::Words}),
                  SizeIs(1));
      EXPECT_THAT(engine_->log({.user = user}).entries, SizeIs(2));
      EXPECT_EQ(engine_->log_analytics({.user = user}).entries, 2u);
      EXPECT_TRUE(engine_->get(user, id).has_value());
      EXPECT_TRUE(engine_->as_of(user, id, {}).has_value());
      EXPECT_THAT(engine_->history(user, id), SizeIs(1));
      EXPECT_THAT(engine_->find_forgettable({.user = user, .everything = true}), SizeIs(2));
      EXPECT_TRUE(engine_->fold({facts, 1}).front().already_folded);
      EXPECT_TRUE(engine_->explain(said(user, "회의실은 5층입니다")).decision.already_folded);
      EXPECT_EQ(engine_->admin().replay({.user = user}).replayed, 2u);
    }
    engine_->forget({.user = apart, .ids = {id}});
    EXPECT_THAT(engine_->recall({.user = name, .text = "door code", .by = RecallBy::Words}),
                IsEmpty());
    engine_->restore(apart, id);
    EXPECT_THAT(engine_->recall({.user = name, .text = "door code", .by = RecallBy::Words}),
                SizeIs(1));
  }
  EXPECT_THAT(engine_->users(), ElementsAre(kFrench, kKorean));
  expect_sound();
}

TEST_F(UserName, SoDoTheGraphAndItsSources) {
  ExtractedSource told = source(990, {person("김민지")}, "김민지가 왔다.");
  for (const std::string& user : {kKoreanApart, kKorean}) {
    told.source.user = user;
    told.source.id = source_id_of(user, {}, told.source.source_id);
    graph().fold_sources({&told, 1});
    EXPECT_TRUE(graph().find(user, NodeKind::Person, "김민지").has_value());
    EXPECT_EQ(graph().counts(user).nodes[std::size_t(NodeKind::Source)], 1u) << "connected once";
    graph().set_owner(user, {"김민아", {}});
    Source note;
    note.user = user;
    note.raw = "메모";
    graph().add_source(note);
    note.user.clear();
    note.team = user;
    graph().add_source(note);
    EXPECT_EQ(graph().extract_for(user, user), user == kKoreanApart ? 1u : 0u);
  }
  for (const std::string& user : {kKoreanApart, kKorean}) {
    EXPECT_THAT(graph().sources(user), SizeIs(2));
    EXPECT_THAT(graph().team_sources(user), SizeIs(1));
    EXPECT_THAT(graph().jobs(user), SizeIs(3)) << "the note's, the team's and its extraction";
  }
  EXPECT_THAT(engine_->users(), ElementsAre(kKorean));
  expect_sound();
}

TEST_F(UserName, WhoeverIsStoredAlreadyStaysWhoTheyAre) {
  store_user(kKoreanApart);
  EXPECT_EQ(engine_->stored_user(kKorean), kKoreanApart);
  EXPECT_EQ(engine_->stored_user(kKoreanApart), kKoreanApart);
  const Fact fact = said(kKorean, "회의실은 5층입니다");
  EXPECT_EQ(engine_->fold({&fact, 1}).front().user, kKoreanApart);
  const ReplayReport replay = engine_->admin().replay({.user = kKorean});
  EXPECT_EQ(replay.replayed, 1u);
  EXPECT_THAT(replay.changes, IsEmpty());
  store_user(kKorean);  // two users an earlier version told apart stay two
  EXPECT_EQ(engine_->stored_user(kKorean), kKorean);
  EXPECT_EQ(engine_->stored_user(kKoreanApart), kKoreanApart);
  EXPECT_EQ(engine_->stored_user("mina"), "mina");
  EXPECT_EQ(engine_->stored_user("\xFF"), "\xFF") << "no UTF-8: left as it is";
}

}  // namespace
}  // namespace memfold::test
