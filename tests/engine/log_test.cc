// The decision log through the engine: states, filters, pages, analytics, retention, chain.
#include <gtest/gtest.h>

#include "engine/fold/prepare.h"
#include "storage/store.h"
#include "tests/property/fact_stream.h"

namespace memfold {
namespace {

using test::fixed_options;
using test::StoreDirectory;

constexpr int kFacts = 400;

class LogTest : public testing::Test {
 protected:
  LogTest() { reopen(); }

  void reopen(int retention_days = 90, bool drops_entries = false) {
    engine_.reset();
    EngineOptions options = fixed_options();
    options.clock = [this] { return now_; };
    options.log_retention_days = retention_days;
    options.retention_drops_entries = drops_entries;
    engine_.emplace(Engine::open(directory_.path(), options));
  }

  /// A fact an hour.
  void fold_stream() {
    for (const Fact& fact : test::random_stream({.facts = kFacts, .users = 1, .seed = 5})) {
      now_.micros += kMicrosPerDay / 24;
      decisions_.push_back(engine_->fold({&fact, 1}).at(0));
      if (decisions_.back().sequence > 0) user_ = fact.user;
    }
    std::erase_if(decisions_,
                  [](const Decision& d) { return d.already_folded || d.sequence == 0; });
  }

  std::vector<std::uint64_t> all_pages(LogQuery query, std::size_t limit) const {
    std::vector<std::uint64_t> sequences;
    query.user = user_;
    query.limit = limit;
    do {
      const LogPage page = engine_->log(query);
      EXPECT_LE(page.entries.size(), limit);
      for (const Decision& entry : page.entries) sequences.push_back(entry.sequence);
      query.cursor = page.next_cursor;
    } while (!query.cursor.empty());
    return sequences;
  }

  template <typename Holds>
  void expect_log_is(const LogQuery& query, const Holds& holds, const char* what) {
    std::vector<std::uint64_t> expected;
    for (const Decision& d : decisions_) {
      if (holds(d)) expected.push_back(d.sequence);
    }
    std::vector<std::uint64_t> newest_first(expected.rbegin(), expected.rend());
    for (const std::size_t limit : {1u, 13u, 1000u}) {
      EXPECT_EQ(all_pages(query, limit), newest_first) << what << ", pages of " << limit;
    }
    LogQuery forward = query;
    forward.newest_first = false;
    EXPECT_EQ(all_pages(forward, 17), expected) << what;
  }

  storage::UserRecord record() {
    std::unique_ptr<storage::Store> store = open_store();
    return store->user(storage::user_key(user_)).value();
  }
  std::unique_ptr<storage::Store> open_store() {
    engine_.reset();
    storage::StoreOptions options;
    options.create_if_missing = false;
    return storage::Store::open(directory_.path(), options);
  }

  StoreDirectory directory_;
  Time now_ = parse_time("2026-01-01").value();
  std::string user_;
  std::optional<Engine> engine_;
  std::vector<Decision> decisions_;
};

TEST_F(LogTest, ARejectedFactIsOneEntryWithItsReasonAndTheStateReached) {
  Fact good;
  good.user = user_ = "mina";
  good.content = "전세 계약은 5월에 끝난다";
  good.source_id = "mail-1";
  Fact bad = good;
  bad.content = "치과 예약은 수요일 10시";
  bad.source_id = "mail-2";
  bad.importance = 1.5;
  const std::vector<Fact> facts = {good, bad, bad};
  const std::vector<Decision> first = engine_->fold(facts);
  EXPECT_EQ(first[1].status, Status::Error);
  EXPECT_EQ(first[1].state, FoldState::Pending);
  EXPECT_FALSE(first[1].already_folded);
  EXPECT_TRUE(first[2].already_folded) << "the same fact twice is one rejection";

  const LogPage errors = engine_->log({.user = user_, .status = Status::Error});
  ASSERT_EQ(errors.entries.size(), 1u);
  const Decision& entry = errors.entries.at(0);
  EXPECT_EQ(entry.id, first[1].id);
  EXPECT_EQ(entry.source_id, "mail-2");
  EXPECT_NE(entry.error.find("importance"), std::string::npos) << entry.error;
  EXPECT_EQ(engine_->log({.user = user_, .source_id = "mail-2"}).entries.size(), 1u);

  // P4: again, and after a restart, nothing is added; mended, it is a fact like any other.
  const std::string digest = engine_->admin().digest();
  reopen();
  EXPECT_EQ(engine_->fold(facts)[1].sequence, first[1].sequence);
  EXPECT_EQ(engine_->admin().digest(), digest);
  bad.importance = 0.5;
  EXPECT_EQ(engine_->fold({&bad, 1}).at(0).kind, DecisionKind::Create);
  const Stats stats = engine_->stats(user_);
  EXPECT_EQ(stats.rejected, 1u);
  EXPECT_EQ(stats.decisions, 2u);
  EXPECT_EQ(stats.by_kind, (std::array<std::uint64_t, 4>{2, 0, 0, 0}));
  EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>());
}

TEST_F(LogTest, ARejectionIsOneStillWhenRetentionDroppedItsEntry) {
  reopen(/*retention_days=*/5, /*drops_entries=*/true);
  Fact bad;
  bad.user = user_ = "mina";
  bad.content = "전세 보증금은 2억";
  bad.importance = 1.5;
  const std::uint64_t sequence = engine_->fold({&bad, 1}).at(0).sequence;
  now_.micros += 10 * kMicrosPerDay;
  ASSERT_EQ(engine_->admin().apply_retention().entries_dropped, 1u);
  const Decision again = engine_->fold({&bad, 1}).at(0);
  EXPECT_EQ(again.status, Status::Error);
  EXPECT_FALSE(again.error.empty());
  EXPECT_TRUE(again.already_folded);
  EXPECT_EQ(again.sequence, sequence);
}

TEST_F(LogTest, WhatIsRejectedForItsUserIsInNoLog) {
  Fact fact;
  fact.content = "nobody's";
  EXPECT_EQ(engine_->fold({&fact, 1}).at(0).sequence, 0u);
  fact.user = "\xff";
  EXPECT_EQ(engine_->fold({&fact, 1}).at(0).sequence, 0u);
  EXPECT_EQ(engine_->stats().rejected, 2u);
  EXPECT_TRUE(engine_->users().empty());
}

TEST_F(LogTest, EveryFilterAgreesWithLookingAtEveryEntry) {
  fold_stream();
  ASSERT_GT(decisions_.size(), 200u);
  expect_log_is(
      {}, [](const Decision&) { return true; }, "all");
  for (const DecisionKind kind :
       {DecisionKind::Create, DecisionKind::Update, DecisionKind::Skip, DecisionKind::Delete}) {
    expect_log_is(
        {.kinds = {kind}},
        [&](const Decision& d) { return d.kind == kind && d.status != Status::Error; }, "kind");
  }
  expect_log_is(
      {.kinds = {DecisionKind::Update, DecisionKind::Skip}},
      [](const Decision& d) { return d.kind != DecisionKind::Create && d.status != Status::Error; },
      "two kinds");
  expect_log_is(
      {.status = Status::Error}, [](const Decision& d) { return d.status == Status::Error; },
      "rejected");
  expect_log_is(
      {.operations = {Operation::Merge}},
      [](const Decision& d) { return d.operation == Operation::Merge; }, "operation");
  expect_log_is(
      {.kinds = {DecisionKind::Update}, .operations = {Operation::Noop}},
      [](const Decision&) { return false; }, "kind and operation that exclude");
  expect_log_is(
      {.status = Status::Skipped}, [](const Decision& d) { return d.status == Status::Skipped; },
      "status");
  expect_log_is(
      {.verdict = Verdict::Link}, [](const Decision& d) { return d.verdict == Verdict::Link; },
      "verdict");
  expect_log_is(
      {.trigger = Trigger::Undo}, [](const Decision&) { return false; }, "trigger");
  expect_log_is(
      {.review = true}, [](const Decision& d) { return d.review; }, "review");
  expect_log_is(
      {.source_id = decisions_[40].source_id},
      [&](const Decision& d) { return d.source_id == decisions_[40].source_id; }, "source");
  expect_log_is(
      {.min_score = 0.6, .max_score = 0.9},
      [](const Decision& d) { return d.score.total >= 0.6 && d.score.total <= 0.9; }, "score");
  const Time from = decisions_[50].at, until = decisions_[90].at;
  expect_log_is(
      {.from = from, .until = until},
      [&](const Decision& d) { return d.at >= from && d.at < until; }, "time");
  expect_log_is(
      {.kinds = {DecisionKind::Skip}, .from = from, .until = until},
      [&](const Decision& d) {
        return d.status == Status::Skipped && d.at >= from && d.at < until;
      },
      "kind and time");
}

TEST_F(LogTest, AMemoryIsFoundByAnyMemberOfItsChain) {
  fold_stream();
  const auto updated = std::find_if(decisions_.rbegin(), decisions_.rend(), [](const Decision& d) {
    return d.operation == Operation::Supersede;
  });
  ASSERT_NE(updated, decisions_.rend());
  std::vector<Id> members;
  for (const VersionStep& step : engine_->history(user_, updated->memory_id)) {
    members.push_back(step.memory.id);
  }
  ASSERT_GE(members.size(), 2u);
  const auto about = [&](const Decision& d) {
    return std::find(members.begin(), members.end(), d.memory_id) != members.end() ||
           (d.target_id &&
            std::find(members.begin(), members.end(), *d.target_id) != members.end());
  };
  for (const Id& member : members) expect_log_is({.memory = member}, about, "chain");
}

TEST_F(LogTest, ACursorOfAnotherQueryOrOfNothingIsRefused) {
  fold_stream();
  const std::string cursor = engine_->log({.user = user_, .limit = 5}).next_cursor;
  ASSERT_FALSE(cursor.empty());
  EXPECT_NO_THROW(engine_->log({.user = user_, .limit = 9, .cursor = cursor}));
  const std::vector<LogQuery> others = {
      {.user = "nobody", .cursor = cursor},
      {.user = user_, .kinds = {DecisionKind::Create}, .cursor = cursor},
      {.user = user_, .verdict = Verdict::Link, .cursor = cursor},
      {.user = user_, .min_score = 0.1, .cursor = cursor},
      {.user = user_, .newest_first = false, .cursor = cursor},
      {.user = user_, .cursor = cursor + "0x"},
      {.user = user_, .cursor = "1.2"},
      {.user = user_, .cursor = "..."}};
  for (const LogQuery& query : others) EXPECT_THROW(engine_->log(query), Error) << query.cursor;
}

TEST_F(LogTest, AnalyticsCountWhatTheQuerySelects) {
  fold_stream();
  const LogAnalytics all = engine_->log_analytics({.user = user_});
  EXPECT_EQ(all.entries, decisions_.size());
  std::uint64_t skips = 0, analyses = 0, days = 0;
  double sum = 0;
  std::vector<double> scores;
  for (const Decision& d : decisions_) {
    if (d.status == Status::Error) continue;
    skips += d.kind == DecisionKind::Skip;
    analyses += d.analyses;
    sum += d.score.total;
    scores.push_back(d.score.total);
  }
  std::sort(scores.begin(), scores.end());
  EXPECT_EQ(all.by_kind[std::size_t(DecisionKind::Skip)], skips);
  EXPECT_EQ(all.by_operation[std::size_t(Operation::Noop)], skips);
  EXPECT_EQ(all.by_status[std::size_t(Status::Skipped)], skips);
  EXPECT_EQ(all.by_status[std::size_t(Status::Error)], decisions_.size() - scores.size());
  EXPECT_EQ(all.analyses, analyses);
  EXPECT_NEAR(all.score_mean, sum / double(scores.size()), 1e-12);
  EXPECT_EQ(all.score_p50, scores[(scores.size() + 1) / 2 - 1]);
  for (const auto& [day, count] : all.by_day) {
    EXPECT_EQ(day.micros % kMicrosPerDay, 0);
    EXPECT_LE(count, 24u);
    days += count;
  }
  EXPECT_EQ(days, all.entries);
  const LogAnalytics some = engine_->log_analytics({.user = user_, .kinds = {DecisionKind::Skip}});
  EXPECT_EQ(some.entries, skips);
  EXPECT_EQ(engine_->log_analytics({.user = "nobody"}).entries, 0u);
}

TEST_F(LogTest, EveryDecisionKeepsWhatItWasAboutAndWhatItChanged) {
  fold_stream();
  const std::string digest = engine_->admin().digest();
  const auto store = open_store();
  const storage::UserKey user = storage::user_key(user_);
  std::size_t updates = 0;
  ASSERT_EQ(decisions_.front().operation, Operation::Add);
  for (const Decision& d : decisions_) {
    const auto states = store->log_states(user, d.at, d.sequence);
    // What an ADD left behind is version 1: the chain has it.
    const bool told = d.operation != Operation::Add && d.status != Status::Error;
    ASSERT_EQ(states.has_value(), told) << d.sequence;
    if (!states) continue;
    ASSERT_TRUE(states->fact);
    EXPECT_EQ(states->fact->user, user_);
    if (d.kind != DecisionKind::Skip) {
      ASSERT_TRUE(states->after);
      EXPECT_EQ(states->after->id, d.memory_id);
    }
    if (d.kind != DecisionKind::Update || d.backdated) continue;
    ++updates;
    ASSERT_TRUE(states->before);
    EXPECT_EQ(states->before->id, *d.target_id);
    EXPECT_TRUE(states->before->is_current());
  }
  EXPECT_GT(updates, 0u);
}

TEST_F(LogTest, RetentionDropsStatesAndKeepsEntries) {
  fold_stream();
  reopen(/*retention_days=*/5);
  const Time cutoff{now_.micros - 5 * kMicrosPerDay};
  EXPECT_EQ(engine_->admin().apply_retention().entries_dropped, 0u);
  EXPECT_EQ(engine_->log_analytics({.user = user_}).entries, decisions_.size());
  EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>{});
  const std::string digest = engine_->admin().digest();
  engine_->admin().apply_retention();
  EXPECT_EQ(engine_->admin().digest(), digest) << "a second run changes nothing";
  const auto store = open_store();
  for (const Decision& d : decisions_) {
    EXPECT_EQ(store->log_states(storage::user_key(user_), d.at, d.sequence).has_value(),
              d.at >= cutoff && d.operation != Operation::Add && d.status != Status::Error);
  }
}

TEST_F(LogTest, ANegativeLimitIsRefusedInsteadOfDroppingEverything) {
  EXPECT_THROW(reopen(/*retention_days=*/-1), Error);
}

TEST_F(LogTest, RetentionMayDropEntriesAndFoldingGoesOn) {
  fold_stream();
  reopen(/*retention_days=*/5, /*drops_entries=*/true);
  const Time cutoff{now_.micros - 5 * kMicrosPerDay};
  std::uint64_t old = 0;
  for (const Decision& d : decisions_) old += d.at < cutoff;
  ASSERT_GT(old, 0u);
  EXPECT_EQ(engine_->admin().apply_retention().entries_dropped, old);
  EXPECT_EQ(engine_->log_analytics({.user = user_}).entries, decisions_.size() - old);
  EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>{});
  const std::string digest = engine_->admin().digest();
  const Fact seen = test::random_stream({.facts = kFacts, .users = 1, .seed = 5}).front();
  const Decision again = engine_->fold({&seen, 1}).at(0);
  EXPECT_TRUE(again.already_folded) << "P4 outlives the entry";
  EXPECT_EQ(engine_->admin().digest(), digest);
  Fact fresh;
  fresh.user = user_;
  fresh.content = "전혀 새로운 이야기입니다";
  engine_->fold({&fresh, 1});
  EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>{});
}

TEST_F(LogTest, VerifyNamesAnEntryThatWasChangedOrIsMissing) {
  fold_stream();
  {
    const auto store = open_store();
    const storage::UserKey user = storage::user_key(user_);
    Decision forged = store->decision(user, 100).value();
    forged.reason = "nothing to see here";
    storage::CommitBatch batch(user_);
    batch.put_decision(forged, {}, store->log_entry(user, 99)->chain);
    batch.drop_decision(store->decision(user, 200).value());
    store->commit(std::move(batch));
  }
  reopen();
  const std::vector<std::string> problems = engine_->admin().verify().problems;
  const auto names = [&](const std::string& what) {
    return std::any_of(problems.begin(), problems.end(), [&](const std::string& problem) {
      return problem.find(what) != std::string::npos;
    });
  };
  EXPECT_TRUE(names("log entry 101 does not follow")) << testing::PrintToString(problems);
  EXPECT_TRUE(names("log entry 201 does not follow"));
  EXPECT_TRUE(names("log entry 200 is missing"));
  EXPECT_TRUE(names("states of log entry 100"));
}

// P5: nothing is lost silently. The text of what was skipped was in the store and nowhere to be
// read.
TEST_F(LogTest, EveryDecisionTellsWhatItWasAbout) {
  fold_stream();
  const std::size_t all = decisions_.size();
  std::erase_if(decisions_, [](const Decision& d) { return d.status == Status::Error; });
  std::size_t skipped = 0;
  for (const Decision& d : decisions_) {
    const DecisionStates states = engine_->states(user_, d.sequence);
    EXPECT_EQ(states.decision.sequence, d.sequence);
    EXPECT_EQ(states.decision.reason, d.reason);
    ASSERT_EQ(states.kept, StatesKept::Kept) << d.sequence;
    ASSERT_TRUE(states.fact) << d.sequence;
    EXPECT_EQ(hash_content(states.fact->content), d.content_hash) << d.sequence;
    const bool replaced = d.operation == Operation::Supersede && !d.backdated;
    if (replaced || d.operation == Operation::Merge) {
      EXPECT_TRUE(states.before && states.after) << d.sequence;
    }
    skipped += d.kind == DecisionKind::Skip;
  }
  ASSERT_GT(skipped, 0u);
  EXPECT_THROW(engine_->states(user_, all + 1), Error);
  EXPECT_THROW(engine_->states("nobody", 1), Error);

  now_.micros += 200 * kMicrosPerDay;
  engine_->admin().apply_retention();
  for (const Decision& d : decisions_) {
    const DecisionStates states = engine_->states(user_, d.sequence);
    const bool in_its_chain = d.operation == Operation::Add;
    EXPECT_EQ(states.kept, in_its_chain ? StatesKept::Kept : StatesKept::Dropped) << d.sequence;
    EXPECT_EQ(states.fact.has_value(), in_its_chain);
  }
}

TEST_F(LogTest, StatesOfWhatIsForgottenAndErasedSaySo) {
  Fact fact;
  fact.user = user_ = "mina";
  fact.content = "예산은 5000만원입니다";
  const Id id = engine_->fold({&fact, 1}).front().memory_id;
  fact.content = "The door code is 4711";
  fact.importance = 7;  // refused
  engine_->fold({&fact, 1});
  EXPECT_EQ(engine_->states("mina", 2).kept, StatesKept::Never);
  engine_->forget({.user = "mina", .ids = {id}});
  EXPECT_EQ(engine_->states("mina", 1).kept, StatesKept::Forgotten);
  EXPECT_EQ(engine_->states("mina", 1).fact->content, "예산은 5000만원입니다") << "as get() has it";
  engine_->restore("mina", id);
  EXPECT_EQ(engine_->states("mina", 1).kept, StatesKept::Kept);
  engine_->forget({.user = "mina", .ids = {id}}, {.erasure = Erasure::Hard});
  EXPECT_EQ(engine_->states("mina", 1).kept, StatesKept::Erased);
  EXPECT_FALSE(engine_->states("mina", 1).fact);
}

}  // namespace
}  // namespace memfold
