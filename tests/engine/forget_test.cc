// Forgetting by every handle, softly and for good: what is hidden, what is gone and what stays.
#include "amend_fixture.h"
#include "storage/store.h"

namespace memfold::test {
namespace {

class Forget : public Amend {
 protected:
  ForgetReport forget(const Id& id, const ForgetOptions& options = {}) {
    return engine_->forget({.user = "mina", .ids = {id}}, options);
  }
  std::unique_ptr<storage::Store> open_store() {
    engine_.reset();
    storage::StoreOptions options;
    options.create_if_missing = false;
    return storage::Store::open(directory_.path(), options);
  }
  /// Three memories of their own, each of another source and thread.
  std::vector<Decision> three() {
    analyst_->verdict = Verdict::Unrelated;
    return {tell("회의는 세 시에 시작합니다", "mail-1", "t1"),
            tell("The release moves to June", "mail-2", "t2"),
            tell("점심은 판교역에서 먹습니다", "mail-3", "t3")};
  }
};

TEST_F(Forget, IsSoftAndKeepsEdgesByDefault) {
  const ForgetOptions options;
  EXPECT_EQ(options.erasure, Erasure::Soft);
  EXPECT_EQ(options.cascade, CascadeMode::PreserveEdges);
  EXPECT_EQ(options.trigger, Trigger::UserRequest);
}

TEST_F(Forget, TakesAnIdASourceAThreadOrAWholeUser) {
  const auto told = three();
  const struct {
    ForgetQuery query;
    std::vector<Id> chains;
  } rows[] = {
      {{.user = "mina", .ids = {told[0].memory_id}}, {told[0].memory_id}},
      {{.user = "mina", .source_id = "mail-2"}, {told[1].memory_id}},
      {{.user = "mina", .thread_id = "t3"}, {told[2].memory_id}},
      {{.user = "mina", .everything = true},
       {told[0].memory_id, told[1].memory_id, told[2].memory_id}},
  };
  for (const auto& row : rows) {
    std::vector<Id> found, forgotten;
    for (const Forgotten& chain : engine_->find_forgettable(row.query)) {
      found.push_back(chain.chain_id);
    }
    EXPECT_EQ(found, row.chains) << "what it would forget is known beforehand";
    for (const Forgotten& chain : engine_->forget(row.query).chains) {
      forgotten.push_back(chain.chain_id);
      engine_->restore("mina", chain.chain_id);
    }
    EXPECT_EQ(forgotten, row.chains);
  }
}

TEST_F(Forget, TakesASession) {
  three();
  Fact fact;
  fact.user = "mina";
  fact.content = "The dentist is on Elm Street";
  fact.session_id = "call-1";
  const Decision told = engine_->fold({&fact, 1}).at(0);
  EXPECT_EQ(engine_->get("mina", told.memory_id)->session_id, "call-1");
  const auto chains = engine_->forget({.user = "mina", .session_id = "call-1"}).chains;
  ASSERT_EQ(chains.size(), 1u);
  EXPECT_EQ(chains[0].chain_id, told.memory_id);
  error_of([&] { engine_->forget({.user = "mina", .thread_id = "t1", .session_id = "call-1"}); });
}

TEST_F(Forget, OfOneUserTakesNothingOfAnother) {
  three();
  Fact fact;
  fact.user = "jiho";
  fact.content = "회의는 세 시에 시작합니다";
  fact.source_id = "mail-1";
  fact.thread_id = "t1";
  const Id other = engine_->fold({&fact, 1}).at(0).memory_id;
  engine_->forget({.user = "mina", .everything = true}, {.erasure = Erasure::Hard});
  ASSERT_TRUE(engine_->get("jiho", other));
  EXPECT_TRUE(engine_->get("jiho", other).value().is_current());
  expect_sound();
}

TEST_F(Forget, SoftlyHidesFromRecallAndFromComparison) {
  const Decision told = tell("예산은 5000만원입니다");
  forget(told.memory_id);
  EXPECT_EQ(recalled(), Contents{});
  Fact same;
  same.user = "mina";
  same.content = "예산은 5000만원입니다.";
  EXPECT_TRUE(engine_->explain(same).candidates.empty());
  EXPECT_EQ(engine_->get("mina", told.memory_id).value().content, "예산은 5000만원입니다");
}

TEST_F(Forget, SoftlyIsRestorableUntilPurged) {
  const Decision told = tell("예산은 5000만원입니다");
  tell("점심은 판교역에서 먹습니다", "mail-2", "t2");
  forget(told.memory_id);
  reopen();
  engine_->restore("mina", told.memory_id);
  EXPECT_EQ(current(told.memory_id), "예산은 5000만원입니다");
  forget(told.memory_id);
  engine_->purge("mina", Time{now_.micros + 1});
  error_of([&] { engine_->restore("mina", told.memory_id); }, ErrorCode::NotFound);
  expect_sound();
}

TEST_F(Forget, PreserveEdgesKeepsThemDetachTakesThem) {
  const Decision ground = tell("예산은 5000만원입니다");
  for (const CascadeMode mode : {CascadeMode::PreserveEdges, CascadeMode::Detach}) {
    const Decision linked =
        tell(Verdict::Link, "예산 회의는 " + std::to_string(2 + int(mode)) + "시에 합니다");
    const std::size_t edges = engine_->edges_from("mina", linked.memory_id).size();
    ASSERT_GT(edges, 0u);
    const ForgetReport report = forget(linked.memory_id, {.cascade = mode});
    const bool kept = mode == CascadeMode::PreserveEdges;
    EXPECT_EQ(report.edges, kept ? 0u : edges) << name(mode);
    EXPECT_EQ(engine_->edges_from("mina", linked.memory_id).size(), kept ? edges : 0u);
    EXPECT_TRUE(engine_->get("mina", ground.memory_id).value().is_current())
        << "what it led to stays";
  }
  expect_sound();
}

TEST_F(Forget, AFactOfItsOwnStaysWhenWhatItWasReviewedAgainstIsErased) {
  const Decision first = tell("예산은 5000만원입니다");
  analyst_->confidence = 0.5;
  const Decision doubtful = tell(Verdict::Update, "예산은 8000만원입니다", "mail-2");
  ASSERT_TRUE(doubtful.review);
  const auto erased = forget(first.memory_id, {.erasure = Erasure::Hard, .prove = true});
  EXPECT_EQ(erased.reviews, 1u);
  EXPECT_TRUE(erased.searched);
  EXPECT_EQ(erased.traces, std::vector<std::string>{}) << "what lives on is no trace";
  EXPECT_EQ(engine_->get("mina", doubtful.memory_id)->content, "예산은 8000만원입니다");
}

TEST_F(Forget, ErasingTakesVersionsVectorsEdgesPostingsStatesAndReviews) {
  const auto told = budget();
  const Decision merge = tell(Verdict::Merge, "예산은 마케팅팀이 관리합니다");
  ASSERT_EQ(merge.operation, Operation::Merge);
  analyst_->edge = EdgeType::RelatedTo;
  const Decision linked = tell(Verdict::Link, "예산 회의는 9시입니다");
  ASSERT_FALSE(linked.related_ids.empty());
  analyst_->confidence = 0.5;
  const Decision doubtful = tell(Verdict::Update, "예산은 8000만원입니다");
  ASSERT_TRUE(doubtful.review);
  std::vector<std::uint64_t> slots;
  for (const Decision& d : told) slots.push_back(engine_->get("mina", d.memory_id).value().slot);
  const Review waiting = engine_->review("mina", doubtful.sequence);
  ASSERT_EQ(waiting.target_id, told[2].memory_id);

  const ForgetReport report = forget(told[0].memory_id, {.erasure = Erasure::Hard});
  EXPECT_EQ(report.memories, 3u);
  EXPECT_EQ(report.reviews, 1u);
  EXPECT_GT(report.edges, 0u);
  EXPECT_EQ(history(told[0].memory_id), Contents{});
  error_of([&] { engine_->review("mina", doubtful.sequence); }, ErrorCode::NotFound);
  EXPECT_TRUE(engine_->edges_from("mina", linked.memory_id).empty());
  Fact probe;
  probe.user = "mina";
  probe.content = "예산은 7000만원입니다";
  probe.thread_id = "t1";
  for (const Candidate& candidate : engine_->explain(probe).candidates) {
    for (const Decision& d : told) EXPECT_NE(candidate.memory_id, d.memory_id);
  }

  const auto store = open_store();
  const storage::UserKey user = storage::user_key("mina");
  EXPECT_TRUE(store->versions(user, told[0].memory_id).empty());
  for (std::size_t i = 0; i < told.size(); ++i) {
    EXPECT_FALSE(store->memory(user, told[i].memory_id));
    EXPECT_TRUE(store->vector(user, slots[i]).empty());
    EXPECT_TRUE(store->edges_from(user, told[i].memory_id).empty());
    EXPECT_TRUE(store->edges_to(user, told[i].memory_id).empty());
    EXPECT_FALSE(store->log_states(user, told[i].at, told[i].sequence));
  }
  EXPECT_FALSE(store->log_states(user, merge.at, merge.sequence));
  store->scan_features(user, [&](const storage::FeatureRecord& features) {
    for (const Decision& d : told) EXPECT_NE(features.id, d.memory_id);
  });
}

TEST_F(Forget, ErasingLeavesATombstoneOfIdsAndTimesInAChainThatHolds) {
  const auto told = budget();
  forget(told[0].memory_id, {.erasure = Erasure::Hard});
  const auto entries = engine_->log({.user = "mina", .newest_first = false}).entries;
  ASSERT_EQ(entries.size(), 4u);
  for (std::size_t i = 0; i < told.size(); ++i) {
    const Decision& entry = entries[i];
    EXPECT_TRUE(entry.redacted);
    EXPECT_EQ(entry.id, told[i].id);
    EXPECT_EQ(entry.fact_id, told[i].fact_id);
    EXPECT_EQ(entry.memory_id, told[i].memory_id);
    EXPECT_EQ(entry.target_id, told[i].target_id);
    EXPECT_EQ(entry.at, told[i].at);
    EXPECT_EQ(entry.reason, "erased on request");
    EXPECT_EQ(entry.content_hash, Id{});
    EXPECT_EQ(entry.score, Score{});
    EXPECT_FALSE(entry.verdict);
    EXPECT_TRUE(entry.property_changes.empty());
    EXPECT_TRUE(entry.rivals.empty());
    EXPECT_TRUE(entry.source_id.empty());
    EXPECT_TRUE(entry.idempotency_key.empty());
  }
  EXPECT_EQ(entries[3].operation, Operation::Delete);
  EXPECT_FALSE(entries[3].redacted);
  expect_sound();
}

TEST_F(Forget, ProvingSearchesEveryFileForWhatWasErased) {
  const Decision told = tell("예산은 98765만원으로 극비입니다");
  tell("점심은 판교역에서 먹습니다", "mail-2", "t2");
  const ForgetReport unproven = forget(told.memory_id, {.erasure = Erasure::Hard});
  EXPECT_FALSE(unproven.searched);
  const Decision second = tell("The vault code is 4711-0815", "mail-3", "t3");
  const ForgetReport proven = forget(second.memory_id, {.erasure = Erasure::Hard, .prove = true});
  EXPECT_TRUE(proven.searched);
  EXPECT_GT(proven.bytes_searched, 0u);
  EXPECT_EQ(proven.traces, Contents{});
}

}  // namespace
}  // namespace memfold::test
